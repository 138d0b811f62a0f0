/** What the `quantization_config` and the data type of a Hugging Face config say about weights and cache. */
import { isObject, type Json } from './hugging-face-fields.js';

export interface Quantisation {
  /** As the file names it. */
  readonly method: string;
  /** Weight precision in the words of sizing (`int4-awq`, `nvfp4`, …); null = the method is not known. */
  readonly precision: string | null;
  /** Precision of the cache that the checkpoint states. */
  readonly cachePrecision: 'fp8' | null;
}

/** The quantisation block, wherever a file keeps it; null when there is none. */
export function quantisationOf(...levels: readonly Json[]): Quantisation | null {
  for (const level of levels) {
    const block = [level.quantization_config, level.compression_config].find(isObject);
    if (!block) continue;
    // ModelOpt writes its own file's layout into config.json at times.
    const q: Json = isObject(block.quantization) ? { ...block, ...block.quantization } : block;
    const method = String(q.quant_method ?? q.quant_algo ?? 'unknown').toLowerCase();
    return { method, precision: precisionOf(method, q), cachePrecision: cacheOf(q) };
  }
  return null;
}

const bitsOf = (q: Json): number | null => {
  const bits = [q.bits, q.w_bit, q.nbits].find((x) => typeof x === 'number');
  return typeof bits === 'number' ? bits : null;
};

function precisionOf(method: string, q: Json): string | null {
  const bits = bitsOf(q);
  if (method.includes('awq')) return bits === null || bits === 4 ? 'int4-awq' : null;
  if (/gptq|auto-?round|intel/.test(method))
    return bits === 8 ? 'int8-gptq' : bits === 4 || bits === null ? 'int4-gptq' : null;
  if (method.includes('bitsandbytes')) {
    if (q.load_in_8bit === true || q._load_in_8bit === true) return 'int8';
    return q.bnb_4bit_use_double_quant === true ? 'nf4-dq' : 'nf4';
  }
  if (method.includes('compressed') || isObject(q.config_groups)) return compressed(q);
  const text = `${method} ${String(q.quant_algo ?? '')} ${String(q.quant_type ?? '')} ${dtypesOf(q)}`.toLowerCase();
  if (/mxfp4|w4a8_mxfp4/.test(text)) return 'mxfp4';
  if (/nvfp4|fp4/.test(text)) return 'nvfp4';
  if (/w4a16|int4/.test(text)) return 'int4-gptq';
  if (/fp8|float8|e4m3/.test(text)) return 'fp8';
  if (/w8a8|int8|eetq/.test(text)) return 'int8';
  return null;
}

/** Weight types that Quark and TorchAO name inside their blocks. */
function dtypesOf(q: Json): string {
  const whole = isObject(q.global_quant_config) ? q.global_quant_config : q;
  const weight = isObject(whole.weight) ? whole.weight : Array.isArray(whole.weight) ? whole.weight[0] : null;
  return isObject(weight) ? `${String(weight.dtype ?? '')} ${String(weight.qscheme ?? '')}` : '';
}

/** compressed-tensors: bits and type of the first group of weights, and how they are packed. */
function compressed(q: Json): string | null {
  const groups = isObject(q.config_groups) ? Object.values(q.config_groups).filter(isObject) : [];
  const weights = groups.map((g) => g.weights).find(isObject);
  if (!weights) return null;
  const format = String(q.format ?? groups[0]?.format ?? '');
  const isFloat = weights.type === 'float';
  if (weights.num_bits === 4) return !isFloat ? 'int4-gptq' : format.includes('mxfp4') ? 'mxfp4' : 'nvfp4';
  if (weights.num_bits === 8) return isFloat ? 'fp8' : format.includes('pack') ? 'int8-gptq' : 'int8';
  return null;
}

function cacheOf(q: Json): 'fp8' | null {
  const scheme = isObject(q.kv_cache_scheme) ? q.kv_cache_scheme : null;
  const isEight = scheme?.num_bits === 8 && scheme.type === 'float';
  return isEight || /fp8/i.test(String(q.kv_cache_quant_algo ?? '')) ? 'fp8' : null;
}

/** Precision of a data type (`bfloat16`, `torch.float16`); null when none is meant. */
export function dtypePrecision(dtype: unknown): string | null {
  const text = typeof dtype === 'string' ? dtype : '';
  if (text.includes('bfloat16')) return 'bf16';
  if (text.includes('float16') || text === 'half') return 'fp16';
  if (text.includes('float32')) return 'fp32';
  return text.includes('float8') ? 'fp8' : null;
}
