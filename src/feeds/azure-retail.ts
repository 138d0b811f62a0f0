/**
 * Azure Retail Prices API: one page, several one after another, or an array of pages.
 * https://learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, readAmount } from './amounts.js';
import { lastDayOf, readWords } from './azure-machine.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { type Item, itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { readPricedQuantity, readTermMonths } from './units-of-price.js';

export const azureRetail: Feed = {
  title: 'Azure: pages of the Retail Prices API',
  needs: [],
  async *read(bytes, settings) {
    const selectors = [
      ['Items', '*'],
      ['*', 'Items', '*'],
    ];
    for await (const record of jsonRecords(bytes, selectors))
      yield* readItem(itemIn(record.value), { line: record.number, path: record.path.join('.') }, settings);
  },
};

function* readItem(item: Item, place: FeedPlace, settings: FeedSettings): Generator<FeedEvent> {
  const sample = sampleOf(item);
  const text = (name: string) => {
    const value = item[name];
    return typeof value === 'string' ? value : '';
  };
  const skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']): FeedEvent => ({
    kind: 'skip',
    ...place,
    reason,
    sample,
  });
  const machine = text('armSkuName');
  const currency = text('currencyCode');
  const type = text('type');
  if (text('serviceName') !== 'Virtual Machines' || machine === '' || text('armRegionName') === '')
    return yield skip('skipped-other-product');
  const words = { product: text('productName'), sku: text('skuName'), meter: text('meterName') };
  const meaning = readWords(words, machine);
  if (typeof meaning === 'string') return yield skip(meaning);
  if (type === 'DevTestConsumption') return yield skip('skipped-dev-test');
  if (settings.currency !== undefined && currency !== settings.currency) return yield skip('skipped-other-currency');

  const stated = settings.basis === 'list' ? text('retailPrice') : text('unitPrice') || text('retailPrice');
  if (stated === '') return yield skip('skipped-no-price');
  const price = readAmount(stated);
  const unit = readPricedQuantity(text('unitOfMeasure'));
  if (price === undefined || unit === undefined) {
    const field = price === undefined ? 'unitPrice' : 'unitOfMeasure';
    yield {
      kind: 'unreadable',
      ...place,
      code: price === undefined ? 'unreadable-price' : 'unreadable-unit',
      facts: { field, value: text(field) },
      sample,
    };
    return;
  }
  const tierFrom = Number(text('tierMinimumUnits') || '0');
  const effectiveTo = lastDayOf(text('effectiveEndDate'));
  const base = {
    provider: settings.provider,
    region: text('armRegionName'),
    sku: machine,
    skuKind: 'instance',
    currency,
    effectiveFrom: dayOf(text('effectiveStartDate')),
    ...(effectiveTo === undefined ? {} : { effectiveTo }),
    ...(meaning.isWindows ? { os: 'windows' } : {}),
    ...(tierFrom > 0 ? { tierFrom } : {}),
    ...statedBy(settings, `meter ${text('meterId')}`),
  } as const;
  const row = (rest: Pick<PriceRow, 'billingMode' | 'unit' | 'price' | 'termMonths'>): FeedEvent => ({
    kind: 'row',
    ...place,
    row: { ...base, ...rest },
  });

  if (type === 'Reservation') {
    // The total for the term, whatever the unit says; it may be paid monthly for the same sum.
    const termMonths = readTermMonths(text('reservationTerm'));
    if (termMonths === undefined)
      yield {
        kind: 'unreadable',
        ...place,
        code: 'unreadable-term',
        facts: { field: 'reservationTerm', value: text('reservationTerm') },
        sample,
      };
    else yield row({ billingMode: 'reserved', termMonths, unit: 'term', price: amountText(price) });
    return;
  }
  const one = amountText(price.div(new Decimal(unit.quantity)));
  yield row({ billingMode: meaning.isSpot ? 'spot' : 'on-demand', unit: unit.unit, price: one });
  if (meaning.isSpot) return;
  for (const plan of itemsIn(item.savingsPlan)) {
    const termMonths = readTermMonths(String(plan.term ?? ''));
    const rate = readAmount(
      String((settings.basis === 'list' ? plan.retailPrice : plan.unitPrice) ?? plan.retailPrice ?? ''),
    );
    if (termMonths !== undefined && rate !== undefined)
      yield row({
        billingMode: 'savings-plan',
        termMonths,
        unit: unit.unit,
        price: amountText(rate.div(new Decimal(unit.quantity))),
      });
  }
}

function dayOf(instant: string): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(instant)?.[0] ?? null;
}
