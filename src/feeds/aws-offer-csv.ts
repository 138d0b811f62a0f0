/**
 * AWS Price List, offer file of AmazonEC2 as CSV: five lines of description, then a header whose order varies. A reserved
 * rate with money up front stands on two lines, which are put together by SKU and offer term.
 */
import { amountText, type Decimal, readAmount } from './amounts.js';
import { type AwsProduct, baseRow, hardwareOf, reservedRow, whyNotTaken } from './aws-offer.js';
import { type CsvRecord, csvRecords } from './csv-records.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf } from './feed.js';

interface Half {
  readonly place: FeedPlace;
  readonly sample: string;
  readonly hourly?: Decimal;
  readonly upfront?: Decimal;
}

export const awsOfferCsv: Feed = {
  title: 'AWS: offer file of AmazonEC2 (CSV)',
  needs: [],
  async *read(bytes, settings) {
    const halves = new Map<string, Half>();
    const required = ['SKU', 'OfferTermCode', 'TermType', 'Unit', 'PricePerUnit', 'Currency', 'Instance Type'];
    for await (const record of csvRecords(bytes, { required, header: 'find' }))
      yield* readRecord(record, halves, settings);
    for (const { place, sample } of halves.values())
      yield { kind: 'skip', ...place, reason: 'skipped-incomplete-parts', sample };
  },
};

function* readRecord(record: CsvRecord, halves: Map<string, Half>, settings: FeedSettings): Generator<FeedEvent> {
  const place: FeedPlace = { line: record.line, path: record.get('RateCode') };
  const sample = sampleOf(record.cells.filter((cell) => cell !== '').join(','));
  const product = readProduct(record);
  const termType = record.get('TermType');
  const currency = record.get('Currency');
  const reason =
    whyNotTaken(product) ??
    (termType !== 'OnDemand' && termType !== 'Reserved'
      ? 'skipped-other-product'
      : termType === 'Reserved' && record.get('OfferingClass') === 'convertible'
        ? 'skipped-convertible-offering'
        : settings.currency !== undefined && currency !== settings.currency
          ? 'skipped-other-currency'
          : undefined);
  if (reason !== undefined) {
    yield { kind: 'skip', ...place, reason, sample };
    return;
  }
  const amount = readAmount(record.get('PricePerUnit'));
  if (amount === undefined) {
    yield {
      kind: 'unreadable',
      ...place,
      code: 'unreadable-price',
      facts: { field: 'PricePerUnit', value: record.get('PricePerUnit') },
      sample,
    };
    return;
  }
  const unit = record.get('Unit');
  const base = baseRow(product, currency, record.get('EffectiveDate'), settings);
  if (termType === 'OnDemand') {
    if (unit !== 'Hrs') {
      yield { kind: 'unreadable', ...place, code: 'unreadable-unit', facts: { field: 'Unit', value: unit }, sample };
      return;
    }
    const row = { ...base, billingMode: 'on-demand', unit: 'hour', price: amountText(amount) } as const;
    yield { kind: 'row', ...place, row, hardware: hardwareOf(product) };
    return;
  }
  const purchaseOption = record.get('PurchaseOption');
  const key = `${product.sku}.${record.get('OfferTermCode')}.${currency}`;
  const half: Half = {
    place,
    sample,
    ...halves.get(key),
    ...(unit === 'Hrs' ? { hourly: amount } : { upfront: amount }),
  };
  if (purchaseOption !== 'No Upfront' && (half.hourly === undefined || half.upfront === undefined)) {
    halves.set(key, half);
    return;
  }
  halves.delete(key);
  const row = reservedRow(base, {
    leaseContractLength: record.get('LeaseContractLength'),
    purchaseOption,
    hourly: half.hourly,
    upfront: half.upfront,
  });
  if (row === 'skipped-incomplete-parts') yield { kind: 'skip', ...place, reason: row, sample };
  else if (row === 'unreadable-term')
    yield {
      kind: 'unreadable',
      ...place,
      code: row,
      facts: { field: 'LeaseContractLength, PurchaseOption', value: purchaseOption },
      sample,
    };
  else yield { kind: 'row', ...place, row, hardware: hardwareOf(product) };
}

function readProduct(record: CsvRecord): AwsProduct {
  return {
    sku: record.get('SKU'),
    productFamily: record.get('Product Family'),
    instanceType: record.get('Instance Type'),
    regionCode: record.get('Region Code'),
    operatingSystem: record.get('Operating System'),
    tenancy: record.get('Tenancy'),
    capacityStatus: record.get('CapacityStatus'),
    preInstalledSoftware: record.get('Pre Installed S/W'),
    licenseModel: record.get('License Model'),
    marketOption: record.get('MarketOption'),
    gpu: record.get('GPU'),
    gpuMemory: record.get('GPU Memory'),
  };
}
