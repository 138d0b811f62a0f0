/** What a scenario says may give way exists in its schema, and leads to another question of the same scenario. */
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../src/engine/question.js';
import { withChange } from '../../../src/engine/ranking/change.js';
import { numberBounds, numberGrid } from '../../../src/engine/ranking/number-grid.js';
import { SCENARIOS } from '../../../src/engine/workload/scenarios/index.js';

const fields = Object.values(SCENARIOS).flatMap((scenario) =>
  (scenario.relaxableFields ?? []).map((field) => [`${scenario.id} ${field.pointer}`, scenario, field] as const),
);

describe('relaxable fields', () => {
  it('are declared by every scenario', () => {
    for (const { id, relaxableFields } of Object.values(SCENARIOS))
      expect(relaxableFields?.length ?? 0, id).toBeGreaterThan(0);
  });

  it.each(fields)('%s is a field of the schema', (_name, scenario, field) => {
    const request = { workload: scenario.example } as RecommendRequest;
    const at = (to: unknown) => withChange(request, { pointer: `/workload${field.pointer}`, to }).workload;
    if ('alternatives' in field) {
      expect(field.alternatives.length).toBeGreaterThan(1);
      for (const value of field.alternatives) expect(Value.Check(scenario.schema, at(value)), value).toBe(true);
      return;
    }
    const bounds = numberBounds(scenario.schema, field.pointer);
    if (bounds === null) throw new Error('no number');
    const from = bounds.isWhole ? Math.ceil(bounds.low) + 100 : Math.sqrt(Math.max(bounds.low, 0.01) * bounds.high);
    const grid = numberGrid(Math.min(from, bounds.high), field, bounds);
    for (const steps of [1, 2, grid.most])
      expect(Value.Check(scenario.schema, at(grid.value(steps))), `${grid.value(steps)}`).toBe(true);
  });
});

describe('the grid of a number', () => {
  const bounds = { low: 1, high: 1000, isWhole: false };

  it('goes on from the next multiple of its step to the bound', () => {
    const grid = numberGrid(7.5, { pointer: '/x', direction: 'up', step: 2 }, bounds);
    expect([1, 2, 3].map(grid.value)).toEqual([8, 10, 12]);
    expect(grid.value(grid.most)).toBe(1000);
    const down = numberGrid(7.5, { pointer: '/x', direction: 'down', step: 2 }, bounds);
    expect([1, 2, 3, down.most].map(down.value)).toEqual([6, 4, 2, 1]);
  });

  it('moves by one per cent where no step is stated', () => {
    const grid = numberGrid(200, { pointer: '/x', direction: 'down' }, bounds);
    expect(grid.value(1)).toBeCloseTo(200 / 1.01, 1);
    expect(grid.value(grid.most)).toBe(1);
  });

  it('has no step where the bound is reached', () => {
    expect(numberGrid(1000, { pointer: '/x', direction: 'up', step: 1 }, bounds).most).toBe(0);
  });
});
