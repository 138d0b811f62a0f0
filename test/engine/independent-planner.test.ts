/**
 * An independent planner: slow, plain, written from the documented formulas and not from the engine's code. On random
 * catalogues of twenty offers its ranking equals the engine's. It shares with the engine only the placement of a shape
 * (the sizing, which has tests of its own).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { recommend } from '../../src/engine/recommend.js';
import type { PlacementOption } from '../../src/engine/workload/scenario.js';
import { SCENARIOS } from '../../src/engine/workload/scenarios/index.js';
import { availability, family, instanceType, priceSheet, rate, smallSnapshot } from '../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const WORKLOAD = {
  scenario: 'llm-inference',
  model: 'llama-3.1-8b',
  weightPrecision: 'fp16',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 3,
};
const WEIGHTS = {
  gpuSpec: 0.2,
  instanceType: 0.2,
  billing: 0.1,
  costOptimisation: 0.3,
  accelerationStack: 0.1,
  networkStorage: 0.1,
};

interface Drawn {
  readonly card: 't4' | 'a10' | 'a100-sxm4-80gb';
  readonly count: 1 | 2 | 4 | 8;
  readonly provider: 'alpha' | 'beta';
  readonly purpose: readonly ('inference' | 'training' | 'rendering')[];
  readonly vcpu: number;
  readonly hourlyCents: number;
  /** Monthly price over hourly price; null = no subscription. */
  readonly monthlyHours: number | null;
  readonly status: 'general' | 'limited' | 'invite-only' | 'retired';
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  card: fc.constantFrom('t4' as const, 'a10' as const, 'a100-sxm4-80gb' as const),
  count: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const),
  provider: fc.constantFrom('alpha' as const, 'beta' as const),
  purpose: fc.subarray(['inference', 'training', 'rendering'] as const),
  vcpu: fc.integer({ min: 2, max: 64 }),
  hourlyCents: fc.integer({ min: 50, max: 30_000 }),
  monthlyHours: fc.option(fc.integer({ min: 200, max: 900 })),
  status: fc.constantFrom(
    'general' as const,
    'general' as const,
    'limited' as const,
    'invite-only' as const,
    'retired' as const,
  ),
});

const REGION = { alpha: 'a-south', beta: 'b-north' } as const;

function catalogueOf(list: readonly Drawn[]): CatalogueSnapshot {
  const base = smallSnapshot();
  const money = (cents: number) => (cents / 100).toFixed(2);
  return {
    ...base,
    families: list.map((d, i) =>
      family({
        provider: d.provider,
        id: `f${i}`,
        accelerators: [d.card],
        madeFor: [...d.purpose],
        saleStatus: d.status,
      }),
    ),
    instanceTypes: list.map((d, i) =>
      instanceType({
        provider: d.provider,
        id: `t${i}`,
        family: `f${i}`,
        accelerator: d.card,
        acceleratorCount: d.count,
        vcpu: d.vcpu,
      }),
    ),
    availability: list.map((d, i) =>
      availability({ provider: d.provider, instanceType: `t${i}`, region: REGION[d.provider] }),
    ),
    priceSheets: (['alpha', 'beta'] as const).map((provider) =>
      priceSheet({
        provider,
        rows: list.flatMap((d, i) => {
          if (d.provider !== provider) return [];
          const at = { provider, region: REGION[provider], sku: `t${i}` };
          const monthly =
            d.monthlyHours === null
              ? []
              : [
                  rate({
                    ...at,
                    price: money(d.hourlyCents * d.monthlyHours),
                    unit: 'month',
                    billingMode: 'subscription',
                  }),
                ];
          return [rate({ ...at, price: money(d.hourlyCents) }), ...monthly];
        }),
      }),
    ),
  };
}

interface Ranked {
  readonly type: string;
  readonly score: number;
  readonly monthly: number;
}

/** The enumeration: every offer, every layout; screens, money and the six formulas spelt out again. */
function plan(snapshot: CatalogueSnapshot, list: readonly Drawn[], budget: number): readonly Ranked[] {
  const catalogue = openCatalogue(snapshot);
  const prepared = SCENARIOS['llm-inference']?.prepare(WORKLOAD as never, { catalogue, pointer: '/workload' });
  if (prepared === undefined) throw new Error('no scenario');
  const rows: {
    d: Drawn;
    type: string;
    option: PlacementOption;
    servers: number;
    monthly: number;
    unit: number;
    headFree: number;
  }[] = [];
  list.forEach((d, i) => {
    if (d.status === 'retired') return;
    const offer = catalogue.offers.find((o) => o.type.id === `t${i}`);
    const shape = catalogue.shapes[offer?.shapeIndex ?? -1];
    if (shape === undefined) return;
    for (const option of prepared.place(shape, { maxServers: 64, allowSharing: true }).options) {
      const servers = option.serversPerUnit * (Math.max(1, Math.ceil(option.unitsAtPeak - 1e-9)) + option.spareUnits);
      const hourly = d.hourlyCents / 100;
      const best = Math.min(hourly * 730, d.monthlyHours === null ? Number.POSITIVE_INFINITY : hourly * d.monthlyHours);
      const monthly = Math.round(best * servers * 100) / 100;
      if (servers > 64 || monthly > budget) continue;
      const unit = option.workPerHour === null ? monthly : monthly / (option.workPerHour * 730);
      rows.push({
        d,
        type: `t${i}`,
        option,
        servers,
        monthly,
        unit,
        headFree: option.unitsAtPeak / (servers / option.serversPerUnit),
      });
    }
  });
  const cheapest = Math.min(...rows.map((row) => row.unit));
  const cap = (x: number) => Math.min(1, Math.max(0, x));
  const best = new Map<string, Ranked & { servers: number; time: number; own: number }>();
  for (const { d, type, option, servers, monthly, unit, headFree } of rows) {
    const devices = d.count - option.idleDevicesPerServer;
    const memory = option.memoryHeadroomRatio === null ? 0.5 : 0.5 + 0.5 * cap(option.memoryHeadroomRatio / 0.15);
    const goal = option.goalMarginRatio === null ? 0.75 : 0.5 + 0.5 * cap(option.goalMarginRatio / 0.25);
    const gpuSpec = 0.45 * memory + 0.35 * goal + 0.2 * (devices / d.count);
    const place = d.purpose.indexOf('inference');
    const purpose = d.purpose.length === 0 ? 0.4 : place === 0 ? 1 : place === 1 ? 0.6 : place === 2 ? 0.5 : 0.1;
    const enough = (have: number, need: number | null) =>
      need === null || need === 0 ? 1 : cap(have / devices / need);
    const sale = { general: 1, limited: 0.6, 'invite-only': 0.3, retired: 0 }[d.status];
    const instance =
      0.6 * purpose +
      0.15 * enough(d.vcpu, option.needs.vcpuPerAccelerator) +
      0.1 * enough(128, option.needs.hostMemoryGiBPerAccelerator) +
      0.15 * sale;
    // Steady use of a one-month term wants a commitment and, for the short term, on-demand as well; billed by the second.
    const billing = 0.5 * (d.monthlyHours === null ? 0.5 : 1) + 0.3 + 0.2;
    const costs = 0.8 * cap(1 - Math.log2(unit / cheapest) / 4);
    const stack = 0.7 * option.software.maturityRatio;
    const { needs } = option;
    const between = needs.interServerGbps > 0 ? 0.6 * cap(5 / needs.interServerGbps) : 0.9;
    const cards = needs.intraServerGBps > 0 ? cap(25 / needs.intraServerGBps) : 0.9;
    const disk = needs.storageMBps > 0 ? cap(350 / needs.storageMBps) : 0.9;
    const traffic = needs.egressGbps > 0 ? cap((10 * servers) / needs.egressGbps) : 0.95;
    const network = 0.4 * between + 0.25 * cards + 0.2 * disk + 0.15 * traffic;
    const weights = [0.2, 0.2, 0.1, 0.3, 0.1, 0.1];
    const scoreAt = (used: number) => {
      const six = [gpuSpec, instance, billing, costs + 0.12 * used, stack, network].map(
        (x) => Math.round(x * 1e6) / 1e6,
      );
      return Math.round(six.reduce((sum, x, k) => sum + x * (weights[k] ?? 0), 0) * 1e4) / 1e4;
    };
    // Layouts of one offer compete in memory, goal and cost as if fully used; the offer then stands by all six and what is used.
    const fit = Math.round((gpuSpec * 0.2 + (costs + 0.12) * 0.3) * 1e4) / 1e4;
    const row = { type, score: fit, own: scoreAt(headFree), monthly, servers };
    const timed = { ...row, time: option.timeMetric ?? Number.POSITIVE_INFINITY };
    const known = best.get(type);
    if (known === undefined || before(timed, known)) best.set(type, timed);
  }
  const offers = [...best.values()].map((row) => ({ ...row, score: row.own }));
  const providerOf = (type: string) => list[Number(type.slice(1))]?.provider ?? '';
  return offers.sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0));

  function before(
    a: Ranked & { servers: number; time: number },
    b: Ranked & { servers: number; time: number },
  ): boolean {
    if (a.score !== b.score) return a.score > b.score;
    if (a.monthly !== b.monthly) return a.monthly < b.monthly;
    if (a.servers !== b.servers) return a.servers < b.servers;
    if (a.time !== b.time) return a.time < b.time;
    if (providerOf(a.type) !== providerOf(b.type)) return providerOf(a.type) < providerOf(b.type);
    return a.type < b.type;
  }
}

describe('an independent planner', () => {
  it('ranks twenty random offers just as the engine does', () => {
    let plans = 0;
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 20, maxLength: 20 }),
        fc.integer({ min: 5_000, max: 200_000 }),
        (list, budget) => {
          const snapshot = catalogueOf(list);
          const request = {
            workload: WORKLOAD,
            weights: WEIGHTS,
            constraints: { maxMonthlyCost: { amount: String(budget), currency: 'CNY' } },
            distinct: false,
            limit: 50,
          } as unknown as RecommendRequest;
          const answer = recommend(openCatalogue(snapshot), request, CONTEXT);
          const expected = plan(snapshot, list, budget);
          plans += expected.length;
          expect(answer.plans.map((p) => [p.placement.instanceType, p.score, Number(p.cost.monthly?.amount)])).toEqual(
            expected.map((row) => [row.type, row.score, row.monthly]),
          );
          expect(answer.counts.feasible + answer.rejected.count + answer.counts.untested).toBe(20);
        },
      ),
      { numRuns: 40, seed: 20 },
    );
    expect(plans).toBeGreaterThan(200);
  });
});
