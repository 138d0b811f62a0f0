/** The short way to an impact and the long one: asking twice, before and after publishing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import type { PriceRow } from '../../src/engine/catalogue/price.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import { type DraftPrices, openDraft } from '../../src/engine/price-impact/draft-prices.js';
import { type Choice, priceImpact } from '../../src/engine/price-impact/impact.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { recommend } from '../../src/engine/recommend.js';
import { type DrawnType, drawnTypes, regionOf, snapshotOf } from '../support/random-catalogue.js';
import { priceSheet, rate, smallSnapshot } from '../support/small-catalogue.js';

const CONTEXT = { today: '2026-06-01', priceBook: null };
const AT = '2026-05-31T00:00:00.000Z';

const WORKLOADS = [
  {
    scenario: 'llm-inference',
    model: 'llama-3.1-8b',
    weightPrecision: 'fp16',
    maxContextTokens: 4096,
    inputTokens: 1000,
    outputTokens: 200,
    requestsPerSecond: 3,
  },
  {
    scenario: 'offline-rendering',
    frames: 200,
    reference: { accelerator: 'a10', secondsPerFrame: 120 },
    deadlineHours: 24,
  },
];

/** What `recommend` says, as far as an impact shows it. */
function asked(catalogue: Catalogue, request: RecommendRequest): Choice | null {
  try {
    const [plan] = recommend(catalogue, request, CONTEXT).plans;
    if (plan === undefined) return null;
    const { provider, region, instanceType, servers } = plan.placement;
    return {
      provider,
      region,
      instanceType,
      servers,
      billingModes: [...new Set(plan.cost.billingMix.map(({ billingMode }) => billingMode))],
      monthly: plan.cost.monthly?.amount ?? null,
    };
  } catch (error) {
    if (error instanceof QuestionError) return null;
    throw error;
  }
}

/** The catalogue after publishing, put together by hand: all rows of the new version, the old one ended. */
function published(before: Catalogue, { sheet, supersedes, publishedAt }: DraftPrices, rows: PriceRow[]): Catalogue {
  const { snapshot } = before;
  return openCatalogue({
    ...snapshot,
    priceSheets: [
      ...snapshot.priceSheets.map((one) => (one.id === supersedes ? { ...one, supersededAt: publishedAt } : one)),
      { ...sheet, publishedAt, supersededAt: null, rows },
    ],
  });
}

interface Edit {
  readonly kind: 'keep' | 'move' | 'drop' | 'abroad';
  readonly factor: number;
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'keep' as const,
      'keep' as const,
      'keep' as const,
      'move' as const,
      'drop' as const,
      'abroad' as const,
    ),
    factor: fc.double({ min: 0.3, max: 3, noNaN: true }),
  }),
  { minLength: 20, maxLength: 20 },
);

const constraints = fc.record(
  {
    providers: fc.constantFrom(['alpha'], ['beta']),
    billingModes: fc.constantFrom(['on-demand'], ['subscription']),
    accelerators: fc.constantFrom(['t4'], ['a10']),
    maxMonthlyCost: fc.integer({ min: 500, max: 50_000 }).map((n) => ({ amount: String(n), currency: 'CNY' })),
    allowUnpriced: fc.boolean(),
  },
  { requiredKeys: [] },
);

function edited(rows: readonly PriceRow[], list: readonly Edit[], drawn: readonly DrawnType[]): PriceRow[] {
  return rows.flatMap((row, i): PriceRow[] => {
    const edit = list[i % list.length];
    const type = drawn[Number(row.sku.slice(1))];
    if (edit === undefined || edit.kind === 'keep' || type === undefined) return [row];
    if (edit.kind === 'drop') return [];
    const moved = { ...row, price: (Number(row.price) * edit.factor).toFixed(4) };
    if (edit.kind === 'move') return [moved];
    // Sold in another region, too.
    return [row, { ...moved, region: regionOf({ ...type, isAbroad: !type.isAbroad }) }];
  });
}

describe('the impact of a draft on one question', () => {
  it('is what two answers say, and a question that is not reached has two equal ones', () => {
    const seen = { untouched: 0, same: 0, other: 0 };
    fc.assert(
      fc.property(
        drawnTypes(3, 8),
        edits,
        constraints,
        fc.constantFrom(...WORKLOADS),
        fc.constantFrom('alpha', 'beta'),
        (drawn, list, limits, workload, provider) => {
          const before = openCatalogue(snapshotOf(drawn));
          const old = before.snapshot.priceSheets.find((one) => one.provider === provider);
          if (old === undefined) throw new Error('no sheet');
          const rows = edited(old.rows, list, drawn);
          const draft: DraftPrices = {
            sheet: { ...old, id: `${old.id}-next`, version: old.version + 1 },
            supersedes: old.id,
            publishedAt: AT,
            added: rows.filter((row) => !old.rows.includes(row)),
            removed: old.rows.filter((row) => !rows.includes(row)),
          };
          const request = { workload, constraints: limits, currency: 'CNY' } as unknown as RecommendRequest;
          const full = [asked(before, request), asked(published(before, draft, rows), request)];
          const impact = priceImpact(before, openDraft(before, draft), request, CONTEXT);
          if (!impact.isTouched) {
            seen.untouched++;
            expect(full[1]).toEqual(full[0]);
          } else {
            seen[JSON.stringify(full[0]) === JSON.stringify(full[1]) ? 'same' : 'other']++;
            expect([impact.before, impact.after]).toEqual(full);
          }
        },
      ),
      { numRuns: 120, seed: 11 },
    );
    // All three happen, else the law would say little.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(5);
  });

  const question = (part: object = {}) =>
    ({ workload: WORKLOADS[0], currency: 'CNY', ...part }) as unknown as RecommendRequest;

  it('reaches every question of a provider when its disks cost something else', () => {
    const before = openCatalogue(smallSnapshot());
    const disk = rate({
      provider: 'alpha',
      region: 'a-south',
      sku: 'fast-ssd',
      price: '3',
      skuKind: 'block-storage',
      unit: 'GiB-month',
    });
    const draft = (added: PriceRow[]): DraftPrices => ({
      sheet: { ...priceSheet({ provider: 'alpha', rows: [] }), id: 'alpha-disks-v1' },
      supersedes: null,
      publishedAt: AT,
      added,
      removed: [],
    });
    const touched = (request: RecommendRequest, added: PriceRow[]) =>
      priceImpact(before, openDraft(before, draft(added)), request, CONTEXT).isTouched;
    expect(touched(question({ constraints: { providers: ['alpha'] } }), [disk])).toBe(true);
    expect(touched(question({ constraints: { providers: ['beta'] } }), [disk])).toBe(false);
  });

  it('is that a question can be understood at all, where the draft brings its currency', () => {
    const before = openCatalogue(smallSnapshot());
    const draft: DraftPrices = {
      sheet: { ...priceSheet({ provider: 'alpha', rows: [] }), id: 'alpha-sgd-v1' },
      supersedes: null,
      publishedAt: AT,
      added: [rate({ provider: 'alpha', region: 'a-south', sku: 'mid.1', price: '2', currency: 'SGD' })],
      removed: [],
    };
    const impact = priceImpact(before, openDraft(before, draft), question({ currency: 'SGD' }), CONTEXT);
    expect(impact).toMatchObject({ isTouched: true, before: null, currency: 'SGD', after: { instanceType: 'mid.1' } });
    expect(Number(impact.after?.monthly)).toBeGreaterThan(0);
  });

  it('leaves what is asked of an earlier day of knowledge as it was', () => {
    const before = openCatalogue(smallSnapshot());
    const [old] = before.snapshot.priceSheets.filter(({ rows }) => rows.some(({ sku }) => sku === 'mid.1'));
    if (old === undefined) throw new Error('no sheet');
    const dear = old.rows.map((row) => ({ ...row, price: String(Number(row.price) * 1.4) }));
    const draft: DraftPrices = {
      sheet: { ...old, id: `${old.id}-next`, version: old.version + 1 },
      supersedes: old.id,
      publishedAt: AT,
      added: dear,
      removed: old.rows,
    };
    const of = (part: object) => priceImpact(before, openDraft(before, draft), question(part), CONTEXT);
    const then = of({ knownAt: '2026-03-01T00:00:00.000Z' });
    expect(then.after).toEqual(then.before);
    const now = of({});
    expect(now.after?.monthly).not.toBe(now.before?.monthly);
  });
});
