/**
 * Filters of catalogue lists, derived from the schema of the kind: exact values (several of one field mean any of them),
 * ranges on numbers, and a few figures that are worked out. Unknown (`null`) never satisfies a filter.
 */
import { words } from '../engine/catalogue/names.js';
import type { CatalogueKind, EntryFacts } from './catalogue-kinds.js';

type JsonSchema = Readonly<Record<string, unknown>>;

export type FilterField =
  | { readonly name: string; readonly kind: 'number'; readonly schema: JsonSchema }
  | { readonly name: string; readonly kind: 'text' | 'flag' | 'list'; readonly schema: JsonSchema };

export const RANGE_OPERATORS = ['gte', 'gt', 'lte', 'lt'] as const;
export type RangeOperator = (typeof RANGE_OPERATORS)[number];

/** Figures that are no facts of their own, by kind. */
export const DERIVED_FIGURES: Readonly<
  Record<string, Readonly<Record<string, { description: string; of: (facts: EntryFacts) => number | null }>>>
> = {
  'instance-types': {
    vcpuPerAccelerator: { description: 'vCPUs an accelerator device.', of: (f) => ratio(f.vcpu, f.acceleratorCount) },
    memoryGiBPerAccelerator: {
      description: 'Memory an accelerator device.',
      of: (f) => ratio(f.memoryGiB, f.acceleratorCount),
    },
    totalAcceleratorMemoryGiB: {
      description: 'Accelerator memory of the whole server.',
      of: (f) =>
        isNumber(f.acceleratorMemoryGiB) && isNumber(f.acceleratorCount)
          ? f.acceleratorMemoryGiB * f.acceleratorCount
          : null,
    },
  },
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

function ratio(a: unknown, b: unknown): number | null {
  return isNumber(a) && isNumber(b) && b > 0 ? a / b : null;
}

/** Fields of a kind that can be filtered: its plain values and lists of texts, by name. */
export function filterFields(kind: CatalogueKind): readonly FilterField[] {
  const properties = (kind.schema as { properties?: Record<string, JsonSchema> }).properties ?? {};
  return Object.entries(properties).flatMap(([name, property]): FilterField[] => {
    // Lists of places take `geography` in a wider sense: a continent, too.
    if (name === 'geography') return [];
    const schema = known(property);
    if (schema.type === 'number' || schema.type === 'integer') return [{ name, kind: 'number', schema }];
    if (schema.type === 'boolean') return [{ name, kind: 'flag', schema }];
    if (schema.type === 'string' || isEnum(schema)) return [{ name, kind: 'text', schema }];
    if (schema.type === 'array') {
      const items = known(schema.items as JsonSchema);
      if (items.type === 'string' || isEnum(items)) return [{ name, kind: 'list', schema: items }];
    }
    return [];
  });
}

/** The schema without its "or unknown". */
function known(schema: JsonSchema): JsonSchema {
  const options = schema.anyOf as readonly JsonSchema[] | undefined;
  const rest = options?.filter((option) => option.type !== 'null') ?? [];
  return options !== undefined && rest.length === 1 ? (rest[0] ?? schema) : schema;
}

function isEnum(schema: JsonSchema): boolean {
  return ((schema.anyOf as readonly JsonSchema[] | undefined) ?? []).some((option) => typeof option.const === 'string');
}

export type Condition = (facts: EntryFacts) => boolean;

/** One filter of a list: a parameter as the caller wrote it, with its values. */
export function condition(kind: CatalogueKind, parameter: string, values: readonly unknown[]): Condition {
  const range = /^([A-Za-z0-9]+)\[(gte|gt|lte|lt)\]$/.exec(parameter);
  const field = range?.[1] ?? parameter;
  const figure = DERIVED_FIGURES[kind.name]?.[field];
  const read = figure?.of ?? ((facts: EntryFacts) => facts[field]);
  if (range !== null) {
    const limit = Number(values[0]);
    const operator = range[2] as RangeOperator;
    return (facts) => {
      const value = read(facts);
      return isNumber(value) && compare(operator, value, limit);
    };
  }
  const wanted = new Set(values);
  return (facts) => {
    const value = read(facts);
    return Array.isArray(value) ? value.some((item) => wanted.has(item)) : value !== null && wanted.has(value);
  };
}

function compare(operator: RangeOperator, value: number, limit: number): boolean {
  switch (operator) {
    case 'gte':
      return value >= limit;
    case 'gt':
      return value > limit;
    case 'lte':
      return value <= limit;
    case 'lt':
      return value < limit;
  }
}

/** Search in any spelling: every word of the question starts or ends a word of the names, or stands within them squeezed. */
export function search(question: string): (names: readonly string[]) => boolean {
  const asked = words(question);
  return (names) => {
    if (asked.length === 0) return false;
    const text = names.flatMap(words).join('');
    return asked.every((word) => text.includes(word));
  };
}
