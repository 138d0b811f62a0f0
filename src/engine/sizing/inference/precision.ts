/**
 * Weight and cache formats: how many bits a stored element takes, and at which rate the card multiplies it.
 *
 * Bits are effective ones: scales and zero points of a group are counted in (see README.md, "Bits").
 */
import type { Accelerator } from '../../catalogue/accelerator.js';

/** Which tensors a format covers; the others stay 16-bit. */
export type QuantisedScope = 'linears' | 'experts' | 'everything';

/** What multiplies: the rate that the card offers for this kind. */
export type ComputeKind = '16-bit' | 'fp8' | 'int8' | 'fp4' | 'fp32';

export interface WeightFormat {
  /** Effective bits a weight of the covered tensors. */
  readonly bits: number;
  readonly scope: QuantisedScope;
  /** Arithmetic of the format where the card has it; weight-only formats multiply in 16 bits. */
  readonly compute: ComputeKind;
  /** Formats that share kernels, for fitted factors. */
  readonly kind: 'fp32' | '16-bit' | 'fp8' | 'int8' | '4-bit' | 'fp4' | 'gguf';
}

const format = (
  bits: number,
  scope: QuantisedScope,
  compute: ComputeKind,
  kind: WeightFormat['kind'],
): WeightFormat => ({ bits, scope, compute, kind });

/** Group-wise int4: 4 bits and a 16-bit scale with a 4-bit zero point a group of 128. */
const INT4_GROUP_128_BITS = 4 + (16 + 4) / 128;

export const WEIGHT_FORMATS = {
  fp32: format(32, 'everything', 'fp32', 'fp32'),
  tf32: format(32, 'everything', 'fp32', 'fp32'),
  fp16: format(16, 'everything', '16-bit', '16-bit'),
  bf16: format(16, 'everything', '16-bit', '16-bit'),
  fp8: format(8.002, 'linears', 'fp8', 'fp8'),
  int8: format(8.02, 'linears', 'int8', 'int8'),
  'int8-gptq': format(8 + (16 + 8) / 128, 'linears', '16-bit', 'int8'),
  'int4-awq': format(INT4_GROUP_128_BITS, 'linears', '16-bit', '4-bit'),
  'int4-gptq': format(INT4_GROUP_128_BITS, 'linears', '16-bit', '4-bit'),
  nf4: format(4.5, 'linears', '16-bit', '4-bit'),
  'nf4-dq': format(4.127, 'linears', '16-bit', '4-bit'),
  nvfp4: format(4.5, 'linears', 'fp4', 'fp4'),
  mxfp4: format(4.25, 'experts', 'fp4', 'fp4'),
  'gguf-q8_0': format(8.5, 'everything', '16-bit', 'gguf'),
  'gguf-q6_k': format(6.56, 'everything', '16-bit', 'gguf'),
  'gguf-q5_k_m': format(5.7, 'everything', '16-bit', 'gguf'),
  'gguf-q4_k_m': format(4.85, 'everything', '16-bit', 'gguf'),
  'gguf-q4_k_s': format(4.58, 'everything', '16-bit', 'gguf'),
  'gguf-q4_0': format(4.53, 'everything', '16-bit', 'gguf'),
  'gguf-q3_k_m': format(3.9, 'everything', '16-bit', 'gguf'),
  'gguf-q2_k': format(3.0, 'everything', '16-bit', 'gguf'),
} as const satisfies Record<string, WeightFormat>;
export type WeightPrecision = keyof typeof WEIGHT_FORMATS;
export const WEIGHT_PRECISIONS = Object.keys(WEIGHT_FORMATS) as WeightPrecision[];

/** What people write for a format: the names of PyTorch, of quantisation tools and of GGUF files. */
export const WEIGHT_PRECISION_ALIASES = {
  float32: 'fp32',
  float16: 'fp16',
  half: 'fp16',
  bfloat16: 'bf16',
  w8a8: 'int8',
  w8a16: 'int8-gptq',
  'gptq-int8': 'int8-gptq',
  awq: 'int4-awq',
  'awq-int4': 'int4-awq',
  gptq: 'int4-gptq',
  'gptq-int4': 'int4-gptq',
  int4: 'int4-gptq',
  w4a16: 'int4-gptq',
  'bnb-nf4': 'nf4',
  fp4: 'nvfp4',
  q8_0: 'gguf-q8_0',
  q6_k: 'gguf-q6_k',
  q5_k_m: 'gguf-q5_k_m',
  q4_k_m: 'gguf-q4_k_m',
  q4_k_s: 'gguf-q4_k_s',
  q4_0: 'gguf-q4_0',
  q3_k_m: 'gguf-q3_k_m',
  q2_k: 'gguf-q2_k',
} as const satisfies Record<string, WeightPrecision>;
export type WeightPrecisionName = WeightPrecision | keyof typeof WEIGHT_PRECISION_ALIASES;

/** The format that a name or alias means. */
export function weightPrecisionOf(name: WeightPrecisionName): WeightPrecision {
  return (WEIGHT_PRECISION_ALIASES as Readonly<Record<string, WeightPrecision>>)[name] ?? (name as WeightPrecision);
}

/** Bytes a cached element; int8 and int4 caches also hold a 32-bit scale a head and token. */
export const KV_FORMATS = {
  fp16: { bytes: 2, scaleBytesPerHead: 0 },
  bf16: { bytes: 2, scaleBytesPerHead: 0 },
  fp8: { bytes: 1, scaleBytesPerHead: 0 },
  int8: { bytes: 1, scaleBytesPerHead: 4 },
  int4: { bytes: 0.5, scaleBytesPerHead: 4 },
} as const;
export type KvPrecision = keyof typeof KV_FORMATS;
export const KV_PRECISIONS = Object.keys(KV_FORMATS) as KvPrecision[];

/** Spellings of a precision in model names and in sources, lower case without separators, longest first. */
const PRECISION_SPELLINGS: readonly (readonly [string, WeightPrecision])[] = [
  ['gptqint8', 'int8-gptq'],
  ['gptqint4', 'int4-gptq'],
  ['gptq4bit', 'int4-gptq'],
  ['awqint4', 'int4-awq'],
  ['awq4bit', 'int4-awq'],
  ['bnb4bit', 'nf4'],
  ['q4km', 'gguf-q4_k_m'],
  ['q4ks', 'gguf-q4_k_s'],
  ['q5km', 'gguf-q5_k_m'],
  ['q3km', 'gguf-q3_k_m'],
  ['q80', 'gguf-q8_0'],
  ['q40', 'gguf-q4_0'],
  ['q6k', 'gguf-q6_k'],
  ['q2k', 'gguf-q2_k'],
  ['nvfp4', 'nvfp4'],
  ['mxfp4', 'mxfp4'],
  ['fp4', 'nvfp4'],
  ['w8a8', 'int8'],
  ['w4a16', 'int4-gptq'],
  ['gptq', 'int4-gptq'],
  ['awq', 'int4-awq'],
  ['int8', 'int8'],
  ['int4', 'int4-gptq'],
  ['nf4', 'nf4'],
  ['fp8', 'fp8'],
  ['bf16', 'bf16'],
  ['fp16', 'fp16'],
  ['fp32', 'fp32'],
];

/** Reads a precision out of free text (`FP8`, `GPTQ-Int4`, `fp8_e4m3`, `Q4_K_M`); null when none is named. */
export function readPrecision(text: string): WeightPrecision | null {
  const squeezed = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  for (const [spelling, precision] of PRECISION_SPELLINGS) if (squeezed.includes(spelling)) return precision;
  return null;
}

/** What the card really multiplies with: a format whose arithmetic it lacks is unpacked to 16 bits. */
export function computeKindOn(card: Accelerator, weights: WeightFormat): ComputeKind {
  if (weights.compute === 'fp8') return card.hasFp8 === true && (card.fp8Tflops ?? 0) > 0 ? 'fp8' : '16-bit';
  if (weights.compute === 'int8') return card.hasInt8 === true && (card.int8Tops ?? 0) > 0 ? 'int8' : '16-bit';
  if (weights.compute === 'fp4') return (card.fp4Tflops ?? 0) > 0 ? 'fp4' : '16-bit';
  return weights.compute;
}

/** Nominal dense rate of the card for a kind, 10^12 per second; null = unknown. */
export function nominalTflops(card: Accelerator, kind: ComputeKind): number | null {
  switch (kind) {
    case 'fp8':
      return card.fp8Tflops;
    case 'int8':
      return card.int8Tops;
    case 'fp4':
      return card.fp4Tflops;
    case 'fp32':
      return card.fp32Tflops;
    case '16-bit':
      return card.fp16Tflops ?? card.fp32Tflops;
  }
}
