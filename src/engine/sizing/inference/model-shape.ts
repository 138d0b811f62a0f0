/**
 * The numbers of a model that sizing needs: parameters by part, layers by kind of attention, experts.
 *
 * Made once a request from a model card, from stated numbers or from a Hugging Face config. The stated total always
 * holds: what the known tensors don't explain (norms, biases, vision towers) counts as dense 16-bit-able weights.
 */
import type { Attention, Transformer } from '../../catalogue/model-card.js';

export interface ExpertShape {
  readonly count: number;
  readonly perToken: number;
  /** Experts that every token uses. */
  readonly shared: number;
  readonly layers: number;
  /** Parameters of all routed experts of the model. */
  readonly routedParameters: number;
}

export interface ModelShape {
  /** Display name. */
  readonly name: string;
  /** Architecture group: twins share it. */
  readonly family: string;
  readonly nativePrecision: string;
  readonly layers: number;
  readonly hiddenSize: number;
  readonly intermediateSize: number;
  /** FFN width of one expert; the FFN width of a dense model. */
  readonly expertWidth: number;
  readonly attentionHeads: number;
  readonly keyValueHeads: number;
  readonly headSize: number;
  readonly vocabularySize: number;
  readonly maxContextTokens: number;
  readonly attention: Attention;
  /** Layers whose cache grows with the whole context. */
  readonly fullLayers: number;
  /** Layers whose cache stops at `windowTokens`. */
  readonly windowLayers: number;
  readonly windowTokens: number;
  /** Layers with a constant state per sequence. */
  readonly linearLayers: number;
  /** Bytes of that state, one layer. */
  readonly linearStateBytes: number;
  readonly totalParameters: number;
  /** Input embedding table, and the output head when it is a tensor of its own. */
  readonly embeddingParameters: number;
  readonly headParameters: number;
  /** Attention, dense FFN, shared experts, router, norms, towers: read and multiplied for every token. */
  readonly denseParameters: number;
  readonly experts: ExpertShape | null;
  /** Projections of all attention layers; part of `denseParameters`. */
  readonly attentionParameters: number;
  /** Projections of the linear-attention layers; part of `denseParameters`. */
  readonly linearAttentionParameters: number;
  /** Parameters that one token multiplies, output head included, embedding look-up not. */
  readonly activeMatmulParameters: number;
}

const BILLION = 1e9;
/** State of a linear-attention layer when the card does not say: 32 heads × 128 × 128 × 4 bytes. */
const DEFAULT_LINEAR_STATE_BYTES = 2 ** 21;

/** Parameters of the attention block of one layer (projections only). */
function attentionParameters(t: Transformer): number {
  const { hiddenSize: h, attentionHeads: heads, keyValueHeads: kv, headSize: d, attention: a } = t;
  if (a.kind !== 'mla') return h * d * (2 * heads + 2 * kv);
  const nope = a.nopeHeadSize ?? d;
  const rope = a.ropeHeadSize ?? 64;
  const value = a.valueHeadSize ?? nope;
  const rank = a.keyValueRank ?? 512;
  const query = a.queryRank ? h * a.queryRank + a.queryRank * heads * (nope + rope) : h * heads * (nope + rope);
  return query + h * (rank + rope) + rank * heads * (nope + value) + heads * value * h;
}

/** Size of a state's key and value, and key heads, of published linear-attention models (Qwen3-Next, Qwen3.5, Qwen3.6). */
const LINEAR_HEAD_SIZE = 128;
const LINEAR_KEY_HEADS = 16;
const STATE_ELEMENT_BYTES = 4;

/** Parameters of one linear-attention layer: query and key, value and gate in, value out. */
function linearAttentionParameters(t: Transformer): number {
  const state = t.attention.linearStateBytesPerLayer ?? 0;
  const valueHeads = state / (LINEAR_HEAD_SIZE * LINEAR_HEAD_SIZE * STATE_ELEMENT_BYTES);
  return t.hiddenSize * LINEAR_HEAD_SIZE * (2 * LINEAR_KEY_HEADS + 3 * valueHeads);
}

/** Splits a transformer into the parts that memory and time depend on. Worked example: Llama-3-8B → 7.50e9 + 2 × 0.525e9. */
export function shapeOf(name: string, family: string, nativePrecision: string, t: Transformer): ModelShape {
  const total = t.parametersBillion * BILLION;
  const embedding = Math.min(t.vocabularySize * t.hiddenSize, total / 2);
  const head = t.tiedEmbeddings ? 0 : embedding;
  const linear = Math.min(t.attention.linearAttentionLayers ?? 0, t.layers);
  const window = t.attention.slidingWindowTokens ?? 0;
  const softmax = t.layers - linear;
  const full =
    window > 0 || linear > 0
      ? Math.min(t.attention.fullAttentionLayers ?? (window > 0 ? 0 : softmax), softmax)
      : softmax;
  const windowed = window > 0 ? softmax - full : 0;

  let experts: ExpertShape | null = null;
  if (t.experts) {
    const layers = Math.max(1, t.layers - t.experts.denseLayers);
    const perExpert = 3 * t.hiddenSize * t.experts.intermediateSize;
    const floor = t.layers * attentionParameters(t);
    const room = Math.max(total - embedding - head - floor, total * 0.2);
    experts = {
      count: t.experts.count,
      perToken: Math.min(t.experts.perToken, t.experts.count),
      shared: t.experts.shared,
      layers,
      routedParameters: Math.min(layers * t.experts.count * perExpert, room),
    };
  }
  const routed = experts?.routedParameters ?? 0;
  const dense = Math.max(total - embedding - head - routed, total * 0.01);
  const activeRouted = experts ? (routed * experts.perToken) / experts.count : 0;
  return {
    name,
    family,
    nativePrecision,
    layers: t.layers,
    hiddenSize: t.hiddenSize,
    intermediateSize: t.experts ? t.experts.intermediateSize * t.experts.perToken : t.intermediateSize,
    expertWidth: t.experts ? t.experts.intermediateSize : t.intermediateSize,
    attentionHeads: t.attentionHeads,
    keyValueHeads: t.keyValueHeads,
    headSize: t.headSize,
    vocabularySize: t.vocabularySize,
    maxContextTokens: t.maxContextTokens,
    attention: t.attention,
    fullLayers: windowed + linear + full < t.layers ? t.layers - windowed - linear : full,
    windowLayers: windowed,
    windowTokens: window,
    linearLayers: linear,
    linearStateBytes: t.attention.linearStateBytesPerLayer ?? DEFAULT_LINEAR_STATE_BYTES,
    totalParameters: total,
    embeddingParameters: embedding,
    headParameters: head,
    denseParameters: dense,
    experts,
    attentionParameters: Math.min(softmax * attentionParameters(t), dense),
    linearAttentionParameters: Math.min(linear * linearAttentionParameters(t), dense),
    activeMatmulParameters: dense + activeRouted + embedding,
  };
}
