import { describe, expect, it } from 'vitest';
import { fixture, readFeed } from './read-feed.js';

describe('aws-offer-json', () => {
  it('takes the one plain price of a server out of its many SKUs', async () => {
    const { lines } = await readFeed('aws-offer-json', fixture('aws-offer.json'));
    expect(lines).toEqual([
      'z9.2xlarge xx-test-1 on-demand 1.234 USD/hour',
      // A local zone is an offering of its own.
      'z9.2xlarge us-west-2-lax-1 on-demand 1.5 USD/hour',
      'z9.2xlarge xx-test-1 windows on-demand 1.602 USD/hour',
      // Each currency is a price of its own.
      'trn9.48xlarge xx-test-1 on-demand 150.1 CNY/hour',
      'trn9.48xlarge xx-test-1 on-demand 21.5 USD/hour',
      'z9.metal xx-test-1 on-demand 30 USD/hour',
      // All Upfront: the hourly dimension is 0, the money stands under "Quantity".
      'z9.2xlarge xx-test-1 reserved 12m all-upfront 0+5000 USD/hour',
      'z9.2xlarge xx-test-1 reserved 36m partial-upfront 0.2+5256 USD/hour',
      'z9.2xlarge xx-test-1 reserved 12m no-upfront 0.8 USD/hour',
    ]);
  });

  it('leaves out, by reason, what looks like a price of a server and is none', async () => {
    const { skipped } = await readFeed('aws-offer-json', fixture('aws-offer.json'));
    expect(skipped).toEqual({
      'skipped-own-licence': 1,
      'skipped-extra-software': 1,
      'skipped-operating-system': 1,
      'skipped-tenancy': 1,
      // $0 placeholders of capacity reservations
      'skipped-capacity-reservation': 1,
      // an eight-card server at $0.336: an operating-system surcharge
      'skipped-capacity-block': 1,
      'skipped-no-accelerator': 1,
      'skipped-other-product': 1,
      'skipped-convertible-offering': 1,
      'skipped-incomplete-parts': 1,
    });
  });

  it('says the hardware that the file states, for the check against the catalogue', async () => {
    const { rows } = await readFeed('aws-offer-json', fixture('aws-offer.json'));
    expect(rows[0]?.hardware).toEqual({ acceleratorCount: 1, totalAcceleratorMemoryGiB: 24 });
    expect(rows[0]?.row).toMatchObject({ effectiveFrom: '2030-01-01', source: 'a list (sku LINUX)' });
  });

  it('keeps to one currency when asked to', async () => {
    const { lines, skipped } = await readFeed('aws-offer-json', fixture('aws-offer.json'), { currency: 'CNY' });
    expect(lines).toEqual(['trn9.48xlarge xx-test-1 on-demand 150.1 CNY/hour']);
    expect(skipped['skipped-other-currency']).toBe(9);
  });
});

describe('aws-offer-csv', () => {
  it('finds the header after the description and joins the halves of a reserved rate', async () => {
    const { lines, skipped, skips } = await readFeed('aws-offer-csv', fixture('aws-offer.csv'));
    expect(lines).toEqual([
      'z9.2xlarge xx-test-1 on-demand 1.234 USD/hour',
      'z9.2xlarge xx-test-1 reserved 12m all-upfront 0+5000 USD/hour',
      'z9.2xlarge xx-test-1 reserved 12m no-upfront 0.8 USD/hour',
    ]);
    expect(skipped).toEqual({
      'skipped-capacity-reservation': 1,
      'skipped-capacity-block': 1,
      'skipped-no-accelerator': 1,
      'skipped-incomplete-parts': 1,
    });
    expect(skips.find(({ reason }) => reason === 'skipped-incomplete-parts')).toMatchObject({
      line: 12,
      path: 'LINUX.LOST.H',
    });
  });
});
