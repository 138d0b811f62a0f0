/** What must hold of every serving prediction, with all measured rows of the catalogue removed: physics alone. */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { intervalGroupOf } from '../../../../src/engine/sizing/inference/evidence.js';
import { waitPercentile, waitProbability } from '../../../../src/engine/sizing/inference/queueing.js';
import { correctionFrom, type Reference } from '../../../../src/engine/sizing/inference/reference-correction.js';
import {
  type Features,
  FIRST_KERNEL,
  LATER_KERNEL,
  OFFLINE_CONCURRENCY,
} from '../../../../src/engine/sizing/inference/reference-kernel.js';
import { LLM_INFERENCE } from '../../../../src/engine/workload/scenarios/llm-inference.js';

type Workload = Parameters<typeof LLM_INFERENCE.evaluate>[0];
const catalogue = openCatalogue({ ...readSeed(), measuredRows: [] });
const context = { catalogue, pointer: '/workload' };
const base: Workload = {
  scenario: 'llm-inference',
  model: 'Qwen3-8B',
  maxContextTokens: 8192,
  inputTokens: 1000,
  outputTokens: 200,
  concurrency: 8,
};

const evaluate = (change: Partial<Workload>, configuration: Record<string, unknown>) =>
  LLM_INFERENCE.evaluate({ ...base, ...change } as Workload, configuration, context);
const expected = (reply: ReturnType<typeof evaluate>, metric: string) => {
  const value = reply.performance[metric]?.expected;
  if (value === undefined) throw new Error(`no ${metric}`);
  return value;
};

describe('without measured rows', () => {
  it('a card that reads and multiplies faster is not slower', () => {
    const order = ['t4', 'a10', 'a100-sxm4-40gb', 'h100-sxm5-80gb', 'h200-sxm-141gb'];
    const times = order.map((accelerator) =>
      expected(
        evaluate({ model: 'Qwen2.5-3B', weightPrecision: 'fp16' }, { accelerator, acceleratorCount: 1 }),
        'timePerOutputTokenMs',
      ),
    );
    expect([...times].sort((a, b) => b - a)).toEqual(times);
  });

  it.each([
    ['concurrency', [1, 2, 8, 32, 64]],
    ['inputTokens', [100, 500, 2000, 6000]],
  ] as const)('more %s never shortens a token or the first one', (field, values) => {
    let last = { first: 0, later: 0 };
    for (const value of values) {
      const reply = evaluate({ [field]: value }, { accelerator: 'a100-sxm4-80gb', acceleratorCount: 1 });
      const now = { first: expected(reply, 'timeToFirstTokenMs'), later: expected(reply, 'timePerOutputTokenMs') };
      expect(now.first).toBeGreaterThanOrEqual(last.first);
      expect(now.later).toBeGreaterThanOrEqual(last.later);
      last = now;
    }
  });

  it('more context, wider weights or a wider cache never need less memory', () => {
    const total = (change: Partial<Workload>) =>
      evaluate(change, { accelerator: 'h20-96gb', acceleratorCount: 1 }).memory.perAcceleratorGiB.total ?? 0;
    expect(total({ maxContextTokens: 16384 })).toBeGreaterThan(total({}));
    expect(total({ weightPrecision: 'bf16' })).toBeGreaterThan(total({ weightPrecision: 'fp8' }));
    expect(total({ weightPrecision: 'fp8' })).toBeGreaterThan(total({ weightPrecision: 'int4-awq' }));
    expect(total({ kvCachePrecision: 'fp16' })).toBeGreaterThan(total({ kvCachePrecision: 'fp8' }));
  });

  it('past the cache limit first tokens wait, throughput stays flat, and a finding says so', () => {
    const at = (concurrency: number) =>
      evaluate(
        { model: 'Llama-3.1-8B', inputTokens: 4000, outputTokens: 500, concurrency },
        { accelerator: 'a10', acceleratorCount: 1 },
      );
    const below = at(4);
    const past = at(64);
    expect(below.findings.map((f) => f.code)).not.toContain('kv-cliff');
    expect(past.findings.map((f) => f.code)).toContain('kv-cliff');
    const farther = at(128);
    const rate = (r: typeof past) => expected(r, 'outputTokensPerSecond');
    expect(rate(farther) / rate(past)).toBeCloseTo(1, 2);
    expect(expected(farther, 'timeToFirstTokenMs')).toBeGreaterThan(1.8 * expected(past, 'timeToFirstTokenMs'));
  });

  it('states no latency of an overload or of saturation, and says why', () => {
    const hardware = { accelerator: 'a10', acceleratorCount: 1 };
    const { concurrency: _, ...open } = base;
    const overload = LLM_INFERENCE.evaluate({ ...open, requestsPerSecond: 500 } as Workload, hardware, context);
    expect(overload.performance.timeToFirstTokenMs).toBeUndefined();
    expect(overload.findings.map((f) => f.code)).toContain('overload');
    const saturated = LLM_INFERENCE.evaluate({ ...open, saturated: true } as Workload, hardware, context);
    expect(saturated.performance.timeToFirstTokenMs).toBeUndefined();
    expect(saturated.findings.map((f) => f.code)).toContain('saturated-no-latency');
  });

  it('a PCIe form has NVLink between its cards only where that is stated', () => {
    const at = (accelerator: string, interconnect?: string) =>
      expected(
        evaluate(
          { model: 'Llama-3.1-70B', concurrency: 32 },
          { accelerator, acceleratorCount: 8, ...(interconnect ? { interconnect } : {}) },
        ),
        'timePerOutputTokenMs',
      );
    expect(at('a100-pcie-80gb')).toBeGreaterThan(1.1 * at('a100-pcie-80gb', 'nvlink'));
    expect(at('a100-pcie-80gb')).toBeCloseTo(at('a100-pcie-80gb', 'pcie'), 10);
  });

  it('a short prompt on a large model of many kernels waits for its host, not for its tokens', () => {
    const first = (inputTokens: number) =>
      expected(
        evaluate(
          { model: 'DeepSeek-R1', maxContextTokens: 16384, inputTokens, concurrency: 1, engine: { name: 'sglang' } },
          { accelerator: 'h200-sxm-141gb', acceleratorCount: 8 },
        ),
        'timeToFirstTokenMs',
      );
    expect(first(512)).toBeLessThan(1.25 * first(16));
    expect(first(8192)).toBeGreaterThan(1.25 * first(512));
  });

  it('every interval holds its expected value', () => {
    const reply = evaluate(
      { inputTokens: { low: 500, expected: 1000, high: 3000 } },
      { accelerator: 'l20', acceleratorCount: 1 },
    );
    for (const e of Object.values(reply.performance)) {
      expect(e.low).toBeLessThanOrEqual(e.expected);
      expect(e.high).toBeGreaterThanOrEqual(e.expected);
      expect(e.evidence).toBe('analytic');
    }
  });
});

const limits = { maxServers: 64, allowSharing: true };
/** Fewest whole devices over all shapes of one card that hold the load. */
function devicesFor(change: Partial<Workload>, card: string): number {
  const { concurrency, ...rest } = { ...base, ...change };
  const prepared = LLM_INFERENCE.prepare(
    { ...rest, ...(concurrency === undefined ? {} : { concurrency }) } as Workload,
    context,
  );
  let fewest = Number.POSITIVE_INFINITY;
  for (const shape of catalogue.shapes) {
    if (shape.accelerator.id !== card || shape.share < 1) continue;
    for (const o of prepared.place(shape, limits).options) {
      const units = Math.max(1, Math.ceil(o.unitsAtPeak - 1e-9)) + o.spareUnits;
      fewest = Math.min(fewest, units * o.serversPerUnit * shape.count);
    }
  }
  return fewest;
}

describe('placing', () => {
  it('doubling the load never needs fewer cards', () => {
    let last = 0;
    for (const concurrency of [50, 100, 200, 400, 800]) {
      const now = devicesFor({ concurrency }, 'a10');
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it('a tighter latency goal never needs fewer cards', () => {
    let last = 0;
    for (const goal of [10_000, 2000, 1000, 600]) {
      const now = devicesFor({ concurrency: 200, latency: { timeToFirstTokenMs: goal } }, 'a10');
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it('more arrivals never need fewer cards, and bursts never fewer than steady ones', () => {
    let last = 0;
    for (const requestsPerSecond of [2, 5, 10, 20]) {
      const load = {
        concurrency: undefined,
        requestsPerSecond,
        latency: { timeToFirstTokenMs: 2000, percentile: 95 },
      } as unknown as Partial<Workload>;
      const steady = devicesFor(load, 'a10');
      expect(steady).toBeGreaterThanOrEqual(last);
      expect(devicesFor({ ...load, arrivalVariability: 8 }, 'a10')).toBeGreaterThanOrEqual(steady);
      last = steady;
    }
  });

  it('keeps spare replicas beyond the need', () => {
    expect(devicesFor({ spareReplicas: 2 }, 'a10')).toBeGreaterThan(devicesFor({}, 'a10'));
  });
});

describe('queueing', () => {
  it('Erlang C of one server is its utilisation', () => {
    expect(waitProbability(1, 0.7)).toBeCloseTo(0.7, 10);
  });

  it('Erlang C of two servers at half load is one third', () => {
    // offered 1: B = (1/2) / (1 + 1 + 1/2) = 0.2; C = 0.2 / (1 − 0.5 × 0.8) = 1/3.
    expect(waitProbability(2, 0.5)).toBeCloseTo(1 / 3, 10);
  });

  it('waits grow with load and percentile', () => {
    expect(waitPercentile(4, 0.9, 1, 0.95, 1)).toBeGreaterThan(waitPercentile(4, 0.8, 1, 0.95, 1));
    expect(waitPercentile(4, 0.9, 1, 0.99, 1)).toBeGreaterThan(waitPercentile(4, 0.9, 1, 0.95, 1));
  });
});

describe('interval groups', () => {
  it('a crowded service is judged by bursts, an offline engine by its kind of card', () => {
    const on = { cardClass: 'hopper', card: 'h200-sxm-141gb', concurrency: OFFLINE_CONCURRENCY };
    expect(intervalGroupOf({ ...on, engine: 'vllm' })).toBe('burst');
    expect(intervalGroupOf({ ...on, engine: 'tensorrt-llm' })).toBe('datacentre');
    expect(intervalGroupOf({ ...on, engine: 'vllm', concurrency: 6 })).toBe('datacentre');
  });
});

describe('measured-row correction', () => {
  const features: Features = {
    family: 'llama-3-8b',
    card: 'a10',
    cardClass: 'ampere-gddr',
    engine: 'vllm',
    vintage: 'current',
    version: '0.17.0',
    format: '16-bit',
    concurrency: 3,
    input: 10,
    output: 8,
    devices: 0,
    isExpertParallel: false,
    isAttentionData: false,
    isPipelined: false,
  };
  const row = (change: Partial<Features>, residual: number): Reference => ({
    rowId: 'r',
    features: { ...features, ...change },
    residual,
    noise: 0.06 ** 2,
    source: 's',
  });

  it('is nothing without rows of the architecture', () => {
    expect(correctionFrom(features, [row({ family: 'other' }, 0.5)], 10, LATER_KERNEL).shift).toBe(0);
  });

  it('leans on a near row more than on a far one, and never beyond what was measured', () => {
    const near = correctionFrom(features, [row({}, 0.3)], 10, LATER_KERNEL).shift;
    const far = correctionFrom(features, [row({ card: 'h20-96gb', cardClass: 'hopper' }, 0.3)], 10, LATER_KERNEL).shift;
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
    expect(near).toBeLessThan(0.3);
  });

  it('carries a first token to other answer lengths more than a later one', () => {
    const carried = (kernel: typeof FIRST_KERNEL) =>
      correctionFrom(features, [row({ output: 11 }, 0.3)], 10, kernel).shift /
      correctionFrom(features, [row({}, 0.3)], 10, kernel).shift;
    expect(carried(FIRST_KERNEL)).toBeGreaterThan(carried(LATER_KERNEL));
  });

  it('is bounded however large the residual', () => {
    const rows = Array.from({ length: 10 }, () => row({}, 5));
    expect(correctionFrom(features, rows, 10, LATER_KERNEL).shift).toBeLessThanOrEqual(0.9);
  });
});
