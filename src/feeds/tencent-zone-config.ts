/**
 * Tencent Cloud CVM, reply of DescribeZoneInstanceConfigInfos (2017-03-12), bare or inside `Response`.
 * https://www.tencentcloud.com/document/product/213/33254
 * The reply names no currency (CNY on the domestic site, USD on the international one) and the card only in free text.
 */
import { readAmount } from './amounts.js';
import { type Feed, type FeedPlace, sampleOf } from './feed.js';
import { itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { regionOfZone, tencentRows } from './tencent-price.js';

export const tencentZoneConfig: Feed = {
  title: 'Tencent Cloud: reply of DescribeZoneInstanceConfigInfos',
  needs: ['currency'],
  async *read(bytes, settings) {
    const selectors = [
      ['Response', 'InstanceTypeQuotaSet', '*'],
      ['InstanceTypeQuotaSet', '*'],
    ];
    for await (const record of jsonRecords(bytes, selectors)) {
      const place: FeedPlace = { line: record.number, path: record.path.join('.') };
      const item = itemIn(record.value);
      const sample = sampleOf(item);
      const { Zone: zone, InstanceType: sku, InstanceChargeType: chargeType, Price: price } = item;
      if (typeof zone !== 'string' || typeof sku !== 'string' || typeof chargeType !== 'string') {
        yield {
          kind: 'unreadable',
          ...place,
          code: 'unreadable-row',
          facts: { field: 'Zone, InstanceType, InstanceChargeType', value: sample.slice(0, 60) },
          sample,
        };
        continue;
      }
      // GpuCount is fractional for slices; the older Gpu is whole, and 0 for some of them.
      const count = countOf(item.GpuCount) ?? countOf(item.Gpu);
      if (count === undefined) {
        yield { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample };
        continue;
      }
      if (chargeType !== 'POSTPAID_BY_HOUR' && chargeType !== 'PREPAID' && chargeType !== 'SPOTPAID') {
        // CDHPAID: on a host that one has already.
        yield { kind: 'skip', ...place, reason: 'skipped-tenancy', sample };
        continue;
      }
      const thing = { sku, zone, region: regionOfZone(zone), currency: settings.currency ?? '' };
      const rows = tencentRows(itemIn(price), chargeType, thing, settings);
      if (rows.length === 0) yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
      for (const row of rows) yield { kind: 'row', ...place, row, hardware: { acceleratorCount: count } };
    }
  },
};

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' ? readAmount(value)?.toNumber() : undefined;
  return count !== undefined && count > 0 ? count : undefined;
}
