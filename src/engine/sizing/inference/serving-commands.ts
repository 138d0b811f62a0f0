/**
 * Command lines that start one replica with the plan's layout and memory settings. Flags as documented by vLLM 0.10
 * (`vllm serve --help`), SGLang 0.5 (server arguments), TensorRT-LLM 1.0 (`trtllm-serve`) and LMDeploy 0.9
 * (`lmdeploy serve api_server --help`).
 */
import { variable, words } from '../../shell.js';
import type { MemoryParts } from '../../workload/scenario.js';

/** How one replica is laid out and bounded. */
export interface ServingSetup {
  readonly engine: string;
  readonly tensor: number;
  readonly pipeline: number;
  readonly expert: number;
  /** Ranks among which attention is split by requests; 1 = not split. */
  readonly attentionData: number;
  /** Servers that one replica spans; 1 = it fits in one. */
  readonly serversPerReplica: number;
  readonly memoryUtilizationRatio: number;
  /** Share of the memory left after weights and workspace that the cache takes. */
  readonly freeMemoryForCacheRatio: number;
  readonly maxContextTokens: number;
  readonly maxBatchedTokens: number;
  /** null = the engine's own default. */
  readonly maxSequences: number | null;
  readonly usesCudaGraphs: boolean;
  readonly chunksPrefill: boolean;
  readonly weightPrecision: string | null;
  readonly cachePrecision: string | null;
}

/** Share of the memory left after weights and workspace that the cache takes; the whole ratio where that is unknown. */
export function freeMemoryRatio(parts: MemoryParts, memoryUtilizationRatio: number): number {
  const { device, kvCache, weights, activations, runtime } = parts;
  const free = device === null ? 0 : device - (weights ?? 0) - (activations ?? 0) - (runtime ?? 0);
  if (kvCache === undefined || free <= 0) return memoryUtilizationRatio;
  return Math.min(0.98, Math.round((kvCache / free) * 1000) / 1000);
}

/** Share of the device that the engine takes by these parts; null where it is unknown. */
export function shareOfDevice({ device, usable }: MemoryParts): number | null {
  return device === null || usable === null ? null : Math.round((usable / device) * 1000) / 1000;
}

export const SERVING_PORT = 8000;

const BITS16: Readonly<Record<string, string>> = { bf16: 'bfloat16', fp16: 'float16', fp32: 'float32' };

/** Quantisations that an engine applies while it loads 16-bit weights; others are found in the checkpoint itself. */
function quantization({ weightPrecision }: ServingSetup): string | null {
  return weightPrecision === 'fp8' ? 'fp8' : null;
}

export function vllmCommand(model: string, s: ServingSetup): readonly string[] {
  const bits = BITS16[s.weightPrecision ?? ''];
  const quantized = quantization(s);
  return words(
    'vllm',
    'serve',
    model,
    ['--tensor-parallel-size', s.tensor],
    ['--pipeline-parallel-size', s.pipeline],
    s.attentionData > 1 ? ['--data-parallel-size', s.attentionData] : null,
    s.expert > 1 ? '--enable-expert-parallel' : null,
    ['--gpu-memory-utilization', s.memoryUtilizationRatio],
    ['--max-model-len', s.maxContextTokens],
    ['--max-num-batched-tokens', s.maxBatchedTokens],
    s.maxSequences === null ? null : ['--max-num-seqs', s.maxSequences],
    bits === undefined ? null : ['--dtype', bits],
    quantized === null ? null : ['--quantization', quantized],
    s.cachePrecision === 'fp8' ? ['--kv-cache-dtype', 'fp8'] : null,
    s.chunksPrefill ? null : '--no-enable-chunked-prefill',
    s.usesCudaGraphs ? null : '--enforce-eager',
    s.serversPerReplica > 1 ? ['--distributed-executor-backend', 'ray'] : null,
    ['--port', SERVING_PORT],
  );
}

export function sglangCommand(model: string, s: ServingSetup): readonly string[] {
  const bits = BITS16[s.weightPrecision ?? ''];
  const quantized = quantization(s);
  // SGLang counts all devices of a stage in --tp-size, and splits attention within them by --dp-size.
  return words(
    'python3',
    '-m',
    'sglang.launch_server',
    ['--model-path', model],
    ['--tp-size', s.tensor * s.attentionData],
    ['--pp-size', s.pipeline],
    s.attentionData > 1 ? ['--dp-size', s.attentionData] : null,
    s.attentionData > 1 ? '--enable-dp-attention' : null,
    s.expert > 1 ? ['--ep-size', s.expert] : null,
    ['--mem-fraction-static', s.memoryUtilizationRatio],
    ['--context-length', s.maxContextTokens],
    ['--chunked-prefill-size', s.chunksPrefill ? s.maxBatchedTokens : -1],
    s.maxSequences === null ? null : ['--max-running-requests', s.maxSequences],
    bits === undefined ? null : ['--dtype', bits],
    quantized === null ? null : ['--quantization', quantized],
    s.cachePrecision === 'fp8' ? ['--kv-cache-dtype', 'fp8_e5m2'] : null,
    s.usesCudaGraphs ? null : '--disable-cuda-graph',
    s.serversPerReplica > 1 ? ['--nnodes', s.serversPerReplica] : null,
    s.serversPerReplica > 1 ? ['--node-rank', variable('NODE_RANK')] : null,
    s.serversPerReplica > 1 ? ['--dist-init-addr', variable('HEAD_ADDRESS', 'head:20000')] : null,
    ['--host', '0.0.0.0'],
    ['--port', SERVING_PORT],
  );
}

export function tensorrtLlmCommand(model: string, s: ServingSetup): readonly string[] {
  return words(
    'trtllm-serve',
    model,
    ['--backend', 'pytorch'],
    ['--tp_size', s.tensor * s.attentionData],
    ['--pp_size', s.pipeline],
    s.expert > 1 ? ['--ep_size', s.expert] : null,
    // This engine's ratio is of the memory that is free after loading, not of the whole device.
    ['--kv_cache_free_gpu_memory_fraction', s.freeMemoryForCacheRatio],
    ['--max_seq_len', s.maxContextTokens],
    ['--max_num_tokens', s.maxBatchedTokens],
    s.maxSequences === null ? null : ['--max_batch_size', s.maxSequences],
    ['--host', '0.0.0.0'],
    ['--port', SERVING_PORT],
  );
}

export function lmdeployCommand(model: string, s: ServingSetup): readonly string[] {
  return words(
    'lmdeploy',
    'serve',
    'api_server',
    model,
    ['--tp', s.tensor],
    ['--session-len', s.maxContextTokens],
    // This engine's ratio is of the memory that is free after loading, too.
    ['--cache-max-entry-count', s.freeMemoryForCacheRatio],
    s.maxSequences === null ? null : ['--max-batch-size', s.maxSequences],
    ['--server-port', SERVING_PORT],
  );
}

/** Command of the engine that the plan was sized for; null where it has none that is known here. */
export function ownServingCommand(model: string, serving: ServingSetup): readonly string[] | null {
  switch (serving.engine) {
    case 'vllm':
      return vllmCommand(model, serving);
    case 'sglang':
      return sglangCommand(model, serving);
    case 'tensorrt-llm':
      return tensorrtLlmCommand(model, serving);
    case 'lmdeploy':
      return lmdeployCommand(model, serving);
    default:
      return null;
  }
}

/** Command of the engine that the plan was sized for; vLLM's where there is no public image of that engine here. */
export function servingCommand(model: string, serving: ServingSetup): readonly string[] {
  if (serving.engine === 'sglang') return sglangCommand(model, serving);
  if (serving.engine === 'tensorrt-llm') return tensorrtLlmCommand(model, serving);
  return vllmCommand(model, serving);
}

/** Public images of the engines; the tag is left to the reader because the plan does not depend on it. */
export function servingImage(engine: string): string {
  if (engine === 'sglang') return 'lmsysorg/sglang:latest';
  if (engine === 'tensorrt-llm') return 'nvcr.io/nvidia/tensorrt-llm/release:latest';
  return 'vllm/vllm-openai:latest';
}
