/** Texts of this room: both languages, the same placeholders. */
import { describe, expect, it } from 'vitest';
import { PRICING_FINDINGS } from '../../../src/engine/findings/pricing.js';
import { openPricing, type PricingQuestion } from '../../../src/engine/pricing/index.js';
import { smallCatalogue } from '../../support/catalogue.js';
import { question } from './support.js';

describe('findings of pricing and capacity', () => {
  it.each(Object.entries(PRICING_FINDINGS))('%s names the same facts in both languages', (_code, { en, zh }) => {
    const names = (text: string) => [...text.matchAll(/\{([A-Za-z0-9]+)\}/g)].map((m) => m[1]).sort();
    expect(new Set(names(zh))).toEqual(new Set(names(en)));
  });
});

describe('what is not stated of the surroundings', () => {
  const codes = (storage: PricingQuestion['storage']) =>
    openPricing(smallCatalogue({}), question({ storage })).findings.map(({ code }) => code);

  it('is said, and a stated zero is no silence', () => {
    expect(codes({})).toEqual(expect.arrayContaining(['system-disk-not-stated', 'traffic-not-stated']));
    for (const storage of [{ egressGiBPerMonth: 0 }, { egressBandwidthMbps: 10 }])
      expect(codes({ systemDiskGiB: 0, ...storage })).toEqual([]);
  });
});
