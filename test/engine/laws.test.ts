/** What holds of any catalogue and any question. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { serversOf } from '../../src/engine/ranking/candidate.js';
import { recommend } from '../../src/engine/recommend.js';
import { SCENARIOS } from '../../src/engine/workload/scenarios/index.js';
import { type DrawnType, drawnType, drawnTypes, snapshotOf } from '../support/random-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const RUNS = { numRuns: 25, seed: 7 };
const LIMITS = { maxServers: 10_000, allowSharing: true };

const SERVE = {
  scenario: 'llm-inference',
  model: 'llama-3.1-8b',
  weightPrecision: 'fp16',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 3,
};
const RENDER = {
  scenario: 'offline-rendering',
  frames: 200,
  reference: { accelerator: 'a10', secondsPerFrame: 120 },
  deadlineHours: 24,
};
const TUNE = {
  scenario: 'llm-finetuning',
  model: 'llama-3.1-8b',
  method: 'lora',
  samples: 2000,
  epochs: 1,
  sequenceTokens: 1024,
  globalBatchSequences: 16,
};
const WORKLOADS = [SERVE, RENDER, TUNE];
const workload = fc.constantFrom(...WORKLOADS);

function ask(snapshot: CatalogueSnapshot, part: Record<string, unknown> = {}) {
  const request = { workload: SERVE, currency: 'CNY', distinct: false, limit: 50, ...part };
  return recommend(openCatalogue(snapshot), request as unknown as RecommendRequest, CONTEXT);
}
type Answer = ReturnType<typeof ask>;

const rankOf = ({ plans }: Answer, type: string) => plans.findIndex((plan) => plan.placement.instanceType === type);
const cheapest = ({ plans }: Answer) =>
  Math.min(...plans.map(({ cost }) => Number(cost.monthly?.amount ?? Number.POSITIVE_INFINITY)));
const budget = (amount: number) => ({ constraints: { maxMonthlyCost: { amount: String(amount), currency: 'CNY' } } });

function shuffled(snapshot: CatalogueSnapshot, order: (length: number) => readonly number[]): CatalogueSnapshot {
  const mix = (list: readonly unknown[]): unknown[] => order(list.length).flatMap((i) => list[i] ?? []);
  const lists = Object.entries(snapshot).map(([name, value]) => [name, Array.isArray(value) ? mix(value) : value]);
  const mixed = Object.fromEntries(lists) as unknown as CatalogueSnapshot;
  return {
    ...mixed,
    priceSheets: mixed.priceSheets.map((sheet) => ({ ...sheet, rows: mix(sheet.rows) as typeof sheet.rows })),
  };
}

/** Fewest cards of each shape that hold a workload, by shape. */
function cardsNeeded(snapshot: CatalogueSnapshot, asked: Record<string, unknown>): readonly number[] {
  const catalogue = openCatalogue(snapshot);
  const prepared = SCENARIOS[String(asked.scenario)]?.prepare(asked as never, { catalogue, pointer: '/workload' });
  return catalogue.shapes.map((shape) =>
    Math.min(
      Number.POSITIVE_INFINITY,
      ...(prepared?.place(shape, LIMITS).options ?? []).map((option) => serversOf(option) * shape.count * shape.share),
    ),
  );
}

/** Shape by shape. */
function expectAtLeast(more: readonly number[], less: readonly number[]): void {
  for (const [i, cards] of more.entries()) expect(cards).toBeGreaterThanOrEqual(less[i] ?? 0);
}

describe('in any catalogue', () => {
  it('the same question has the same bytes', () => {
    fc.assert(
      fc.property(drawnTypes(1, 6), workload, (types, asked) => {
        const once = JSON.stringify(ask(snapshotOf(types), { workload: asked }));
        expect(JSON.stringify(ask(snapshotOf(types), { workload: asked }))).toBe(once);
      }),
      RUNS,
    );
  });

  it('the order of its entries changes nothing', () => {
    fc.assert(
      fc.property(drawnTypes(2, 8), workload, fc.integer({ min: 1, max: 1000 }), (types, asked, seed) => {
        const order = (length: number) =>
          Array.from({ length }, (_, i) => i).sort(
            (a, b) => ((a * 7919 + seed) % 31) - ((b * 7919 + seed) % 31) || b - a,
          );
        const snapshot = snapshotOf(types);
        const mixed = ask(shuffled(snapshot, order), { workload: asked, explain: 'full' });
        expect(mixed).toEqual(ask(snapshot, { workload: asked, explain: 'full' }));
      }),
      RUNS,
    );
  });

  it('every offer is a plan, has a reason why not, or is named as untested', () => {
    fc.assert(
      fc.property(drawnTypes(1, 10), workload, (types, asked) => {
        const answer = ask(snapshotOf(types), { workload: asked, explain: 'full' });
        expect(answer.counts.offers).toBe(types.length);
        expect(answer.counts.feasible + answer.rejected.count + answer.counts.untested).toBe(types.length);
        for (const { reasons } of answer.rejected.candidates) expect(reasons.length).toBeGreaterThan(0);
        const told = answer.rejected.candidates.reduce((sum, { regions }) => sum + regions.length, 0);
        expect(told).toBe(answer.rejected.count);
      }),
      RUNS,
    );
  });

  it('a cheaper rate never worsens a rank', () => {
    fc.assert(
      fc.property(
        drawnTypes(2, 8),
        workload,
        fc.nat(),
        fc.integer({ min: 1, max: 99 }),
        (types, asked, pick, percent) => {
          const chosen = pick % types.length;
          const before = ask(snapshotOf(types), { workload: asked });
          const cheaper = types.map((d, i) =>
            i === chosen && d.hourlyCents !== null
              ? { ...d, hourlyCents: Math.max(1, Math.floor((d.hourlyCents * percent) / 100)) }
              : d,
          );
          const after = ask(snapshotOf(cheaper), { workload: asked });
          expect(rankOf(after, `t${chosen}`)).toBeLessThanOrEqual(rankOf(before, `t${chosen}`));
        },
      ),
      RUNS,
    );
  });

  it('more budget never removes a plan', () => {
    const amount = fc.integer({ min: 100, max: 300_000 });
    fc.assert(
      fc.property(drawnTypes(2, 8), workload, amount, amount, (types, asked, a, b) => {
        const names = (answer: Answer) => new Set(answer.plans.map(({ placement }) => placement.instanceType));
        const few = names(ask(snapshotOf(types), { workload: asked, ...budget(Math.min(a, b)) }));
        const many = names(ask(snapshotOf(types), { workload: asked, ...budget(Math.max(a, b)) }));
        for (const name of few) expect(many.has(name)).toBe(true);
      }),
      RUNS,
    );
  });

  it('a tighter goal is never cheaper', () => {
    const goals: readonly [keyof typeof RANGES, Record<string, unknown>][] = [
      ['timePerOutputTokenMs', SERVE],
      ['timeToFirstTokenMs', SERVE],
      ['endToEndMs', SERVE],
    ];
    const RANGES = { timePerOutputTokenMs: 200, timeToFirstTokenMs: 5000, endToEndMs: 40_000 };
    const share = fc.double({ min: 0.01, max: 1, noNaN: true });
    fc.assert(
      fc.property(drawnTypes(2, 8), fc.constantFrom(...goals), share, share, (types, [goal, asked], a, b) => {
        const at = (value: number) =>
          ask(snapshotOf(types), { workload: { ...asked, latency: { [goal]: value * RANGES[goal] } } });
        expect(cheapest(at(Math.min(a, b)))).toBeGreaterThanOrEqual(cheapest(at(Math.max(a, b))));
      }),
      RUNS,
    );
  });

  it('an earlier deadline never needs fewer cards', () => {
    fc.assert(
      fc.property(drawnTypes(1, 5), fc.integer({ min: 1, max: 200 }), (types, hours) => {
        const at = (deadlineHours: number) => cardsNeeded(snapshotOf(types), { ...RENDER, deadlineHours });
        const late = at(hours * 2);
        expectAtLeast(at(hours), late);
      }),
      RUNS,
    );
  });

  it('twice the load never needs fewer cards', () => {
    fc.assert(
      fc.property(drawnTypes(1, 5), fc.double({ min: 0.1, max: 50, noNaN: true }), (types, rate) => {
        const at = (requestsPerSecond: number) => cardsNeeded(snapshotOf(types), { ...SERVE, requestsPerSecond });
        const single = at(rate);
        expectAtLeast(at(rate * 2), single);
        const frames = Math.ceil(rate * 100);
        const few = cardsNeeded(snapshotOf(types), { ...RENDER, frames });
        expectAtLeast(cardsNeeded(snapshotOf(types), { ...RENDER, frames: frames * 2 }), few);
      }),
      RUNS,
    );
  });

  it('more demand never needs less memory', () => {
    const catalogue = openCatalogue(snapshotOf([]));
    const memory = (asked: Record<string, unknown>) =>
      SCENARIOS[String(asked.scenario)]?.prepare(asked as never, { catalogue, pointer: '/workload' }).demand
        .minimumTotalMemoryGiB ?? 0;
    fc.assert(
      fc.property(fc.integer({ min: 1300, max: 60_000 }), fc.integer({ min: 1, max: 60_000 }), (context, more) => {
        expect(memory({ ...SERVE, maxContextTokens: context + more })).toBeGreaterThanOrEqual(
          memory({ ...SERVE, maxContextTokens: context }),
        );
      }),
      RUNS,
    );
    for (const [less, more] of [
      ['int4-awq', 'int8'],
      ['int8', 'fp16'],
      ['fp16', 'fp32'],
    ])
      expect(memory({ ...SERVE, weightPrecision: less })).toBeLessThan(memory({ ...SERVE, weightPrecision: more }));
  });

  it('QLoRA needs no more memory than LoRA, and LoRA no more than full fine-tuning', () => {
    fc.assert(
      fc.property(
        drawnTypes(1, 4),
        fc.constantFrom(512, 1024, 2048),
        fc.constantFrom(8, 16, 64),
        (types, sequenceTokens, loraRank) => {
          const catalogue = openCatalogue(snapshotOf(types));
          const memory = (method: string) => {
            const asked = { ...TUNE, method, sequenceTokens, ...(method === 'full' ? {} : { loraRank }) };
            const { demand } = SCENARIOS['llm-finetuning']?.prepare(asked as never, {
              catalogue,
              pointer: '/workload',
            }) ?? { demand: { minimumTotalMemoryGiB: null } };
            return demand.minimumTotalMemoryGiB ?? Number.NaN;
          };
          expect(memory('qlora')).toBeLessThanOrEqual(memory('lora'));
          expect(memory('lora')).toBeLessThanOrEqual(memory('full'));
          const cards = (method: string) => cardsNeeded(snapshotOf(types), { ...TUNE, method, sequenceTokens });
          const full = cards('full');
          const lora = cards('lora');
          expectAtLeast(lora, cards('qlora'));
          expectAtLeast(full, lora);
        },
      ),
      { ...RUNS, numRuns: 10 },
    );
  });

  it('the lines of a bill sum to its total, and the score card to its score', () => {
    fc.assert(
      fc.property(drawnTypes(1, 8), workload, (types, asked) => {
        for (const plan of ask(snapshotOf(types), { workload: asked }).plans) {
          if (!plan.cost.unpriced) {
            const cents = plan.cost.lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 1e6), 0);
            expect(Math.round(cents / 1e4)).toBe(Math.round(Number(plan.cost.monthly?.amount) * 100));
          }
          const sum = Object.values(plan.dimensions).reduce((total, d) => total + d.weight * d.score, 0);
          expect(plan.score).toBeCloseTo(sum, 4);
        }
      }),
      RUNS,
    );
  });

  it('an offer that is rejected changes nothing but the counts', () => {
    fc.assert(
      fc.property(drawnTypes(2, 8), drawnType, workload, (types, other, asked) => {
        // It goes to the end, so that the names of the others stay.
        const rejected: DrawnType = { ...other, status: 'retired' };
        const before = ask(snapshotOf(types), { workload: asked });
        const after = ask(snapshotOf([...types, rejected]), { workload: asked });
        expect(after.plans).toEqual(before.plans);
        expect(after.paretoFront).toEqual(before.paretoFront);
        expect(after.counts.feasible).toBe(before.counts.feasible);
      }),
      RUNS,
    );
  });

  it('an offer that is dearer and no better than another one does not change the order of the rest', () => {
    fc.assert(
      fc.property(drawnTypes(2, 7), fc.nat(), workload, (types, pick, asked) => {
        const copied = types[pick % types.length];
        if (copied === undefined) return;
        const dear = { ...copied, hourlyCents: copied.hourlyCents === null ? null : copied.hourlyCents * 2 };
        const order = (answer: Answer) =>
          answer.plans.map(({ placement }) => placement.instanceType).filter((name) => name !== `t${types.length}`);
        const before = ask(snapshotOf(types), { workload: asked });
        expect(order(ask(snapshotOf([...types, dear]), { workload: asked }))).toEqual(order(before));
      }),
      RUNS,
    );
  });
});
