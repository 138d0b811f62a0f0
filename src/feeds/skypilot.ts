/**
 * SkyPilot catalogue CSV (`vms.csv`), whose column order and extra columns differ by cloud; also tables derived from it
 * that add Currency, PriceAsOf, PriceSource and the memory of a device. Prices are by the hour, in US dollars unless said.
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { MIB_PER_GIB } from '../engine/units.js';
import { amountText, isAbsent, readAmount } from './amounts.js';
import { type CsvRecord, csvRecords } from './csv-records.js';
import { type Feed, type FeedEvent, type FeedSettings, type StatedHardware, sampleOf, statedBy } from './feed.js';

export const skypilot: Feed = {
  title: 'SkyPilot catalogue (vms.csv)',
  needs: [],
  async *read(bytes, settings) {
    for await (const record of csvRecords(bytes, { required: ['InstanceType', 'Price', 'Region'] }))
      yield* readRecord(record, settings);
  },
};

function* readRecord(record: CsvRecord, settings: FeedSettings): Generator<FeedEvent> {
  const place = { line: record.line };
  const sample = sampleOf(record.cells.join(','));
  const cell = (column: string) => record.get(column).trim();
  if (isAbsent(cell('AcceleratorName'))) {
    yield { kind: 'skip', ...place, reason: 'skipped-no-accelerator', sample };
    return;
  }
  const day = /^\d{4}-\d{2}-\d{2}/.exec(cell('PriceAsOf'))?.[0];
  const zone = cell('AvailabilityZone');
  const region = cell('Region') || settings.region || '';
  const base = {
    provider: settings.provider,
    region,
    // Several zones in one cell ("a|b|c") share the price: it is then the region's.
    ...(zone === '' || zone.includes('|') || zone === region ? {} : { zone }),
    sku: cell('InstanceType'),
    skuKind: 'instance',
    unit: 'hour',
    currency: cell('Currency') || settings.currency || 'USD',
    effectiveFrom: null,
    ...statedBy(settings, cell('PriceSource') || undefined),
    ...(day === undefined ? {} : { asOf: cell('PriceAsOf').slice(0, 60), asOfDay: day }),
  } as const;
  if (region === '') {
    yield { kind: 'unreadable', ...place, code: 'unreadable-row', facts: { field: 'Region', value: '' }, sample };
    return;
  }
  const hardware = hardwareOf(cell);
  const onDemand = cell('Price');
  const spot = cell('SpotPrice');
  if (isAbsent(onDemand) && isAbsent(spot)) {
    yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
    return;
  }
  for (const [billingMode, text] of [
    ['on-demand', onDemand],
    ['spot', spot],
  ] as const) {
    if (isAbsent(text)) continue;
    const price = readAmount(text);
    if (price === undefined) {
      yield {
        kind: 'unreadable',
        ...place,
        code: 'unreadable-price',
        facts: { field: billingMode === 'spot' ? 'SpotPrice' : 'Price', value: text },
        sample,
      };
    } else if (billingMode === 'spot' && readAmount(onDemand)?.eq(price) === true) {
      // Where there is no spot price, some clouds' files carry the on-demand price in its place.
      yield { kind: 'skip', ...place, reason: 'skipped-same-as-on-demand', sample };
    } else {
      const row: PriceRow = { ...base, billingMode, price: amountText(price) };
      yield { kind: 'row', ...place, row, hardware };
    }
  }
}

function hardwareOf(cell: (column: string) => string): StatedHardware {
  const count = Number(cell('AcceleratorCount'));
  const memoryMiB = Number(cell('DeviceMemoryMiB') || cell('AcceleratorMemoryMiB'));
  return {
    acceleratorName: cell('AcceleratorName'),
    ...(count > 0 ? { acceleratorCount: count } : {}),
    ...(memoryMiB > 0 ? { acceleratorMemoryGiB: memoryMiB / MIB_PER_GIB } : {}),
  };
}
