import { describe, expect, it } from 'vitest';
import { fixture, readFeed } from './read-feed.js';

const CNY = { currency: 'CNY' };

describe('tencent-zone-config', () => {
  it('takes what is paid, each charge type with its own fields, and steps as tiers', async () => {
    const { lines, rows } = await readFeed('tencent-zone-config', fixture('tencent-zone-config.json'), CNY);
    expect(lines).toEqual([
      'GNZ9.2XLARGE32 ap-test-1 on-demand 8.91 CNY/hour',
      'GNZ9.2XLARGE32 ap-test-1 subscription 1m 4000 CNY/month',
      // The price of a year is the sum over it.
      'GNZ9.2XLARGE32 ap-test-1 subscription 12m 39840 CNY/term',
      'GNZ9.2XLARGE32 ap-test-2 on-demand from 0 10 CNY/hour',
      'GNZ9.2XLARGE32 ap-test-2 on-demand from 96 7.5 CNY/hour',
      'GNZ9.2XLARGE32 ap-test-2 on-demand from 360 5 CNY/hour',
      'GNV9.LARGE16 ap-test-1 spot 1.2345678901 CNY/hour',
    ]);
    expect(rows.map(({ row }) => row.region)).toEqual(Array(7).fill('ap-test'));
    expect(rows[0]?.row.conditions).toBe('list price 9.9 a hour');
    expect(rows[6]?.hardware).toEqual({ acceleratorCount: 0.25 });
  });

  it('takes the list price when asked to', async () => {
    const { lines } = await readFeed('tencent-zone-config', fixture('tencent-zone-config.json'), {
      ...CNY,
      basis: 'list',
    });
    expect(lines[0]).toBe('GNZ9.2XLARGE32 ap-test-1 on-demand 9.9 CNY/hour');
  });

  it('says what it left out', async () => {
    const { skipped, unreadable } = await readFeed('tencent-zone-config', fixture('tencent-zone-config.json'), CNY);
    expect(skipped).toEqual({ 'skipped-no-accelerator': 1, 'skipped-no-price': 1, 'skipped-tenancy': 1 });
    expect(unreadable).toEqual([]);
  });

  it('reads the reply of an SDK, which has no outer object', async () => {
    const text =
      '{"InstanceTypeQuotaSet":[{"Zone":"ap-x-1","InstanceType":"G1","InstanceChargeType":"POSTPAID_BY_HOUR","GpuCount":1,"Price":{"UnitPrice":2}}]}';
    expect((await readFeed('tencent-zone-config', text, CNY)).lines).toEqual(['G1 ap-x-1 on-demand 2 CNY/hour']);
  });
});

describe('tencent-price-inquiry', () => {
  const where = { ...CNY, region: 'ap-test-3', sku: 'GNZ9.2XLARGE32' };

  it('prices the type and zone that the question named', async () => {
    const text =
      '{"Response":{"Price":{"InstancePrice":{"UnitPrice":9.9,"ChargeUnit":"HOUR","UnitPriceDiscount":8.91},"BandwidthPrice":{"UnitPrice":0.8}},"RequestId":"r"}}';
    const { lines, rows } = await readFeed('tencent-price-inquiry', text, where);
    expect(lines).toEqual(['GNZ9.2XLARGE32 ap-test-3 on-demand 8.91 CNY/hour']);
    expect(rows[0]?.row.region).toBe('ap-test');
  });

  it('takes a zero beside a prepaid price for "does not apply"', async () => {
    const text = '{"Response":{"Price":{"InstancePrice":{"UnitPrice":0,"OriginalPrice":59,"DiscountPrice":59}}}}';
    expect((await readFeed('tencent-price-inquiry', text, where)).lines).toEqual([
      'GNZ9.2XLARGE32 ap-test-3 subscription 1m 59 CNY/month',
    ]);
  });

  it('reads the sum over a period that was asked for as the price of the term', async () => {
    const text = '{"Response":{"Price":{"InstancePrice":{"OriginalPrice":700,"DiscountPrice":600}}}}';
    expect((await readFeed('tencent-price-inquiry', text, { ...where, termMonths: 12 })).lines).toEqual([
      'GNZ9.2XLARGE32 ap-test-3 subscription 12m 600 CNY/term',
    ]);
  });
});
