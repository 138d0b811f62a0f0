/**
 * What training needs to know of a transformer: parameters by part, counted from the architecture.
 *
 * The stated total wins: what the count misses (biases, norms, unusual blocks) is spread over the layers, within bounds.
 */
import type { Transformer } from '../../catalogue/model-card.js';

export interface TrainingModel {
  readonly name: string;
  /** All parameters, and those that a token passes (equal for dense models). */
  readonly parameters: number;
  readonly activeParameters: number;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly headSize: number;
  readonly keyValueHeads: number;
  readonly vocabulary: number;
  readonly isTied: boolean;
  /** Parameters of the input embedding; the output head holds as many when it is not tied. */
  readonly embeddingParameters: number;
  readonly attentionParametersPerLayer: number;
  /** Dense feed-forward parameters of a dense layer. */
  readonly densePerLayer: number;
  readonly denseWidth: number;
  readonly isGated: boolean;
  readonly moeLayers: number;
  readonly experts: number;
  readonly expertsPerToken: number;
  readonly sharedExperts: number;
  readonly expertWidth: number;
  /** Every expert adds a bias of its own. */
  readonly hasExpertBias: boolean;
  /** Parameters of all routed experts of one MoE layer. */
  readonly routedPerLayer: number;
  /** Parameters of router and shared experts of one MoE layer. */
  readonly sharedPerLayer: number;
  /** Width of the query-key and of the value products, elements a token (heads × head size). */
  readonly queryWidth: number;
  readonly valueWidth: number;
  /** Elements a token of the keys and values that a layer keeps for its backward pass. */
  readonly keyValueWidth: number;
  /** Mean ratio of attended to full length: sliding windows and linear layers attend less. */
  attendedTokens(sequence: number): number;
}

/** Linear matrices of a feed-forward block: 3 when gated (SwiGLU), 2 otherwise. */
function countWith(shape: Transformer, matrices: 2 | 3): { total: number; attention: number; dense: number } {
  const { hiddenSize: h, layers, vocabularySize: vocabulary } = shape;
  const attention = attentionParameters(shape);
  const dense = matrices * h * shape.intermediateSize;
  const experts = shape.experts;
  const denseLayers = experts ? Math.min(experts.denseLayers, layers) : layers;
  const perMoe = experts ? 3 * h * experts.intermediateSize * (experts.count + experts.shared) + h * experts.count : 0;
  const embeddings = vocabulary * h * (shape.tiedEmbeddings ? 1 : 2);
  const total = embeddings + layers * (attention + 2 * h) + denseLayers * dense + (layers - denseLayers) * perMoe;
  return { total, attention, dense };
}

/** Parameters of the four attention projections of a layer (MLA: of its low-rank factors). */
function attentionParameters(shape: Transformer): number {
  const { hiddenSize: h, attentionHeads: a, headSize: d, attention } = shape;
  if (attention.kind === 'mla') {
    const rope = attention.ropeHeadSize ?? 64;
    const nope = attention.nopeHeadSize ?? Math.max(1, d - rope);
    const value = attention.valueHeadSize ?? nope;
    const rank = attention.keyValueRank ?? 512;
    const queryRank = attention.queryRank ?? 0;
    const query = queryRank > 0 ? h * queryRank + queryRank * a * (nope + rope) : h * a * (nope + rope);
    return query + h * (rank + rope) + rank * a * (nope + value) + a * value * h;
  }
  return h * a * d * 2 + h * shape.keyValueHeads * d * 2;
}

/** Parameters counted from the architecture alone, with the number of feed-forward matrices that fits `stated` best. */
export function countParameters(shape: Transformer, stated?: number): { total: number; isGated: boolean } {
  const gated = countWith(shape, 3).total;
  const plain = countWith(shape, 2).total;
  if (stated === undefined) return { total: gated, isGated: true };
  const isGated = Math.abs(Math.log(gated / stated)) <= Math.abs(Math.log(plain / stated));
  return { total: isGated ? gated : plain, isGated };
}

/** Builds the training view of a transformer; parameters of layers are scaled (×0.5…×2) so that the stated total holds. */
export function trainingModel(name: string, shape: Transformer): TrainingModel {
  const stated = shape.parametersBillion * 1e9;
  const { isGated } = countParameters(shape, stated);
  const { total, attention, dense } = countWith(shape, isGated ? 3 : 2);
  const { hiddenSize: hidden, layers, vocabularySize: vocabulary, attention: kind, experts } = shape;
  const embeddingParameters = vocabulary * hidden;
  const embeddings = embeddingParameters * (shape.tiedEmbeddings ? 1 : 2);
  const scale = clamp((stated - embeddings) / Math.max(1, total - embeddings), 0.5, 2);
  const moeLayers = experts ? layers - Math.min(experts.denseLayers, layers) : 0;
  const routed = experts ? 3 * hidden * experts.intermediateSize * experts.count : 0;
  const shared = experts ? 3 * hidden * experts.intermediateSize * experts.shared + hidden * experts.count : 0;
  const perLayer = (attention + 2 * hidden) * scale;
  const parameters =
    embeddings + layers * perLayer + (layers - moeLayers) * dense * scale + moeLayers * (routed + shared) * scale;
  const active =
    parameters - (experts ? moeLayers * routed * scale * (1 - Math.min(1, experts.perToken / experts.count)) : 0);
  const rope = kind.ropeHeadSize ?? 64;
  const isMla = kind.kind === 'mla';
  const nope = kind.nopeHeadSize ?? Math.max(1, shape.headSize - rope);
  const queryWidth = isMla ? shape.attentionHeads * (nope + rope) : shape.attentionHeads * shape.headSize;
  const valueWidth = isMla ? shape.attentionHeads * (kind.valueHeadSize ?? nope) : queryWidth;
  const linear = Math.min(layers, kind.linearAttentionLayers ?? 0);
  const full = kind.fullAttentionLayers ?? (kind.slidingWindowTokens ? 0 : layers - linear);
  const window = kind.slidingWindowTokens ?? Number.POSITIVE_INFINITY;
  const windowed = Math.max(0, layers - linear - full);
  return {
    name,
    parameters,
    activeParameters: shape.activeParametersBillion ? shape.activeParametersBillion * 1e9 : active,
    layers,
    hidden,
    heads: shape.attentionHeads,
    headSize: shape.headSize,
    keyValueHeads: shape.keyValueHeads,
    vocabulary,
    isTied: shape.tiedEmbeddings,
    embeddingParameters,
    attentionParametersPerLayer: perLayer,
    densePerLayer: dense * scale,
    denseWidth: shape.intermediateSize,
    isGated,
    moeLayers,
    experts: experts?.count ?? 0,
    expertsPerToken: experts?.perToken ?? 0,
    sharedExperts: experts?.shared ?? 0,
    expertWidth: experts?.intermediateSize ?? 0,
    hasExpertBias: experts?.hasBias ?? false,
    routedPerLayer: routed * scale,
    sharedPerLayer: shared * scale,
    queryWidth,
    valueWidth,
    keyValueWidth: isMla ? queryWidth + valueWidth : 2 * shape.keyValueHeads * shape.headSize,
    attendedTokens: (sequence) => (full * sequence + windowed * Math.min(sequence, window)) / layers,
  };
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
