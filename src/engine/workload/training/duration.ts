/** From step time to the whole run: days, device-hours, checkpoints and goodput, each with its range. */
import { clamp } from '../../sizing/training/architecture.js';
import { modelFlopsPerToken } from '../../sizing/training/compute.js';
import { type Goodput, goodput, STARTUP_HOURS } from '../../sizing/training/goodput.js';
import { devicesOf } from '../../sizing/training/layout.js';
import type { LayoutChoice } from '../../sizing/training/layout-search.js';
import { type Machine, peakTflops } from '../../sizing/training/machine.js';
import { type Estimate, FLOP_PER_TFLOP, SECONDS_PER_HOUR } from '../../units.js';
import type { Correction } from './correction.js';
import type { TrainingQuestion } from './question.js';

export interface RunEstimate {
  /** All figures with their ranges: made when told, which most options never are. */
  readonly performance: () => Readonly<Record<string, Estimate>>;
  readonly stepSeconds: number;
  readonly tokensPerSecond: number;
  readonly runHours: Estimate | null;
  readonly goodput: Goodput;
  readonly utilisationRatio: number;
  readonly scalingRatio: number;
}

/** Low, expected and high of a rate or a time, from a log-normal 80 % half-width. */
export function estimate(expected: number, halfWidth: number, evidence: Estimate['evidence']): Estimate {
  return { low: expected * Math.exp(-halfWidth), expected, high: expected * Math.exp(halfWidth), evidence };
}

/** Half-width, ln, that whole runs of many days add: billed hours were 1.05–1.25 times those of their steps (Llama 1–3, BLOOM). */
const LONG_RUN_SPREAD = 0.12;

export function runEstimate(
  question: TrainingQuestion,
  choice: LayoutChoice,
  machine: Machine,
  correction: Correction,
): RunEstimate {
  const { job } = question;
  const { layout, time } = choice;
  const devices = devicesOf(layout);
  const servers = Math.max(1, devices / machine.devicesPerServer);
  const stepSeconds = time.seconds * Math.exp(correction.lnTime);
  const stepTokens = job.globalBatch * job.sequence;
  const tokensPerSecond = stepTokens / stepSeconds;
  const { halfWidth, evidence } = correction;
  const flops = modelFlopsPerToken(job);
  const achieved = (flops * tokensPerSecond) / devices / FLOP_PER_TFLOP;
  const peak = (peakTflops(machine.accelerator, job.bytes.compute) ?? 0) * machine.share;
  const lost = time.bubble + time.data + time.straggler + time.model;
  const scalingRatio = devices === 1 ? 1 : clamp((time.seconds - lost) / time.seconds, 0, 1);
  const useful = goodput(job, devices, servers, question.interruptionsPerServerDay, question.checkpointWriteGBps);
  const runHours = question.tokens && hoursOf(question.tokens, tokensPerSecond, useful.ratio, correction);
  const performance = () => {
    const figures: Record<string, Estimate> = {
      stepTimeSeconds: estimate(stepSeconds, halfWidth, evidence),
      tokensPerSecond: estimate(tokensPerSecond, halfWidth, evidence),
      tokensPerSecondPerAccelerator: estimate(tokensPerSecond / devices, halfWidth, evidence),
      samplesPerSecond: estimate(job.globalBatch / stepSeconds, halfWidth, evidence),
      modelTflopsPerAccelerator: estimate(achieved, halfWidth, evidence),
      scalingEfficiencyRatio: {
        low: clamp(scalingRatio - 0.06, 0, 1),
        expected: scalingRatio,
        high: clamp(scalingRatio + 0.04, 0, 1),
        evidence: 'analytic',
      },
    };
    if (peak > 0) figures.modelFlopsUtilizationRatio = estimate(achieved / peak, halfWidth, evidence);
    if (runHours !== null) {
      figures.durationHours = runHours;
      figures.acceleratorHours = {
        low: runHours.low * devices,
        expected: runHours.expected * devices,
        high: runHours.high * devices,
        evidence,
      };
    }
    return figures;
  };
  return {
    performance,
    stepSeconds,
    tokensPerSecond,
    runHours,
    goodput: useful,
    utilisationRatio: peak > 0 ? clamp(achieved / peak, 0, 1) : 0,
    scalingRatio,
  };
}

/** Hours of all tokens at a rate, checkpoints and failures included. */
function hoursOf(
  tokens: NonNullable<TrainingQuestion['tokens']>,
  tokensPerSecond: number,
  usefulRatio: number,
  { halfWidth, evidence }: Correction,
): Estimate {
  const hours = (count: number, rate: number) => count / rate / SECONDS_PER_HOUR / usefulRatio + STARTUP_HOURS;
  const expected = hours(tokens.expected, tokensPerSecond);
  // Restarts, evaluations and slow days come on top of the speed of a step.
  const spread = Math.hypot(halfWidth, LONG_RUN_SPREAD * (1 - Math.exp(-expected / 24)));
  return {
    low: hours(tokens.low, tokensPerSecond * Math.exp(spread)),
    expected,
    high: hours(tokens.high, tokensPerSecond * Math.exp(-spread)),
    evidence,
  };
}
