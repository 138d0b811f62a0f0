/**
 * Mixed fleets: request sizes differ, and so does the card that serves each size cheapest. Buckets of requests are split
 * over card types (continuous shares); whole units are rented (integers); least money. A mixed-integer programme with a
 * counted limit and a proven gap.
 */
import type { LinearSolver } from './solver.js';

export interface MixQuestion {
  /** Units of type t that the whole of bucket b would need: `load[b][t]`; +∞ = cannot serve it. */
  readonly load: readonly (readonly number[])[];
  /** Money of one unit of each type. */
  readonly unitMonthly: readonly number[];
  /** Most units of each type. */
  readonly mostUnits: readonly number[];
}

export interface MixAnswer {
  /** Whole units of each type. */
  readonly units: readonly number[];
  /** Share of bucket b on type t. */
  readonly shares: readonly (readonly number[])[];
  readonly monthly: number;
  /** Cheapest single type that serves all buckets; null when none does. */
  readonly single: { readonly type: number; readonly units: number; readonly monthly: number } | null;
  /** (monthly − proven lower bound) ÷ monthly. */
  readonly gapRatio: number;
}

/** Branch-and-bound nodes of one programme. */
const MAX_NODES = 2_000;
/** Shares below this are solver dust. */
const DUST = 1e-7;

/** Solves the mix; null when some bucket cannot be served by any type. Never dearer than the best single type. */
export function mixedFleet(question: MixQuestion, solver: LinearSolver): MixAnswer | null {
  const { load, unitMonthly, mostUnits } = question;
  if (load.some((row) => row.every((units) => !Number.isFinite(units)))) return null;
  const single = bestSingle(question);
  const solved = solver.solve(programme(question, true), { maxNodes: MAX_NODES });
  // Out of nodes, the programme without whole numbers still bounds what can be saved.
  const bound = solved.bound ?? solver.solve(programme(question, false), { maxNodes: MAX_NODES }).objective ?? 0;
  const shares = load.map((row, b) => row.map((_, t) => clean(solved.columns.get(`x_${b}_${t}`) ?? 0)));
  const total = shares.map((row) => row.reduce((sum, share) => sum + share, 0));
  const isUsable = solved.objective !== null && total.every((sum) => sum > 0.999);
  if (isUsable) {
    const scaled = shares.map((row, b) => row.map((share) => share / (total[b] ?? 1)));
    const units = unitMonthly.map((_, t) =>
      unitsNeeded(scaled.reduce((sum, row, b) => sum + used(row[t] ?? 0, load[b]?.[t]), 0)),
    );
    const monthly = units.reduce((sum, n, t) => sum + n * (unitMonthly[t] ?? 0), 0);
    const isAllowed = units.every((n, t) => n <= (mostUnits[t] ?? 0));
    if (isAllowed && (single === null || monthly < single.monthly - 1e-9)) {
      return { units, shares: scaled, monthly, single, gapRatio: gap(monthly, bound) };
    }
  }
  if (single === null) return null;
  return {
    units: unitMonthly.map((_, t) => (t === single.type ? single.units : 0)),
    shares: load.map((row) => row.map((_, t) => (t === single.type ? 1 : 0))),
    monthly: single.monthly,
    single,
    gapRatio: gap(single.monthly, bound),
  };
}

function bestSingle({ load, unitMonthly, mostUnits }: MixQuestion): MixAnswer['single'] {
  let best: MixAnswer['single'] = null;
  unitMonthly.forEach((money, type) => {
    const needed = load.reduce((sum, row) => sum + (row[type] ?? Number.POSITIVE_INFINITY), 0);
    if (!Number.isFinite(needed)) return;
    const units = Math.max(1, unitsNeeded(needed));
    if (units > (mostUnits[type] ?? 0)) return;
    const monthly = units * money;
    if (best === null || monthly < best.monthly) best = { type, units, monthly };
  });
  return best;
}

/** CPLEX LP text. Columns of buckets that a type cannot serve are left out. */
function programme({ load, unitMonthly, mostUnits }: MixQuestion, isInteger: boolean): string {
  const types = unitMonthly.map((_, t) => t);
  const can = (b: number, t: number) => Number.isFinite(load[b]?.[t] ?? Number.POSITIVE_INFINITY);
  return [
    'Minimize',
    ` cost: ${types.map((t) => `${term(unitMonthly[t] ?? 0)} n_${t}`).join(' + ')}`,
    'Subject To',
    ...load.map(
      (_, b) =>
        ` all_${b}: ${types
          .filter((t) => can(b, t))
          .map((t) => `x_${b}_${t}`)
          .join(' + ')} = 1`,
    ),
    ...types.map((t) => {
      const parts = load.flatMap((row, b) =>
        can(b, t) && (row[t] ?? 0) > 0 ? [`- ${term(row[t] ?? 0)} x_${b}_${t}`] : [],
      );
      return ` room_${t}: n_${t} ${parts.join(' ')} >= 0`;
    }),
    'Bounds',
    ...types.map((t) => ` 0 <= n_${t} <= ${mostUnits[t] ?? 0}`),
    ...(isInteger ? ['General', ` ${types.map((t) => `n_${t}`).join(' ')}`] : []),
    'End',
  ].join('\n');
}

const term = (value: number) => value.toPrecision(12);
const clean = (share: number) => (share < DUST ? 0 : share);
const used = (share: number, units: number | undefined) => (share === 0 ? 0 : share * (units ?? 0));
/** A hair above a whole number does not rent one more. */
const unitsNeeded = (needed: number) => Math.ceil(needed - 1e-6);
const gap = (monthly: number, bound: number) =>
  monthly <= 0 ? 0 : Math.max(0, Number(((monthly - bound) / monthly).toFixed(6)));
