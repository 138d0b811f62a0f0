/** How far the load may move before another family wins. */
import type { RecommendReply } from '../answer.js';
import type { Offer } from '../catalogue/catalogue.js';
import { valueAt } from '../json-pointer.js';
import type { RecommendRequest } from '../question.js';
import { QuestionError } from '../question-error.js';
import type { ScoreContext } from '../scoring/dimension.js';
import type { AnyScenario, Prepared, RelaxableField, Weights } from '../workload/scenario.js';
import { type PricedCandidate, rentalsOf } from './candidate.js';
import { CandidateTable } from './candidate-table.js';
import { withChange } from './change.js';
import type { Field, FieldQuestion } from './field.js';
import { numberBounds } from './number-grid.js';
import { rankCandidates, type Scored } from './order.js';

type DemandSensitivity = NonNullable<RecommendReply['demandSensitivity']>;
type Change = NonNullable<DemandSensitivity['up']>;

/** Shapes of the best plans that take part; a shape far down the list does not come to the top by a change of load. */
const RANKED_SHAPES = 24;
/** Shapes that only a limit keeps out (budget, servers, quota): less load may let them in. */
const LIMITED_SHAPES = 12;
/** Loads looked at in each direction: a factor of √2 from one to the next, up to sixteenfold. */
const STEPS = 8;
const STEP_RATIO = Math.SQRT2;
/** Halvings between the last load at which the winner holds and the first at which it does not: to about 1 %. */
const HALVINGS = 5;

export interface DemandQuestion {
  readonly field: Field;
  readonly question: FieldQuestion;
  readonly request: RecommendRequest;
  readonly scenario: AnyScenario;
  readonly prepare: (workload: RecommendRequest['workload']) => Prepared;
  readonly weights: Weights;
  /** The context that scores belong to, given the candidates. */
  readonly scoring: (candidates: CandidateTable) => ScoreContext;
}

/** Null: the scenario states no load as a number, or no plan fits. Work: at most 2 × 13 layouts of 36 shapes. */
export function demandSensitivity(asked: DemandQuestion, ranked: readonly Scored[]): DemandSensitivity | null {
  const { request, scenario, question } = asked;
  const winner = ranked[0]?.candidate;
  const field = loadField(scenario, request);
  if (winner === undefined || field === null) return null;
  const pointer = `/workload${field.pointer}`;
  const stated = Number(valueAt(request, pointer));
  const bounds = numberBounds(scenario.schema, field.pointer);
  const offersByShape = contenders(asked, ranked);
  const known = new Map<number, PricedCandidate | null>();

  return {
    pointer,
    value: stated,
    family: familyOf(winner),
    up: firstChange(1),
    down: firstChange(-1),
  };

  function firstChange(direction: 1 | -1): Change | null {
    let holds = 0;
    let breaks: number | null = null;
    for (let step = 1; step <= STEPS && breaks === null; step++) {
      const value = loadAt(direction * step);
      if (value === null) return null;
      if (isWon(value)) holds = step;
      else breaks = step;
    }
    if (breaks === null) return null;
    for (let i = 0; i < HALVINGS; i++) {
      const middle: number = (holds + breaks) / 2;
      const value = loadAt(direction * middle);
      if (value !== null && isWon(value)) holds = middle;
      else breaks = middle;
    }
    const value = loadAt(direction * breaks) ?? stated;
    const other = bestAt(value);
    return { value, ratio: Number((value / stated).toFixed(4)), family: other === null ? null : familyOf(other) };
  }

  /** The load after some steps; null beyond what the schema allows. */
  function loadAt(steps: number): number | null {
    const exact = stated * STEP_RATIO ** steps;
    const value = bounds?.isWhole ? Math.round(exact) : Number(exact.toPrecision(4));
    return bounds !== null && (value < bounds.low || value > bounds.high) ? null : value;
  }

  function isWon(value: number): boolean {
    const best = bestAt(value);
    return best !== null && winner !== undefined && sameFamily(best, winner);
  }

  function bestAt(value: number): PricedCandidate | null {
    let best = known.get(value);
    if (best === undefined) {
      best = rank(value);
      known.set(value, best);
    }
    return best;
  }

  function rank(value: number): PricedCandidate | null {
    const prepared = preparedAt(value);
    if (prepared === null) return null;
    const { catalogue, constraints } = question;
    const candidates = new CandidateTable();
    for (const [index, offers] of offersByShape) {
      const shape = catalogue.shapes[index];
      if (shape === undefined) continue;
      const rentals = rentalsOf(prepared.place(shape, constraints).options);
      for (const offer of offers) candidates.addOffer({ ...question, prepared }, offer, shape, rentals);
    }
    return rankCandidates(candidates, asked.weights, asked.scoring(candidates))[0]?.candidate ?? null;
  }

  function preparedAt(value: number): Prepared | null {
    try {
      return asked.prepare(withChange(request, { pointer, to: value }).workload);
    } catch (error) {
      if (error instanceof QuestionError) return null;
      throw error;
    }
  }
}

function loadField(
  scenario: AnyScenario,
  request: RecommendRequest,
): Extract<RelaxableField, { direction: string }> | null {
  for (const field of scenario.relaxableFields ?? []) {
    if ('direction' in field && field.isLoad !== undefined) {
      if (typeof valueAt(request.workload, field.pointer) === 'number') return field;
    }
  }
  return null;
}

/** Offers that take part, by shape. */
function contenders({ field }: DemandQuestion, ranked: readonly Scored[]): ReadonlyMap<number, readonly Offer[]> {
  const byShape = new Map<number, Offer[]>();
  const add = (offers: readonly Offer[], most: number) => {
    const before = byShape.size;
    for (const offer of offers) {
      const list = byShape.get(offer.shapeIndex);
      if (list !== undefined) list.push(offer);
      else if (byShape.size - before < most) byShape.set(offer.shapeIndex, [offer]);
    }
  };
  add(
    ranked.map(({ candidate }) => candidate.offer),
    RANKED_SHAPES,
  );
  add(
    field.rejected.filter(({ limited, failedScreens }) => failedScreens === 0 && limited !== null).map((r) => r.offer),
    LIMITED_SHAPES,
  );
  return byShape;
}

const sameFamily = (a: PricedCandidate, b: PricedCandidate) =>
  a.offer.provider.id === b.offer.provider.id && a.offer.family.id === b.offer.family.id;

function familyOf({ offer }: PricedCandidate): DemandSensitivity['family'] {
  return { provider: offer.provider.id, family: offer.family.id };
}
