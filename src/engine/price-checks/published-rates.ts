/** What is published now, arranged for comparing a new price with it. Made once a catalogue. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { PriceRow } from '../catalogue/price.js';
import type { BillingMode } from '../catalogue/provider.js';
import { approximateHourlyPrice, cardsOf } from './hourly-price.js';

/** Commitments lie below on-demand prices and spot further below, so each has a band of its own. */
export type PriceClass = 'on-demand' | 'committed' | 'spot';

export interface Band {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

export interface PublishedRates {
  /** The published rate of the same key, newest first. */
  same(row: PriceRow): PriceRow | undefined;
  /** Published price by the hour on demand of the same server in the same place; the dearest where there are several. */
  onDemandHourly(row: PriceRow): number | undefined;
  /** Cheapest and dearest published price of one card for an hour. */
  cardBand(accelerator: string, currency: string, of: PriceClass): Band | undefined;
  /** Currencies in which servers of the provider are priced in the region; empty = none. */
  currenciesOf(provider: string, region: string): ReadonlySet<string>;
  /** true: some region of the provider is priced in several currencies. */
  isMixedCurrency(provider: string): boolean;
}

export function classOf(mode: BillingMode): PriceClass {
  return mode === 'on-demand' || mode === 'spot' ? mode : 'committed';
}

/** What makes two rates the same rate. Kept like the database's own key, tiers by their lower edge. */
export function rateKey(row: PriceRow): string {
  return [
    row.provider,
    row.region,
    row.area,
    row.zone,
    row.sku,
    row.skuKind,
    row.billingMode,
    row.termMonths,
    row.payment,
    row.unit,
    row.currency,
    row.os,
    row.tenancy,
    row.tierFrom,
  ].join('|');
}

/** Same server, same place, whatever the mode. */
export function serverKey(row: PriceRow): string {
  return [row.provider, row.region, row.area, row.sku, row.skuKind, row.currency, row.os, row.tenancy].join('|');
}

/** For `catalogue.derive`. */
export function readPublishedRates(catalogue: Catalogue): PublishedRates {
  const byKey = new Map<string, PriceRow>();
  const onDemand = new Map<string, number>();
  const bands = new Map<string, { low: number; high: number; count: number }>();
  const currencies = new Map<string, Set<string>>();
  const mixed = new Set<string>();

  for (const sheet of catalogue.snapshot.priceSheets) {
    if (sheet.supersededAt !== null) continue;
    for (const row of sheet.rows) {
      if (row.isComparable === false) continue;
      const key = rateKey(row);
      const known = byKey.get(key);
      if (known === undefined || dayOf(known) <= dayOf(row)) byKey.set(key, row);
      if (row.skuKind !== 'instance' && row.skuKind !== 'accelerator-card') continue;

      const regions =
        row.region !== undefined
          ? [row.region]
          : (catalogue.priceAreasByKey.get(`${row.provider}/${row.area ?? ''}`)?.regions ?? []);
      for (const region of regions) {
        const place = `${row.provider}/${region}`;
        const set = currencies.get(place);
        if (set === undefined) currencies.set(place, new Set([row.currency]));
        else if (set.add(row.currency).size > 1) mixed.add(row.provider);
      }
      const hourly = approximateHourlyPrice(row);
      if (hourly === undefined || hourly <= 0) continue;
      if (row.billingMode === 'on-demand') {
        const server = serverKey(row);
        onDemand.set(server, Math.max(hourly, onDemand.get(server) ?? 0));
      }
      if ((row.os ?? 'linux') !== 'linux') continue;
      const type = catalogue.typesByKey.get(`${row.provider}/${row.sku}`);
      const cards = type === undefined ? undefined : cardsOf(type);
      if (type === undefined || type.accelerator === null || cards === undefined) continue;
      const bandKey = `${type.accelerator}|${row.currency}|${classOf(row.billingMode)}`;
      const a = hourly / cards;
      const band = bands.get(bandKey);
      if (band === undefined) bands.set(bandKey, { low: a, high: a, count: 1 });
      else {
        band.low = Math.min(band.low, a);
        band.high = Math.max(band.high, a);
        band.count++;
      }
    }
  }
  return {
    same: (row) => byKey.get(rateKey(row)),
    onDemandHourly: (row) => onDemand.get(serverKey(row)),
    cardBand: (accelerator, currency, of) => bands.get(`${accelerator}|${currency}|${of}`),
    currenciesOf: (provider, region) => currencies.get(`${provider}/${region}`) ?? NO_CURRENCIES,
    isMixedCurrency: (provider) => mixed.has(provider),
  };
}

const NO_CURRENCIES: ReadonlySet<string> = new Set();

function dayOf(row: PriceRow): string {
  return row.effectiveFrom ?? row.asOfDay ?? '';
}
