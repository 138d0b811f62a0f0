/** A charge: something with a unit price, before it is known how many servers or hours it meets. */
import type { BillingMode } from '../catalogue/provider.js';
import type { Finding } from '../finding.js';
import { type Decimal, decimal, roundCents, roundQuantity, UNIT_PRICE_DECIMALS } from './money.js';
import type { RateEntry } from './rate-index.js';

/** What the quantity is counted on. */
export type Basis = 'server-hour' | 'server-month' | 'plan-month';

export interface Charge {
  readonly component: string;
  readonly label: string;
  readonly sku: string | null;
  readonly basis: Basis;
  /** Quantity for each server-hour, server-month or plan-month. */
  readonly quantity: number;
  readonly unit: string;
  /** Unit price in the currency of the question, before `ratio`. */
  readonly price: number;
  readonly low: number;
  readonly high: number;
  /** Payable share of the unit price, 0…1. */
  readonly ratio: number;
  readonly source: PriceSource | null;
  /** Rows that state the cheapest and the dearest zone; null = the price is one. */
  readonly lowEntry: RateEntry | null;
  readonly highEntry: RateEntry | null;
  readonly billingMode: BillingMode | null;
  readonly termMonths: number | null;
  readonly tier: { readonly from: number; readonly to: number | null } | null;
  readonly findings: readonly Finding[];
}

/** How the unit price comes from a row: price (or upfront fee) × multiply ÷ divide × exchange rate. */
export interface PriceSource {
  readonly entry: RateEntry;
  readonly field: 'price' | 'upfront';
  readonly multiply: number;
  readonly divide: number;
  /** Exchange rate as text; null = same currency. */
  readonly exchangeRate: string | null;
}

/** The source's unit price as a float; the exact one is `exactUnitPrice`. */
export function unitPriceOf(source: PriceSource, entry: RateEntry = source.entry): number {
  const base = source.field === 'price' ? entry.price : Number(entry.row.upfront ?? '0');
  const price = (base * source.multiply) / source.divide;
  return source.exchangeRate === null ? price : price * Number(source.exchangeRate);
}

/** The source's unit price, exact, at 12 decimals. */
export function exactUnitPrice(source: PriceSource): Decimal {
  const row = source.entry.row;
  const base = decimal(source.field === 'price' ? row.price : (row.upfront ?? '0'));
  const price = base.times(source.multiply).dividedBy(source.divide);
  return (source.exchangeRate === null ? price : price.times(source.exchangeRate)).toDecimalPlaces(UNIT_PRICE_DECIMALS);
}

/** Money of a quantity, not rounded. The division comes last, so that a twelfth of a fee loses nothing on the way. */
export function exactAmount(
  source: PriceSource,
  quantity: number,
  ratio: Decimal,
  entry: RateEntry = source.entry,
): Decimal {
  const base = source.field === 'price' ? entry.row.price : (entry.row.upfront ?? '0');
  const money = decimal(quantity).times(base).times(source.multiply).times(ratio);
  return (source.exchangeRate === null ? money : money.times(source.exchangeRate)).dividedBy(source.divide);
}

/** Quantity on the line for so many server-hours or server-months (plan-months: 1). */
export function lineQuantity(charge: Charge, count: number): number {
  return roundQuantity(charge.quantity * count);
}

/** Amount of the line in floats, half-up to cents. */
export function lineAmount(
  charge: Charge,
  count: number,
  price: number = charge.price,
  ratio: number = charge.ratio,
): number {
  return roundCents(lineQuantity(charge, count) * price * ratio);
}

/** Money of one server-hour or server-month, not rounded. */
export function chargeRate(charge: Charge): number {
  return charge.quantity * charge.price * charge.ratio;
}

/** Money of one server by its charges, or by those of one basis. */
export function sumRates(charges: readonly Charge[], basis: Basis | null = null): number {
  let sum = 0;
  for (const charge of charges) if (basis === null || charge.basis === basis) sum += chargeRate(charge);
  return sum;
}
