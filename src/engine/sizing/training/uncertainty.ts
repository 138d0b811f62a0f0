/** Half-widths of the 80 % intervals, from the residuals of left-out rows (test/validation/training). */
import type { TrainingJob } from './job.js';
import type { Layout } from './layout.js';
import type { Machine } from './machine.js';
import type { NearestCorrection } from './reference.js';

/**
 * Half-width of ln(step time). Near a published run the spread of repeated runs and of the interpolation remains; far
 * from all of them that of the formulas on unseen cards and models; without RDMA the network adds its own.
 */
export function timeHalfWidth(job: TrainingJob, near: NearestCorrection, machine: Machine, layout: Layout): number {
  const devices = layout.tensor * layout.pipeline * layout.context * layout.data;
  const far = 1 - Math.exp(-near.distance / 0.6);
  // Mixtures of experts run on younger software: unseen ones miss by more.
  const base = 0.075 + (job.model.experts > 0 ? 0.2 : 0.12) * far;
  const servers = Math.max(1, devices / machine.devicesPerServer);
  const fabric = servers > 1 ? (machine.hasRdma ? 0.03 : 0.12) : 0;
  return Math.sqrt(base ** 2 + fabric ** 2);
}
