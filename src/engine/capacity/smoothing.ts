/** The forecasting methods, simplest first. Each fits a series and says what it expects h months after its end. */
import { MONTHS_PER_YEAR } from '../units.js';

export interface Fitted {
  /** Expected value `steps` months after the end of the series. */
  at(steps: number): number;
  /** Standard deviation of the one-step errors. */
  readonly deviation: number;
  /** Variance `steps` ahead over that of one step. */
  varianceGrowth(steps: number): number;
}

export interface ForecastMethod {
  readonly id: string;
  isUsable(months: number): boolean;
  fit(series: readonly number[]): Fitted;
}

const SEASON = MONTHS_PER_YEAR;

const NAIVE: ForecastMethod = {
  id: 'naive',
  isUsable: (n) => n >= 1,
  fit: (series) => {
    const errors = series.slice(1).map((value, i) => value - (series[i] ?? value));
    return { at: () => series.at(-1) ?? 0, deviation: rootMeanSquare(errors, 0), varianceGrowth: (h) => h };
  },
};

const MEAN: ForecastMethod = {
  id: 'mean',
  isUsable: (n) => n >= 2,
  fit: (series) => {
    const mean = series.reduce((a, b) => a + b, 0) / series.length;
    const errors = series.map((value) => value - mean);
    return { at: () => mean, deviation: rootMeanSquare(errors, 1), varianceGrowth: () => 1 + 1 / series.length };
  },
};

const DRIFT: ForecastMethod = {
  id: 'drift',
  isUsable: (n) => n >= 3,
  fit: (series) => {
    const n = series.length;
    const last = series.at(-1) ?? 0;
    const slope = (last - (series[0] ?? 0)) / (n - 1);
    const errors = series.slice(1).map((value, i) => value - (series[i] ?? 0) - slope);
    return {
      at: (h) => last + h * slope,
      deviation: rootMeanSquare(errors, 1),
      varianceGrowth: (h) => h * (1 + h / (n - 1)),
    };
  },
};

const SEASONAL_NAIVE: ForecastMethod = {
  id: 'seasonal-naive',
  isUsable: (n) => n >= SEASON + 1,
  fit: (series) => {
    const n = series.length;
    const errors = series.slice(SEASON).map((value, i) => value - (series[i] ?? 0));
    return {
      at: (h) => series[n - SEASON + ((h - 1) % SEASON)] ?? 0,
      deviation: rootMeanSquare(errors, 0),
      varianceGrowth: (h) => Math.floor((h - 1) / SEASON) + 1,
    };
  },
};

interface Parameters {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly phi: number;
}
type Season = 'none' | 'additive' | 'multiplicative';

interface State {
  readonly level: number;
  readonly trend: number;
  /** The last twelve seasonal terms, oldest first; empty without a season. */
  readonly seasonal: readonly number[];
  readonly sumOfSquares: number;
  readonly errors: number;
}

/**
 * One pass of Holt–Winters with a damped trend:
 * level ← α(y ∘ season) + (1−α)(level + φ·trend); trend ← β(Δlevel) + (1−β)φ·trend; season ← γ(y ∘ (level + φ·trend)) + (1−γ)season.
 */
function run(series: readonly number[], season: Season, p: Parameters): State {
  const period = season === 'none' ? 0 : SEASON;
  const start = initial(series, season);
  let { level, trend } = start;
  const seasonal = [...start.seasonal];
  let sumOfSquares = 0;
  let errors = 0;
  const first = season === 'none' ? 1 : SEASON;
  for (let t = first; t < series.length; t++) {
    const value = series[t] ?? 0;
    const s = period === 0 ? 0 : (seasonal[t % period] ?? 0);
    const base = level + p.phi * trend;
    const expected = season === 'multiplicative' ? base * s : base + s;
    const error = value - expected;
    sumOfSquares += error * error;
    errors++;
    const plain = season === 'multiplicative' ? (s === 0 ? value : value / s) : value - s;
    const before = level;
    level = p.alpha * plain + (1 - p.alpha) * base;
    trend = p.beta * (level - before) + (1 - p.beta) * p.phi * trend;
    if (period > 0) {
      const fresh = season === 'multiplicative' ? (base === 0 ? s : value / base) : value - base;
      seasonal[t % period] = p.gamma * fresh + (1 - p.gamma) * s;
    }
  }
  return { level, trend, seasonal, sumOfSquares, errors };
}

/** Without a season: the first value and step. With one: the first year's mean, the mean step to the second, its deviations. */
function initial(
  series: readonly number[],
  season: Season,
): { level: number; trend: number; seasonal: readonly number[] } {
  if (season === 'none')
    return { level: series[0] ?? 0, trend: series.length > 1 ? (series[1] ?? 0) - (series[0] ?? 0) : 0, seasonal: [] };
  const year = (k: number) => series.slice(k * SEASON, (k + 1) * SEASON).reduce((a, b) => a + b, 0) / SEASON;
  const mean = year(0);
  const trend = (year(1) - mean) / SEASON;
  const seasonal = series.slice(0, SEASON).map((value, i) => {
    const base = mean + trend * (i - (SEASON - 1) / 2);
    return season === 'multiplicative' ? (base <= 0 ? 1 : value / base) : value - base;
  });
  return { level: mean + (trend * (SEASON - 1)) / 2, trend, seasonal };
}

const ALPHAS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
const BETAS = [0.01, 0.05, 0.1, 0.2, 0.4] as const;
const GAMMAS = [0.01, 0.1, 0.3, 0.6] as const;
const PHIS = [1, 0.95, 0.85] as const;
const NONE = [0] as const;

function smoothing(id: string, season: Season, hasTrend: boolean, least: number): ForecastMethod {
  return {
    id,
    isUsable: (n) => n >= least && (season === 'none' || n >= 2 * SEASON),
    fit: (series) => {
      const isPositive = series.every((value) => value > 0);
      const kind: Season = season === 'multiplicative' && !isPositive ? 'additive' : season;
      let best: { p: Parameters; state: State } | null = null;
      for (const alpha of ALPHAS)
        for (const beta of hasTrend ? BETAS : NONE)
          for (const gamma of kind === 'none' ? NONE : GAMMAS)
            for (const phi of hasTrend ? PHIS : NONE) {
              const p = { alpha, beta, gamma, phi };
              const state = run(series, kind, p);
              if (best === null || state.sumOfSquares < best.state.sumOfSquares - 1e-12) best = { p, state };
            }
      if (best === null) throw new Error('no parameters were tried');
      const { p, state } = best;
      const n = series.length;
      const damped = (h: number) => {
        let sum = 0;
        for (let j = 1; j <= h; j++) sum += p.phi ** j;
        return sum;
      };
      return {
        at: (h) => {
          const base = state.level + damped(h) * state.trend;
          if (kind === 'none') return base;
          const s = state.seasonal[(n + h - 1) % SEASON] ?? 0;
          return kind === 'multiplicative' ? base * s : base + s;
        },
        deviation: Math.sqrt(state.sumOfSquares / Math.max(1, state.errors - 1)),
        // Hyndman et al. 2008, class 1: 1 + Σ c_j², c_j = α(1 + β φ_j) + γ in the months of the same season.
        varianceGrowth: (h) => {
          let growth = 1;
          for (let j = 1; j < h; j++) {
            const c =
              p.alpha * (1 + p.beta * damped(j)) + (kind !== 'none' && j % SEASON === 0 ? p.gamma * (1 - p.alpha) : 0);
            growth += c * c;
          }
          return growth;
        },
      };
    },
  };
}

/** Simplest first: a later method counts only when it is better in the back-test. */
export const FORECAST_METHODS: readonly ForecastMethod[] = [
  NAIVE,
  MEAN,
  DRIFT,
  smoothing('exponential-smoothing', 'none', false, 4),
  smoothing('holt-damped-trend', 'none', true, 6),
  SEASONAL_NAIVE,
  smoothing('holt-winters-additive', 'additive', true, 2 * SEASON),
  smoothing('holt-winters-multiplicative', 'multiplicative', true, 2 * SEASON),
];

function rootMeanSquare(errors: readonly number[], parameters: number): number {
  if (errors.length === 0) return 0;
  return Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / Math.max(1, errors.length - parameters));
}
