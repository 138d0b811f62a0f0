/** A load test of your own: what ran on what, what was measured; and the checks that refuse what cannot be true. */
import { type Static, type TSchema, Type } from 'typebox';
import type { Catalogue } from '../catalogue/catalogue.js';
import { Workload } from '../question.js';
import { type Fault, fault, QuestionError } from '../question-error.js';
import { isCalendarDay } from '../resolve-question.js';
import { Day, type Estimate } from '../units.js';
import { SCENARIOS } from '../workload/scenarios/index.js';
import { metricKind } from './metrics.js';
import { residualsOf } from './residuals.js';

/** The body of POST /calibrations; the configuration's fields follow from the scenario, as in /evaluate. */
export const Calibration = Type.Unsafe<Calibration>({
  $id: 'Calibration',
  type: 'object',
  description: 'A load test of yours. It corrects predictions for that model, card and engine from then on.',
  required: ['workload', 'configuration', 'measured', 'runs', 'measuredOn'],
  additionalProperties: false,
  properties: {
    workload: Workload,
    configuration: {
      type: 'object',
      description: 'What it ran on, as for /evaluate; its fields follow from the scenario, see `allOf`.',
    },
    measured: Type.Record(
      Type.String({ pattern: '^[a-z][A-Za-z]{1,59}$' }),
      Type.Number({ exclusiveMinimum: 0, maximum: 1e15 }),
      { minProperties: 1, maxProperties: 40, description: 'Measured values by metric, as /evaluate names them.' },
    ),
    runs: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Runs that the values are the mean of.' }),
    measuredOn: Day,
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'For people; changes nothing.' })),
  },
  allOf: Object.values(SCENARIOS).map((scenario) => ({
    if: {
      type: 'object',
      properties: {
        workload: { type: 'object', required: ['scenario'], properties: { scenario: { const: scenario.id } } },
      },
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { type: 'object', properties: { configuration: scenario.configurationSchema as TSchema } },
  })),
});
export interface Calibration {
  readonly workload: Static<typeof Workload>;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly measured: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly measuredOn: string;
  readonly note?: string;
}

/** What a calibration says beside what was predicted without any. */
export interface CheckedCalibration {
  readonly scenario: string;
  readonly model: string;
  readonly accelerator: string;
  readonly software: string;
  readonly metrics: Readonly<
    Record<string, { readonly measured: number; readonly predicted: Estimate; readonly ratio: number }>
  >;
}

/** Ratio of measured to predicted beyond which a unit or a configuration was mistaken, not the prediction. */
const MOST_RATIO = 10;

/** Checks a calibration for sense; throws QuestionError with all faults. `today` is a UTC day. */
export function checkCalibration(catalogue: Catalogue, calibration: Calibration, today: string): CheckedCalibration {
  const faults: Fault[] = [];
  const { measured, measuredOn } = calibration;
  if (!isCalendarDay(measuredOn)) faults.push(fault('impossible-date', '/measuredOn', { value: measuredOn }));
  else if (measuredOn > today)
    faults.push(
      fault('out-of-range', '/measuredOn', { field: 'measuredOn', value: measuredOn, expected: `at most ${today}` }),
    );
  for (const [shorter, longer] of [
    ['timeToFirstTokenMs', 'endToEndLatencyMs'],
    ['timePerOutputTokenMs', 'endToEndLatencyMs'],
    ['outputTokensPerSecond', 'totalTokensPerSecond'],
  ] as const) {
    const [a, b] = [measured[shorter], measured[longer]];
    if (a !== undefined && b !== undefined && a > b * 1.001)
      faults.push(
        fault('contradiction', `/measured/${shorter}`, { first: shorter, second: longer, why: `${a} is above ${b}` }),
      );
  }
  let residuals: ReturnType<typeof residualsOf> | null = null;
  try {
    residuals = residualsOf(catalogue, calibration);
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    faults.push(...error.faults);
  }
  if (residuals !== null) {
    const { predicted } = residuals;
    const names = Object.keys(predicted).filter((name) => metricKind(name) !== null);
    if (names.length === 0) faults.push(fault('no-prediction', '/configuration'));
    else {
      for (const [name, value] of Object.entries(measured)) {
        const estimate = predicted[name];
        if (estimate === undefined || metricKind(name) === null)
          faults.push(fault('unknown-metric', `/measured/${name}`, { value: name }, names));
        else if (!(value / estimate.expected < MOST_RATIO && estimate.expected / value < MOST_RATIO)) {
          faults.push(
            fault('implausible-measurement', `/measured/${name}`, {
              metric: name,
              value,
              predicted: Number(estimate.expected.toPrecision(4)),
              mostRatio: MOST_RATIO,
            }),
          );
        }
      }
    }
  }
  if (faults.length > 0 || residuals === null) throw new QuestionError(faults);
  const { cell, predicted } = residuals;
  return {
    scenario: cell.scenario,
    model: cell.model,
    accelerator: cell.accelerator,
    software: cell.software,
    metrics: Object.fromEntries(
      Object.entries(measured).flatMap(([name, value]) => {
        const estimate = predicted[name];
        return estimate === undefined
          ? []
          : [
              [
                name,
                { measured: value, predicted: estimate, ratio: Number((value / estimate.expected).toPrecision(4)) },
              ],
            ];
      }),
    ),
  };
}
