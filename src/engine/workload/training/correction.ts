/** Correction of the predicted step time by the nearest published runs, and the interval that is left. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { type Finding, finding } from '../../finding.js';
import type { TrainingJob } from '../../sizing/training/job.js';
import type { Layout } from '../../sizing/training/layout.js';
import type { Machine } from '../../sizing/training/machine.js';
import { type MeasuredCase, measuredCase } from '../../sizing/training/measured-case.js';
import {
  jobDistances,
  nearbyReferences,
  nearestCorrection,
  runFeatures,
  type TrainingReference,
  trainingReferences,
} from '../../sizing/training/reference.js';
import { timeHalfWidth } from '../../sizing/training/uncertainty.js';
import type { Evidence } from '../../units.js';

export interface Correction {
  /** Added to ln(step time). */
  readonly lnTime: number;
  /** Half-width of the 80 % interval in ln units. */
  readonly halfWidth: number;
  readonly evidence: Evidence;
  /** States what the correction leans on. */
  explain(): Finding;
}

export type Correct = (job: TrainingJob, machine: Machine, layout: Layout) => Correction;

/** Residuals of the published runs of a catalogue; made once a catalogue. */
export function catalogueReferences(catalogue: Catalogue): readonly TrainingReference[] {
  const context = {
    accelerator: (id: string) => catalogue.acceleratorsById.get(id),
    transformer: (id: string) => {
      const card = catalogue.modelsById.get(id);
      return card?.transformer ? { name: card.name, transformer: card.transformer } : undefined;
    },
  };
  const cases: MeasuredCase[] = [];
  for (const row of catalogue.measuredRows('llm-training')) {
    const read = measuredCase(row, context);
    if (read) cases.push(read);
  }
  return trainingReferences(cases);
}

/** The correction that a catalogue's published runs give. */
export function correctBy(catalogue: Catalogue): Correct {
  const references = catalogue.derive(catalogueReferences);
  // A question has one job a precision recipe; what is near on a card does not depend on the layout.
  const distances = new Map<string, Float64Array>();
  const nearby = new Map<string, readonly TrainingReference[]>();
  return (job, machine, layout) => {
    const features = runFeatures(job, layout, machine);
    const key = `${machine.accelerator.id}|${job.recipe}`;
    let candidates = nearby.get(key);
    if (candidates === undefined) {
      const known = distances.get(job.recipe) ?? jobDistances(references, features);
      distances.set(job.recipe, known);
      candidates = nearbyReferences(references, known, features);
      nearby.set(key, candidates);
    }
    const near = nearestCorrection(candidates, features);
    const { nearest } = near;
    const isNear = nearest !== null && near.weight > 0.2;
    return {
      lnTime: near.lnTime,
      halfWidth: timeHalfWidth(job, near, machine, layout),
      evidence:
        near.distance < 0.02 ? 'measured' : near.distance < 0.5 ? 'interpolated' : isNear ? 'transferred' : 'analytic',
      explain: () =>
        isNear
          ? finding('training-nearest-measurement', {
              rows: near.count,
              model: nearest.case.job.model.name,
              accelerator: nearest.case.machine.accelerator.name,
              framework: nearest.case.job.framework.id,
              source: nearest.source,
            })
          : finding('training-no-measurement', { accelerator: machine.accelerator.name }),
    };
  };
}
