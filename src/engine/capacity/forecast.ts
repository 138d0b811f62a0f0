/**
 * Forecasts of a monthly series: exponential smoothing with a damped trend and a season of twelve months (Holt 1957, Winters
 * 1960; Hyndman & Athanasopoulos, Forecasting: Principles and Practice, ch. 8), beside the naive ones that it must beat. The
 * method is chosen by rolling-origin back-test; its error is shown. All searches are over fixed grids: counted work, no chance.
 */
import { type Fitted, FORECAST_METHODS, type ForecastMethod } from './smoothing.js';

export interface Forecast {
  readonly method: string;
  /** Sum of absolute errors over sum of values, over the back-test; null = too few months to test. */
  readonly backTestErrorRatio: number | null;
  readonly months: readonly { readonly low: number; readonly expected: number; readonly high: number }[];
  readonly isSmallSample: boolean;
}

/** z of an 80 % interval. */
export const Z_80 = 1.2815515655446004;
/** Fewer months than this say little about their own scatter. */
const SMALL_SAMPLE = 6;
/** Least half-width of a small sample's interval over its expected value: our assumption, stated as a finding. */
const SMALL_SAMPLE_RATIO = 0.2;
/** Origins and steps ahead of the back-test. */
const MAX_ORIGINS = 12;
const MAX_STEPS = 6;

export function forecast(history: readonly number[], horizonMonths: number): Forecast {
  const candidates = FORECAST_METHODS.filter((method) => method.isUsable(history.length));
  let best: { method: ForecastMethod; error: number; steps: readonly number[] } | null = null;
  for (const method of candidates) {
    const tested = backTest(method, history);
    if (tested === null) continue;
    // Simpler methods come first and keep their place unless they are beaten.
    if (best === null || tested.error < best.error - 1e-12) best = { method, ...tested };
  }
  const method = best?.method ?? candidates[0];
  if (method === undefined) throw new Error('a forecast needs at least one month');
  const fitted = method.fit(history);
  const isSmallSample = history.length < SMALL_SAMPLE;
  const months = Array.from({ length: horizonMonths }, (_, h) => {
    const expected = Math.max(0, fitted.at(h + 1));
    const spread = Z_80 * deviationAt(fitted, best?.steps ?? [], h + 1);
    const half = isSmallSample ? Math.max(spread * 1.5, SMALL_SAMPLE_RATIO * expected * Math.sqrt(h + 1)) : spread;
    return { low: Math.max(0, expected - half), expected, high: expected + half };
  });
  return { method: method.id, backTestErrorRatio: best?.error ?? null, months, isSmallSample };
}

/** Standard deviation h months ahead: the model's own formula, never below what the back-test saw that far ahead. */
function deviationAt(fitted: Fitted, seen: readonly number[], steps: number): number {
  const model = fitted.deviation * Math.sqrt(fitted.varianceGrowth(steps));
  const measured = seen[Math.min(steps, seen.length) - 1] ?? 0;
  return Math.max(model, measured);
}

/** Rolling origin: fits on the months before each origin, forecasts the next ones, compares. */
function backTest(
  method: ForecastMethod,
  history: readonly number[],
): { readonly error: number; readonly steps: readonly number[] } | null {
  const n = history.length;
  const origins = Math.min(MAX_ORIGINS, Math.max(1, Math.floor(n / 3)));
  let absolute = 0;
  let total = 0;
  let count = 0;
  const squares = new Array<number>(MAX_STEPS).fill(0);
  const counts = new Array<number>(MAX_STEPS).fill(0);
  for (let origin = n - origins; origin < n; origin++) {
    if (!method.isUsable(origin)) continue;
    const fitted = method.fit(history.slice(0, origin));
    for (let step = 1; step <= Math.min(MAX_STEPS, n - origin); step++) {
      const actual = history[origin + step - 1] ?? 0;
      const error = actual - Math.max(0, fitted.at(step));
      absolute += Math.abs(error);
      total += actual;
      count++;
      squares[step - 1] = (squares[step - 1] ?? 0) + error * error;
      counts[step - 1] = (counts[step - 1] ?? 0) + 1;
    }
  }
  if (count === 0 || total === 0) return null;
  const steps: number[] = [];
  for (let step = 0; step < MAX_STEPS && (counts[step] ?? 0) > 0; step++)
    steps.push(Math.max(steps[step - 1] ?? 0, Math.sqrt((squares[step] ?? 0) / (counts[step] ?? 1))));
  return { error: absolute / total, steps };
}
