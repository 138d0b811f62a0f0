import { describe, expect, it } from 'vitest';
import { promiseOf } from '../../../../src/engine/sizing/reference/resources.js';
import {
  type Reference,
  rateEstimate,
  transferAll,
  transferOne,
} from '../../../../src/engine/sizing/reference/transfer.js';
import { accelerator } from '../../../support/accelerator.js';

const SLOW = accelerator({ id: 'slow', fp16Tflops: 65, memoryBandwidthGBps: 320 });
const FAST = accelerator({ id: 'fast', fp16Tflops: 125, memoryBandwidthGBps: 640 });
const rule = { promise: promiseOf({ matrix: 1 }), offsets: null };
const reference = (given: Partial<Reference> = {}): Reference => ({
  id: 'r',
  accelerator: SLOW,
  mode: 'fp16',
  lnRate: Math.log(100),
  sigma: 0.05,
  ...given,
});

describe('carrying a measured speed to another card', () => {
  it('follows the ratio of the resource that binds', () => {
    // 100 × 125 / 65 = 192.3
    expect(Math.exp(transferOne(reference(), FAST, 'fp16', rule)?.lnRate ?? 0)).toBeCloseTo(192.31, 1);
  });

  it('leaves alone what no card shortens', () => {
    // 10 ms a unit beside 2 ms of launches: 2 + 10 × 65 / 125 = 7.2 ms
    const moved = transferAll([reference({ fixedSeconds: 0.002 })], FAST, 'fp16', rule);
    expect(1000 * Math.exp(-(moved?.lnRate ?? 0))).toBeCloseTo(7.2, 9);
  });

  it('hides launches behind the work where the host prepares ahead', () => {
    // 10 ms of work become 5.2 ms beside 2 ms of launches: √(2² + 5.2²) = 5.57 ms
    const moved = transferAll([reference({ fixedSeconds: 0.002, overlap: 'overlapped' })], FAST, 'fp16', rule);
    expect(1000 * Math.exp(-(moved?.lnRate ?? 0))).toBeCloseTo(Math.hypot(2, 5.2), 9);
  });

  it('mixes resources by their exponents', () => {
    // 100 × (125/65)^0.5 × 2^0.5 = 196.1
    const mixed = { promise: promiseOf({ matrix: 0.5, bandwidth: 0.5 }), offsets: null };
    expect(Math.exp(transferOne(reference(), FAST, 'fp16', mixed)?.lnRate ?? 0)).toBeCloseTo(196.1, 1);
  });

  it('leaves a measurement of the card itself untouched and calls it measured', () => {
    const moved = transferAll([reference()], SLOW, 'fp16', rule);
    expect(moved?.evidence).toBe('measured');
    expect(Math.exp(moved?.lnRate ?? 0)).toBeCloseTo(100, 9);
    expect(moved?.sigma).toBe(0.05);
  });

  it('widens the interval with the step and calls the result transferred', () => {
    const moved = transferAll([reference()], FAST, 'fp16', rule);
    expect(moved?.evidence).toBe('transferred');
    expect(moved?.sigma).toBeGreaterThan(0.15);
  });

  it('gives nothing where a datasheet figure that matters is unknown', () => {
    const dark = accelerator({ id: 'dark' });
    expect(transferAll([reference()], dark, 'fp16', rule)).toBeNull();
    expect(transferAll([reference({ accelerator: dark })], FAST, 'fp16', rule)).toBeNull();
  });

  it('bounds the step: no card is forty times another', () => {
    const giant = accelerator({ id: 'giant', fp16Tflops: 65_000 });
    expect(Math.exp(transferOne(reference(), giant, 'fp16', rule)?.lnRate ?? 0)).toBeCloseTo(4000, 6);
  });

  it('lets the card’s own measurement outvote a carried one', () => {
    const both = [reference(), reference({ id: 'own', accelerator: FAST, lnRate: Math.log(150) })];
    // 192 carried with doubt, 150 measured: stays near 150.
    expect(Math.exp(transferAll(both, FAST, 'fp16', rule)?.lnRate ?? 0)).toBeCloseTo(150, 6);
  });

  it('does not depend on the order of the references', () => {
    const list = [
      reference(),
      reference({ id: 'b', lnRate: Math.log(120) }),
      reference({ id: 'c', lnRate: Math.log(90) }),
    ];
    expect(transferAll(list, FAST, 'fp16', rule)).toEqual(transferAll([...list].reverse(), FAST, 'fp16', rule));
  });

  it('states an 80 % interval of a log-normal', () => {
    const { low, expected, high } = rateEstimate({ lnRate: Math.log(100), sigma: 0.1, evidence: 'measured' });
    expect(expected).toBeCloseTo(100, 9);
    expect(high).toBeCloseTo(100 * Math.exp(0.12816), 6);
    expect(low * high).toBeCloseTo(expected ** 2, 6);
  });
});
