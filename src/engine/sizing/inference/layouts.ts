/** Legal ways to split one replica over devices. */
import type { ModelShape } from './model-shape.js';

export interface Layout {
  /** Devices that split every tensor of attention (and of dense FFN). */
  readonly tensor: number;
  readonly pipeline: number;
  /** Groups that split the experts; 1 = experts are cut like dense tensors. */
  readonly expert: number;
  /** Attention replicas that share the experts (attention data parallel); 1 = none. */
  readonly attentionData: number;
}

/** Devices of one replica. */
export function devicesOf(layout: Layout): number {
  return layout.tensor * layout.attentionData * layout.pipeline;
}

/**
 * Why a layout is impossible for a model; null when it is legal. Query heads must divide; key-value heads divide or are
 * repeated evenly; a stage needs a layer; experts divide.
 */
export function layoutFault(model: ModelShape, layout: Layout): string | null {
  const { tensor, pipeline, expert, attentionData } = layout;
  if (model.attentionHeads % tensor !== 0) {
    return `${model.attentionHeads} attention heads do not divide by tensor parallel ${tensor}`;
  }
  const kv = model.keyValueHeads;
  if (model.attention.kind !== 'mla' && kv % tensor !== 0 && tensor % kv !== 0) {
    return `${kv} key-value heads neither divide by tensor parallel ${tensor} nor repeat evenly`;
  }
  if (pipeline > model.layers) return `${model.layers} layers cannot make ${pipeline} pipeline stages`;
  if (expert > 1) {
    if (!model.experts) return 'the model has no experts to spread';
    if (expert > tensor * attentionData)
      return `expert parallel ${expert} exceeds the ${tensor * attentionData} devices of a stage`;
    if ((tensor * attentionData) % expert !== 0)
      return `${tensor * attentionData} devices of a stage do not divide by expert parallel ${expert}`;
    if (model.experts.count % expert !== 0)
      return `${model.experts.count} experts do not divide by expert parallel ${expert}`;
  }
  if (attentionData > 1 && !model.experts) return 'attention data parallel needs a model with experts';
  return null;
}

/**
 * The plain layouts of one replica on exactly `devices` devices of one server, the simplest first: tensor parallel, and stages
 * where links are slow (`isLinked` false) or heads do not divide; experts spread where there are some. They are always
 * weighed; the others of `legalLayouts` where they can win.
 */
export function layoutsFor(model: ModelShape, devices: number, isLinked = false): readonly Layout[] {
  const layouts: Layout[] = [];
  const add = (layout: Layout) => {
    if (layoutFault(model, layout) === null) layouts.push(layout);
  };
  for (let pipeline = 1; pipeline <= devices; pipeline++) {
    if (devices % pipeline !== 0) continue;
    const tensor = devices / pipeline;
    if (layouts.length > 0 && (isLinked || pipeline !== devices)) continue;
    add({ tensor, pipeline, expert: 1, attentionData: 1 });
  }
  if (model.experts && devices > 1) {
    add({ tensor: devices, pipeline: 1, expert: devices, attentionData: 1 });
    if (model.attention.kind === 'mla') add({ tensor: 1, pipeline: 1, expert: devices, attentionData: devices });
  }
  return layouts;
}

/**
 * Every legal layout of one replica on exactly `devices` devices of one server: tensor × pipeline × attention data, experts cut
 * like dense tensors or spread over a stage. Attention data parallel always spreads the experts.
 */
export function legalLayouts(model: ModelShape, devices: number): readonly Layout[] {
  const layouts: Layout[] = [];
  for (let pipeline = 1; pipeline <= devices; pipeline++) {
    if (devices % pipeline !== 0) continue;
    const stage = devices / pipeline;
    for (let attentionData = 1; attentionData <= stage; attentionData++) {
      if (stage % attentionData !== 0) continue;
      for (const expert of attentionData > 1 ? [stage] : stage > 1 ? [1, stage] : [1]) {
        const layout: Layout = { tensor: stage / attentionData, pipeline, expert, attentionData };
        if (layoutFault(model, layout) === null) layouts.push(layout);
      }
    }
  }
  return layouts;
}
