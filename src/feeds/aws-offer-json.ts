/**
 * AWS Price List, offer file of AmazonEC2 as JSON. Products stand before terms; of them only the accelerated servers that
 * are taken are kept in memory (some thousands in the file of all regions, which has gigabytes).
 */
import { amountText, readAmount } from './amounts.js';
import { type AwsProduct, baseRow, hardwareOf, reservedRow, whyNotTaken } from './aws-offer.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf, wrongFormat } from './feed.js';
import { type Item, itemIn } from './json-items.js';
import { jsonRecords } from './json-records.js';

export const awsOfferJson: Feed = {
  title: 'AWS: offer file of AmazonEC2 (JSON)',
  needs: [],
  async *read(bytes, settings) {
    const selectors = [
      ['products', '*'],
      ['terms', 'OnDemand', '*'],
      ['terms', 'Reserved', '*'],
    ];
    const taken = new Map<string, AwsProduct>();
    let products = 0;
    for await (const record of jsonRecords(bytes, selectors)) {
      const place: FeedPlace = { line: record.number, path: record.path.join('.') };
      if (record.selector === 0) {
        products++;
        const product = readProduct(itemIn(record.value));
        const reason = whyNotTaken(product);
        if (reason === undefined) taken.set(product.sku, product);
        else yield { kind: 'skip', ...place, reason, sample: sampleOf(record.value) };
        continue;
      }
      if (products === 0) throw wrongFormat({ missing: ['products before terms'] });
      const product = taken.get(record.path.at(-1) ?? '');
      // Terms of products that were left out go with them.
      if (product === undefined) continue;
      for (const term of Object.values(itemIn(record.value)))
        yield* readTerm(product, itemIn(term), record.selector === 2, place, settings);
    }
  },
};

function readProduct(value: Item): AwsProduct {
  const attributes = itemIn(value.attributes);
  const text = (name: string) => {
    const found = attributes[name];
    return typeof found === 'string' ? found : '';
  };
  return {
    sku: String(value.sku ?? ''),
    productFamily: typeof value.productFamily === 'string' ? value.productFamily : '',
    instanceType: text('instanceType'),
    regionCode: text('regionCode'),
    operatingSystem: text('operatingSystem'),
    tenancy: text('tenancy'),
    capacityStatus: text('capacitystatus'),
    preInstalledSoftware: text('preInstalledSw'),
    licenseModel: text('licenseModel'),
    marketOption: text('marketoption'),
    gpu: text('gpu'),
    gpuMemory: text('gpuMemory'),
  };
}

function* readTerm(
  product: AwsProduct,
  term: Item,
  isReserved: boolean,
  place: FeedPlace,
  settings: FeedSettings,
): Generator<FeedEvent> {
  const attributes = itemIn(term.termAttributes);
  const sample = sampleOf(term);
  if (isReserved && attributes.OfferingClass === 'convertible') {
    yield { kind: 'skip', ...place, reason: 'skipped-convertible-offering', sample };
    return;
  }
  const dimensions = Object.values(itemIn(term.priceDimensions)).map(itemIn);
  const currencies = new Set(dimensions.flatMap((d) => Object.keys(itemIn(d.pricePerUnit))));
  for (const currency of currencies) {
    if (settings.currency !== undefined && currency !== settings.currency) {
      yield { kind: 'skip', ...place, reason: 'skipped-other-currency', sample };
      continue;
    }
    const amountOf = (unit: string) => {
      const dimension = dimensions.find((d) => d.unit === unit);
      const text = itemIn(dimension?.pricePerUnit)[currency];
      return typeof text === 'string' ? readAmount(text) : undefined;
    };
    const base = baseRow(product, currency, String(term.effectiveDate ?? ''), settings);
    const hourly = amountOf('Hrs');
    if (isReserved) {
      const row = reservedRow(base, {
        leaseContractLength: String(attributes.LeaseContractLength ?? ''),
        purchaseOption: String(attributes.PurchaseOption ?? ''),
        hourly,
        upfront: amountOf('Quantity'),
      });
      if (row === 'skipped-incomplete-parts') yield { kind: 'skip', ...place, reason: row, sample };
      else if (row === 'unreadable-term')
        yield {
          kind: 'unreadable',
          ...place,
          code: row,
          facts: { field: 'termAttributes', value: sampleOf(attributes) },
          sample,
        };
      else yield { kind: 'row', ...place, row, hardware: hardwareOf(product) };
    } else if (hourly === undefined) {
      yield { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
    } else {
      const row = { ...base, billingMode: 'on-demand', unit: 'hour', price: amountText(hourly) } as const;
      yield { kind: 'row', ...place, row, hardware: hardwareOf(product) };
    }
  }
}
