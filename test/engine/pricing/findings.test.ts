/** Texts of this room: both languages, the same placeholders. */
import { describe, expect, it } from 'vitest';
import { PRICING_FINDINGS } from '../../../src/engine/findings/pricing.js';

describe('findings of pricing and capacity', () => {
  it.each(Object.entries(PRICING_FINDINGS))('%s names the same facts in both languages', (_code, { en, zh }) => {
    const names = (text: string) => [...text.matchAll(/\{([A-Za-z0-9]+)\}/g)].map((m) => m[1]).sort();
    expect(new Set(names(zh))).toEqual(new Set(names(en)));
  });
});
