/** One line of the bill from a charge: exact, with its sheet, region, tier and what must be known about the price. */
import { type Finding, finding } from '../finding.js';
import { type Charge, exactAmount, exactUnitPrice, lineQuantity } from './charge.js';
import type { PricingContext } from './context.js';
import { type Decimal, decimal, toCents, toUnitPrice } from './money.js';
import { type PriceAge, priceAge, STALE_AFTER_DAYS } from './price-age.js';
import { AGREED_TRUST } from './price-book-rates.js';
import type { RateEntry } from './rate-index.js';
import type { CostLine } from './schemas.js';

export interface BuiltLine {
  readonly line: CostLine;
  readonly amount: Decimal;
  /** Before rounding to cents. */
  readonly exact: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
}

/** `step`: share of the hourly price in a step of a run, and its edges in hours. */
export function buildLine(
  context: PricingContext,
  charge: Charge,
  count: number,
  step: { readonly payableRatio: number; readonly from: number; readonly to: number | null } | null = null,
): BuiltLine {
  const quantity = lineQuantity(charge, count);
  const unitPrice = charge.source === null ? null : exactUnitPrice(charge.source);
  const ratio = step === null ? decimal(charge.ratio) : decimal(charge.ratio).times(step.payableRatio);
  const exactOf = (of: RateEntry | null) =>
    charge.source === null || of === null ? decimal(0) : exactAmount(charge.source, quantity, ratio, of);
  const exact = exactOf(charge.source?.entry ?? null);
  const amount = decimal(exact.toFixed(2));
  const low = charge.lowEntry === null ? amount : decimal(exactOf(charge.lowEntry).toFixed(2));
  const high = charge.highEntry === null ? amount : decimal(exactOf(charge.highEntry).toFixed(2));
  const tier = step === null ? charge.tier : { from: step.from, to: step.to };
  const entry = charge.source?.entry ?? null;
  const line: CostLine = {
    component: charge.component,
    label: charge.label,
    sku: charge.sku,
    quantity,
    unit: charge.unit,
    unitPrice: unitPrice === null ? null : toUnitPrice(unitPrice),
    ...(ratio.equals(1) ? {} : { discountRatio: ratio.toDecimalPlaces(12).toNumber() }),
    amount: toCents(amount),
    ...(low.equals(high) ? {} : { amountRange: { low: toCents(low), high: toCents(high) } }),
    billingMode: charge.billingMode,
    ...(charge.termMonths === null ? {} : { termMonths: charge.termMonths }),
    ...(tier === null ? {} : { tier }),
    region: entry === null ? null : (entry.row.area ?? entry.row.region ?? null),
    isTaxIncluded: entry === null ? null : (context.provider(entry.row.provider)?.billing.pricesIncludeTax ?? null),
    priceSheet: entry === null ? null : sheetOf(context, entry),
    findings: [...charge.findings, ...priceFindings(context, charge, entry)],
  };
  return { line, amount, exact, low, high };
}

type Freshness = NonNullable<CostLine['priceSheet']>['freshness'];

/** An agreed price holds while its price book says so, however old it is. */
function ageOf(
  context: PricingContext,
  { row, trust }: RateEntry,
): Omit<PriceAge, 'freshness'> & { readonly freshness: Freshness } {
  const age = priceAge(row, context.question.pricedOn);
  return trust === AGREED_TRUST ? { ...age, freshness: 'agreed' } : age;
}

function sheetOf(context: PricingContext, entry: RateEntry): CostLine['priceSheet'] {
  const { ageDays, freshness } = ageOf(context, entry);
  return {
    id: entry.sheet.id,
    version: entry.sheet.version,
    effectiveFrom: entry.row.effectiveFrom,
    source: entry.row.source,
    asOf: entry.row.asOf,
    ageDays,
    freshness,
    confidence: entry.row.confidence,
  };
}

function priceFindings(context: PricingContext, charge: Charge, entry: RateEntry | null): readonly Finding[] {
  if (entry === null) return [];
  const found: Finding[] = [];
  const { row } = entry;
  if (row.area !== undefined) {
    const area = context.catalogue.priceAreasByKey.get(`${row.provider}/${row.area}`);
    found.push(finding('price-of-area', { sku: row.sku, area: area?.label ?? row.area }));
  }
  if (charge.low !== charge.high)
    found.push(
      finding('price-range', { sku: row.sku, low: charge.low, high: charge.high, currency: context.question.currency }),
    );
  const { ageDays, leastAgeDays, freshness } = ageOf(context, entry);
  if (freshness === 'undated') found.push(finding('price-undated', { sku: row.sku, asOf: row.asOf }));
  if (freshness === 'stale') {
    const facts = {
      sku: row.sku,
      billingMode: row.billingMode,
      asOf: row.asOf,
      staleAfterDays: STALE_AFTER_DAYS[row.billingMode],
    };
    found.push(
      ageDays === null
        ? finding('price-stale-undated', { ...facts, leastAgeDays })
        : finding('price-stale', { ...facts, ageDays }),
    );
  }
  if (entry.trust === 0) found.push(finding('price-recalled', { sku: row.sku }));
  if (row.conditions !== undefined)
    found.push(finding('price-conditions', { sku: row.sku, conditions: row.conditions }));
  const rate = charge.source?.exchangeRate;
  if (rate !== null && rate !== undefined) {
    const stated = context.question.exchangeRates.find(
      (r) => r.from === row.currency && r.to === context.question.currency,
    );
    found.push(
      finding('exchange-rate-used', {
        from: row.currency,
        to: context.question.currency,
        rate,
        asOn: stated?.asOn ?? null,
        source: stated?.source ?? null,
      }),
    );
  }
  return found;
}
