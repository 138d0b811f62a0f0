/** What a price is per, in the words of price lists: "Hrs", "1 Hour", "10 Hours", "1/Month", "GiBy.h", "P1Y". */
import type { PriceUnit } from '../engine/catalogue/price.js';

export interface PricedQuantity {
  readonly unit: PriceUnit;
  /** The price is for this many units: 10 for "10 Hours". Text, so that it stays exact. */
  readonly quantity: string;
}

const UNITS: Readonly<Record<string, PriceUnit>> = {
  s: 'second',
  sec: 'second',
  secs: 'second',
  second: 'second',
  seconds: 'second',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  hour: 'hour',
  hours: 'hour',
  std: 'hour',
  stunde: 'hour',
  stunden: 'hour',
  day: 'day',
  days: 'day',
  tag: 'day',
  tage: 'day',
  mo: 'month',
  month: 'month',
  months: 'month',
  monat: 'month',
  monate: 'month',
  year: 'year',
  years: 'year',
  jahr: 'year',
  jahre: 'year',
  'instance-hours': 'hour',
  'vm-hours': 'hour',
};

/** undefined = not a unit of time that a server is priced by. */
export function readPricedQuantity(text: string): PricedQuantity | undefined {
  const match = /^(?:per\s+)?(\d+(?:\.\d+)?)?\s*\/?\s*([a-zäöü-]+)\.?$/i.exec(text.trim());
  if (match === null) return undefined;
  const unit = UNITS[(match[2] ?? '').toLowerCase()];
  const quantity = match[1] ?? '1';
  return unit === undefined || Number(quantity) === 0 ? undefined : { unit, quantity };
}

/** Months of a term: "1yr", "3 Years", "P1Y", "1 Year", "36", "P6M", "1 Month". */
export function readTermMonths(text: string): number | undefined {
  const match = /^P?\s*(\d{1,2})\s*(y|yr|yrs|year|years|m|mo|month|months|)$/i.exec(text.trim());
  if (match === null) return undefined;
  const count = Number(match[1]);
  const months = (match[2] ?? '').toLowerCase().startsWith('y') ? count * 12 : count;
  return months >= 1 && months <= 60 ? months : undefined;
}
