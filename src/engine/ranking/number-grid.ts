/** The values that a number may be relaxed to: a grid that starts next to what was stated and ends at the schema's bound. */
import type { TSchema } from 'typebox';
import type { RelaxableField } from '../workload/scenario.js';

export interface NumberGrid {
  /** Steps from the stated value to the bound; 0 = it cannot move. */
  readonly most: number;
  /** Value after `steps` steps, 1…most; further steps ask for less. */
  value(steps: number): number;
}

/** Relative step of fields without a unit step of their own. */
const RELATIVE_STEP = 1.01;

/** How far above a bound that is itself not allowed the least value lies. */
const ABOVE_EXCLUSIVE = 1e-6;

type NumericField = Extract<RelaxableField, { direction: string }>;

export function numberGrid(from: number, field: NumericField, bounds: NumberBounds): NumberGrid {
  const bound = field.direction === 'up' ? bounds.high : bounds.low;
  const isUp = field.direction === 'up';
  if (isUp ? bound <= from : bound >= from) return { most: 0, value: () => from };
  const within = (value: number) => (isUp ? Math.min(bound, value) : Math.max(bound, value));
  if (field.step !== undefined) {
    const { step } = field;
    const start = isUp ? Math.floor(from / step + 1e-9) : Math.ceil(from / step - 1e-9);
    return {
      most: Math.ceil(Math.abs(bound / step - start) - 1e-9),
      value: (steps) => within(Number((step * (isUp ? start + steps : start - steps)).toPrecision(12))),
    };
  }
  const lowest = bound > 0 ? bound : from / 1e6;
  const most = Math.ceil(Math.abs(Math.log(lowest / from)) / Math.log(RELATIVE_STEP) - 1e-9);
  return {
    most,
    value: (steps) => {
      const exact = isUp ? from * RELATIVE_STEP ** steps : from / RELATIVE_STEP ** steps;
      if (bounds.isWhole) return within(isUp ? Math.ceil(exact) : Math.floor(exact));
      return within(Number(exact.toPrecision(4)));
    },
  };
}

export interface NumberBounds {
  readonly low: number;
  readonly high: number;
  readonly isWhole: boolean;
}

interface LooseSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, LooseSchema>>;
  readonly anyOf?: readonly LooseSchema[];
  readonly oneOf?: readonly LooseSchema[];
}

/** Bounds of the number that a schema allows at a pointer; null when there is none. */
export function numberBounds(schema: TSchema, pointer: string): NumberBounds | null {
  let here: LooseSchema | undefined = schema as LooseSchema;
  for (const key of pointer.split('/').slice(1)) here = objectOf(here)?.properties?.[key];
  const number = numberOf(here);
  if (number === undefined) return null;
  return {
    low: number.minimum ?? (number.exclusiveMinimum === undefined ? 0 : number.exclusiveMinimum + ABOVE_EXCLUSIVE),
    high: number.maximum ?? Number.MAX_SAFE_INTEGER,
    isWhole: number.type === 'integer',
  };
}

function branches(schema: LooseSchema | undefined): readonly LooseSchema[] {
  return schema === undefined ? [] : [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
}

function objectOf(schema: LooseSchema | undefined): LooseSchema | undefined {
  return branches(schema).find((branch) => branch.properties !== undefined);
}

function numberOf(schema: LooseSchema | undefined): LooseSchema | undefined {
  return branches(schema).find((branch) => branch.type === 'number' || branch.type === 'integer');
}
