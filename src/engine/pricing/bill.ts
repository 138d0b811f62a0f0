/** The bill of a mix: exact lines that sum to the total, the mix itself, comparisons, schedule and findings. */
import type { Provider } from '../catalogue/provider.js';
import { type Finding, type FindingCode, finding } from '../finding.js';
import { HOURS_PER_MONTH } from '../units.js';
import type { UnpricedService } from './components/component.js';
import type { PricingContext } from './context.js';
import type { Levels } from './levels.js';
import { type BuiltLine, buildLine } from './line.js';
import type { Segment } from './mix.js';
import { type Decimal, decimal, roundQuantity, toCents, toMicros } from './money.js';
import type { FleetDemand } from './question.js';
import { workPerMonth } from './quick.js';
import { scheduleOf } from './schedule.js';
import type { Cost, CostLine, UnpricedItem } from './schemas.js';
import type { Surroundings } from './surroundings.js';
import type { Tariff } from './tariff.js';

export interface BillInput {
  readonly context: PricingContext;
  readonly tariff: Tariff;
  readonly surroundings: Surroundings;
  readonly levels: Levels;
  readonly fleet: FleetDemand;
  readonly segments: readonly Segment[];
  readonly allOnDemand: readonly Segment[];
  readonly allSubscription: readonly Segment[];
  readonly breakEvenHoursPerMonth: number | null;
  readonly coveredServers: number;
  readonly findings: readonly Finding[];
}

interface SegmentLines {
  readonly segment: Segment;
  readonly servers: readonly BuiltLine[];
  readonly extras: readonly BuiltLine[];
}

export function buildBill(input: BillInput): Cost {
  const { context, tariff, surroundings, levels, fleet, segments } = input;
  const currency = context.question.currency;
  const money = (value: Decimal) => ({ amount: toCents(value), currency });
  const bySegment = segments.map((segment) => linesOf(context, levels, segment));
  const plan = surroundings.plan.map((charge) => buildLine(context, charge, 1));
  const built = [...bySegment.flatMap((s) => [...s.servers, ...s.extras]), ...plan];
  const isServerPriced = segments.length > 0;

  const lines: CostLine[] = built.map((b) => b.line);
  const unpricedItems = [
    ...(isServerPriced ? [] : [unpricedServers(context, tariff, levels, fleet)]),
    ...surroundings.unpriced.map((service) => unpricedItem(service, levels, fleet)),
  ];
  for (const item of unpricedItems) {
    if (item.component === 'instance') lines.unshift(nullLine(item));
    else lines.push(nullLine(item));
  }
  if (input.coveredServers > 0) lines.push(coveredLine(tariff, input.coveredServers));

  const sum = (parts: readonly BuiltLine[], of: 'amount' | 'exact' | 'low' | 'high' = 'amount') =>
    parts.reduce((total, part) => total.plus(part[of]), decimal(0));
  const monthly = sum(built);
  // Prices of an hour and of a unit of work come from the money before it is rounded to cents.
  const exact = sum(built, 'exact');
  const [low, high] = [sum(built, 'low'), sum(built, 'high')];
  const total = (parts: readonly Segment[]) =>
    parts.length === 0
      ? null
      : money(
          sum([
            ...parts.flatMap((s) =>
              Object.values(linesOf(context, levels, s))
                .flat()
                .filter(isBuilt),
            ),
            ...plan,
          ]),
        );

  const work = workPerMonth(fleet, levels);
  const hasTotal = isServerPriced;
  return {
    monthly: hasTotal ? money(monthly) : null,
    monthlyRange: hasTotal && !low.equals(high) ? { low: toCents(low), high: toCents(high) } : null,
    hourly:
      hasTotal && levels.activeHours > 0 ? { amount: toMicros(exact.dividedBy(levels.activeHours)), currency } : null,
    perUnitOfWork:
      hasTotal && work > 0 ? { amount: toMicros(exact.dividedBy(work)), currency, unit: fleet.workUnit } : null,
    perJob:
      hasTotal && fleet.runHours !== null && levels.runs > 0
        ? { ...money(monthly.dividedBy(levels.runs)), jobsPerMonth: roundQuantity(levels.runs) }
        : null,
    currency,
    lines,
    billingMix: bySegment.map(({ segment, servers }) => ({
      billingMode: segment.billingMode,
      termMonths: segment.termMonths,
      servers: segment.servers,
      hours: roundQuantity(segment.neededHours),
      monthly: money(sum(servers)),
    })),
    comparedWith: { allOnDemand: total(input.allOnDemand), allSubscription: total(input.allSubscription) },
    breakEvenHoursPerMonth:
      input.breakEvenHoursPerMonth === null ? null : Number(input.breakEvenHoursPerMonth.toFixed(2)),
    schedule: hasTotal ? [...scheduleOf(monthly, segments, context.termMonths)] : [],
    findings: [...input.findings, ...mixFindings(input), ...priceFindings(built, tariff.offer.provider)],
    unpriced: unpricedItems.length > 0,
    unpricedItems,
  };
}

function isBuilt(value: unknown): value is BuiltLine {
  return typeof value === 'object' && value !== null && 'line' in value;
}

function linesOf(context: PricingContext, levels: Levels, segment: Segment): SegmentLines {
  const servers = segment.charges.flatMap((charge) => {
    if (charge.basis === 'server-month') return [buildLine(context, charge, segment.serverMonths)];
    if (segment.stepHours === null) return [buildLine(context, charge, segment.serverHours)];
    return segment.stepHours.flatMap((hours, s) => {
      const step = levels.steps[s];
      if (step === undefined || hours === 0) return [];
      return [
        buildLine(context, charge, hours, {
          payableRatio: step.payableRatio,
          from: step.fromHours,
          to: levels.steps[s + 1]?.fromHours ?? null,
        }),
      ];
    });
  });
  const extras = segment.extras.map((charge) =>
    buildLine(context, charge, charge.basis === 'server-hour' ? segment.serverHours : segment.serverMonths),
  );
  return { segment, servers, extras };
}

function unpricedFinding(context: PricingContext, tariff: Tariff): Finding {
  const facts = {
    provider: tariff.offer.provider.id,
    region: tariff.offer.region.id,
    instanceType: tariff.offer.type.id,
    currency: context.question.currency,
  };
  return tariff.isCurrencyMismatch ? finding('server-currency-mismatch', facts) : finding('server-unpriced', facts);
}

/** The hours that the servers would run, at a price that nobody states. */
function unpricedServers(
  context: PricingContext,
  { offer, ...tariff }: Tariff,
  levels: Levels,
  fleet: FleetDemand,
): UnpricedItem {
  return {
    component: 'instance',
    sku: offer.type.id,
    region: offer.region.id,
    quantity: roundQuantity((levels.neededFrom[0] ?? 0) * fleet.serversPerUnit),
    unit: 'server-hour',
    finding: unpricedFinding(context, { offer, ...tariff }),
  };
}

function unpricedItem({ amount, per, ...item }: UnpricedService, levels: Levels, fleet: FleetDemand): UnpricedItem {
  const servers = per === 'server' ? levels.count * fleet.serversPerUnit : 1;
  return { ...item, quantity: roundQuantity(amount * servers) };
}

function nullLine({ component, sku, region, quantity, unit, finding: why }: UnpricedItem): CostLine {
  return {
    component,
    label: sku ?? component,
    sku,
    quantity,
    unit,
    unitPrice: null,
    amount: null,
    billingMode: null,
    region,
    isTaxIncluded: null,
    priceSheet: null,
    findings: [why],
  };
}

/** Servers that are paid for already: shown, at nothing. */
function coveredLine(tariff: Tariff, servers: number): CostLine {
  const { type, region } = tariff.offer;
  return {
    component: 'existing-commitment',
    label: type.id,
    sku: type.id,
    quantity: servers,
    unit: 'server-month',
    unitPrice: null,
    amount: '0.00',
    billingMode: null,
    region: region.id,
    isTaxIncluded: null,
    priceSheet: null,
    findings: [],
  };
}

/** Codes of what a bill says of its prices as a whole. */
export const PRICE_NOTES: ReadonlySet<string> = new Set([
  'old-prices-in-bill',
  'undated-prices-in-bill',
  'prices-without-tax',
  'tax-not-stated',
] satisfies FindingCode[]);

/** What must be known of the prices of a bill as a whole: their age, and tax. */
function priceFindings(built: readonly BuiltLine[], provider: Provider): readonly Finding[] {
  const found: Finding[] = [];
  const sheets = built.flatMap(({ line, exact }) => (line.priceSheet === null ? [] : [{ ...line.priceSheet, exact }]));
  const old = sheets.filter(({ freshness }) => freshness === 'stale' || freshness === 'undated');
  if (old.length > 0) {
    const money = (of: readonly { readonly exact: Decimal }[]) =>
      of.reduce((sum, { exact }) => sum.plus(exact), decimal(0));
    const total = money(sheets);
    const ages = old.flatMap(({ ageDays }) => ageDays ?? []);
    const facts = {
      oldLines: old.length,
      lines: sheets.length,
      oldSharePercent: total.isZero() ? 0 : Math.round(money(old).dividedBy(total).times(100).toNumber()),
    };
    found.push(
      ages.length === 0
        ? finding('undated-prices-in-bill', facts)
        : finding('old-prices-in-bill', { ...facts, oldestAgeDays: Math.max(...ages) }),
    );
  }
  const { pricesIncludeTax } = provider.billing;
  if (sheets.length > 0 && pricesIncludeTax !== true)
    found.push(
      finding(pricesIncludeTax === false ? 'prices-without-tax' : 'tax-not-stated', { provider: provider.id }),
    );
  return found;
}

function mixFindings(input: BillInput): readonly Finding[] {
  const { context, tariff, segments } = input;
  const found: Finding[] = [];
  const { usage } = context.question;
  for (const segment of segments) {
    const { commitment } = segment;
    if (commitment !== null && commitment.termMonths > 1 && context.termMonths % commitment.termMonths !== 0)
      found.push(
        finding('commitment-remainder', {
          billingMode: commitment.billingMode,
          commitmentMonths: commitment.termMonths,
          termMonths: context.termMonths,
          remainderMonths: context.termMonths % commitment.termMonths,
        }),
      );
    if (segment.billingMode === 'spot') {
      const overhead = segment.neededHours > 0 ? segment.serverHours / segment.neededHours - 1 : 0;
      found.push(
        finding(usage.spotOverheadRatio === undefined ? 'spot-overhead-assumed' : 'spot-overhead', {
          overheadRatio: Number(overhead.toFixed(6)),
          noticeSeconds: tariff.offer.provider.billing.spotInterruptionNoticeSeconds,
        }),
      );
    }
    if (segment.commitment === null && segment.neededHours < segment.servers * HOURS_PER_MONTH - 1e-6) {
      const stops = tariff.offer.provider.billing.billsWhileStopped;
      found.push(
        finding(stops === true ? 'release-not-stop' : 'released-when-idle', {
          servers: segment.servers,
          hoursPerMonth: roundQuantity(segment.neededHours / Math.max(1, segment.servers)),
        }),
      );
    }
  }
  return found;
}
