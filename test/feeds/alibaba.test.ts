import { describe, expect, it } from 'vitest';
import { fixture, readFeed } from './read-feed.js';

describe('alibaba-price-file', () => {
  it('takes hours, months and years of accelerated servers, in yuan', async () => {
    const { lines } = await readFeed('alibaba-price-file', fixture('alibaba-price-file.json'));
    expect(lines).toEqual([
      'ecs.gn9-c8g1.2xlarge cn-test on-demand 8.68 CNY/hour',
      'ecs.gn9-c8g1.2xlarge cn-test subscription 1m 4166.4 CNY/month',
      'ecs.gn9-c8g1.2xlarge cn-test subscription 3m 11999 CNY/term',
      'ecs.gn9-c8g1.2xlarge cn-test subscription 12m 42000.5 CNY/term',
      'ecs.gn9-c8g1.2xlarge cn-test windows on-demand 9.1 CNY/hour',
      // A zero passes as read: the price checks hold it back.
      'ecs.ebmgn9.26xlarge cn-test on-demand 0 CNY/hour',
    ]);
  });

  it('says what it left out', async () => {
    const { skipped } = await readFeed('alibaba-price-file', fixture('alibaba-price-file.json'));
    expect(skipped).toEqual({ 'skipped-other-product': 1, 'skipped-no-price': 1, 'skipped-no-accelerator': 1 });
  });
});

describe('alibaba-describe-price', () => {
  const where = { region: 'cn-test', sku: 'ecs.gn9-c8g1.2xlarge' };

  it('takes what is paid: DiscountPrice is the amount off', async () => {
    const text = '{"PriceInfo":{"Price":{"Currency":"CNY","OriginalPrice":10.0,"DiscountPrice":2.0,"TradePrice":8.0}}}';
    const { lines, rows } = await readFeed('alibaba-describe-price', text, where);
    expect(lines).toEqual(['ecs.gn9-c8g1.2xlarge cn-test on-demand 8 CNY/hour']);
    expect(rows[0]?.row.conditions).toBe('list price 10; may include the default system disk');
  });

  it('takes the server alone where the reply is split', async () => {
    const text = JSON.stringify({
      PriceInfo: {
        Price: {
          Currency: 'USD',
          OriginalPrice: 1.3,
          TradePrice: 1.3,
          DetailInfos: {
            ResourcePriceModel: [
              { Resource: 'instanceType', OriginalPrice: 1.25, TradePrice: 1.25 },
              { Resource: 'systemDisk', OriginalPrice: 0.05, TradePrice: 0.05 },
            ],
          },
        },
      },
    });
    const { lines, rows } = await readFeed('alibaba-describe-price', text, { ...where, priceUnit: 'month' });
    expect(lines).toEqual(['ecs.gn9-c8g1.2xlarge cn-test subscription 1m 1.25 USD/month']);
    expect(rows[0]?.row.conditions).toBeUndefined();
  });

  it('reads GetPayAsYouGoPrice by module', async () => {
    const text =
      '{"Code":"Success","Data":{"Currency":"CNY","ModuleDetails":{"ModuleDetail":[{"ModuleCode":"InstanceType","OriginalPrice":9,"CostAfterDiscount":7.2},{"ModuleCode":"SystemDisk","OriginalPrice":1,"CostAfterDiscount":1}]}}}';
    const { lines, skipped } = await readFeed('alibaba-describe-price', text, { ...where, currency: 'CNY' });
    expect(lines).toEqual(['ecs.gn9-c8g1.2xlarge cn-test on-demand 7.2 CNY/hour']);
    expect(skipped).toEqual({ 'skipped-other-product': 1 });
  });
});
