/** Exact money: decimals, one rounding half-up where an amount is shown; and its float twin for ranking. */
import { Decimal as DecimalClass } from 'decimal.js';

/** Our own constructor: 40 significant digits, half-up, no exponents in texts of the sizes used here. */
export const Decimal = DecimalClass.clone({
  precision: 40,
  rounding: DecimalClass.ROUND_HALF_UP,
  toExpNeg: -30,
  toExpPos: 40,
});
export type Decimal = InstanceType<typeof DecimalClass>;

/** Decimals of a unit price after a conversion; list prices have fewer. */
export const UNIT_PRICE_DECIMALS = 12;

export function decimal(value: string | number | Decimal): Decimal {
  return new Decimal(value);
}

/** Amount as text with 2 decimals, half-up. */
export function toCents(value: Decimal): string {
  return value.toFixed(2);
}

/** Text with 6 decimals: hourly prices and prices of a unit of work. */
export function toMicros(value: Decimal): string {
  return value.toFixed(6);
}

/** Text without trailing zeros, at most 12 decimals. */
export function toUnitPrice(value: Decimal): string {
  return value.toDecimalPlaces(UNIT_PRICE_DECIMALS).toString();
}

/**
 * Half-up to cents in floats. A product of decimals that ends in exactly half a cent may lie a hair below it as a float; the
 * addend (10⁻⁷ cents) lifts it back, and is far below any real distance to the next half cent.
 */
export function roundCents(value: number): number {
  return Math.floor(value * 100 + 0.5 + 1e-7) / 100;
}

/** A quantity as it stands on a line: 6 decimals. */
export function roundQuantity(value: number): number {
  const whole = Math.round(value);
  return Math.abs(whole - value) < 5e-8 ? whole : Math.round(value * 1e6) / 1e6;
}
