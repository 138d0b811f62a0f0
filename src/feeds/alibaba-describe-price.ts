/**
 * Alibaba Cloud, replies of ECS DescribePrice (2014-05-26) and BssOpenApi GetPayAsYouGoPrice (2017-12-14): one price, for
 * a type and region that only the question named. DiscountPrice is the amount taken OFF; TradePrice is what is paid.
 * https://help.aliyun.com/document_detail/107829.html
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, type Decimal, isAbsent, readAmount } from './amounts.js';
import { type Feed, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { type Item, itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';

export const alibabaDescribePrice: Feed = {
  title: 'Alibaba Cloud: reply of DescribePrice or GetPayAsYouGoPrice',
  needs: ['region', 'sku'],
  async *read(bytes, settings) {
    const selectors = [
      ['PriceInfo', 'Price'],
      ['Data', 'ModuleDetails', 'ModuleDetail', '*'],
      ['Data', 'Currency'],
    ];
    let currency = settings.currency;
    for await (const record of jsonRecords(bytes, selectors)) {
      const place = { line: record.number, path: record.path.join('.') };
      if (record.selector === 2) {
        currency ??= String(record.value);
        continue;
      }
      const item = itemIn(record.value);
      const sample = sampleOf(item);
      if (record.selector === 1 && !/^InstanceType/i.test(String(item.ModuleCode ?? ''))) {
        yield { kind: 'skip', ...place, reason: 'skipped-other-product', sample };
        continue;
      }
      const found = record.selector === 0 ? serverPart(item) : { price: item, isWhole: false };
      const paidName = record.selector === 0 ? 'TradePrice' : 'CostAfterDiscount';
      const list = amountOf(found.price.OriginalPrice);
      const paid = amountOf(found.price[paidName]);
      const price = settings.basis === 'list' ? (list ?? paid) : (paid ?? list);
      const stated = typeof item.Currency === 'string' ? item.Currency : currency;
      if (price === undefined) yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
      else if (stated === undefined)
        yield {
          kind: 'unreadable',
          ...place,
          code: 'unreadable-currency',
          facts: { field: 'Currency', value: '' },
          sample,
        };
      else yield { kind: 'row', ...place, row: readRow(price, list, stated, found.isWhole, settings) };
    }
  },
};

/** The server's own part where the reply is split by resource: the sum holds a system disk too. */
function serverPart(price: Item): { readonly price: Item; readonly isWhole: boolean } {
  const details = itemsIn(itemIn(price.DetailInfos).ResourcePriceModel);
  const server = details.find((detail) => String(detail.Resource).toLowerCase() === 'instancetype');
  return server === undefined ? { price, isWhole: true } : { price: server, isWhole: false };
}

function readRow(
  price: Decimal,
  list: Decimal | undefined,
  currency: string,
  isWhole: boolean,
  settings: FeedSettings,
): PriceRow {
  const unit = settings.priceUnit ?? 'hour';
  const termMonths = settings.termMonths ?? (unit === 'year' ? 12 : 1);
  const notes = [
    ...(list === undefined || list.eq(price) ? [] : [`list price ${amountText(list)}`]),
    ...(isWhole ? ['may include the default system disk'] : []),
  ];
  return {
    provider: settings.provider,
    region: settings.region ?? '',
    sku: settings.sku ?? '',
    skuKind: 'instance',
    ...(unit === 'hour'
      ? { billingMode: 'on-demand', unit: 'hour' }
      : { billingMode: 'subscription', termMonths, unit: termMonths === 1 ? 'month' : 'term' }),
    price: amountText(price),
    currency,
    effectiveFrom: null,
    ...(notes.length === 0 ? {} : { conditions: notes.join('; ') }),
    ...statedBy(settings),
  };
}

function amountOf(value: unknown): Decimal | undefined {
  return typeof value !== 'string' || isAbsent(value) ? undefined : readAmount(value);
}
