/**
 * Labels of request fields, English and Chinese. A schema may bring its own as `x-labels: { en, zh }`; the table below
 * holds the rest by field name. A test refuses a field without a Chinese label.
 */
import type { Sentence } from './problems.js';

const CHINESE: Readonly<Record<string, string>> = {
  item: '项',
};

/** The label of a field; its name taken apart where the table has none. */
export function fieldLabel(name: string, schema: Readonly<Record<string, unknown>> = {}): Sentence {
  const own = schema['x-labels'] as Partial<Sentence> | undefined;
  const en = own?.en ?? spoken(name);
  return { en, zh: own?.zh ?? CHINESE[name] ?? en };
}

export function hasChineseLabel(name: string, schema: Readonly<Record<string, unknown>> = {}): boolean {
  return (schema['x-labels'] as Partial<Sentence> | undefined)?.zh !== undefined || CHINESE[name] !== undefined;
}

/** `timeToFirstTokenMs` → "Time to first token (ms)". */
function spoken(name: string): string {
  const unit = UNITS.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length);
  const stem = unit === undefined ? name : name.slice(0, -unit[0].length);
  const text = stem
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());
  return unit === undefined ? text : `${text} (${unit[1]})`;
}

const UNITS: readonly (readonly [string, string])[] = [
  ['GiB', 'GiB'],
  ['GBps', 'GB/s'],
  ['MBps', 'MB/s'],
  ['Gbps', 'Gbit/s'],
  ['Mbps', 'Mbit/s'],
  ['Ms', 'ms'],
  ['Seconds', 's'],
  ['Hours', 'h'],
  ['Months', 'months'],
  ['Ratio', '0…1'],
  ['Billion', '10⁹'],
];
