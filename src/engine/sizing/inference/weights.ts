/** Memory of the weights of one replica, and of its fullest device. */
import { BITS_PER_BYTE } from '../../units.js';
import { checkpointOf } from './checkpoints.js';
import type { Layout } from './layouts.js';
import type { ModelShape } from './model-shape.js';
import type { WeightFormat } from './precision.js';

/** Embeddings, head and whatever a format does not cover stay 16-bit. */
const BYTES_16_BIT = 2;

/** Multiples that the Marlin kernels want an mxfp4 expert in; gpt-oss (2880 wide) is loaded as 3072 × 2944. */
const MXFP4_HIDDEN_MULTIPLE = 256;
const MXFP4_EXPERT_MULTIPLE = 128;

function paddingOf(width: number, multiple: number): number {
  return (Math.ceil(width / multiple) * multiple) / width;
}

export interface WeightBytes {
  /** Dense linears of the whole model (attention, dense FFN, shared experts). */
  readonly dense: number;
  readonly routed: number;
  readonly embedding: number;
  readonly head: number;
  readonly total: number;
}

/**
 * Bytes of all weights of a replica: `P_linear × bits / 8 + P_embedding × 2` (README.md, "Weights").
 * Worked example: Llama-3-8B in bf16 → 8.03e9 × 2 B = 14.96 GiB; in int4-awq → 7.0e9 × 4.156 / 8 + 1.05e9 × 2 = 5.34 GiB.
 */
export function weightBytes(model: ModelShape, format: WeightFormat): WeightBytes {
  const { bits, kept } = checkpointOf(model, format);
  const covered = bits / BITS_PER_BYTE;
  const padding =
    format.scope === 'experts'
      ? paddingOf(model.hiddenSize, MXFP4_HIDDEN_MULTIPLE) * paddingOf(model.expertWidth, MXFP4_EXPERT_MULTIPLE)
      : 1;
  const routed = (model.experts?.routedParameters ?? 0) * covered * padding;
  const dense =
    kept * BYTES_16_BIT + (model.denseParameters - kept) * (format.scope === 'experts' ? BYTES_16_BIT : covered);
  const outside = format.scope === 'everything' ? covered : BYTES_16_BIT;
  const embedding = model.embeddingParameters * outside;
  const head = model.headParameters * outside;
  return { dense, routed, embedding, head, total: dense + routed + embedding + head };
}

/**
 * Bytes of weights on the fullest device. Tensor parallel splits linears and vocabulary evenly; attention data parallel
 * repeats the dense part; experts are spread over all devices of the stage; the heaviest pipeline stage carries the
 * embedding or the head.
 */
export function weightBytesPerDevice(bytes: WeightBytes, layout: Layout, layers: number): number {
  const { tensor, pipeline, attentionData } = layout;
  const stageShare = Math.ceil(layers / pipeline) / layers;
  const devices = tensor * attentionData;
  const ends = pipeline === 1 ? bytes.embedding + bytes.head : Math.max(bytes.embedding, bytes.head);
  return (bytes.dense * stageShare + ends) / tensor + (bytes.routed * stageShare) / devices;
}
