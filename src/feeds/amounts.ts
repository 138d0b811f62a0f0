/** Amounts as exact decimal text. No price passes through a float. */
import { Decimal as DecimalClass } from 'decimal.js';

export const Decimal = DecimalClass.clone({
  precision: 60,
  rounding: DecimalClass.ROUND_HALF_UP,
  toExpNeg: -40,
  toExpPos: 60,
});
export type Decimal = InstanceType<typeof DecimalClass>;

/** Decimals that a stored price has. */
const PRICE_DECIMALS = 12;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/** Spellings of "no price" in feeds. */
const ABSENT = new Set(['', 'n/a', 'na', 'null', 'none', 'nan', '-', '--', 'undefined']);

export function isAbsent(text: string | null | undefined): boolean {
  return text === null || text === undefined || ABSENT.has(text.trim().toLowerCase());
}

/** The amount, or undefined where the text is no number. Never guesses what a comma means: see `readLocalAmount`. */
export function readAmount(text: string): Decimal | undefined {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? new Decimal(trimmed) : undefined;
}

/** An amount written with a decimal comma ("1.234,56"). Only for columns that are known to be so. */
export function readCommaAmount(text: string): Decimal | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(trimmed)) return undefined;
  return readAmount(trimmed.replaceAll('.', '').replace(',', '.'));
}

/** Plain decimal text: no exponent, no trailing zeros, at most 12 decimals (half-up). */
export function amountText(amount: Decimal): string {
  return amount.toDecimalPlaces(PRICE_DECIMALS).toFixed();
}
