/** All calibrations of a caller as factors: by model, card and engine, and the part that is the card's. */
import type { Catalogue } from '../catalogue/catalogue.js';
import { QuestionError } from '../question-error.js';
import type { Calibration } from './calibration.js';
import { robustLocation } from './location.js';
import { metricKind } from './metrics.js';
import { type Cell, type Residuals, residualsOf } from './residuals.js';

/** A prediction counts as one test. */
const PRIOR_WEIGHT = 1;
/** Tests of one calibration at most: the mean of a hundred runs is not a hundred load tests. */
const MOST_WEIGHT = 5;
const HALF_LIFE_DAYS = 365;
/** Differences between models on a card that even consistent tests show, in ln units. */
const LEAST_BETWEEN_MODELS = 0.1;
const MS_PER_DAY = 86_400_000;

/** How a cell's predictions are corrected. */
export interface Correction {
  /** Factor of a metric's expected value. */
  factor(metric: string): number;
  /** Factor of all times, its inverse of all rates: what the whole server is slower by. */
  readonly slowness: number;
  /** Spread left, in ln units, of a figure whose own spread was `spread`. */
  spread(metric: string, spread: number): number;
  /** Calibrations of this very model, card and engine; 0 = corrected by the card's factor alone. */
  readonly tests: number;
  /** Models that the card's factor stands on; 0 = it is not known. */
  readonly modelsOfCard: number;
}

export interface Corrections {
  /** Null: nothing is known about it. */
  of(cell: Cell): Correction | null;
  readonly isEmpty: boolean;
}

export const NO_CORRECTIONS: Corrections = Object.freeze({ of: () => null, isEmpty: true });

interface Test {
  readonly residuals: Residuals;
  readonly weight: number;
}

interface CellTests {
  readonly tests: Test[];
  readonly cell: Cell;
}

const opened = new WeakMap<Catalogue, WeakMap<readonly Calibration[], Map<string, Corrections>>>();

/** Corrections as of a day; made once for the same catalogue, list of calibrations and day. */
export function openCorrections(
  catalogue: Catalogue,
  calibrations: readonly Calibration[],
  today: string,
): Corrections {
  if (calibrations.length === 0) return NO_CORRECTIONS;
  let byList = opened.get(catalogue);
  if (byList === undefined) {
    byList = new WeakMap();
    opened.set(catalogue, byList);
  }
  let byDay = byList.get(calibrations);
  if (byDay === undefined) {
    byDay = new Map();
    byList.set(calibrations, byDay);
  }
  let corrections = byDay.get(today);
  if (corrections === undefined) {
    corrections = correctionsOf(catalogue, calibrations, today);
    byDay.set(today, corrections);
  }
  return corrections;
}

/** Weight of a calibration: √runs, halved with every year of age. */
export function weightOf({ runs, measuredOn }: Calibration, today: string): number {
  const days = Math.max(0, (Date.parse(today) - Date.parse(measuredOn)) / MS_PER_DAY);
  return Math.min(MOST_WEIGHT, Math.sqrt(runs)) * 0.5 ** (days / HALF_LIFE_DAYS);
}

function correctionsOf(catalogue: Catalogue, calibrations: readonly Calibration[], today: string): Corrections {
  const cells = new Map<string, CellTests>();
  // The order in which they were filed must not matter, not even in the last digit.
  const sorted = calibrations.map((c) => [JSON.stringify(c), c] as const).sort((a, b) => (a[0] < b[0] ? -1 : 1));
  for (const [, calibration] of sorted) {
    const residuals = residualsOrNull(catalogue, calibration);
    if (residuals === null || residuals.slowness === null) continue;
    const key = cellKey(residuals.cell);
    const known = cells.get(key) ?? { tests: [], cell: residuals.cell };
    known.tests.push({ residuals, weight: weightOf(calibration, today) });
    cells.set(key, known);
  }
  const cards = cardFactors([...cells.values()]);
  const made = new Map<string, Correction | null>();
  return {
    isEmpty: cells.size === 0,
    of(cell) {
      const key = cellKey(cell);
      let correction = made.get(key);
      if (correction === undefined) {
        correction = correctionOf(cells.get(key)?.tests ?? [], cards.get(cardKey(cell)) ?? null);
        made.set(key, correction);
      }
      return correction;
    },
  };
}

/** A calibration that the catalogue no longer understands (a model was retired) says nothing. */
function residualsOrNull(catalogue: Catalogue, calibration: Calibration): Residuals | null {
  try {
    return residualsOf(catalogue, calibration);
  } catch (error) {
    if (error instanceof QuestionError) return null;
    throw error;
  }
}

interface CardFactor {
  /** ln slowness that all models on the card share. */
  readonly slowness: number;
  readonly models: number;
}

/**
 * The part of the slowness that the models on a card share: none from a single model; from k of them the weighted mean μ,
 * shrunk by k·μ² ÷ (k·μ² + t²), where t² is the variance between them.
 */
function cardFactors(cells: readonly CellTests[]): ReadonlyMap<string, CardFactor> {
  const byCard = new Map<string, Map<string, { sum: number; weight: number }>>();
  for (const { cell, tests } of cells) {
    const models = byCard.get(cardKey(cell)) ?? new Map<string, { sum: number; weight: number }>();
    byCard.set(cardKey(cell), models);
    const own = slownessOf(tests, 0);
    const weight = own.weight / (own.weight + PRIOR_WEIGHT);
    const known = models.get(cell.model) ?? { sum: 0, weight: 0 };
    models.set(cell.model, { sum: known.sum + weight * own.centre, weight: known.weight + weight });
  }
  const factors = new Map<string, CardFactor>();
  for (const [card, models] of byCard) {
    if (models.size < 2) continue;
    const means = [...models.values()].map(({ sum, weight }) => ({ mean: sum / weight, weight: Math.min(1, weight) }));
    const count = means.reduce((total, { weight }) => total + weight, 0);
    const mean = means.reduce((total, m) => total + m.weight * m.mean, 0) / count;
    const between =
      means.reduce((total, m) => total + m.weight * (m.mean - mean) ** 2, 0) / count + LEAST_BETWEEN_MODELS ** 2;
    const signal = count * mean ** 2;
    factors.set(card, { slowness: mean * (signal / (signal + between)), models: models.size });
  }
  return factors;
}

/** A spread that predictions usually have; only its weight against the tests matters here. */
const USUAL_SPREAD = 0.3;

function slownessOf(tests: readonly Test[], prior: number) {
  const observations = tests.map(({ residuals, weight }) => ({ value: residuals.slowness ?? 0, weight }));
  return robustLocation(observations, prior, PRIOR_WEIGHT, USUAL_SPREAD);
}

function correctionOf(tests: readonly Test[], card: CardFactor | null): Correction | null {
  if (tests.length === 0 && card === null) return null;
  const prior = card?.slowness ?? 0;
  const slowness = slownessOf(tests, prior).centre;
  const locations = new Map<string, ReturnType<typeof robustLocation> & { isOwn: boolean }>();
  const locate = (metric: string, spread: number) => {
    const observations = tests.flatMap(({ residuals, weight }) => {
      const value = residuals.byMetric[metric];
      return value === undefined ? [] : [{ value, weight }];
    });
    const sign = metricKind(metric) === 'rate' ? -1 : 1;
    if (observations.length > 0)
      return { ...robustLocation(observations, sign * prior, PRIOR_WEIGHT, spread), isOwn: true };
    return { centre: sign * slowness, spread, weight: 0, isOwn: false };
  };
  return {
    slowness: Math.exp(slowness),
    tests: tests.length,
    modelsOfCard: card?.models ?? 0,
    factor(metric) {
      if (metricKind(metric) === null) return 1;
      let location = locations.get(metric);
      if (location === undefined) {
        location = locate(metric, USUAL_SPREAD);
        locations.set(metric, location);
      }
      return Math.exp(location.centre);
    },
    spread(metric, spread) {
      const location = locate(metric, spread);
      return location.isOwn ? location.spread * Math.sqrt(1 + 1 / (location.weight + PRIOR_WEIGHT)) : spread;
    },
  };
}

function cellKey({ scenario, model, accelerator, software }: Cell): string {
  return `${scenario}|${model}|${accelerator}|${software}`;
}

function cardKey({ scenario, accelerator }: Cell): string {
  return `${scenario}|${accelerator}`;
}
