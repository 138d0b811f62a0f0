/** Prices on one scale, for comparisons only: what a price comes to by the hour, as a float. Money is never made from it. */
import type { InstanceType } from '../catalogue/instance.js';
import type { PriceRow, PriceUnit } from '../catalogue/price.js';
import { HOURS_PER_DAY, HOURS_PER_MONTH, MONTHS_PER_YEAR, SECONDS_PER_HOUR } from '../units.js';

/** Hours that one unit of a server's price stands for; undefined = not a unit of time, or a term of unknown length. */
export function hoursOfUnit(unit: PriceUnit, termMonths: number | undefined): number | undefined {
  switch (unit) {
    case 'second':
      return 1 / SECONDS_PER_HOUR;
    case 'hour':
      return 1;
    case 'day':
      return HOURS_PER_DAY;
    case 'month':
      return HOURS_PER_MONTH;
    case 'year':
      return HOURS_PER_MONTH * MONTHS_PER_YEAR;
    case 'term':
      return termMonths === undefined ? undefined : HOURS_PER_MONTH * termMonths;
    default:
      return undefined;
  }
}

/** price / hours of its unit + upfront / hours of its term. 2 an hour and 8,760 up front for a year: 2 + 1 = 3. */
export function approximateHourlyPrice(row: PriceRow): number | undefined {
  const hours = hoursOfUnit(row.unit, row.termMonths);
  if (hours === undefined) return undefined;
  const upfront = Number(row.upfront ?? '0');
  if (upfront > 0 && row.termMonths === undefined) return undefined;
  return Number(row.price) / hours + (upfront > 0 ? upfront / (HOURS_PER_MONTH * (row.termMonths ?? 1)) : 0);
}

/** Cards of a server, slices counted by their share: eight halves are four. undefined = unknown. */
export function cardsOf(type: InstanceType): number | undefined {
  return type.acceleratorCount === null ? undefined : type.acceleratorCount * (type.acceleratorShare ?? 1);
}
