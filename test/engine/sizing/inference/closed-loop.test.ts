/**
 * The closed formula of a first token against the run that it stands for: the published harness, step by step. Ten prompts a client,
 * all clients at once, lengths of 80 to 100 % of the nominal, continuous batching with chunked prefill under a token budget.
 */
import { describe, expect, it } from 'vitest';
import { FACTOR_IDS, type FactorId, type FactorSet } from '../../../../src/engine/sizing/inference/efficiency.js';
import { servingPoint } from '../../../../src/engine/sizing/inference/serving.js';
import type { StepTimes } from '../../../../src/engine/sizing/inference/step-time.js';

const TOKEN_BUDGET = 8192;
const PROMPTS_A_CLIENT = 10;
/** The step that runs when a request comes, and the decode part of the one that computes its prompt. */
const STEPS = 2;
const STEP_SECONDS = 0.008;
const SEQUENCE_SECONDS = 0.0001;
const PROMPT_TOKEN_SECONDS = 30e-6;

const times: StepTimes = {
  decode: (batch) => STEP_SECONDS + batch * SEQUENCE_SECONDS,
  prefill: (tokens) => tokens * PROMPT_TOKEN_SECONDS,
  prefillMarginal: (tokens) => tokens * PROMPT_TOKEN_SECONDS,
  stepTraffic: () => 0,
};

interface Running {
  readonly arrival: number;
  promptLeft: number;
  outputLeft: number;
}

/** Mean first-token time and mean time per later token of one run; lengths from a fixed linear congruential sequence. */
function simulate(clients: number, input: number, output: number): { first: number; later: number } {
  let state = 12345;
  const length = (nominal: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.max(1, Math.round(nominal * (0.8 + (0.2 * state) / 2 ** 32)));
  };
  const arrive = (arrival: number): Running => ({
    arrival,
    promptLeft: length(input),
    outputLeft: length(output),
  });
  let left = clients * PROMPTS_A_CLIENT - clients;
  const active: Running[] = Array.from({ length: clients }, () => arrive(0));
  const firsts: number[] = [];
  const laters: number[] = [];
  const born = new Map<Running, { at: number; tokens: number }>();
  let now = 0;
  while (active.length > 0) {
    // Scheduled while the step before runs: who comes now is in the step after the next.
    const seen = active.filter((r) => r.arrival < now || now === 0);
    const decoding = seen.filter((r) => r.promptLeft === 0);
    let budget = TOKEN_BUDGET - decoding.length;
    let prompt = 0;
    const prefilled: Running[] = [];
    for (const r of seen) {
      if (r.promptLeft === 0 || budget === 0) continue;
      const part = Math.min(budget, r.promptLeft);
      r.promptLeft -= part;
      budget -= part;
      prompt += part;
      if (r.promptLeft === 0) prefilled.push(r);
    }
    now += (decoding.length > 0 ? times.decode(decoding.length, 0) : 0) + prompt * PROMPT_TOKEN_SECONDS || STEP_SECONDS;
    for (const r of prefilled) {
      firsts.push(now - r.arrival);
      born.set(r, { at: now, tokens: r.outputLeft });
      r.outputLeft--;
    }
    for (const r of decoding) r.outputLeft--;
    for (const r of [...active]) {
      const start = born.get(r);
      if (r.outputLeft > 0 || start === undefined) continue;
      laters.push((now - start.at) / Math.max(1, start.tokens - 1));
      active.splice(active.indexOf(r), 1);
      if (left-- > 0) active.push(arrive(now));
    }
  }
  const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  return { first: mean(firsts), later: mean(laters) };
}

const factors = Object.fromEntries(FACTOR_IDS.map((id): [FactorId, number] => [id, 0])) as unknown as FactorSet;

describe('a first token in a closed loop', () => {
  it.each([
    [4, 1024, 1024],
    [16, 1024, 1024],
    [64, 1024, 1024],
    [4, 8192, 1024],
    [16, 8192, 1024],
    [32, 8192, 1024],
    [64, 1024, 8192],
  ])(
    '%i clients, %i tokens in, %i out: the formula gives the mean of the run within 15 %',
    (clients, input, output) => {
      const run = simulate(clients, input, output);
      const formula = servingPoint(
        times,
        { ...factors, prefillShare: 1, firstWave: 1 / PROMPTS_A_CLIENT, firstTokenSteps: STEPS },
        // Mean lengths are 90 % of the nominal.
        { inputTokens: 0.9 * input, sharedTokens: 0, outputTokens: 0.9 * output },
        clients,
        clients,
      );
      expect(Math.abs(formula.timePerOutputTokenSeconds / run.later - 1)).toBeLessThan(0.15);
      expect(Math.abs(formula.timeToFirstTokenSeconds / run.first - 1)).toBeLessThan(0.15);
    },
  );
});
