/** What one server of an offer costs in each mode: charges by the server-hour or server-month, cheapest commitment first. */
import type { Offer } from '../catalogue/catalogue.js';
import type { PriceUnit } from '../catalogue/price.js';
import type { BillingMode } from '../catalogue/provider.js';
import { HOURS_PER_DAY, HOURS_PER_MONTH, MONTHS_PER_YEAR, SECONDS_PER_HOUR } from '../units.js';
import { type Charge, type PriceSource, sumRates, unitPriceOf } from './charge.js';
import type { PricingContext } from './context.js';
import { type Discounted, payableRatio } from './discounts.js';
import { inBestCurrency } from './exchange.js';
import { type RunRule, runRuleOf } from './run-hours.js';
import type { Rate } from './select-rate.js';

/**
 * Hours lost to interruptions over useful hours on spot where the caller states none: a tenth, i.e. an interruption every ten
 * hours that costs an hour of repeated work and restart. Our assumption (2026-11), stated as a finding wherever it is used.
 */
export const SPOT_OVERHEAD_RATIO = 0.1;

export interface CommittedTariff {
  readonly billingMode: BillingMode;
  readonly termMonths: number;
  readonly charges: readonly Charge[];
  /** Money of one server a month, used or not. */
  readonly monthly: number;
  /** Money of one server paid when the commitment is made (subscriptions: the whole term); the rest is paid monthly. */
  readonly upfront: number;
}

export interface Tariff {
  readonly offer: Offer;
  readonly runRule: RunRule;
  /** By the server-hour; null = no rate. */
  readonly onDemand: readonly Charge[] | null;
  readonly onDemandHourly: number;
  readonly spot: readonly Charge[] | null;
  /** Money of an hour on spot, overhead not included. */
  readonly spotHourly: number;
  /** Every commitment that fits the term and the modes, cheapest first. */
  readonly committed: readonly CommittedTariff[];
  /** Cheapest subscription of the term, allowed or not; for comparison. */
  readonly subscription: CommittedTariff | null;
  /** The servers have a rate, but in no usable currency. */
  readonly isCurrencyMismatch: boolean;
}

/** Rates of an offer's servers on the day of the question; what every question of that day shares. */
export interface ServerRates {
  readonly instance: readonly Rate[];
  /** Cards priced apart from their host. */
  readonly card: readonly Rate[];
  /** Cards of one server that the card price is multiplied by. */
  readonly cards: number;
}

export function serverRates(context: PricingContext, offer: Offer): ServerRates {
  const { provider, region, type } = offer;
  const instance = context.rates(provider.id, 'instance', type.id, region.id);
  let card = context.rates(provider.id, 'accelerator-card', type.id, region.id);
  if (card.length === 0 && instance.length === 0 && type.accelerator !== null)
    card = context.rates(provider.id, 'accelerator-card', type.accelerator, region.id);
  return { instance, card, cards: (type.acceleratorCount ?? 1) * (type.acceleratorShare ?? 1) };
}

/** Compiles the tariff of an offer for a question. */
export function compileTariff(context: PricingContext, offer: Offer, rates: ServerRates): Tariff {
  const { exchange } = context;
  // Host and cards priced apart are one price only together: the same mode and term of both.
  const hasBoth = rates.instance.length > 0 && rates.card.length > 0;
  const main = rates.instance.length > 0 ? rates.instance : rates.card;
  const usable = inBestCurrency(main, exchange);
  const parts = (rate: Rate): readonly (readonly [Rate, number])[] | null => {
    const first = [rate, rates.instance.length > 0 ? 1 : rates.cards] as const;
    if (!hasBoth || isOwnRate(rate)) return [first];
    const other = inBestCurrency(rates.card, exchange).find(
      (c) => c.billingMode === rate.billingMode && c.termMonths === rate.termMonths && c.payment === rate.payment,
    );
    return other === undefined ? null : [first, [other, rates.cards] as const];
  };

  let onDemand: readonly Charge[] | null = null;
  let spot: readonly Charge[] | null = null;
  const committed: CommittedTariff[] = [];
  let subscription: CommittedTariff | null = null;

  for (const rate of usable) {
    const pair = parts(rate);
    if (pair === null) continue;
    if (rate.billingMode === 'on-demand' || rate.billingMode === 'spot') {
      const charges = pair.map(([r, multiply]) => hourlyCharge(context, offer, r, multiply));
      if (rate.billingMode === 'on-demand') {
        if (onDemand === null || sumRates(charges) < sumRates(onDemand)) onDemand = charges;
      } else if (spot === null || sumRates(charges) < sumRates(spot)) spot = charges;
      continue;
    }
    const made = commit(context, offer, rate, pair);
    if (made === null) continue;
    if (made.billingMode === 'subscription' && (subscription === null || made.monthly < subscription.monthly))
      subscription = made;
    if (context.modes.has(made.billingMode) && made.termMonths <= context.commitmentMonths) committed.push(made);
  }
  committed.sort(
    (a, b) =>
      a.monthly - b.monthly ||
      a.termMonths - b.termMonths ||
      a.upfront - b.upfront ||
      (a.billingMode < b.billingMode ? -1 : a.billingMode > b.billingMode ? 1 : 0),
  );

  return {
    offer,
    runRule: runRuleOf(offer),
    onDemand,
    onDemandHourly: onDemand === null ? Number.NaN : sumRates(onDemand),
    spot,
    spotHourly: spot === null ? Number.NaN : sumRates(spot),
    committed,
    subscription,
    isCurrencyMismatch: usable.length === 0 && main.length > 0,
  };
}

function hourlyCharge(context: PricingContext, offer: Offer, rate: Rate, multiply: number): Charge {
  const ratio = isOwnRate(rate)
    ? 1
    : payableRatio(
        discountedOf(offer, rate.billingMode, 1),
        context.areasOf(offer.provider.id, offer.region.id),
        context.question.priceBook,
        context.question.pricedOn,
      ).ratio;
  return charge(context, offer, rate, {
    basis: 'server-hour',
    quantity: 1,
    unit: 'server-hour',
    source:
      rate.unit === 'second'
        ? { multiply: multiply * SECONDS_PER_HOUR, divide: 1 }
        : { multiply, divide: hoursOfUnit(rate.unit) },
    field: 'price',
    ratio,
    termMonths: null,
  });
}

function commit(
  context: PricingContext,
  offer: Offer,
  rate: Rate,
  pair: readonly (readonly [Rate, number])[],
): CommittedTariff | null {
  const limit = Math.max(1, Math.min(context.termMonths, context.commitmentMonths || context.termMonths));
  const isOpenSubscription =
    rate.billingMode === 'subscription' && (rate.termMonths === null || rate.termMonths === 1) && rate.unit !== 'term';
  if (!isOpenSubscription && (rate.termMonths === null || rate.termMonths > limit)) return null;

  const areas = context.areasOf(offer.provider.id, offer.region.id);
  let termMonths = rate.termMonths ?? 1;
  let ratio = 1;
  if (!isOwnRate(rate)) {
    const asked = isOpenSubscription ? limit : termMonths;
    const what = discountedOf(offer, rate.billingMode, asked);
    // A rate that is stated for its term has its discount in it already.
    const payable = payableRatio(
      isOpenSubscription ? what : { ...what, provider: withoutTermDiscounts(what) },
      areas,
      context.question.priceBook,
      context.question.pricedOn,
    );
    ratio = payable.ratio;
    if (isOpenSubscription && (payable.isTermDiscounted || needsTerm(context, what, ratio))) termMonths = asked;
  }

  const charges: Charge[] = [];
  let upfront = 0;
  for (const [r, multiply] of pair) {
    const { quantity, divide, isPrepaid } = monthlyForm(r, termMonths);
    const recurring = charge(context, offer, r, {
      basis: 'server-month',
      quantity,
      unit: quantity === 1 ? 'server-month' : r.unit === 'day' ? 'server-day' : 'server-hour',
      source: { multiply: r.unit === 'second' ? multiply * SECONDS_PER_HOUR : multiply, divide },
      field: 'price',
      ratio,
      termMonths,
    });
    if (recurring.price > 0 || r.point[0]?.row.upfront === undefined) charges.push(recurring);
    if (isPrepaid) upfront += quantity * recurring.price * ratio * termMonths;
    const fee = Number(r.point[0]?.row.upfront ?? '0');
    if (fee > 0) {
      const spread = charge(context, offer, r, {
        basis: 'server-month',
        quantity: 1,
        unit: 'server-month',
        source: { multiply, divide: termMonths },
        field: 'upfront',
        ratio,
        termMonths,
      });
      charges.push(spread);
      upfront += spread.price * ratio * termMonths;
    }
  }
  return { billingMode: rate.billingMode, termMonths, charges, monthly: sumRates(charges), upfront };
}

/** Whether a price-book discount is earned only by the term. */
function needsTerm(context: PricingContext, what: Discounted, ratio: number): boolean {
  const atOneMonth = payableRatio(
    { ...what, termMonths: 1 },
    [],
    context.question.priceBook,
    context.question.pricedOn,
  );
  return what.termMonths > 1 && ratio < atOneMonth.ratio;
}

function withoutTermDiscounts(what: Discounted): Discounted['provider'] {
  return { ...what.provider, billing: { ...what.provider.billing, termDiscounts: [] } };
}

/** How a commitment's price becomes a month: quantity of the unit in a month, or the price over the months. */
function monthlyForm(rate: Rate, termMonths: number): { quantity: number; divide: number; isPrepaid: boolean } {
  const { payment } = rate;
  const allUpfront = payment === 'all-upfront';
  switch (rate.unit) {
    case 'hour':
    case 'second':
      return { quantity: HOURS_PER_MONTH, divide: 1, isPrepaid: allUpfront };
    case 'day':
      return { quantity: HOURS_PER_MONTH / HOURS_PER_DAY, divide: 1, isPrepaid: false };
    case 'year':
      return { quantity: 1, divide: MONTHS_PER_YEAR, isPrepaid: payment !== 'no-upfront' };
    case 'term':
      return { quantity: 1, divide: termMonths, isPrepaid: payment !== 'no-upfront' };
    default:
      // Months: a prepaid subscription of several months is paid when it is bought.
      return {
        quantity: 1,
        divide: 1,
        isPrepaid: allUpfront || (rate.billingMode === 'subscription' && payment === null && termMonths > 1),
      };
  }
}

function hoursOfUnit(unit: PriceUnit): number {
  if (unit === 'day') return HOURS_PER_DAY;
  if (unit === 'month') return HOURS_PER_MONTH;
  if (unit === 'year') return HOURS_PER_MONTH * MONTHS_PER_YEAR;
  return 1;
}

function discountedOf(offer: Offer, billingMode: BillingMode, termMonths: number): Discounted {
  return {
    provider: offer.provider,
    family: offer.family.id,
    sku: offer.type.id,
    skuKind: 'instance',
    region: offer.region.id,
    billingMode,
    termMonths,
  };
}

function isOwnRate(rate: Rate): boolean {
  return rate.point[0]?.trust === 6;
}

function charge(
  context: PricingContext,
  offer: Offer,
  rate: Rate,
  form: {
    readonly basis: Charge['basis'];
    readonly quantity: number;
    readonly unit: string;
    readonly source: { readonly multiply: number; readonly divide: number };
    readonly field: PriceSource['field'];
    readonly ratio: number;
    readonly termMonths: number | null;
  },
): Charge {
  const entry = rate.point[0];
  if (entry === undefined) throw new Error('a rate without rows');
  const source: PriceSource = {
    entry,
    field: form.field,
    multiply: form.source.multiply,
    divide: form.source.divide,
    exchangeRate: context.exchange.rateFrom(rate.currency) ?? null,
  };
  const price = unitPriceOf(source);
  const low = rate.low?.[0];
  const high = rate.high?.[0];
  return {
    component: form.field === 'upfront' ? 'instance-upfront' : 'instance',
    label: entry.row.skuKind === 'accelerator-card' ? `${offer.type.id} (accelerators)` : offer.type.id,
    sku: entry.row.sku,
    basis: form.basis,
    quantity: form.quantity,
    unit: form.unit,
    price,
    low: low === undefined ? price : unitPriceOf(source, low),
    high: high === undefined ? price : unitPriceOf(source, high),
    ratio: form.ratio,
    source,
    lowEntry: low ?? null,
    highEntry: high ?? null,
    billingMode: rate.billingMode,
    termMonths: form.termMonths,
    tier: null,
    findings: [],
  };
}
