/** A customer's agreed rates in the form of price rows, so that they pass through the same choice as public ones. */
import type { PriceRow, PriceSheet, SkuKind } from '../catalogue/price.js';
import type { RateEntry } from './rate-index.js';
import type { PriceBook } from './schemas.js';
import type { Rate } from './select-rate.js';

/** Trust of a price that the customer has agreed: above every public one. */
export const AGREED_TRUST = 6;

export interface BookRates {
  entries(provider: string, sku: string, kind: SkuKind, region: string): readonly RateEntry[];
}

export function openBookRates(book: PriceBook | null): BookRates | null {
  if (book === null || book.prices.length === 0) return null;
  const bySku = new Map<string, PriceBook['prices']>();
  for (const price of book.prices) {
    const key = `${price.provider}|${price.sku}`;
    const list = bySku.get(key);
    if (list === undefined) bySku.set(key, [price]);
    else list.push(price);
  }
  return {
    entries: (provider, sku, kind, region) =>
      (bySku.get(`${provider}|${sku}`) ?? [])
        .filter((p) => p.regions === undefined || p.regions.length === 0 || p.regions.includes(region))
        .map((p) => {
          const row: PriceRow = {
            provider,
            region,
            sku,
            skuKind: kind,
            billingMode: p.billingMode,
            unit: p.unit,
            price: p.price,
            currency: p.currency,
            effectiveFrom: p.effectiveFrom ?? null,
            source: `price book ${book.id}`,
            asOf: p.effectiveFrom ?? 'price book',
            asOfDay: null,
            confidence: 'stated-by-admin',
            ...(p.termMonths === undefined ? {} : { termMonths: p.termMonths }),
            ...(p.upfront === undefined ? {} : { upfront: p.upfront }),
            ...(p.effectiveTo === undefined ? {} : { effectiveTo: p.effectiveTo }),
          };
          return {
            row,
            sheet: sheetOf(book, provider),
            price: Number(p.price),
            countsFrom: p.effectiveFrom ?? '',
            trust: AGREED_TRUST,
            areaRegions: null,
            bound: 'exact',
          };
        }),
  };
}

/** Agreed rates replace the public ones of the same mode and currency. */
export function withBookRates(publicRates: readonly Rate[], own: readonly Rate[]): readonly Rate[] {
  if (own.length === 0) return publicRates;
  const isReplaced = (rate: Rate) =>
    own.some(
      (o) => o.currency === rate.currency && o.billingMode === rate.billingMode && o.termMonths === rate.termMonths,
    );
  return [...own, ...publicRates.filter((rate) => !isReplaced(rate))];
}

function sheetOf(book: PriceBook, provider: string): PriceSheet {
  return {
    id: `price-book.${book.id.toLowerCase().replace(/[^a-z0-9._-]/g, '-')}`.slice(0, 100),
    provider,
    version: book.version,
    label: book.id,
    source: `price book ${book.id}`,
    publishedAt: null,
    supersededAt: null,
    rows: [],
  };
}

const digests = new WeakMap<PriceBook, string>();

/** The whole book as text, to tell books apart; made once a book. */
export function bookKey(book: PriceBook | null): string {
  if (book === null) return '';
  let key = digests.get(book);
  if (key === undefined) {
    key = JSON.stringify(book);
    digests.set(book, key);
  }
  return key;
}
