/**
 * Bytes that one token leaves behind in one layer for the backward pass, on one device.
 *
 * Counted part by part (16-bit unless the recipe is fp32): inputs of the two norms, inputs of each linear layer, queries,
 * keys and values, gate, up and their product, plus 4 bytes a head for flash attention's log-sum-exp. Without flash
 * attention the score matrix stays too: 5 bytes an entry (arXiv:2205.05198). With sequence parallelism all of it is
 * divided by the tensor degree.
 */
import type { TrainingJob } from './job.js';
import type { Layout } from './layout.js';

export function activationBytesPerToken(job: TrainingJob, layout: Layout): number {
  const { model } = job;
  const h = model.hidden;
  const element = job.bytes.activationBytes;
  const moeShare = model.moeLayers / model.layers;
  const gateParts = model.isGated ? 3 : 2;
  const attention = 2 * h + model.queryWidth + model.keyValueWidth + model.valueWidth;
  const dense = 2 * h + gateParts * model.denseWidth;
  // Each token is dispatched to its experts and to the shared ones; routing keeps a copy of the input for each.
  const copies = model.expertsPerToken + model.sharedExperts;
  const expert = 2 * h + copies * (h + 3 * model.expertWidth);
  const perToken = element * (attention + dense * (1 - moeShare) + expert * moeShare) + 4 * model.heads;
  // Without sequence parallelism the norms, residuals and inputs of the split blocks are whole on every rank.
  const whole = job.framework.hasSequenceParallel ? 0 : element * 4 * h;
  return (perToken - whole + scoreBytesPerToken(job, layout)) / layout.tensor + whole;
}

/** Score matrix of attention kernels that materialise it; selective recomputation drops it. */
export function scoreBytesPerToken(job: TrainingJob, layout: Layout): number {
  if (job.attentionKernel !== 'scores' || layout.checkpointing === 'selective') return 0;
  return 5 * job.model.heads * job.model.attendedTokens(job.sequence);
}

/** Bytes a token that a recomputed layer keeps: its input. */
export function boundaryBytesPerToken(job: TrainingJob, layout: Layout): number {
  const split = job.framework.hasSequenceParallel ? layout.tensor : 1;
  return (job.bytes.activationBytes * job.model.hidden) / split;
}

/** Transient bytes a token of the layer being computed: its own activations when they are recomputed, else gradients. */
export function workingBytesPerToken(job: TrainingJob, layout: Layout): number {
  const own = activationBytesPerToken(job, layout);
  return layout.checkpointing === 'full' ? own * 1.3 : own * 0.3;
}
