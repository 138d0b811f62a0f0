/** The least-regret plan of a question whose figures are uncertain. */
import type { RecommendReply } from '../answer.js';
import type { RecommendRequest } from '../question.js';
import { bestInWorlds, type Regret, type RegretPlan, regretOf, unitsFor } from '../uncertainty/regret.js';
import { type Response, unitsInWorlds } from '../uncertainty/response.js';
import { type UncertainFigure, unitPoints, workloadAt } from '../uncertainty/worlds.js';
import type { PlacementOption, Prepared } from '../workload/scenario.js';
import type { PricedCandidate } from './candidate.js';
import type { FieldQuestion } from './field.js';
import { compareCandidates, type Scored } from './order.js';

const WORLDS = 512;
const SEED = 1;
/** Shares of the worlds for which a number of servers is tried. */
const TRIED_PROBABILITIES = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1];
const MOST_SHOWN = 5;

type Uncertainty = NonNullable<RecommendReply['uncertainty']>;

interface Group {
  /** Cheapest candidate of this shape and layout: a dearer one regrets more in every world. */
  readonly candidate: PricedCandidate;
  readonly plan: Omit<RegretPlan, 'units'>;
}

interface Variant {
  readonly group: Group;
  readonly units: number;
  readonly regret: Regret;
}

/** Draws the worlds, sizes the corner points, and finds the plan and the number of servers with the least mean regret. */
export function leastRegret(
  figures: readonly UncertainFigure[],
  ranked: readonly Scored[],
  everyCandidate: readonly PricedCandidate[],
  question: FieldQuestion,
  prepare: (workload: RecommendRequest['workload']) => Prepared,
  request: RecommendRequest,
): Uncertainty | null {
  const { constraints, catalogue, currency } = question;
  const winner = ranked[0]?.candidate;
  if (winner === undefined) return null;
  const expected = figures.map((figure) => figure.expected);
  const preparedAt = (values: readonly number[]): Prepared => prepare(workloadAt(request.workload, figures, values));
  const corners = figures.map((figure, f) => ({
    low: preparedAt(expected.map((value, i) => (i === f ? figure.low : value))),
    high: preparedAt(expected.map((value, i) => (i === f ? figure.high : value))),
  }));
  const center = preparedAt(expected);
  const positions = unitPoints(figures.length, WORLDS, SEED);
  const limits = { maxServers: constraints.maxServers, allowSharing: constraints.allowSharing };
  const placed = new Map<string, readonly PlacementOption[]>();

  const groups = new Map<string, Group>();
  for (const candidate of everyCandidate) {
    if (!candidate.isPriced) continue;
    const key = `${candidate.offer.shapeIndex}|${layoutKey(candidate.option)}`;
    const known = groups.get(key);
    if (known !== undefined && compareCandidates(known.candidate, candidate) <= 0) continue;
    groups.set(key, {
      candidate,
      plan: {
        unitMonthly: candidate.cost.monthly / unitsOf(candidate),
        needed: known?.plan.needed ?? neededOf(candidate),
      },
    });
  }
  const all = [...groups.values()];
  if (all.length === 0) return null;
  const best = bestInWorlds(
    all.map(({ plan }) => ({ ...plan, units: 1 })),
    WORLDS,
  );

  const variants: Variant[] = all.flatMap((group) => {
    const most = Math.floor(constraints.maxServers / group.candidate.option.serversPerUnit);
    const counts = new Set(TRIED_PROBABILITIES.map((p) => Math.min(most, unitsFor(group.plan.needed, p))));
    return [...counts]
      .filter((units) => Number.isFinite(units) && isInBudget(group.plan.unitMonthly * units))
      .map((units) => ({ group, units, regret: regretOf({ ...group.plan, units }, best) }));
  });
  variants.sort(
    (a, b) =>
      a.regret.mean - b.regret.mean || compareCandidates(a.group.candidate, b.group.candidate) || a.units - b.units,
  );
  const chosen = variants[0];
  if (chosen === undefined) return null;
  const seen = new Set<string>();
  const shown = variants.filter(({ group }) => {
    const { offer } = group.candidate;
    const key = `${offer.provider.id}/${offer.family.id}`;
    return !seen.has(key) && seen.add(key);
  });
  const ownPlan = {
    unitMonthly: winner.cost.monthly / unitsOf(winner),
    needed: neededOf(winner),
    units: unitsOf(winner),
  };
  return {
    worlds: WORLDS,
    seed: SEED,
    figures: figures.map((figure) => ({ ...figure, pointer: `/workload${figure.pointer}` })),
    leastRegret: reply(chosen),
    others: shown.slice(1, MOST_SHOWN).map(reply),
    firstPlan: winner.isPriced ? regretReply(regretOf(ownPlan, best)) : null,
  };

  function isInBudget(monthly: number): boolean {
    return constraints.maxMonthlyCost === null || monthly <= constraints.maxMonthlyCost;
  }

  function neededOf(candidate: PricedCandidate): Float64Array {
    return unitsInWorlds(responseOf(candidate), figures, positions, WORLDS);
  }

  /** Sizes the shape at the centre and at the corners of each figure; a layout that is gone there needs without end. */
  function responseOf({ offer, option }: PricedCandidate): Response {
    const unitsAt = (prepared: Prepared, name: string) => {
      const key = `${name}|${offer.shapeIndex}`;
      let options = placed.get(key);
      if (options === undefined) {
        const shape = catalogue.shapes[offer.shapeIndex];
        options = shape === undefined ? [] : prepared.place(shape, limits).options;
        placed.set(key, options);
      }
      return options.find((other) => layoutKey(other) === layoutKey(option))?.unitsAtPeak ?? Number.POSITIVE_INFINITY;
    };
    const base = unitsAt(center, 'center');
    const at = Number.isFinite(base) ? base : option.unitsAtPeak;
    return {
      expected: at,
      low: Float64Array.from(corners, ({ low }, f) => Math.log(unitsAt(low, `low${f}`) / at)),
      high: Float64Array.from(corners, ({ high }, f) => Math.log(unitsAt(high, `high${f}`) / at)),
    };
  }

  function reply({ group: { candidate, plan }, units, regret }: Variant): Uncertainty['leastRegret'] {
    return {
      provider: candidate.offer.provider.id,
      region: candidate.offer.region.id,
      instanceType: candidate.offer.type.id,
      servers: units * candidate.option.serversPerUnit,
      monthly: { amount: (plan.unitMonthly * units).toFixed(2), currency },
      regret: regretReply(regret),
    };
  }
}

function regretReply(regret: Regret): Uncertainty['leastRegret']['regret'] {
  const shown = (value: number) => Number(value.toFixed(2));
  return {
    meanMonthly: shown(regret.mean),
    overProvisionMonthly: shown(regret.overProvision),
    underProvisionMonthly: shown(regret.underProvision),
    choiceMonthly: shown(regret.choice),
    missProbability: Number(regret.missProbability.toFixed(4)),
  };
}

function unitsOf({ servers, option }: PricedCandidate): number {
  return servers / option.serversPerUnit;
}

function layoutKey({ parallelism, serversPerUnit }: PlacementOption): string {
  return `${parallelism.tensor},${parallelism.pipeline},${parallelism.expert},${serversPerUnit}`;
}
