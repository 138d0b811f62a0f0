/**
 * The same question asked today: what became of the quoted plan, what would be recommended instead, and why. The change in
 * cost is split by cause: prices (the quoted servers at today's rates), then data or engine (another number of servers).
 */
import { Decimal } from 'decimal.js';
import type { Plan, RecommendReply } from '../../engine/answer.js';
import type { SaleStatus } from '../../engine/catalogue/provenance.js';
import { UNPUBLISHED_REGION_ID } from '../../engine/catalogue/snapshot.js';
import type { RecommendRequest } from '../../engine/question.js';
import type { Money } from '../../engine/units.js';
import { ENGINE_VERSION } from '../../engine/version.js';
import { type Planning, planningContext } from '../planning.js';
import { Problem, type Sentence } from '../problems.js';
import { asking } from '../question-problem.js';
import { contentOf, type QuoteContent, type QuoteItem, type QuoteReader, quotedPlan } from './quote.js';
import { findQuote } from './read-quotes.js';

export const DRIFT_CAUSES = ['price', 'catalogue', 'engine'] as const;
export type DriftCause = (typeof DRIFT_CAUSES)[number];

export interface DriftChange {
  readonly code: string;
  readonly detail: Sentence;
  readonly before: unknown;
  readonly after: unknown;
}

export interface CauseOfDrift {
  readonly cause: DriftCause;
  /** Part of the change in monthly cost of the quoted plan; null = cannot be told. Signed. */
  readonly monthlyDelta: string | null;
  readonly changes: readonly DriftChange[];
}

export interface PlanState {
  readonly provider: string;
  readonly region: string;
  readonly instanceType: string;
  readonly servers: number;
  readonly saleStatus: string;
  readonly monthly: Money | null;
}

export interface ItemDrift {
  readonly name: string;
  readonly hasDrifted: boolean;
  readonly before: PlanState;
  /** The same servers in the same place, today; null = they no longer fit or are gone. */
  readonly samePlanNow: PlanState | null;
  /** What the question is answered with today; null = nothing fits. */
  readonly bestNow: PlanState | null;
  readonly monthlyDelta: string | null;
  readonly causes: readonly CauseOfDrift[];
}

export interface Drift {
  readonly askedOn: string;
  readonly currency: string;
  readonly hasDrifted: boolean;
  readonly monthly: {
    readonly before: string | null;
    readonly samePlansNow: string | null;
    readonly bestNow: string | null;
  };
  readonly catalogueVersion: { readonly before: string; readonly after: string };
  readonly engineVersion: { readonly before: string; readonly after: string };
  readonly items: readonly ItemDrift[];
}

export type DriftOfQuote = (tenant: string, id: string) => Promise<Drift>;

const ALL_STATUSES: readonly SaleStatus[] = ['general', 'limited', 'invite-only', 'legacy', 'retired', 'unknown'];

export function driftOfQuote(quotes: QuoteReader, planning: Planning): DriftOfQuote {
  return async (tenant, id) => {
    const quote = await findQuote(quotes, tenant, id);
    const content = contentOf(quote);
    const { catalogue } = planning.reader.current();
    const context = planningContext(planning, { tenant, id: quote.createdBy });
    const ask = async (request: RecommendRequest): Promise<RecommendReply | null> => {
      try {
        return await asking(() => planning.engine.recommend(catalogue, request, context));
      } catch (error) {
        if (error instanceof Problem) return null;
        throw error;
      }
    };
    const items: ItemDrift[] = [];
    for (const item of content.items) items.push(await driftOf(item, content, ask, catalogue.version));
    const total = (state: (item: ItemDrift) => PlanState | null) => {
      const amounts = items.map((item) => state(item)?.monthly?.amount);
      return amounts.some((amount) => amount === undefined)
        ? null
        : amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)).toFixed(2);
    };
    return {
      askedOn: context.today,
      currency: content.totals.currency,
      hasDrifted: items.some(({ hasDrifted }) => hasDrifted),
      monthly: {
        before: content.totals.monthly?.amount ?? null,
        samePlansNow: total(({ samePlanNow }) => samePlanNow),
        bestNow: total(({ bestNow }) => bestNow),
      },
      catalogueVersion: { before: content.catalogueVersion, after: catalogue.version },
      engineVersion: { before: content.engineVersion, after: ENGINE_VERSION },
      items,
    };
  };
}

/** The question as of today: a day or an instant that it pinned is let go. */
function today(
  { pricedOn: _day, knownAt: _instant, ...request }: RecommendRequest,
  currency: string,
): RecommendRequest {
  return { ...request, currency };
}

/** Asks for the quoted servers alone, whatever their sale status and price are now. */
function narrowed(request: RecommendRequest, { placement }: Plan): RecommendRequest {
  const {
    maxMonthlyCost: _budget,
    excludeInstanceTypes: _types,
    excludeProviders: _providers,
    ...constraints
  } = request.constraints ?? {};
  return {
    ...request,
    constraints: {
      ...constraints,
      providers: [placement.provider],
      // A region that is not published has no name to ask for: the type is sold nowhere else, and pins the place alone.
      ...(placement.region === UNPUBLISHED_REGION_ID ? {} : { regions: [`${placement.provider}/${placement.region}`] }),
      instanceTypes: [placement.instanceType],
      saleStatuses: [...ALL_STATUSES],
      allowUnpriced: true,
    },
    limit: 5,
    distinct: false,
    whyNot: [],
  };
}

async function driftOf(
  item: QuoteItem,
  content: QuoteContent,
  ask: (request: RecommendRequest) => Promise<RecommendReply | null>,
  catalogueVersion: string,
): Promise<ItemDrift> {
  const before = quotedPlan(item);
  const request = today(item.request, content.totals.currency);
  const answer = await ask(request);
  const alone = await ask(narrowed(request, before));
  const same = alone?.plans.find(({ placement }) => isSamePlace(placement, before.placement)) ?? null;
  const best = answer?.plans[0] ?? null;
  const parts = split(before, same);
  const isEngineNew = content.engineVersion !== ENGINE_VERSION;
  const price = priceChanges(before, same);
  const catalogue = catalogueChanges(before, same, answer, best, content.catalogueVersion !== catalogueVersion);
  const engine: DriftChange[] = isEngineNew
    ? [
        change(
          'engine-version',
          {
            en: `The engine is now ${ENGINE_VERSION}; the quote was sized by ${content.engineVersion}.`,
            zh: `引擎版本现为 ${ENGINE_VERSION}，报价时为 ${content.engineVersion}。`,
          },
          content.engineVersion,
          ENGINE_VERSION,
        ),
      ]
    : [];
  const causes: CauseOfDrift[] = [];
  if (price.length > 0 || (parts !== null && !parts.price.isZero()))
    causes.push({ cause: 'price', monthlyDelta: parts?.price.toFixed(2) ?? null, changes: price });
  const rest = parts?.quantity ?? null;
  if (catalogue.length > 0)
    causes.push({
      cause: 'catalogue',
      monthlyDelta: isEngineNew ? (rest === null ? null : '0.00') : (rest?.toFixed(2) ?? null),
      changes: catalogue,
    });
  if (engine.length > 0) causes.push({ cause: 'engine', monthlyDelta: rest?.toFixed(2) ?? null, changes: engine });
  return {
    name: item.name,
    hasDrifted: causes.length > 0,
    before: planState(before),
    samePlanNow: same === null ? null : planState(same),
    bestNow: best === null ? null : planState(best),
    monthlyDelta: parts === null ? null : parts.price.plus(parts.quantity).toFixed(2),
    causes,
  };
}

function isSamePlace(a: Plan['placement'], b: Plan['placement']): boolean {
  return a.provider === b.provider && a.region === b.region && a.instanceType === b.instanceType;
}

function planState({ placement, cost }: Plan): PlanState {
  const { provider, region, instanceType, servers, saleStatus } = placement;
  return { provider, region, instanceType, servers, saleStatus, monthly: cost.monthly };
}

/** From then to now in two steps that sum exactly: the quoted servers at today's price of one, before today's number of them. */
function split(before: Plan, after: Plan | null): { readonly price: Decimal; readonly quantity: Decimal } | null {
  const oldTotal = before.cost.monthly?.amount;
  const newTotal = after?.cost.monthly?.amount;
  if (oldTotal === undefined || newTotal === undefined || after === null) return null;
  const whole = new Decimal(newTotal);
  const atOldNumber = whole
    .times(before.placement.servers)
    .dividedBy(after.placement.servers)
    .toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return { price: atOldNumber.minus(oldTotal), quantity: whole.minus(atOldNumber) };
}

function change(code: string, detail: Sentence, before: unknown, after: unknown): DriftChange {
  return { code, detail, before, after };
}

/** Rates of the bill's lines that moved, came or went; the sheet that states each. */
function priceChanges(before: Plan, after: Plan | null): DriftChange[] {
  if (after === null) return [];
  const rates = (plan: Plan) =>
    new Map(
      plan.cost.lines.map((line) => [
        [line.component, line.sku, line.billingMode, line.termMonths ?? '', line.tier?.from ?? ''].join('|'),
        {
          label: line.label,
          unitPrice: line.unitPrice,
          discountRatio: line.discountRatio ?? 1,
          unit: line.unit,
          billingMode: line.billingMode,
          sheet: line.priceSheet === null ? null : `${line.priceSheet.id} v${line.priceSheet.version}`,
        },
      ]),
    );
  const old = rates(before);
  const current = rates(after);
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((key): DriftChange[] => {
    const oldRate = old.get(key);
    const newRate = current.get(key);
    const label = oldRate?.label ?? newRate?.label ?? '';
    if (oldRate === undefined || newRate === undefined)
      return [
        change(
          'line-changed',
          {
            en: `"${label}" is billed ${newRate === undefined ? 'no longer' : 'now'} in this way.`,
            zh: `“${label}” ${newRate === undefined ? '不再' : '现在'}以此方式计费。`,
          },
          oldRate ?? null,
          newRate ?? null,
        ),
      ];
    if (oldRate.unitPrice === newRate.unitPrice && oldRate.discountRatio === newRate.discountRatio) return [];
    return [
      change(
        'rate-changed',
        {
          en: `The rate of "${label}" was ${oldRate.unitPrice ?? 'unknown'} and is ${newRate.unitPrice ?? 'unknown'} a ${newRate.unit}.`,
          zh: `“${label}” 的单价由 ${oldRate.unitPrice ?? '未知'} 变为 ${newRate.unitPrice ?? '未知'}（每 ${newRate.unit}）。`,
        },
        oldRate,
        newRate,
      ),
    ];
  });
}

function catalogueChanges(
  before: Plan,
  same: Plan | null,
  answer: RecommendReply | null,
  best: Plan | null,
  isCatalogueNew: boolean,
): DriftChange[] {
  if (!isCatalogueNew) return [];
  const { instanceType, region, servers, saleStatus } = before.placement;
  const found: DriftChange[] = [];
  if (same === null)
    found.push(
      change(
        'no-longer-possible',
        {
          en: `${instanceType} in ${region} no longer answers the question, or is gone.`,
          zh: `${region} 的 ${instanceType} 已不再满足需求或已下架。`,
        },
        planState(before),
        null,
      ),
    );
  else {
    if (same.placement.saleStatus !== saleStatus)
      found.push(
        change(
          'sale-status-changed',
          {
            en: `${instanceType} in ${region} was ${saleStatus} and is ${same.placement.saleStatus}.`,
            zh: `${region} 的 ${instanceType} 销售状态由 ${saleStatus} 变为 ${same.placement.saleStatus}。`,
          },
          saleStatus,
          same.placement.saleStatus,
        ),
      );
    if (same.placement.servers !== servers)
      found.push(
        change(
          'servers-changed',
          {
            en: `The job took ${servers} servers and takes ${same.placement.servers}.`,
            zh: `所需服务器由 ${servers} 台变为 ${same.placement.servers} 台。`,
          },
          servers,
          same.placement.servers,
        ),
      );
  }
  if (answer === null)
    found.push(
      change(
        'question-not-answerable',
        { en: 'The question names things that are gone.', zh: '该需求引用了已不存在的内容。' },
        null,
        null,
      ),
    );
  else if (best === null || !isSamePlace(best.placement, before.placement))
    found.push(
      change(
        'other-plan-recommended',
        best === null
          ? { en: 'Nothing fits the question today.', zh: '目前没有满足需求的方案。' }
          : {
              en: `Today ${best.placement.instanceType} in ${best.placement.region} ranks first.`,
              zh: `目前排名第一的是 ${best.placement.region} 的 ${best.placement.instanceType}。`,
            },
        planState(before),
        best === null ? null : planState(best),
      ),
    );
  return found;
}
