/**
 * The smallest single changes of a request that open a plan, each with the plan and its price.
 *
 * Exact: with just that change made, the plan is feasible at the stated price, and no smaller change of the same field
 * opens anything. A list grows or shrinks by one entry; a number moves along a grid; a switch flips; a word takes the
 * nearest alternative that works. The work is counted, never timed.
 */
import type { Relaxation } from '../answer.js';
import type { Offer } from '../catalogue/catalogue.js';
import { type Finding, finding } from '../finding.js';
import { valueAt } from '../json-pointer.js';
import { openPricing } from '../pricing/index.js';
import type { RecommendRequest } from '../question.js';
import { type Fault, QuestionError } from '../question-error.js';
import {
  BILLING_MODES,
  providerIds,
  type ResolvedConstraints,
  resolveConstraints,
  resolveCurrency,
  typeKeys,
} from '../resolve-question.js';
import { hostMemoryPerAccelerator, vcpuPerAccelerator } from '../screening/host.js';
import { SCREENS } from '../screening/index.js';
import { SHARING_SCREEN } from '../screening/sharing.js';
import type { AnyScenario, HardwareShape, Prepared, RelaxableField } from '../workload/scenario.js';
import { feasibleCandidates, type PricedCandidate, pricedCandidates, rentalsOf } from './candidate.js';
import { type Change, withChange } from './change.js';
import type { Field, FieldQuestion, RejectedOffer } from './field.js';
import { isLimit, quotaNeed } from './limits.js';
import { numberBounds, numberGrid } from './number-grid.js';
import { compareCandidates } from './order.js';
import { type Allowance, smallestOpening } from './smallest-opening.js';

/** Most relaxations shown; the cheapest plans are kept. */
const MOST_RELAXATIONS = 8;
/** Placements of one shape that the search for one answer may take: one to two seconds on one core. */
export const MOST_PLACEMENTS = 6_000;
const MOST_SERVERS = 10_000;

export interface RelaxationQuestion {
  readonly field: Field;
  readonly question: FieldQuestion;
  readonly request: RecommendRequest;
  readonly scenario: AnyScenario;
  /** Prepares a changed workload; throws QuestionError. */
  readonly prepare: (workload: RecommendRequest['workload']) => Prepared;
}

interface Opened {
  readonly change: Change;
  readonly candidate: PricedCandidate;
  /** Currency of its price; absent = that of the question. */
  readonly currency?: string;
}

export interface FoundRelaxations {
  readonly relaxations: readonly Relaxation[];
  /** Said when the allowance was used up before every field was looked at. */
  readonly findings: readonly Finding[];
}

/** `isWanted` limits the plans to some offers (whyNot); absent: all. */
export function relaxationsOf(
  asked: RelaxationQuestion,
  allowance: Allowance = { placements: MOST_PLACEMENTS },
  isWanted: (offer: Offer) => boolean = () => true,
): FoundRelaxations {
  const rejected = asked.field.rejected.filter(({ offer }) => isWanted(offer));
  const best = new Map<string, Opened>();
  const answerable = new Map<string, boolean>();
  const offer = (opened: Opened | null) => {
    if (opened === null) return;
    const { change, candidate } = opened;
    const text = `${change.pointer} ${JSON.stringify(change.to)}`;
    let isGood = answerable.get(text);
    if (isGood === undefined) {
      isGood = isAnswerable(change, asked);
      answerable.set(text, isGood);
    }
    const key = `${change.pointer} ${candidate.isPriced}`;
    const known = best.get(key);
    if (isGood && (known === undefined || isSmaller(opened, known))) best.set(key, opened);
  };
  /** Where the least change opens a plan without a public price, the least that opens a priced one is told as well. */
  const offerBoth = (search: (isPricedOnly: boolean) => Opened | null) => {
    const least = search(false);
    offer(least);
    if (least !== null && !least.candidate.isPriced) offer(search(true));
  };
  for (const item of rejected) {
    for (const opened of openedByScreen(item, asked)) offer(opened);
    for (const opened of openedByLimit(item, asked)) offer(opened);
  }
  for (const opened of openedByMode(rejected, asked)) offer(opened);
  for (const opened of openedByCurrency(rejected, asked)) offer(opened);
  const isSharingScreened = (item: RejectedOffer) =>
    (item.failedScreens & ~(1 << SCREENS.indexOf(SHARING_SCREEN))) === 0;
  if (!asked.question.constraints.allowSharing) {
    offerBoth((isPricedOnly) => openedBySharing(rejected.filter(isSharingScreened), asked, allowance, isPricedOnly));
  }
  const within = rejected.filter((item) => item.failedScreens === 0 && item.offer.shapeIndex >= 0);
  for (const field of asked.scenario.relaxableFields ?? [])
    offerBoth((isPricedOnly) => openedByField(field, within, asked, allowance, isPricedOnly));
  // Last, because thousands of servers take longest to lay out.
  offerBoth((isPricedOnly) => openedByServers(within, asked, allowance, isPricedOnly));

  const found = [...best.values()]
    .filter((opened) => opened.candidate.isPriced || isSmallerThanPriced(opened, best))
    .sort((a, b) => comparePriced(a.candidate, b.candidate))
    .slice(0, MOST_RELAXATIONS);
  return {
    relaxations: found.map((opened) => replyOf(opened, asked.question.currency)),
    findings: [
      ...(allowance.placements > 0 ? [] : [finding('relaxation-search-cut', { placements: MOST_PLACEMENTS })]),
      ...(found.length > 0 ? [] : [finding('no-single-relaxation')]),
    ],
  };
}

/** An unpriced plan is worth telling beside a priced one only if less has to give way for it. */
function isSmallerThanPriced({ change }: Opened, best: ReadonlyMap<string, Opened>): boolean {
  const priced = best.get(`${change.pointer} true`);
  return priced === undefined || sizeOf(change) < sizeOf(priced.change);
}

function replyOf({ change, candidate, currency: own }: Opened, asked: string): Relaxation {
  const currency = own ?? asked;
  return {
    change,
    plan: {
      provider: candidate.offer.provider.id,
      region: candidate.offer.region.id,
      instanceType: candidate.offer.type.id,
      servers: candidate.servers,
    },
    monthly: candidate.isPriced ? { amount: candidate.cost.monthly.toFixed(2), currency } : null,
  };
}

/** A number is relaxed the least; of changes of the same size the one that opens the cheapest plan. */
function isSmaller(a: Opened, b: Opened): boolean {
  const [first, second] = [sizeOf(a.change), sizeOf(b.change)];
  if (first !== second) return first < second;
  return comparePriced(a.candidate, b.candidate) < 0;
}

function sizeOf({ from, to }: Change): number {
  const [a, b] = [Number(from), Number(to)];
  return Array.isArray(to) || typeof to === 'boolean' || Number.isNaN(a - b) ? 0 : Math.abs(b - a);
}

function comparePriced(a: PricedCandidate, b: PricedCandidate): number {
  if (a.isPriced !== b.isPriced) return a.isPriced ? -1 : 1;
  return compareCandidates(a, b);
}

function cheapest(candidates: readonly PricedCandidate[]): PricedCandidate | null {
  let best: PricedCandidate | null = null;
  for (const candidate of candidates) if (best === null || comparePriced(candidate, best) < 0) best = candidate;
  return best;
}

/** Some changes make the question ambiguous (a second currency) or contradictory; those help nobody. */
function isAnswerable(change: Change, { question, request }: RelaxationQuestion): boolean {
  const isCurrency = change.pointer === '/currency';
  if (!isCurrency && !change.pointer.startsWith('/constraints/')) return true;
  const changed = withChange(request, change);
  const faults: Fault[] = [];
  const constraints = resolveConstraints(question.catalogue, changed.constraints ?? {}, faults);
  const currency = resolveCurrency(question.catalogue, changed, constraints, faults);
  return currency === (isCurrency ? change.to : question.currency) && faults.length === 0;
}

// ── Screens: one requirement of the request that the offer does not meet ───────────────────────────────────────────────

function openedByScreen(item: RejectedOffer, { question, request, field }: RelaxationQuestion): readonly Opened[] {
  const index = 31 - Math.clz32(item.failedScreens);
  const screen = SCREENS[index];
  const shape = question.catalogue.shapes[item.offer.shapeIndex];
  if (item.failedScreens !== 1 << index || screen === undefined || shape === undefined) return [];
  const rentals = field.rentals[item.offer.shapeIndex] ?? [];
  if (rentals.length === 0) return [];
  const change = screenChange(screen.pointer, item.offer, shape, question, request);
  if (change === null) return [];
  const candidate = cheapest(feasibleCandidates(question, item.offer, shape, rentals));
  return candidate === null ? [] : [{ change, candidate }];
}

function screenChange(
  pointer: string,
  offer: Offer,
  shape: HardwareShape,
  { catalogue, constraints: resolved }: FieldQuestion,
  request: RecommendRequest,
): Change | null {
  const constraints = request.constraints ?? {};
  const { provider, region, type } = offer;
  const typeKey = `${provider.id}/${type.id}`;
  switch (pointer) {
    case '/constraints/providers':
      return listed(resolved.providers?.has(provider.id), resolved.excludeProviders.has(provider.id), {
        add: () => extended(pointer, constraints.providers, provider.id),
        drop: () =>
          dropped('/constraints/excludeProviders', constraints.excludeProviders, (name) =>
            providerIds(catalogue, name).includes(provider.id),
          ),
      });
    case '/constraints/geographies':
      return region.geography === null ? null : extended(pointer, constraints.geographies, region.geography);
    case '/constraints/regions':
      return extended(pointer, constraints.regions, `${provider.id}/${region.id}`);
    case '/constraints/zones': {
      const zone = offer.zones[0];
      return zone === undefined ? null : extended(pointer, constraints.zones, `${provider.id}/${zone}`);
    }
    case '/constraints/accelerators': {
      const id = type.accelerator;
      if (id === null) return null;
      return listed(resolved.accelerators?.has(id), resolved.excludeAccelerators.has(id), {
        add: () => extended(pointer, constraints.accelerators, id),
        drop: () =>
          dropped('/constraints/excludeAccelerators', constraints.excludeAccelerators, (name) => {
            const resolution = catalogue.resolveAccelerator(name, pointer);
            return 'found' in resolution && resolution.found.id === id;
          }),
      });
    }
    case '/constraints/instanceTypes':
      return listed(resolved.instanceTypes?.has(typeKey), resolved.excludeInstanceTypes.has(typeKey), {
        add: () => extended(pointer, constraints.instanceTypes, typeKey),
        drop: () =>
          dropped('/constraints/excludeInstanceTypes', constraints.excludeInstanceTypes, (name) =>
            typeKeys(catalogue, name, pointer, []).includes(typeKey),
          ),
      });
    case '/constraints/saleStatuses':
      return {
        pointer,
        from: constraints.saleStatuses ?? null,
        to: [...resolved.saleStatuses, offer.saleStatus],
      };
    case '/constraints/requireRdma':
    case '/constraints/requireNvlink':
      return { pointer, from: true, to: false };
    case '/constraints/minVcpuPerAccelerator':
      return lowered(pointer, resolved.minVcpuPerAccelerator, vcpuPerAccelerator(shape));
    case '/constraints/minHostMemoryGiBPerAccelerator':
      return lowered(pointer, resolved.minHostMemoryGiBPerAccelerator, hostMemoryPerAccelerator(shape));
    default:
      return null;
  }
}

/** To what the server has, rounded down to what can be read; nothing where it is unknown. */
function lowered(pointer: string, from: number, has: number): Change | null {
  const to = Math.floor(has * 100) / 100;
  return to > 0 ? { pointer, from, to } : null;
}

/** What is missing in the one list is added, what stands in the other is dropped; both at once are two changes. */
function listed(
  isIncluded: boolean | undefined,
  isExcluded: boolean,
  { add, drop }: { add: () => Change; drop: () => Change },
): Change | null {
  if (isIncluded === false) return isExcluded ? null : add();
  return isExcluded ? drop() : null;
}

function extended(pointer: string, list: readonly string[] | undefined, value: string): Change {
  return { pointer, from: list ?? null, to: [...(list ?? []), value] };
}

function dropped(pointer: string, list: readonly string[] | undefined, isNamed: (name: string) => boolean): Change {
  return { pointer, from: list ?? null, to: (list ?? []).filter((name) => !isNamed(name)) };
}

// ── Limits: quota, budget, prices ──────────────────────────────────────────────────────────────────────────────────────

/** Of every layout that breaks just one limit, the least change of that limit. */
function openedByLimit(item: RejectedOffer, { question, request, field }: RelaxationQuestion): readonly Opened[] {
  const shape = question.catalogue.shapes[item.offer.shapeIndex];
  if (item.failedScreens !== 0 || shape === undefined) return [];
  const opened: Opened[] = [];
  const rentals = field.rentals[item.offer.shapeIndex] ?? [];
  for (const { candidate, failures } of pricedCandidates(question, item.offer, shape, rentals)) {
    const [failure] = failures;
    if (failures.length !== 1 || failure === undefined) continue;
    if (failure.code === 'quota-exceeded') {
      const index = failure.quota ?? 0;
      const quota = question.constraints.quotas[index];
      if (quota === undefined) continue;
      const pointer = `/constraints/quota/${index}/max`;
      opened.push({
        candidate,
        change: { pointer, from: quota.max, to: quotaNeed(quota, item.offer, shape, candidate.servers) },
      });
    } else if (failure.code === 'over-budget') {
      const change = {
        pointer: '/constraints/maxMonthlyCost/amount',
        from: request.constraints?.maxMonthlyCost?.amount ?? null,
        to: candidate.cost.knownMonthly.toFixed(2),
      };
      opened.push({ candidate, change });
    } else if (failure.code === 'unpriced-not-allowed') {
      opened.push({ candidate, change: { pointer: '/constraints/allowUnpriced', from: false, to: true } });
    }
  }
  return opened;
}

/** One more billing mode: what has no price, or is over budget, under the modes asked for may do under another. */
function openedByMode(rejected: readonly RejectedOffer[], asked: RelaxationQuestion): readonly Opened[] {
  const { question, request, field } = asked;
  const limited = rejected.filter((item) => item.failedScreens === 0 && item.limited !== null);
  if (limited.length === 0) return [];
  const modes = question.constraints.billingModes;
  const opened: Opened[] = [];
  for (const mode of BILLING_MODES) {
    if (modes.includes(mode)) continue;
    const billingModes = BILLING_MODES.filter((other) => other === mode || modes.includes(other));
    const pricing = openPricing(question.catalogue, { ...question.pricing.question, billingModes });
    const relaxed = { ...question, pricing, constraints: { ...question.constraints, billingModes } };
    const change = {
      pointer: '/constraints/billingModes',
      from: request.constraints?.billingModes ?? null,
      to: billingModes,
    };
    for (const { offer } of limited) {
      const shape = question.catalogue.shapes[offer.shapeIndex];
      const rentals = field.rentals[offer.shapeIndex] ?? [];
      if (shape === undefined) continue;
      const candidate = cheapest(feasibleCandidates(relaxed, offer, shape, rentals));
      // A mode without a price here opens nothing by itself.
      if (candidate?.isPriced) opened.push({ candidate, change });
    }
  }
  return opened;
}

/** Another currency: what is priced only in it. Under a budget the currency is the budget's, and stays. */
function openedByCurrency(rejected: readonly RejectedOffer[], asked: RelaxationQuestion): readonly Opened[] {
  const { question, request, field } = asked;
  const mismatched = rejected.filter(
    (item) => item.failedScreens === 0 && isLimit(item.limited?.limits ?? 0, 'currency-mismatch'),
  );
  if (mismatched.length === 0 || question.constraints.maxMonthlyCost !== null) return [];
  const opened: Opened[] = [];
  const currencies = new Set(mismatched.flatMap(({ offer }) => offer.provider.currencies));
  for (const currency of [...currencies].sort()) {
    if (currency === question.currency) continue;
    const pricing = openPricing(question.catalogue, { ...question.pricing.question, currency });
    const change = { pointer: '/currency', from: request.currency ?? null, to: currency };
    for (const { offer } of mismatched) {
      const shape = question.catalogue.shapes[offer.shapeIndex];
      const rentals = field.rentals[offer.shapeIndex] ?? [];
      if (shape === undefined) continue;
      const relaxed = { ...question, pricing, currency };
      const candidate = cheapest(feasibleCandidates(relaxed, offer, shape, rentals));
      if (candidate?.isPriced) opened.push({ change, candidate, currency });
    }
  }
  return opened;
}

// ── Changes under which the demand is laid out anew ────────────────────────────────────────────────────────────────────

/** The cheapest feasible candidate of one shape under changed constraints or demand. */
function opener(
  items: readonly RejectedOffer[],
  question: FieldQuestion,
  isPricedOnly: boolean,
): {
  readonly shapes: readonly number[];
  open(shape: number, prepared: Prepared, limits: Partial<ResolvedConstraints>): PricedCandidate | null;
} {
  const offersByShape = new Map<number, Offer[]>();
  for (const { offer } of items) {
    const list = offersByShape.get(offer.shapeIndex);
    if (list === undefined) offersByShape.set(offer.shapeIndex, [offer]);
    else list.push(offer);
  }
  return {
    shapes: [...offersByShape.keys()],
    open(shapeIndex, prepared, changed) {
      const shape = question.catalogue.shapes[shapeIndex];
      if (shape === undefined) return null;
      const constraints = { ...question.constraints, ...changed };
      const rentals = rentalsOf(prepared.place(shape, constraints).options);
      if (rentals.length === 0) return null;
      const relaxed = { ...question, prepared, constraints };
      return cheapest(
        (offersByShape.get(shapeIndex) ?? [])
          .flatMap((offer) => feasibleCandidates(relaxed, offer, shape, rentals))
          .filter(({ isPriced }) => isPriced || !isPricedOnly),
      );
    },
  };
}

function openedBySharing(
  items: readonly RejectedOffer[],
  { question }: RelaxationQuestion,
  allowance: Allowance,
  isPricedOnly: boolean,
): Opened | null {
  const { shapes, open } = opener(
    items.filter(({ offer }) => offer.shapeIndex >= 0),
    question,
    isPricedOnly,
  );
  const found = smallestOpening(
    shapes,
    1,
    allowance,
    (shape) => open(shape, question.prepared, { allowSharing: true }),
    comparePriced,
  );
  if (found === null) return null;
  return { candidate: found.candidate, change: { pointer: '/constraints/allowSharing', from: false, to: true } };
}

function openedByServers(
  items: readonly RejectedOffer[],
  { question }: RelaxationQuestion,
  allowance: Allowance,
  isPricedOnly: boolean,
): Opened | null {
  const from = question.constraints.maxServers;
  const isTooMany = (item: RejectedOffer) =>
    isLimit(item.limited?.limits ?? 0, 'too-many-servers') || item.placement.rejections.length > 0;
  const { shapes, open } = opener(items.filter(isTooMany), question, isPricedOnly);
  const found = smallestOpening(
    shapes,
    MOST_SERVERS - from,
    allowance,
    (shape, steps) => open(shape, question.prepared, { maxServers: from + steps }),
    comparePriced,
  );
  if (found === null) return null;
  const change = { pointer: '/constraints/maxServers', from, to: from + found.steps };
  return { candidate: found.candidate, change };
}

function openedByField(
  field: RelaxableField,
  items: readonly RejectedOffer[],
  asked: RelaxationQuestion,
  allowance: Allowance,
  isPricedOnly: boolean,
): Opened | null {
  const { request, question, scenario } = asked;
  const pointer = `/workload${field.pointer}`;
  const from = valueAt(request, pointer);
  const { shapes, open } = opener(items, question, isPricedOnly);
  const preparedBy = new Map<unknown, Prepared | null>();
  const preparedAt = (to: unknown): Prepared | null => {
    let prepared = preparedBy.get(to);
    if (prepared === undefined) {
      prepared = preparedOrNull(() => asked.prepare(withChange(request, { pointer, to }).workload));
      preparedBy.set(to, prepared);
    }
    return prepared;
  };

  if ('alternatives' in field) {
    const present = field.alternatives.indexOf(String(from ?? 'auto'));
    const resolved = present >= 0 ? present : field.alternatives.indexOf(question.prepared.demand.precision ?? '');
    for (const to of byNearness(field.alternatives, resolved)) {
      const prepared = preparedAt(to);
      if (prepared === null) continue;
      const found = smallestOpening(shapes, 1, allowance, (shape) => open(shape, prepared, {}), comparePriced);
      if (found !== null) return { candidate: found.candidate, change: { pointer, from: from ?? null, to } };
    }
    return null;
  }

  const bounds = numberBounds(scenario.schema, field.pointer);
  if (typeof from !== 'number' || bounds === null) return null;
  const grid = numberGrid(from, field, bounds);
  const most = furthestLegal(grid.most, (steps) => preparedAt(grid.value(steps)) !== null);
  const found = smallestOpening(
    shapes,
    most,
    allowance,
    (shape, steps) => {
      const prepared = preparedAt(grid.value(steps));
      return prepared === null ? null : open(shape, prepared, {});
    },
    comparePriced,
  );
  if (found === null) return null;
  return { candidate: found.candidate, change: { pointer, from, to: grid.value(found.steps) } };
}

/** Alternatives by their distance from the present one; of two as near, the less demanding first. */
function byNearness(alternatives: readonly string[], present: number): readonly string[] {
  return alternatives
    .map((value, place) => ({ value, place }))
    .filter(({ place }) => place !== present)
    .sort((a, b) => Math.abs(a.place - present) - Math.abs(b.place - present) || b.place - a.place)
    .map(({ value }) => value);
}

/** Largest number of steps that is still a legal question: near the bound a field may contradict another one. */
function furthestLegal(most: number, isLegal: (steps: number) => boolean): number {
  if (most < 1 || isLegal(most)) return most;
  let legal = 0;
  let illegal = most;
  while (illegal - legal > 1) {
    const middle = Math.floor((legal + illegal) / 2);
    if (isLegal(middle)) legal = middle;
    else illegal = middle;
  }
  return legal;
}

function preparedOrNull(prepare: () => Prepared): Prepared | null {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof QuestionError) return null;
    throw error;
  }
}
