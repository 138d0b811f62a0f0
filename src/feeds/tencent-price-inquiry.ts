/**
 * Tencent Cloud CVM, reply of InquiryPriceRunInstances: one price, which names neither type nor region nor currency.
 * Hourly prices come in UnitPrice, prepaid ones in OriginalPrice and DiscountPrice, for the whole period asked for.
 */
import { type Feed, sampleOf } from './feed.js';
import { itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { regionOfZone, tencentRows } from './tencent-price.js';

export const tencentPriceInquiry: Feed = {
  title: 'Tencent Cloud: reply of InquiryPriceRunInstances',
  needs: ['currency', 'region', 'sku'],
  async *read(bytes, settings) {
    const selectors = [
      ['Response', 'Price', 'InstancePrice'],
      ['Price', 'InstancePrice'],
    ];
    for await (const record of jsonRecords(bytes, selectors)) {
      const place = { line: record.number, path: record.path.join('.') };
      const where = settings.region ?? '';
      const isZone = /-\d+$/.test(where);
      const thing = {
        sku: settings.sku ?? '',
        region: regionOfZone(where),
        ...(isZone ? { zone: where } : {}),
        currency: settings.currency ?? '',
      };
      const price = itemIn(record.value);
      const rows = (['POSTPAID_BY_HOUR', 'PREPAID'] as const).flatMap((type) =>
        tencentRows(price, type, thing, settings),
      );
      if (rows.length === 0) yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample: sampleOf(price) };
      for (const row of rows) yield { kind: 'row', ...place, row };
    }
  },
};
