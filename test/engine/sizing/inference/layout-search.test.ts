/** The search over layouts leaves most of them out; what it finds is what weighing every legal one finds. */
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { bisect } from '../../../../src/engine/sizing/inference/bisection.js';
import { capacityOf } from '../../../../src/engine/sizing/inference/capacity.js';
import { correctedLike } from '../../../../src/engine/sizing/inference/corrected.js';
import { devicesOf, legalLayouts } from '../../../../src/engine/sizing/inference/layouts.js';
import { replicasNeeded, Served } from '../../../../src/engine/sizing/inference/performance.js';
import { cardCompatibility, deviceOf, makePlacer } from '../../../../src/engine/sizing/inference/placing.js';
import { prepareQuestion } from '../../../../src/engine/sizing/inference/question.js';
import { NO_CORRECTION } from '../../../../src/engine/sizing/inference/reference-correction.js';
import { goalMargin, makeReplica, replicaMemory } from '../../../../src/engine/sizing/inference/replica.js';
import type { LLM_INFERENCE } from '../../../../src/engine/workload/scenarios/llm-inference.js';

type Workload = Parameters<typeof LLM_INFERENCE.evaluate>[0];
type Question = ReturnType<typeof prepareQuestion>;
const catalogue = openCatalogue({ ...readSeed(), measuredRows: [] });
const LIMITS = { maxServers: 100_000, allowSharing: false };
const CARDS = new Set(['a10', 'l20', 'a100-sxm4-80gb', 'h20-96gb', 'h100-sxm5-80gb']);
const shapes = [
  ...new Map(
    catalogue.shapes
      .filter((s) => CARDS.has(s.accelerator.id) && s.share === 1)
      .map((s) => [`${s.accelerator.id}|${s.count}|${s.interconnect}`, s]),
  ).values(),
];

/** Servers and time of every legal layout on one server, worked out one by one. */
function enumerate(q: Question, shape: (typeof shapes)[number]) {
  const device = deviceOf(shape);
  const compatibility = cardCompatibility(q, shape);
  if (device === null || !compatibility.ok) return [];
  const found: { servers: number; units: number; time: number }[] = [];
  for (let devices = 1; devices <= shape.count; devices++) {
    if (shape.count % devices !== 0 && (devices & (devices - 1)) !== 0) continue;
    for (const layout of legalLayouts(q.model, devices)) {
      expect(devicesOf(layout)).toBe(devices);
      if (!replicaMemory(q, q.engine, compatibility.precision, device, layout).fits) continue;
      const replica = makeReplica(q, device, layout, compatibility.precision);
      if (replica === null) continue;
      const capacity = capacityOf(replica, q.goals, q.request);
      const needed = replicasNeeded(replica, q, capacity);
      if (needed === null) continue;
      const perServer = Math.floor(shape.count / devices);
      const servers = Math.max(1, Math.ceil(needed / perServer - 1e-9));
      const features = {} as Parameters<typeof correctedLike>[0]['features'];
      const far = { group: 'other', openRatio: 1, isEngineMeasured: false, isArchitectureMeasured: false } as const;
      const uncorrected = { first: NO_CORRECTION, later: NO_CORRECTION, nearness: { first: far, later: far } };
      const of = correctedLike({ replica, features, ...uncorrected }, replica);
      const { latencies } = new Served(of, q, servers * perServer, capacity, false);
      if (latencies === null || (goalMargin(latencies, q.goals)?.margin ?? 0) < -1e-9) continue;
      found.push({ servers, units: needed / perServer, time: latencies.endToEndMs });
    }
  }
  return found;
}

describe('the search over layouts', () => {
  it.each<[string, Partial<Workload>]>([
    ['a dense model by rate', { model: 'Qwen2.5-14B', requestsPerSecond: 12 }],
    ['a large dense model in flight', { model: 'Llama-3.3-70B', weightPrecision: 'fp8', concurrency: 100 }],
    ['a goal', { model: 'Qwen2.5-32B', requestsPerSecond: 6, latency: { timePerOutputTokenMs: 40 } }],
    ['experts', { model: 'Qwen3-30B-A3B', requestsPerSecond: 20 }],
    ['compressed attention', { model: 'DeepSeek-V2-Lite', concurrency: 64 }],
  ])('finds the fewest servers and the best time of all legal layouts: %s', (_, change) => {
    const workload = {
      scenario: 'llm-inference',
      maxContextTokens: 8192,
      inputTokens: 1500,
      outputTokens: 300,
      ...change,
    };
    const q = prepareQuestion(workload as Workload, catalogue, '/workload');
    const place = makePlacer(q);
    let held = 0;
    for (const shape of shapes) {
      const all = enumerate(q, shape);
      const options = place(shape, LIMITS).options.filter((o) => o.serversPerUnit === 1);
      expect(options.length > 0).toBe(all.length > 0);
      if (all.length === 0) continue;
      held++;
      const servers = Math.min(...all.map((o) => o.servers));
      const serversOf = (o: (typeof options)[number]) => Math.max(1, Math.ceil(o.unitsAtPeak - 1e-9));
      expect(Math.min(...options.map(serversOf))).toBe(servers);
      expect(Math.min(...options.map((o) => o.unitsAtPeak))).toBeCloseTo(Math.min(...all.map((o) => o.units)), 6);
      const best = Math.min(...all.filter((o) => o.servers === servers).map((o) => o.time));
      const found = Math.min(...options.filter((o) => serversOf(o) === servers).map((o) => o.timeMetric ?? 0));
      expect(found / best).toBeCloseTo(1, 6);
    }
    expect(held).toBeGreaterThan(2);
  });

  it('weighs tensor and pipeline together inside a server', () => {
    const q = prepareQuestion(
      {
        scenario: 'llm-inference',
        model: 'Qwen2.5-7B',
        maxContextTokens: 4096,
        inputTokens: 1000,
        outputTokens: 200,
        concurrency: 4,
      } as Workload,
      catalogue,
      '/workload',
    );
    const pairs = legalLayouts(q.model, 8).map(({ tensor, pipeline }) => `${tensor}x${pipeline}`);
    // 28 heads divide by 4 but not by 8.
    expect(pairs).toEqual(['4x2', '2x4', '1x8']);
  });
});

describe('bisection with a secant', () => {
  it.each([
    ['straight', (x: number) => x - 37.3],
    ['bent', (x: number) => Math.sqrt(x) - 6.1],
    ['with a jump', (x: number) => (x < 71 ? -1 : 5)],
    ['steep at the end', (x: number) => 1 / (101 - x) - 0.05],
  ])('gives the interval of the plain one to the bit: %s', (_, f) => {
    let low = 1;
    let high = 100;
    for (let i = 0; i < 12; i++) {
      const middle = (low + high) / 2;
      if (f(middle) < 0) low = middle;
      else high = middle;
    }
    let done = 0;
    const halve = (a: number, b: number) => (done++ < 12 ? (a + b) / 2 : null);
    expect(bisect(1, f(1), 100, f(100), f, halve, 99 / 4096)).toEqual({ low, high });
  });
});
