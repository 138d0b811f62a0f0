/** The engine on several threads: the same bytes as in this one, and no line stops another. */
import { afterAll, describe, expect, it } from 'vitest';
import { openCatalogue, recommend } from '../../src/engine/index.js';
import { type DraftPrices, openDraft } from '../../src/engine/price-impact/draft-prices.js';
import { priceImpact } from '../../src/engine/price-impact/impact.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { QuestionError } from '../../src/engine/question-error.js';
import { openEnginePool } from '../../src/workers/engine-pool.js';
import { smallCatalogue, smallSnapshot } from '../support/small-catalogue.js';

const pool = openEnginePool({ size: 2 });
afterAll(() => pool.close());

const catalogue = smallCatalogue();
const context = { today: '2026-11-30', priceBook: null };
const question = (concurrency: number, model = 'llama-3.1-8b'): RecommendRequest => ({
  workload: { scenario: 'llm-inference', model, inputTokens: 500, outputTokens: 100, concurrency },
  currency: 'CNY',
});

describe('the pool', () => {
  it('answers as this thread does, byte for byte', async () => {
    const questions = Array.from({ length: 12 }, (_, i) => question(i + 1));
    const replies = await Promise.all(questions.map((q) => pool.recommend(catalogue, q, context)));
    expect(replies.map((r) => JSON.stringify(r))).toEqual(
      questions.map((q) => JSON.stringify(recommend(catalogue, q, context))),
    );
  });

  it('says what a draft would change as this thread does, and goes back to the catalogue as it is', async () => {
    const [sheet] = catalogue.snapshot.priceSheets;
    if (sheet === undefined) throw new Error('no sheet');
    const draft = (factor: number): DraftPrices => ({
      sheet: { ...sheet, id: `${sheet.id}-${factor}`, version: sheet.version + 1 },
      supersedes: sheet.id,
      publishedAt: '2026-11-29T00:00:00.000Z',
      added: sheet.rows.map((row) => ({ ...row, price: String(Number(row.price) * factor) })),
      removed: sheet.rows,
    });
    for (const one of [draft(0.9), draft(1.2)]) {
      const here = priceImpact(catalogue, openDraft(catalogue, one), question(5), context);
      expect(here.isTouched).toBe(true);
      expect(await pool.priceImpact(catalogue, one, question(5), context)).toEqual(here);
    }
    expect(await pool.recommend(catalogue, question(5), context)).toEqual(recommend(catalogue, question(5), context));
  });

  it('hands back the faults of a question, and goes on', async () => {
    await expect(pool.recommend(catalogue, question(1, 'nonsense'), context)).rejects.toBeInstanceOf(QuestionError);
    expect((await pool.recommend(catalogue, question(2), context)).plans.length).toBeGreaterThan(0);
  });

  it('answers from the catalogue that it is given, not from the one before', async () => {
    const snapshot = { ...smallSnapshot(), version: 'next' };
    const next = openCatalogue({
      ...snapshot,
      instanceTypes: snapshot.instanceTypes.filter(({ id }) => id !== 'mid.1'),
      availability: snapshot.availability.filter(({ instanceType }) => instanceType !== 'mid.1'),
    });
    const [old, fresh] = await Promise.all([
      pool.recommend(catalogue, question(3), context),
      pool.recommend(next, question(3), context),
    ]);
    expect([old.catalogueVersion, fresh.catalogueVersion]).toEqual([catalogue.version, 'next']);
    expect(fresh.counts.offers).toBe(old.counts.offers - 1);
  });

  it('refuses what it is asked after its end', async () => {
    const other = openEnginePool({ size: 1 });
    const asked = other.recommend(catalogue, question(1), context);
    const outcome = expect(asked).rejects.toThrow('closed');
    await other.close();
    await outcome;
    await expect(other.recommend(catalogue, question(1), context)).rejects.toThrow('closed');
  });
});
