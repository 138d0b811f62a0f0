/** Forecasts: known series, small samples, intervals, the choice of the method. */
import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/engine/capacity/forecast.js';
import { cumulative, deviationOf, NODES, probabilityAbove, quantile } from '../../../src/engine/capacity/normal.js';

/** International airline passengers, thousands a month, 1949–1960 (Box & Jenkins 1976, series G). */
const AIRLINE = [
  112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114,
  140, 145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218, 230, 242, 209, 191,
  172, 194, 196, 196, 236, 235, 229, 243, 264, 272, 237, 211, 180, 201, 204, 188, 235, 227, 234, 264, 302, 293, 259,
  229, 203, 229, 242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278, 284, 277, 317, 313, 318, 374, 413, 405,
  355, 306, 271, 306, 315, 301, 356, 348, 355, 422, 465, 467, 404, 347, 305, 336, 340, 318, 362, 348, 363, 435, 491,
  505, 404, 359, 310, 337, 360, 342, 406, 396, 420, 472, 548, 559, 463, 407, 362, 405, 417, 391, 419, 461, 472, 535,
  622, 606, 508, 461, 390, 432,
];

describe('the forecast', () => {
  it('sees trend and season of the airline series, and its back-test shows it', () => {
    const made = forecast(AIRLINE.slice(0, 132), 12);
    expect(made.method).toBe('holt-winters-multiplicative');
    expect(made.backTestErrorRatio).toBeLessThan(0.05);
    const actual = AIRLINE.slice(132);
    const error =
      made.months.reduce((sum, m, i) => sum + Math.abs(m.expected - (actual[i] ?? 0)), 0) /
      actual.reduce((a, b) => a + b, 0);
    expect(error).toBeLessThan(0.06);
    const inside = made.months.filter((m, i) => m.low <= (actual[i] ?? 0) && (actual[i] ?? 0) <= m.high).length;
    expect(inside).toBeGreaterThanOrEqual(8);
  });
  it('continues a straight line', () => {
    const made = forecast([10, 12, 14, 16, 18, 20, 22, 24], 3);
    expect(made.months.map((m) => m.expected)).toEqual([26, 28, 30]);
    expect(made.backTestErrorRatio).toBeCloseTo(0, 9);
  });
  it('takes a level series as level', () => {
    const made = forecast([100, 100, 100, 100, 100, 100, 100], 4);
    expect(made.months.every((m) => Math.abs(m.expected - 100) < 1e-9)).toBe(true);
  });
  it('answers a single month with a wide interval and no back-test', () => {
    const made = forecast([50], 2);
    expect(made).toMatchObject({ method: 'naive', backTestErrorRatio: null, isSmallSample: true });
    expect(made.months[0]).toEqual({ low: 40, expected: 50, high: 60 });
    expect(made.months[1]?.high).toBeGreaterThan(60);
  });
  it('never expects less than nothing, and widens with the months', () => {
    const made = forecast([90, 70, 52, 30, 12, 4, 1], 12);
    expect(made.months.every((m) => m.low >= 0 && m.expected >= 0)).toBe(true);
    const noisy = forecast([10, 14, 9, 15, 11, 13, 10, 16, 12], 8);
    const widths = noisy.months.map((m) => m.high - m.expected);
    expect([...widths].sort((a, b) => a - b)).toEqual(widths);
  });
  it('is the same every time', () => {
    expect(forecast(AIRLINE, 24)).toEqual(forecast(AIRLINE, 24));
  });
});

describe('the normal distribution', () => {
  it('has its textbook values', () => {
    expect(cumulative(1.6448536)).toBeCloseTo(0.95, 6);
    expect(cumulative(-1.2815516)).toBeCloseTo(0.1, 6);
    expect(quantile(0.975)).toBeCloseTo(1.959964, 4);
    expect(probabilityAbove(100, 90, deviationOf({ low: 80, high: 100 }))).toBeCloseTo(0.1, 5);
    expect(probabilityAbove(100, 100, 0)).toBe(0);
  });
  it('is integrated exactly up to the ninth power by its nodes', () => {
    const moment = (n: number) => NODES.reduce((sum, { z, weight }) => sum + weight * z ** n, 0);
    for (const [n, expected] of [1, 0, 1, 0, 3, 0, 15, 0, 105, 0].entries()) expect(moment(n)).toBeCloseTo(expected, 8);
  });
});
