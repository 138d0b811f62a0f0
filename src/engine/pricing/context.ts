/** What every price component reads: the question, the rates that count on its day, and where the offer stands. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { SkuKind } from '../catalogue/price.js';
import type { BillingMode, PriceArea, Provider } from '../catalogue/provider.js';
import type { NetworkService, StorageType } from '../catalogue/service.js';
import { type Exchange, openExchange } from './exchange.js';
import { type Commitment, commitmentsOf } from './existing.js';
import { type BookRates, openBookRates, withBookRates } from './price-book-rates.js';
import type { PricingQuestion } from './question.js';
import { indexRates, type RateEntry, type RateIndex } from './rate-index.js';
import { type Rate, selectRates } from './select-rate.js';

export interface PricingContext {
  readonly catalogue: Catalogue;
  readonly question: PricingQuestion;
  readonly index: RateIndex;
  readonly exchange: Exchange;
  readonly bookRates: BookRates | null;
  readonly modes: ReadonlySet<BillingMode>;
  /** Servers that are paid for already. */
  readonly existing: readonly Commitment[];
  readonly termMonths: number;
  /** Longest commitment allowed: the term, or less where the caller says so. */
  readonly commitmentMonths: number;
  /** Rates of one sku in a region, the customer's own included. */
  rates(provider: string, kind: SkuKind, sku: string, region: string): readonly Rate[];
  skusOf(provider: string, kind: SkuKind): readonly string[];
  storageTypes(provider: string): readonly StorageType[];
  networkServices(provider: string): readonly NetworkService[];
  areasOf(provider: string, region: string): readonly PriceArea[];
  provider(id: string): Provider | undefined;
}

export const DEFAULT_MODES: readonly BillingMode[] = ['on-demand', 'subscription', 'reserved', 'savings-plan'];

export function openContext(catalogue: Catalogue, question: PricingQuestion): PricingContext {
  const index = catalogue.derive(indexRates);
  const services = catalogue.derive(indexServices);
  const bookRates = openBookRates(question.priceBook);
  const asOf = { pricedOn: question.pricedOn, knownAt: question.knownAt };
  const termMonths = question.usage.termMonths ?? 1;
  const zones = question.zones === undefined || question.zones.length === 0 ? null : new Set(question.zones);
  const inZones = (entries: readonly RateEntry[]) =>
    zones === null ? entries : entries.filter(({ row }) => row.zone === undefined || zones.has(row.zone));
  return {
    catalogue,
    question,
    index,
    exchange: openExchange(question),
    bookRates,
    modes: new Set(question.billingModes.length > 0 ? question.billingModes : DEFAULT_MODES),
    existing: commitmentsOf(catalogue, question.existing),
    termMonths,
    commitmentMonths: Math.min(termMonths, question.usage.maxCommitmentMonths ?? termMonths),
    rates: (provider, kind, sku, region) => {
      const list = selectRates(inZones(index.bySku(provider, kind, sku)), region, asOf);
      // An agreed rate of a type is of the whole server.
      if (bookRates === null || kind === 'accelerator-card') return list;
      return withBookRates(list, selectRates(bookRates.entries(provider, sku, kind, region), region, asOf));
    },
    skusOf: (provider, kind) => services.skus.get(`${provider}|${kind}`) ?? [],
    storageTypes: (provider) => services.storageTypes.get(provider) ?? [],
    networkServices: (provider) => services.networkServices.get(provider) ?? [],
    areasOf: (provider, region) => services.areas.get(`${provider}|${region}`) ?? [],
    provider: (id) => catalogue.providersById.get(id),
  };
}

/** For `catalogue.derive`: services, skus by kind and areas by region. */
function indexServices(catalogue: Catalogue) {
  const index = catalogue.derive(indexRates);
  const storageTypes = groupBy(catalogue.snapshot.storageTypes, (s) => s.provider);
  const networkServices = groupBy(catalogue.snapshot.networkServices, (s) => s.provider);
  const areas = new Map<string, PriceArea[]>();
  for (const area of catalogue.priceAreasByKey.values())
    for (const region of area.regions) {
      const key = `${area.provider}|${region}`;
      areas.set(key, [...(areas.get(key) ?? []), area]);
    }
  const skus = new Map<string, readonly string[]>();
  for (const sheet of catalogue.snapshot.priceSheets)
    for (const row of sheet.rows) {
      if (row.skuKind === 'instance' || row.skuKind === 'accelerator-card') continue;
      const key = `${row.provider}|${row.skuKind}`;
      if (!skus.has(key))
        skus.set(key, [...new Set(index.byKind(row.provider, row.skuKind).map((e) => e.row.sku))].sort());
    }
  return { storageTypes, networkServices, areas, skus };
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) map.set(key(item), [...(map.get(key(item)) ?? []), item]);
  return map;
}
