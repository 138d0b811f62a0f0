import { describe, expect, it } from 'vitest';
import { fitCardOffsets, type Observation } from '../../../../src/engine/sizing/reference/card-offsets.js';
import { matrixTflops, promiseOf } from '../../../../src/engine/sizing/reference/resources.js';
import { accelerator } from '../../../support/accelerator.js';

const A = accelerator({ id: 'a', fp16Tflops: 100, architecture: 'One' });
const B = accelerator({ id: 'b', fp16Tflops: 100, architecture: 'Two' });
const C = accelerator({ id: 'c', fp16Tflops: 200, architecture: 'Two' });
const promise = promiseOf({ matrix: 1 });
const seen = (group: string, card: typeof A, rate: number): Observation => ({
  group,
  accelerator: card,
  mode: 'fp16',
  lnRate: Math.log(rate),
});

describe('offsets of cards', () => {
  it('learns that a card stays below its datasheet in every workload', () => {
    const rows = ['x', 'y', 'z'].flatMap((group, i) => [seen(group, A, 100 * (i + 1)), seen(group, B, 50 * (i + 1))]);
    const offsets = fitCardOffsets(rows, promise);
    const gap = offsets.of(A).value - offsets.of(B).value;
    // The truth is ln 2 = 0.69; shrinkage keeps it a little smaller.
    expect(gap).toBeGreaterThan(0.5);
    expect(gap).toBeLessThan(Math.LN2);
  });

  it('gives an unmeasured card what its architecture has in common', () => {
    const rows = ['x', 'y', 'z'].flatMap((group) => [seen(group, A, 100), seen(group, B, 50)]);
    const offset = fitCardOffsets(rows, promise).of(C);
    expect(offset.cells).toBe(0);
    expect(offset.isArchitectureKnown).toBe(true);
    expect(offset.value).toBeLessThan(0);
  });

  it('learns nothing from a workload that ran on one card only', () => {
    expect(fitCardOffsets([seen('x', A, 5)], promise).of(A)).toEqual({
      value: 0,
      cells: 0,
      isArchitectureKnown: false,
    });
  });

  it('counts a workload on a card once, however many rows were published', () => {
    const one = [seen('x', A, 100), seen('x', B, 50)];
    const many = [...one, ...Array.from({ length: 20 }, () => seen('x', A, 100))];
    expect(fitCardOffsets(many, promise).of(A).value).toBeCloseTo(fitCardOffsets(one, promise).of(A).value, 9);
  });
});

describe('matrix rate at a precision', () => {
  const volta = accelerator({ id: 'v', fp16Tflops: 125, fp32Tflops: 15.7, int8Tops: 63, hasInt8: false });

  it('falls back to the next wider units', () => {
    expect(matrixTflops(volta, 'int8')).toBe(125);
    expect(matrixTflops(volta, 'fp8')).toBe(125);
    expect(matrixTflops(accelerator({ id: 'p', fp32Tflops: 11.8 }), 'fp16')).toBe(11.8);
  });

  it('counts single precision on vector units unless TF32 is asked for', () => {
    const ampere = accelerator({ id: 'm', fp32Tflops: 19.5, tf32Tflops: 156 });
    expect(matrixTflops(ampere, 'fp32')).toBe(19.5);
    expect(matrixTflops(ampere, 'tf32')).toBe(156);
  });
});
