/** A Chinese answer is Chinese: English stays where it is a name, a code of the interface or the words of a source. */
import { describe, expect, it } from 'vitest';
import { type Finding, localise } from '../../src/engine/finding.js';
import { FINDINGS } from '../../src/engine/findings/index.js';
import { PHRASES } from '../../src/engine/findings/words.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { recommend } from '../../src/engine/recommend.js';
import { SCENARIOS } from '../../src/engine/workload/scenarios/index.js';
import { readSources } from '../architecture/source-files.js';
import { seedCatalogue } from '../support/seed-catalogue.js';

const catalogue = seedCatalogue();

/** Code of the engine, without the table of words itself. */
const CODE = readSources()
  .filter(({ file }) => file.startsWith('engine/') && !file.endsWith('findings/words.ts'))
  .map(({ code }) => code)
  .join('\n');

/** Sentences that quote their sources, or name products, in the words they use. */
const QUOTES = new Set(['price-of-area', 'price-conditions', 'sharing-limits-from', 'software-features']);
const FOUR_ENGLISH_WORDS = /(?:\b[a-z]+ ){3}[a-z]+/;

function findingsIn(value: unknown): Finding[] {
  if (Array.isArray(value)) return value.flatMap(findingsIn);
  if (value === null || typeof value !== 'object') return [];
  const own = value as Partial<Finding>;
  const isFinding = typeof own.code === 'string' && typeof own.message === 'string' && own.code in FINDINGS;
  return [...(isFinding ? [own as Finding] : []), ...Object.values(value).flatMap(findingsIn)];
}

describe.each(Object.values(SCENARIOS))('an answer of $id', (scenario) => {
  const request = { workload: scenario.example, currency: 'CNY', limit: 3 } as unknown as RecommendRequest;
  const english = recommend(catalogue, request, { today: '2026-11-30', priceBook: null });
  const chinese = localise(english, 'zh');

  it('says in both languages what the load test measures', () => {
    expect(english.loadTest.measure.length).toBeGreaterThan(0);
    for (const text of english.loadTest.measure) expect(text).toMatch(/^[^\u4e00-\u9fff]+$/);
    for (const text of chinese.loadTest.measure) expect(text).toMatch(/[\u4e00-\u9fff]/);
  });

  it('keeps no English phrase in Chinese sentences', () => {
    const told = findingsIn(chinese).filter(({ code }) => !QUOTES.has(code));
    expect(told.map(({ message }) => message).filter((message) => FOUR_ENGLISH_WORDS.test(message))).toEqual([]);
    for (const { code, message } of told)
      if (code === 'family-made-for') expect(message).not.toMatch(/inference|training|rendering|hpc/);
  });
});

describe('the table of phrases', () => {
  it.each(Object.entries(PHRASES))('holds only what the engine says: %s', (english, chinese) => {
    expect(CODE).toContain(english);
    expect(chinese).toMatch(/[\u4e00-\u9fff]/);
  });
});
