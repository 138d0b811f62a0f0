/** A row must have the shape of a price row, and its days and tiers must run forwards. */
import { Compile } from 'typebox/compile';
import { PriceRow } from '../catalogue/price.js';
import { isDay } from '../pricing/days.js';
import type { Objected, PriceCheck } from './price-check.js';

const shape = Compile(PriceRow);

/** NUL, or half of a surrogate pair: no database keeps it as text. */
const NOT_TEXT = /\0|\p{Surrogate}/u;
/** What a column of fifteen digits before the point holds. */
const MAX_TIER = 1e15;

export const malformed: PriceCheck = {
  code: 'price-row-malformed',
  isOverridable: false,
  check({ row }) {
    // A sign or a size is the business of other rules; here the text must be a number.
    const positive = { ...row, price: row.price.replace(/^-/, '') };
    if (!shape.Check(positive)) {
      const [first] = shape.Errors(positive);
      const field = (first?.instancePath ?? '').replace(/^\//, '') || 'row';
      const value = field in row ? String(row[field as keyof PriceRow]) : '';
      return { field, value: value.slice(0, 100), expected: allowedIn(field) ?? first?.message ?? 'a price row' };
    }
    for (const [field, value] of Object.entries(row))
      if (typeof value === 'string' && NOT_TEXT.test(value))
        return wrong(field, value.replaceAll('\0', '?'), 'text without NUL and half characters');
    for (const field of ['tierFrom', 'tierTo'] as const)
      if ((row[field] ?? 0) >= MAX_TIER) return wrong(field, String(row[field]), `below ${MAX_TIER}`);
    if ((row.region === undefined) === (row.area === undefined))
      return wrong('region', `${row.region ?? ''} ${row.area ?? ''}`.trim(), 'exactly one of region and area');
    if (row.zone !== undefined && row.region === undefined) return wrong('zone', row.zone, 'a region beside the zone');
    for (const field of ['effectiveFrom', 'effectiveTo', 'asOfDay'] as const) {
      const day = row[field];
      if (day !== undefined && day !== null && (!isDay(day) || day < '0001'))
        return wrong(field, day, 'a day of the calendar, YYYY-MM-DD');
    }
    if (row.effectiveFrom !== null && row.effectiveTo !== undefined && row.effectiveTo < row.effectiveFrom)
      return wrong('effectiveTo', row.effectiveTo, `${row.effectiveFrom} or later`);
    if (row.tierTo !== undefined && row.tierTo <= (row.tierFrom ?? 0))
      return wrong('tierTo', String(row.tierTo), `more than ${row.tierFrom ?? 0}`);
    return undefined;
  },
};

/** The words that a field may hold, where it is a choice. */
function allowedIn(field: string): string | undefined {
  const choices = (PriceRow.properties as Readonly<Record<string, unknown>>)[field] as
    | { readonly anyOf?: readonly { readonly const?: unknown }[] }
    | undefined;
  const words = choices?.anyOf?.flatMap((choice) => (typeof choice.const === 'string' ? [choice.const] : []));
  return words === undefined || words.length === 0 ? undefined : `one of ${words.join(', ')}`;
}

function wrong(field: string, value: string, expected: string): Objected {
  return { field, value, expected };
}
