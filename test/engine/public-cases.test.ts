/**
 * Published cases of serving – what runs, what fits, how fast, how many cards – asked as a user would. The data says where each
 * was read, what is missed and why, and which cannot be decided. Memory logs: sizing/inference/published-memory.json;
 * capabilities: sizing/inference/public-cases.test.ts; training: sizing/training/public-cases.json.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { EvaluateReply } from '../../src/engine/workload/scenario.js';
import { LLM_INFERENCE } from '../../src/engine/workload/scenarios/llm-inference.js';
import { MODEL_INFERENCE } from '../../src/engine/workload/scenarios/model-inference.js';
import { OFFLINE_RENDERING } from '../../src/engine/workload/scenarios/offline-rendering.js';
import { NOT_EVALUABLE, publishedMemory } from '../validation/serving-memory.js';

interface Expectation {
  /** A performance figure, `fits`, or cards that one item a second takes. */
  readonly figure: string;
  readonly value: number | boolean;
  /** Tolerance as a share, as a factor, or in whole units. */
  readonly share?: number;
  readonly factor?: number;
  readonly within?: number;
}

interface Asked {
  readonly id: string;
  readonly source: string;
  readonly scenario: 'llm-inference' | 'model-inference';
  readonly workload: Readonly<Record<string, unknown>>;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly expect: readonly Expectation[];
}

const DATA = JSON.parse(readFileSync(new URL('./public-cases.json', import.meta.url), 'utf8')) as {
  readonly asked: readonly Asked[];
  readonly undecidable: Readonly<Record<string, string>>;
  readonly misses: Readonly<Record<string, string>>;
};
const context = { catalogue: openCatalogue(readSeed()), pointer: '/workload' };
const SCENARIOS = { 'llm-inference': LLM_INFERENCE, 'model-inference': MODEL_INFERENCE } as const;

function ask(c: Asked): EvaluateReply {
  const workload = { scenario: c.scenario, ...c.workload };
  return SCENARIOS[c.scenario].evaluate(workload as never, c.configuration, context);
}

function answerOf(reply: EvaluateReply, figure: string): number | boolean | null {
  if (figure === 'fits') return reply.fits;
  if (figure === 'cardsForOneASecond') return Math.ceil(1 / (reply.performance.imagesPerSecond?.expected ?? 0));
  return reply.performance[figure]?.expected ?? null;
}

function isMet(answer: number | boolean | null, e: Expectation): boolean {
  if (typeof e.value === 'boolean') return answer === e.value;
  if (typeof answer !== 'number') return false;
  if (e.within !== undefined) return Math.abs(answer - e.value) <= e.within;
  if (e.factor !== undefined) return Math.abs(Math.log(answer / e.value)) <= Math.log(e.factor);
  return Math.abs(answer / e.value - 1) <= (e.share ?? 0);
}

const checks = DATA.asked.flatMap((c) => {
  const reply = ask(c);
  return c.expect.map((e) => ({ name: `${c.id} ${e.figure}`, source: c.source, e, answer: answerOf(reply, e.figure) }));
});

describe('published cases of serving', () => {
  it.each(checks.filter((c) => DATA.misses[c.name] === undefined))('$name ($source)', ({ e, answer }) => {
    expect(isMet(answer, e), `${answer} for ${e.value}`).toBe(true);
  });

  it('miss exactly what is listed as a miss', () => {
    const missed = checks.filter((c) => !isMet(c.answer, c.e)).map((c) => c.name);
    expect(missed.sort()).toEqual(Object.keys(DATA.misses).sort());
  });

  it('SP-036: with NVLink tensor parallel is faster than stages, by the published ratio (TensorRT-LLM#1144)', () => {
    const latency = (tensorParallel: number, pipelineParallel: number) =>
      LLM_INFERENCE.evaluate(
        {
          scenario: 'llm-inference',
          model: 'Llama-2-13B',
          weightPrecision: 'fp16',
          requestsPerSecond: 3,
          latency: { percentile: 90 },
          engine: { name: 'tensorrt-llm', version: '0.8.0' },
        },
        { accelerator: 'a100-sxm4-40gb', acceleratorCount: 4, tensorParallel, pipelineParallel },
        context,
      ).performance.endToEndLatencyMs?.expected ?? Number.NaN;
    expect(Math.abs(latency(2, 2) / latency(4, 1) / (10.2 / 6.4) - 1)).toBeLessThan(0.3);
  });

  it('SP-038: V-Ray on a 4090 is 2.15 to 2.2 times as fast as on a 3090 (support.chaos.com)', () => {
    const frame = (accelerator: string) =>
      OFFLINE_RENDERING.evaluate(
        {
          scenario: 'offline-rendering',
          frames: 600,
          window: { startsAt: '20:00', readyBy: '08:00' },
          renderer: 'v-ray',
          reference: { accelerator: 'rtx-3090', minutesPerFrame: 10 },
        } as never,
        { accelerator, acceleratorCount: 1 },
        context,
      ).performance.secondsPerFrame?.expected ?? Number.NaN;
    expect(Math.abs(frame('rtx-3090') / frame('rtx-4090') / 2.175 - 1)).toBeLessThan(0.15);
  });

  it('are all asked somewhere, or said to be undecidable and why', () => {
    const numbered = (prefix: string, ids: readonly number[]) =>
      ids.map((n) => `${prefix}-${String(n).padStart(3, '0')}`);
    const published = [
      ...numbered('SP', [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 21, 23, 24, 25, 26, 30, 31, 36, 38, 39, 40]),
      ...numbered('SP', [41, 44]),
      ...numbered('SZ', [1, 6, 7, 8, 9, 11, 12, 14, 16, 18, 19, 20]),
      ...numbered('SM', [1, 2, 3, 6, 7, 8, 9, 11, 12, 13, 15, 16, 20, 21, 22, 28, 29, 30, 31, 36, 37, 41, 44, 45, 47]),
      ...numbered('SM', [48, 49, 51, 52, 53, 56, 59, 62, 63, 64, 65, 66, 67, 70, 71, 73, 74, 75, 77, 81, 82, 83, 84]),
      ...numbered(
        'SM',
        [85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 101, 102, 105, 106, 107, 108, 110],
      ),
      'SM-112',
      ...numbered('CA', [2, 3, 5, 6, 7, 8, 9, 10, 14, 15, 16, 18, 20, 21, 23, 25, 26, 27, 29, 30, 31, 32, 34]),
    ];
    expect(published).toHaveLength(27 + 12 + 71 + 23);
    const elsewhere = readFileSync(new URL('./sizing/inference/public-cases.test.ts', import.meta.url), 'utf8');
    const known = new Set([
      ...DATA.asked.map((c) => c.id.split(' ')[0]),
      ...Object.keys(DATA.undecidable),
      ...publishedMemory().map((c) => c.id),
      ...Object.keys(NOT_EVALUABLE),
      ...(elsewhere.match(/(CA|SZ)-\d{3}/g) ?? []),
    ]);
    expect(published.filter((id) => !known.has(id))).toEqual([]);
    for (const why of Object.values(DATA.undecidable)) expect(why.length).toBeGreaterThan(10);
  });
});
