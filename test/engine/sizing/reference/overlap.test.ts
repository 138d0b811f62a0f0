import { describe, expect, it } from 'vitest';
import { together, workIn } from '../../../../src/engine/sizing/reference/overlap.js';

describe('launches beside work', () => {
  it('take the longer of the two, nearly, and never less', () => {
    expect(together(10, 10, 'overlapped')).toBeCloseTo(14.142, 3);
    expect(together(10, 1, 'overlapped')).toBeCloseTo(10.05, 2);
    expect(together(1, 10, 'overlapped')).toBeGreaterThan(10);
  });

  it('take both where one waits for the other', () => {
    expect(together(10, 10, 'sequential')).toBe(20);
  });

  it.each(['overlapped', 'sequential'] as const)('are told apart again (%s)', (overlap) => {
    expect(workIn(together(3, 4, overlap), 3, overlap)).toBeCloseTo(4, 12);
  });
});
