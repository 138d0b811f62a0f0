/** Applies a caller's calibrations to a scenario: a stage behind its predictions that knows nothing of their physics. */
import { type Finding, finding } from '../finding.js';
import type { Estimate } from '../units.js';
import { LateReport } from '../workload/late.js';
import type {
  AnyScenario,
  EvaluateReply,
  PlacementOption,
  PlacementOutcome,
  PrepareContext,
  Prepared,
  Rejection,
  RelaxableField,
} from '../workload/scenario.js';
import type { Correction, Corrections } from './corrections.js';
import { isPrediction, statesRate } from './metrics.js';
import { modelKey, softwareOf } from './residuals.js';

type AnyWorkload = { readonly scenario: string } & Readonly<Record<string, unknown>>;

/** ± 1.2816 standard deviations hold 80 % of a normal. */
const Z_80 = 1.2816;

/** Prepares a workload so that what it places is corrected. Without calibrations it is the scenario's own. */
export function correctedPrepare(
  scenario: AnyScenario,
  workload: AnyWorkload,
  context: PrepareContext,
  corrections: Corrections,
): Prepared {
  const plain = scenario.prepare(workload as never, context);
  if (corrections.isEmpty) return plain;
  const { demand } = plain;
  const cellOf = (accelerator: string) => ({
    scenario: scenario.id,
    model: modelKey(demand, workload),
    accelerator,
    software: softwareOf(demand),
  });
  const isAtRate = statesRate(scenario, workload);
  const variants = new Map<string, Prepared>();
  return {
    ...plain,
    place(shape, limits) {
      const correction = corrections.of(cellOf(shape.accelerator.id));
      if (correction === null) return plain.place(shape, limits);
      let variant = variants.get(shape.accelerator.id);
      if (variant === undefined) {
        variant = scenario.prepare(movedGoals(scenario, workload, correction) as never, context);
        variants.set(shape.accelerator.id, variant);
      }
      return correctOutcome(variant.place(shape, limits), correction, isAtRate, demand.model, shape.accelerator.name);
    },
  };
}

/** The answer of `/evaluate`, corrected. */
export function correctedEvaluate(
  scenario: AnyScenario,
  workload: AnyWorkload,
  configuration: unknown,
  context: PrepareContext,
  corrections: Corrections,
): EvaluateReply {
  const reply = scenario.evaluate(workload as never, configuration, context);
  if (corrections.isEmpty) return reply;
  const { demand } = scenario.prepare(workload as never, context);
  const accelerator = String(reply.configuration.accelerator ?? '');
  const correction = corrections.of({
    scenario: scenario.id,
    model: modelKey(demand, workload),
    accelerator,
    software: String(reply.configuration.engine ?? reply.configuration.framework ?? softwareOf(demand)),
  });
  if (correction === null) return reply;
  return {
    ...reply,
    performance: correctPerformance(reply.performance, correction, statesRate(scenario, workload)),
    findings: [...reply.findings, correctionFinding(correction, demand.model, accelerator)],
  };
}

type NumericField = Extract<RelaxableField, { direction: string }>;

function numericFields({ relaxableFields }: AnyScenario): readonly NumericField[] {
  return (relaxableFields ?? []).filter((field): field is NumericField => 'direction' in field);
}

/** A goal of g on a server that is slower by s is a goal of g ÷ s on the server as predicted. */
function movedGoals(scenario: AnyScenario, workload: AnyWorkload, correction: Correction): AnyWorkload {
  let moved = workload;
  for (const { pointer, goalFor } of numericFields(scenario)) {
    if (goalFor === undefined) continue;
    const factor = goalFor in KNOWN_TIMES ? correction.factor(goalFor) : correction.slowness;
    moved = (scaled(moved, pointer.split('/').slice(1), 1 / factor) as AnyWorkload | null) ?? moved;
  }
  return moved;
}

/** Times that are measured by themselves; other goals move with the whole server. */
const KNOWN_TIMES = { timeToFirstTokenMs: true, timePerOutputTokenMs: true, endToEndLatencyMs: true, latencyMs: true };

/** A copy with the number (or range) at a path multiplied; null when there is none. */
function scaled(json: unknown, [key, ...rest]: readonly string[], factor: number): unknown {
  if (key === undefined) {
    if (typeof json === 'number') return json * factor;
    if (json === null || typeof json !== 'object' || !('expected' in json)) return null;
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, Number(value) * factor]));
  }
  if (json === null || typeof json !== 'object') return null;
  const inner = scaled((json as Readonly<Record<string, unknown>>)[key], rest, factor);
  return inner === null ? null : { ...json, [key]: inner };
}

function correctOutcome(
  outcome: PlacementOutcome,
  correction: Correction,
  isAtRate: boolean,
  model: string | null,
  card: string,
): PlacementOutcome {
  const told = correctionFinding(correction, model, card);
  return {
    ...outcome,
    options: outcome.options.map((option) => correctOption(option, correction, isAtRate, told)),
    rejections: outcome.rejections.map((rejection) => correctRejection(rejection, correction)),
  };
}

function correctOption(
  option: PlacementOption,
  correction: Correction,
  isAtRate: boolean,
  told: Finding,
): PlacementOption {
  const { slowness } = correction;
  const isService = option.runHours === null;
  return {
    ...option,
    unitsAtPeak: isAtRate && isService ? option.unitsAtPeak * slowness : option.unitsAtPeak,
    runHours: option.runHours === null ? null : correctTime(option.runHours, correction),
    workPerHour: option.workPerHour === null || isAtRate ? option.workPerHour : option.workPerHour / slowness,
    timeMetric: option.timeMetric === null ? null : option.timeMetric * slowness,
    report: new LateReport(
      () => correctPerformance(option.report.performance, correction, isAtRate),
      () => [...option.report.findings, told],
    ),
  };
}

/** Hours of a job: the slowness of the server, with the interval that durations have earned. */
function correctTime(hours: Estimate, correction: Correction): Estimate {
  return {
    ...hours,
    low: hours.low * correction.slowness,
    expected: hours.expected * correction.slowness,
    high: hours.high * correction.slowness,
    evidence: correction.tests > 0 ? 'calibrated' : hours.evidence,
  };
}

function correctPerformance(
  performance: Readonly<Record<string, Estimate>>,
  correction: Correction,
  isAtRate: boolean,
): Readonly<Record<string, Estimate>> {
  return Object.fromEntries(
    Object.entries(performance).map(([name, estimate]) => [
      name,
      isPrediction(name, estimate, isAtRate) ? correctEstimate(name, estimate, correction) : estimate,
    ]),
  );
}

function correctEstimate(name: string, estimate: Estimate, correction: Correction): Estimate {
  const { low, expected, high, evidence } = estimate;
  const factor = correction.factor(name);
  const spread = Math.log(high / low) / (2 * Z_80);
  const narrowing = spread > 0 ? correction.spread(name, spread) / spread : 1;
  const corrected = expected * factor;
  return {
    low: corrected * (low / expected) ** narrowing,
    expected: corrected,
    high: corrected * (high / expected) ** narrowing,
    evidence: correction.tests > 0 ? 'calibrated' : evidence,
  };
}

/** The shortfall as the corrected server has it. */
function correctRejection(rejection: Rejection, correction: Correction): Rejection {
  const { code, facts } = rejection.finding;
  if (code !== 'goal-missed' || typeof facts.goal !== 'string') return rejection;
  const metric = facts.goal === 'endToEndMs' ? 'endToEndLatencyMs' : facts.goal;
  const factor = correction.factor(metric);
  const times = (value: unknown) => (typeof value === 'number' ? Number((value * factor).toPrecision(6)) : null);
  const corrected = finding('goal-missed', { ...facts, valueMs: times(facts.valueMs), goalMs: times(facts.goalMs) });
  return { ...rejection, finding: corrected };
}

function correctionFinding({ tests, slowness, modelsOfCard }: Correction, model: string | null, card: string): Finding {
  const timePercent = Math.round((slowness - 1) * 100);
  return tests > 0
    ? finding('calibrated-by-tests', { tests, model: model ?? 'this model', accelerator: card, timePercent })
    : finding('calibrated-by-card', { models: modelsOfCard, accelerator: card, timePercent });
}
