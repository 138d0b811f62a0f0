/**
 * Answers of the Infracost Cloud Pricing API: `{ data: { products: [{ sku, region, attributes, prices }] } }`. Every leaf is
 * text; one server is several products unless the question was narrow, and which of them is the server's is told as in the
 * clouds' own lists. Google's products are parts of servers.
 * https://github.com/infracost/cloud-pricing-api
 */
import type { PriceRow } from '../engine/catalogue/price.js';
import { amountText, isAbsent, readAmount } from './amounts.js';
import { type AwsProduct, baseRow, hardwareOf, reservedRow, whyNotTaken } from './aws-offer.js';
import { readWords } from './azure-machine.js';
import { type Feed, type FeedEvent, type FeedPlace, type FeedSettings, sampleOf, statedBy } from './feed.js';
import { type Item, itemIn, itemsIn } from './json-items.js';
import { jsonRecords } from './json-records.js';
import { readPricedQuantity, readTermMonths } from './units-of-price.js';

type Attributes = ReadonlyMap<string, string>;

export const infracost: Feed = {
  title: 'Infracost: answer of the Cloud Pricing API (JSON)',
  needs: [],
  async *read(bytes, settings) {
    const selectors = [
      ['data', 'products', '*'],
      ['products', '*'],
    ];
    for await (const { number, path, value } of jsonRecords(bytes, selectors))
      yield* readProduct(itemIn(value), { line: number, path: path.join('.') }, settings);
  },
};

function* readProduct(product: Item, place: FeedPlace, settings: FeedSettings): Generator<FeedEvent> {
  const sample = sampleOf(product);
  const skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']): FeedEvent => ({
    kind: 'skip',
    ...place,
    reason,
    sample,
  });
  const vendor = String(product.vendorName ?? settings.provider);
  if (vendor !== settings.provider) return yield skip('skipped-other-provider');
  const attributes: Attributes = new Map(
    itemsIn(product.attributes).map(({ key, value }) => [String(key), String(value ?? '')]),
  );
  // No region: the place could not be mapped to one.
  const region = typeof product.region === 'string' ? product.region : '';
  const prices = itemsIn(product.prices);
  if (attributes.has('armSkuName')) yield* azurePrices(attributes, region, prices, place, skip, settings);
  else if (attributes.has('instanceType')) yield* awsPrices(product, attributes, region, prices, place, skip, settings);
  else
    yield skip(
      /core|ram|gpu/i.test(attributes.get('resourceGroup') ?? '')
        ? 'skipped-incomplete-parts'
        : 'skipped-other-product',
    );
}

type Skip = (reason: Extract<FeedEvent, { kind: 'skip' }>['reason']) => FeedEvent;

function* awsPrices(
  product: Item,
  attributes: Attributes,
  region: string,
  prices: readonly Item[],
  place: FeedPlace,
  skip: Skip,
  settings: FeedSettings,
): Generator<FeedEvent> {
  const of = (name: string) => attributes.get(name) ?? '';
  const server: AwsProduct = {
    sku: String(product.sku ?? ''),
    productFamily: String(product.productFamily ?? ''),
    instanceType: of('instanceType'),
    regionCode: region,
    operatingSystem: of('operatingSystem'),
    tenancy: of('tenancy'),
    capacityStatus: of('capacitystatus'),
    preInstalledSoftware: of('preInstalledSw'),
    licenseModel: of('licenseModel'),
    marketOption: of('marketoption'),
    gpu: of('gpu'),
    gpuMemory: of('gpuMemory'),
  };
  const reason = whyNotTaken(server);
  if (reason !== undefined) return yield skip(reason);
  // The money of a reserved term stands in two prices: by the hour, and once.
  const reserved = new Map<string, { hourly?: Item; once?: Item }>();
  for (const price of prices) {
    const option = String(price.purchaseOption ?? '');
    if (option === 'reserved') {
      if (price.termOfferingClass === 'convertible') {
        yield skip('skipped-convertible-offering');
        continue;
      }
      const key = JSON.stringify([price.termLength, price.termPurchaseOption, currencyOf(price)]);
      const parts = reserved.get(key) ?? {};
      reserved.set(key, price.unit === 'Quantity' ? { ...parts, once: price } : { ...parts, hourly: price });
    } else if (option === 'on_demand' || option === 'spot')
      yield plainRow(
        price,
        server.instanceType,
        region,
        option === 'spot',
        server.operatingSystem === 'Windows',
        place,
        settings,
        server,
      );
    else yield skip('skipped-other-product');
  }
  for (const { hourly, once } of reserved.values()) {
    const price = hourly ?? once ?? {};
    const currency = currencyOf(price) ?? '';
    const row = reservedRow(baseRow(server, currency, String(price.effectiveDateStart ?? ''), settings), {
      leaseContractLength: String(price.termLength ?? ''),
      purchaseOption: String(price.termPurchaseOption ?? ''),
      hourly: hourly === undefined ? undefined : readAmount(String(hourly[currency] ?? '')),
      upfront: once === undefined ? undefined : readAmount(String(once[currency] ?? '')),
    });
    if (row === 'skipped-incomplete-parts') yield skip(row);
    else if (row === 'unreadable-term')
      yield {
        kind: 'unreadable',
        ...place,
        code: row,
        facts: { field: 'termLength', value: String(price.termLength) },
        sample: sampleOf(price),
      };
    else yield { kind: 'row', ...place, row, hardware: hardwareOf(server) };
  }
}

function* azurePrices(
  attributes: Attributes,
  region: string,
  prices: readonly Item[],
  place: FeedPlace,
  skip: Skip,
  settings: FeedSettings,
): Generator<FeedEvent> {
  const machine = attributes.get('armSkuName') ?? '';
  const of = (name: string) => attributes.get(name) ?? '';
  const meaning = readWords({ product: of('productName'), sku: of('skuName'), meter: of('meterName') }, machine);
  if (typeof meaning === 'string') return yield skip(meaning);
  for (const price of prices) {
    const option = String(price.purchaseOption ?? '');
    if (option === 'DevTestConsumption') yield skip('skipped-dev-test');
    else if (option === 'Low Priority') yield skip('skipped-low-priority');
    else if (option === 'Consumption' || option === 'Spot')
      yield plainRow(price, machine, region, option === 'Spot' || meaning.isSpot, meaning.isWindows, place, settings);
    else if (option === 'Reservation') {
      // The price is the whole of the term, whatever the unit says.
      const termMonths = readTermMonths(String(price.termLength ?? ''));
      const row = plainRow(price, machine, region, false, meaning.isWindows, place, settings);
      if (row.kind !== 'row') yield row;
      else if (termMonths === undefined)
        yield {
          kind: 'unreadable',
          ...place,
          code: 'unreadable-term',
          facts: { field: 'termLength', value: String(price.termLength) },
          sample: sampleOf(price),
        };
      else yield { ...row, row: { ...row.row, billingMode: 'reserved', termMonths, unit: 'term' } };
    } else yield skip('skipped-other-product');
  }
}

function plainRow(
  price: Item,
  sku: string,
  region: string,
  isSpot: boolean,
  isWindows: boolean,
  place: FeedPlace,
  settings: FeedSettings,
  server?: AwsProduct,
): FeedEvent {
  const sample = sampleOf(price);
  const currency = currencyOf(price);
  const text = currency === undefined ? '' : String(price[currency] ?? '');
  if (currency === undefined || isAbsent(text)) return { kind: 'skip', ...place, reason: 'skipped-no-price', sample };
  if (settings.currency !== undefined && currency !== settings.currency)
    return { kind: 'skip', ...place, reason: 'skipped-other-currency', sample };
  const unreadable = (code: 'unreadable-price' | 'unreadable-unit' | 'unreadable-row', field: string, value: string) =>
    ({ kind: 'unreadable', ...place, code, facts: { field, value: value.slice(0, 100) }, sample }) as const;
  const amount = readAmount(text);
  if (amount === undefined) return unreadable('unreadable-price', currency, text);
  const unit = readPricedQuantity(String(price.unit ?? ''));
  if (unit === undefined) return unreadable('unreadable-unit', 'unit', String(price.unit ?? ''));
  if (region === '') return unreadable('unreadable-row', 'region', '');
  const row: PriceRow = {
    provider: settings.provider,
    region,
    sku,
    skuKind: 'instance',
    billingMode: isSpot ? 'spot' : 'on-demand',
    unit: unit.unit,
    price: amountText(amount.div(unit.quantity)),
    currency,
    effectiveFrom: /^\d{4}-\d{2}-\d{2}/.exec(String(price.effectiveDateStart ?? ''))?.[0] ?? null,
    ...(isWindows ? { os: 'windows' } : {}),
    ...statedBy(settings, 'Cloud Pricing API'),
  };
  return { kind: 'row', ...place, row, ...(server === undefined ? {} : { hardware: hardwareOf(server) }) };
}

/** Prices stand under their currency. */
function currencyOf(price: Item): string | undefined {
  return ['USD', 'CNY'].find((currency) => typeof price[currency] === 'string');
}
