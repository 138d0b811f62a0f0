/**
 * FOCUS 1.2 cost-and-usage rows (CSV): prices of what was used. Usage rows only, no corrections; the repetition of a price
 * hour after hour is one row. Dynamic prices (spot) change: the latest of each counts.
 * https://focus.finops.org/focus-specification/v1-2/
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, Decimal, isAbsent, readAmount } from './amounts.js';
import { type CsvRecord, csvRecords } from './csv-records.js';
import { type Feed, type FeedEvent, type FeedRow, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { readPricedQuantity } from './units-of-price.js';

export const focus: Feed = {
  title: 'FOCUS 1.2 cost and usage (CSV)',
  needs: [],
  async *read(bytes, settings) {
    const required = ['ChargeCategory', 'PricingUnit', 'BillingCurrency', 'ChargePeriodStart', 'SkuPriceDetails'];
    const latest = new Map<string, { readonly from: string; readonly event: FeedRow }>();
    for await (const record of csvRecords(bytes, { required })) {
      const event = readRecord(record, settings);
      if (event.kind !== 'row') {
        yield event;
        continue;
      }
      const { row } = event;
      const key = [row.region, row.zone, row.sku, row.billingMode, row.currency, row.os].join('|');
      const from = record.get('ChargePeriodStart');
      const known = latest.get(key);
      if (known === undefined || known.from <= from) latest.set(key, { from, event });
    }
    for (const { event } of latest.values()) yield event;
  },
};

function readRecord(record: CsvRecord, settings: FeedSettings): FeedEvent {
  const place = { line: record.line };
  const sample = sampleOf(record.cells.join(','));
  const cell = (column: string) => record.get(column).trim();
  const skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']): FeedEvent => ({
    kind: 'skip',
    ...place,
    reason,
    sample,
  });
  const unreadable = (code: Extract<FeedEvent, { kind: 'unreadable' }>['code'], field: string): FeedEvent => ({
    kind: 'unreadable',
    ...place,
    code,
    facts: { field, value: cell(field).slice(0, 100) },
    sample,
  });
  if (cell('ChargeCategory') !== 'Usage' || !isAbsent(cell('ChargeClass'))) return skip('skipped-not-a-usage-charge');
  const names = [settings.provider, ...(settings.providerNames ?? [])].map(squeeze);
  if (cell('ProviderName') !== '' && !names.includes(squeeze(cell('ProviderName'))))
    return skip('skipped-other-provider');
  const category = cell('PricingCategory');
  // The price of a commitment is its owner's, and its money is charged elsewhere.
  if (category !== 'Standard' && category !== 'Dynamic') return skip('skipped-other-product');

  let details: Readonly<Record<string, unknown>>;
  try {
    details = JSON.parse(cell('SkuPriceDetails') || '{}') as typeof details;
  } catch {
    return unreadable('unreadable-row', 'SkuPriceDetails');
  }
  const sku = typeof details.InstanceType === 'string' ? details.InstanceType : '';
  if (sku === '') return skip('skipped-other-product');
  const count = Number(details.GpuCount ?? 0);
  if (!(count > 0)) return skip('skipped-no-accelerator');
  const system = String(details.OperatingSystem ?? 'Linux').toLowerCase();
  if (!system.includes('linux') && !system.includes('windows')) return skip('skipped-operating-system');

  const list = cell('ListUnitPrice');
  const paid = cell('ContractedUnitPrice');
  const stated = settings.basis === 'payable' ? (isAbsent(paid) ? list : paid) : isAbsent(list) ? paid : list;
  if (isAbsent(stated)) return skip('skipped-no-price');
  const price = readAmount(stated);
  if (price === undefined)
    return unreadable('unreadable-price', isAbsent(list) ? 'ContractedUnitPrice' : 'ListUnitPrice');
  const unit = readPricedQuantity(cell('PricingUnit'));
  if (unit === undefined) return unreadable('unreadable-unit', 'PricingUnit');
  const region = cell('RegionId');
  const currency = cell('BillingCurrency');
  if (settings.currency !== undefined && currency !== settings.currency) return skip('skipped-other-currency');
  const zone = cell('AvailabilityZone');
  const row: PriceRow = {
    provider: settings.provider,
    region,
    ...(zone === '' || category === 'Standard' ? {} : { zone }),
    sku,
    skuKind: 'instance',
    billingMode: category === 'Dynamic' ? 'spot' : 'on-demand',
    unit: unit.unit,
    price: amountText(price.div(new Decimal(unit.quantity))),
    currency,
    effectiveFrom: null,
    ...(system.includes('windows') ? { os: 'windows' } : {}),
    ...statedBy(settings, cell('SkuPriceId') === '' ? undefined : `sku price ${cell('SkuPriceId')}`),
  };
  return { kind: 'row', ...place, row, hardware: { acceleratorCount: count } };
}

function squeeze(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
