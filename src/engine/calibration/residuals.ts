/** What a calibration measured against what is predicted without any calibration. */
import type { Catalogue } from '../catalogue/catalogue.js';
import { fault, QuestionError } from '../question-error.js';
import type { Estimate } from '../units.js';
import type { Demand } from '../workload/scenario.js';
import { SCENARIOS } from '../workload/scenarios/index.js';
import type { Calibration } from './calibration.js';
import { isPrediction, metricKind, statesRate } from './metrics.js';

/** What a calibration is about: predictions of the same cell are corrected by it. */
export interface Cell {
  readonly scenario: string;
  readonly model: string;
  readonly accelerator: string;
  readonly software: string;
}

export interface Residuals {
  readonly cell: Cell;
  readonly predicted: Readonly<Record<string, Estimate>>;
  /** ln(measured ÷ predicted) by metric; only metrics that say something about the hardware. */
  readonly byMetric: Readonly<Record<string, number>>;
  /** Mean of them as slowness: above 0 = slower than predicted. Null: no metric says anything. */
  readonly slowness: number | null;
}

/** Predicts the calibration's own configuration; throws QuestionError when that cannot be meant. */
export function residualsOf(catalogue: Catalogue, calibration: Calibration): Residuals {
  const scenario = SCENARIOS[calibration.workload.scenario];
  if (scenario === undefined) {
    const { scenario: value } = calibration.workload;
    throw new QuestionError([
      fault('not-built-yet', '/workload/scenario', { scenario: value }, Object.keys(SCENARIOS)),
    ]);
  }
  const context = { catalogue, pointer: '/workload' };
  const { demand } = scenario.prepare(calibration.workload as never, context);
  const reply = scenario.evaluate(calibration.workload as never, calibration.configuration, context);
  const { configuration, performance } = reply;
  const isAtRate = statesRate(scenario, calibration.workload);
  const byMetric: Record<string, number> = {};
  let slowness = 0;
  let count = 0;
  for (const [name, value] of Object.entries(calibration.measured)) {
    const estimate = performance[name];
    if (estimate === undefined || !isPrediction(name, estimate, isAtRate)) continue;
    const residual = Math.log(value / estimate.expected);
    byMetric[name] = residual;
    slowness += metricKind(name) === 'time' ? residual : -residual;
    count++;
  }
  return {
    cell: {
      scenario: scenario.id,
      model: modelKey(demand, calibration.workload),
      accelerator: String(configuration.accelerator ?? ''),
      software: String(configuration.engine ?? configuration.framework ?? softwareOf(demand)),
    },
    predicted: performance,
    byMetric,
    slowness: count === 0 ? null : slowness / count,
  };
}

/** The engine, framework or renderer of a demand; '' where the scenario has none. */
export function softwareOf({ facts }: Demand): string {
  return String(facts.engine ?? facts.framework ?? facts.renderer ?? facts.code ?? '');
}

/** The card's id, or the numbers that stand for a model without a card. */
export function modelKey({ model }: Demand, workload: Readonly<Record<string, unknown>>): string {
  return model ?? JSON.stringify(workload.model ?? workload.task ?? null);
}
