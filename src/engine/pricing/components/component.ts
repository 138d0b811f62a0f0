/** The contract of a price component: what the caller states → charges, with what has no price named. */
import type { Offer } from '../../catalogue/catalogue.js';
import type { PriceUnit, SkuKind } from '../../catalogue/price.js';
import type { BillingMode } from '../../catalogue/provider.js';
import type { StorageType } from '../../catalogue/service.js';
import { type Finding, finding } from '../../finding.js';
import { BYTES_PER_GB, BYTES_PER_GIB, HOURS_PER_MONTH } from '../../units.js';
import { type Charge, type PriceSource, sumRates, unitPriceOf } from '../charge.js';
import type { PricingContext } from '../context.js';
import { payableRatio } from '../discounts.js';
import { inBestCurrency } from '../exchange.js';
import type { StorageNeed, UnpricedItem } from '../schemas.js';
import type { Rate } from '../select-rate.js';
import { splitOverTiers, tierOf } from '../tiers.js';

/** A service without a known price. */
export interface UnpricedService extends Omit<UnpricedItem, 'quantity'> {
  readonly amount: number;
  readonly per: 'server' | 'plan';
}

/** Charges that come with each server, for a server on demand (or spot) and for a committed one; and those of the plan. */
export interface ComponentCharges {
  readonly onDemand: readonly Charge[];
  readonly committed: readonly Charge[];
  readonly plan: readonly Charge[];
  readonly unpriced: readonly UnpricedService[];
  readonly findings: readonly Finding[];
}

export const NO_CHARGES: ComponentCharges = Object.freeze({
  onDemand: [],
  committed: [],
  plan: [],
  unpriced: [],
  findings: [],
});

export interface PriceComponent {
  readonly id: string;
  readonly label: { readonly en: string; readonly zh: string };
  /** Fields of StorageNeed that it reads; each field belongs to at least one component. */
  readonly reads: readonly (keyof StorageNeed)[];
  /** A need that this component bills, for tests and documentation. */
  readonly example: StorageNeed;
  charges(context: PricingContext, offer: Offer, need: StorageNeed): ComponentCharges;
}

/** What a service is billed for: an amount held (GiB, Mbps, pieces) or moved in a month. */
export interface ServiceDemand {
  readonly component: string;
  readonly kinds: readonly SkuKind[];
  /** The sku that the caller names (id, name or alias); null = the cheapest that is priced. */
  readonly sku: string | null;
  readonly skus?: readonly string[];
  readonly amount: number;
  /** Per server or for the plan. */
  readonly per: 'server' | 'plan';
  /** Tiers are edges of this figure (vCPUs of the server), not of the amount; null = it is unknown. */
  readonly tierBy?: number | null;
  /** Units that can price it. */
  readonly units: readonly PriceUnit[];
}

/** Charges of one service; a stated zero is a line of zero, an unknown price an unpriced item. */
export function serviceCharges(context: PricingContext, offer: Offer, demand: ServiceDemand): ComponentCharges {
  const providerId = offer.provider.id;
  if (demand.amount === 0) return { ...NO_CHARGES, plan: [zeroCharge(demand)] };
  const skus: { kind: SkuKind; sku: string }[] = demand.kinds.flatMap((kind) => {
    const named = demand.skus ?? (demand.sku === null ? context.skusOf(providerId, kind) : [demand.sku]);
    return (demand.sku === null ? ownSkus(context, providerId, named) : named).map((sku) => ({ kind, sku }));
  });
  const modesOf = (wanted: 'on-demand' | 'committed'): readonly BillingMode[] =>
    wanted === 'on-demand' ? ['on-demand', 'subscription'] : ['subscription', 'reserved', 'on-demand'];

  let isForeign = false;
  const cheapest = (wanted: 'on-demand' | 'committed'): readonly Charge[] | null => {
    let best: readonly Charge[] | null = null;
    for (const { kind, sku } of skus) {
      const all = context.rates(providerId, kind, sku, offer.region.id).filter((r) => demand.units.includes(r.unit));
      const usable = inBestCurrency(all, context.exchange);
      if (all.length > 0 && usable.length === 0) isForeign = true;
      // The first mode that has a rate; among several rates of it the cheapest.
      for (const mode of modesOf(wanted)) {
        const made = usable
          .filter((rate) => rate.billingMode === mode)
          .flatMap((rate) => {
            const charges = chargesOf(context, offer, demand, rate, wanted);
            return charges === null ? [] : [charges];
          })
          .sort((a, b) => sumRates(a) - sumRates(b))[0];
        if (made === undefined) continue;
        if (best === null || sumRates(made) < sumRates(best)) best = made;
        break;
      }
    }
    return best;
  };

  if (demand.per === 'plan') {
    const plan = cheapest(context.termMonths > 1 && context.commitmentMonths > 1 ? 'committed' : 'on-demand');
    return plan === null ? unpriced(demand, offer, isForeign, context) : { ...NO_CHARGES, plan };
  }
  const onDemand = cheapest('on-demand');
  const committed = cheapest('committed');
  if (onDemand === null || committed === null) return unpriced(demand, offer, isForeign, context);
  return { ...NO_CHARGES, onDemand, committed };
}

/**
 * Skus that belong to the servers. A sku whose first word is that of an object or file store (its traffic, its snapshots) is
 * a matter of that store, and stands in only where the provider lists nothing else.
 */
function ownSkus(context: PricingContext, provider: string, skus: readonly string[]): readonly string[] {
  const word = (sku: string) => sku.split(/[_-]/)[0] ?? sku;
  const stores = new Set(
    context
      .storageTypes(provider)
      .filter((s) => s.kind === 'object' || s.kind === 'file' || s.kind === 'parallel-file')
      .map((s) => word(s.id)),
  );
  const own = skus.filter((sku) => !stores.has(word(sku)));
  return own.length > 0 ? own : skus;
}

function chargesOf(
  context: PricingContext,
  offer: Offer,
  demand: ServiceDemand,
  rate: Rate,
  wanted: 'on-demand' | 'committed',
): readonly Charge[] | null {
  const form = formOf(rate.unit, demand.per, wanted, rate.billingMode);
  if (form === null) return null;
  const amount = form.isDecimal ? (demand.amount * BYTES_PER_GIB) / BYTES_PER_GB : demand.amount;
  const parts =
    demand.tierBy === undefined ? splitOverTiers(rate.point, amount) : tierOf(rate.point, demand.tierBy, amount);
  if (parts === null) return null;
  const term = rate.termMonths ?? (wanted === 'committed' ? Math.max(1, context.commitmentMonths) : 1);
  if (rate.termMonths !== null && rate.termMonths > Math.max(1, context.commitmentMonths)) return null;
  const first = rate.point[0]?.row;
  const payable =
    first === undefined || rate.point[0]?.trust === 6
      ? { ratio: 1, isTermDiscounted: false }
      : payableRatio(
          {
            provider: offer.provider,
            family: null,
            sku: first.sku,
            skuKind: first.skuKind,
            region: offer.region.id,
            billingMode: rate.billingMode,
            termMonths: term,
          },
          context.areasOf(offer.provider.id, offer.region.id),
          context.question.priceBook,
          context.question.pricedOn,
        );
  const isCommitted = rate.billingMode === 'subscription' || rate.billingMode === 'reserved';
  return parts.map((part, i) => {
    const source: PriceSource = {
      entry: part.entry,
      field: 'price',
      multiply: 1,
      divide: 1,
      exchangeRate: context.exchange.rateFrom(rate.currency) ?? null,
    };
    const price = unitPriceOf(source);
    const low = rate.low?.[i];
    const high = rate.high?.[i];
    return {
      component: demand.component,
      label: part.entry.row.sku,
      sku: part.entry.row.sku,
      basis: demand.per === 'plan' ? 'plan-month' : form.basis,
      quantity: part.quantity * form.factor,
      unit: part.entry.row.unit,
      price,
      low: low === undefined ? price : unitPriceOf(source, low),
      high: high === undefined ? price : unitPriceOf(source, high),
      ratio: payable.ratio,
      source,
      lowEntry: low ?? null,
      highEntry: high ?? null,
      billingMode: rate.billingMode,
      termMonths: isCommitted ? (payable.isTermDiscounted ? term : (rate.termMonths ?? 1)) : null,
      tier: parts.length > 1 || part.to !== null ? { from: part.from, to: part.to } : null,
      findings: [],
    };
  });
}

/** How a unit meets a held or moved amount. `factor` turns the amount into a quantity for each hour or month. */
function formOf(
  unit: PriceUnit,
  per: ServiceDemand['per'],
  wanted: 'on-demand' | 'committed',
  mode: BillingMode,
): { basis: 'server-hour' | 'server-month'; factor: number; isDecimal: boolean } | null {
  // A server on demand holds its disk while it runs; a prepaid disk is paid for the month.
  const isByHour = per === 'server' && wanted === 'on-demand' && mode === 'on-demand';
  const basis = isByHour ? 'server-hour' : 'server-month';
  const hourly = isByHour ? 1 : HOURS_PER_MONTH;
  const monthly = isByHour ? 1 / HOURS_PER_MONTH : 1;
  switch (unit) {
    case 'GiB-hour':
    case 'MBps-hour':
    case 'Mbps-hour':
    case 'hour':
    case 'licence-hour':
      return { basis, factor: hourly, isDecimal: false };
    case 'GB-hour':
      return { basis, factor: hourly, isDecimal: true };
    case 'Mbps-day':
    case 'day':
      return { basis, factor: hourly / 24, isDecimal: false };
    case 'GB-month':
      return { basis, factor: monthly, isDecimal: true };
    case 'GB':
      return { basis: 'server-month', factor: 1, isDecimal: true };
    case 'GiB-month':
    case 'MBps-month':
    case 'Mbps-month':
    case 'user-month':
    case 'month':
      return { basis, factor: monthly, isDecimal: false };
    case 'GiB':
      return { basis: 'server-month', factor: 1, isDecimal: false };
    case '10k-requests':
      return { basis: 'server-month', factor: 1, isDecimal: false };
    default:
      return null;
  }
}

function zeroCharge(demand: ServiceDemand): Charge {
  return {
    component: demand.component,
    label: demand.sku ?? demand.component,
    sku: demand.sku,
    basis: 'plan-month',
    quantity: 0,
    unit: demand.units[0] ?? 'month',
    price: 0,
    low: 0,
    high: 0,
    ratio: 1,
    source: null,
    lowEntry: null,
    highEntry: null,
    billingMode: null,
    termMonths: null,
    tier: null,
    findings: [finding('stated-zero', { component: demand.component })],
  };
}

/** An item whose price is unknown, with what would be billed of it: for each server where `per` says so. */
export function unpriced(
  demand: Pick<ServiceDemand, 'component' | 'sku' | 'amount' | 'per' | 'units'>,
  offer: Offer,
  isForeign: boolean,
  context: PricingContext,
): ComponentCharges {
  const facts = {
    component: demand.component,
    provider: offer.provider.id,
    region: offer.region.id,
    currency: context.question.currency,
  };
  return {
    ...NO_CHARGES,
    unpriced: [
      {
        component: demand.component,
        sku: demand.sku,
        region: offer.region.id,
        amount: demand.amount,
        per: demand.per,
        unit: heldUnit(demand.units[0]),
        finding: isForeign ? finding('component-currency-mismatch', facts) : finding('component-unpriced', facts),
      },
    ],
  };
}

/** What is counted, without the time it is counted for: `GiB-month` → `GiB`. */
function heldUnit(unit: PriceUnit | undefined): string {
  return unit?.replace(/-?(hour|month|day)$/, '') || 'unit';
}

export function merge(...all: readonly ComponentCharges[]): ComponentCharges {
  return {
    onDemand: all.flatMap((c) => c.onDemand),
    committed: all.flatMap((c) => c.committed),
    plan: all.flatMap((c) => c.plan),
    unpriced: all.flatMap((c) => c.unpriced),
    findings: all.flatMap((c) => c.findings),
  };
}

/** Storage types of a provider that a caller's spelling means; all of the kind when none is named. */
export function storageTypesNamed(
  context: PricingContext,
  offer: Offer,
  kind: StorageType['kind'],
  name: string | null,
): readonly StorageType[] {
  const all = context.storageTypes(offer.provider.id).filter((s) => s.kind === kind);
  if (name === null) return all;
  const wanted = normal(name);
  return all.filter((s) => [s.id, s.name, ...s.aliases].some((spelling) => normal(spelling) === wanted));
}

function normal(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Size that is sold for a wanted one; null = the type is not sold that large. */
export function soldSize(type: StorageType, wantedGiB: number): number | null {
  const from = Math.max(wantedGiB, type.minimumGiB ?? 0);
  const size = type.stepGiB === null ? from : Math.ceil(from / type.stepGiB - 1e-9) * type.stepGiB;
  return type.maximumGiB !== null && size > type.maximumGiB ? null : size;
}
