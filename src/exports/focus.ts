/**
 * The bill in the columns of FOCUS 1.2 (focus.finops.org, FinOps Open Cost and Usage Specification): one row a line and a
 * month of the plan. It is a forecast, so nothing is invoiced: identities that only an invoice knows are empty, and what is
 * ours has names with `x_`.
 */
import { Decimal } from 'decimal.js';
import type { CostLine } from '../engine/pricing/schemas.js';
import { csv } from './csv.js';
import { type ExportFormat, type ExportSubject, planSlug } from './export-format.js';

/** Every column of the specification, in its order, then ours. */
export const FOCUS_COLUMNS = [
  'AvailabilityZone',
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingAccountType',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'CapacityReservationId',
  'CapacityReservationStatus',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'CommitmentDiscountCategory',
  'CommitmentDiscountId',
  'CommitmentDiscountName',
  'CommitmentDiscountQuantity',
  'CommitmentDiscountStatus',
  'CommitmentDiscountType',
  'CommitmentDiscountUnit',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'InvoiceId',
  'InvoiceIssuerName',
  'ListCost',
  'ListUnitPrice',
  'PricingCategory',
  'PricingCurrency',
  'PricingCurrencyContractedUnitPrice',
  'PricingCurrencyEffectiveCost',
  'PricingCurrencyListUnitPrice',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ResourceId',
  'ResourceName',
  'ResourceType',
  'ServiceCategory',
  'ServiceName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'SubAccountType',
  'Tags',
  'x_PlanId',
  'x_QuoteNumber',
  'x_PriceSheetId',
  'x_PriceSheetVersion',
  'x_PriceAsOf',
  'x_PriceConfidence',
  'x_BillingMode',
  'x_TermMonths',
  'x_IsForecast',
] as const;
type Column = (typeof FOCUS_COLUMNS)[number];
type Row = Readonly<Partial<Record<Column, string | number | null>>>;

function pricingCategory({ billingMode }: CostLine): string {
  if (billingMode === 'spot') return 'Dynamic';
  if (billingMode === 'reserved' || billingMode === 'savings-plan' || billingMode === 'subscription')
    return 'Committed';
  return 'Standard';
}

/** Spend: a promised amount an hour (savings plans); usage: a promised machine. */
function commitment({ billingMode, termMonths, sku, quantity, unit }: CostLine): Row {
  if (billingMode !== 'reserved' && billingMode !== 'savings-plan' && billingMode !== 'subscription') return {};
  const isSpend = billingMode === 'savings-plan';
  return {
    CommitmentDiscountCategory: isSpend ? 'Spend' : 'Usage',
    CommitmentDiscountId: `forecast:${billingMode}:${sku ?? 'unknown'}:${termMonths ?? 1}m`,
    CommitmentDiscountName: `${billingMode}, ${termMonths ?? 1} month(s)`,
    CommitmentDiscountQuantity: isSpend ? null : quantity,
    CommitmentDiscountStatus: 'Used',
    CommitmentDiscountType:
      billingMode === 'reserved' ? 'Reservation' : billingMode === 'savings-plan' ? 'Savings Plan' : 'Subscription',
    CommitmentDiscountUnit: isSpend ? null : unit,
  };
}

/** ServiceCategory and ServiceSubcategory are closed lists of the specification. */
function service({ component }: CostLine): Row {
  if (/disk|storage|snapshot|image|backup|object|file/.test(component)) {
    const sub = /object|request/.test(component)
      ? 'Object Storage'
      : /file/.test(component)
        ? 'File Storage'
        : /backup|snapshot/.test(component)
          ? 'Backup Storage'
          : 'Block Storage';
    return { ServiceCategory: 'Storage', ServiceSubcategory: sub };
  }
  if (/egress|traffic|bandwidth|address|region|zone/.test(component))
    return { ServiceCategory: 'Networking', ServiceSubcategory: 'Network Connectivity' };
  if (/licence/.test(component)) return { ServiceCategory: 'Other', ServiceSubcategory: 'Other (Other)' };
  return { ServiceCategory: 'Compute', ServiceSubcategory: 'Virtual Machines' };
}

function monthAfter(day: string): readonly [start: string, end: string] {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  const after =
    month >= 11
      ? `${year + 1}-${String(month - 10).padStart(2, '0')}`
      : `${year}-${String(month + 2).padStart(2, '0')}`;
  return [`${next}-01T00:00:00Z`, `${after}-01T00:00:00Z`];
}

function rowOf(subject: ExportSubject, line: CostLine): Row {
  const { plan, quote, reply } = subject;
  const { placement, cost } = plan;
  const [start, end] = monthAfter(reply.pricedOn);
  const payable = new Decimal(line.discountRatio ?? 1);
  const unitPrice = line.unitPrice === null ? null : new Decimal(line.unitPrice);
  const contracted = unitPrice === null ? null : unitPrice.times(payable).toFixed();
  return {
    ...service(line),
    ...commitment(line),
    AvailabilityZone: placement.zone,
    BilledCost: line.amount,
    BillingCurrency: cost.currency,
    BillingPeriodStart: start,
    BillingPeriodEnd: end,
    ChargeCategory: 'Usage',
    ChargeDescription: line.label,
    ChargeFrequency: line.billingMode === 'on-demand' || line.billingMode === 'spot' ? 'Usage-Based' : 'Recurring',
    ChargePeriodStart: start,
    ChargePeriodEnd: end,
    ConsumedQuantity: line.quantity,
    ConsumedUnit: line.unit,
    ContractedCost: line.amount,
    ContractedUnitPrice: contracted,
    EffectiveCost: line.amount,
    InvoiceIssuerName: placement.provider,
    ListCost:
      unitPrice === null ? null : unitPrice.times(line.quantity).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2),
    ListUnitPrice: line.unitPrice,
    PricingCategory: pricingCategory(line),
    PricingCurrency: cost.currency,
    PricingCurrencyContractedUnitPrice: contracted,
    PricingCurrencyEffectiveCost: line.amount,
    PricingCurrencyListUnitPrice: line.unitPrice,
    PricingQuantity: line.quantity,
    PricingUnit: line.unit,
    ProviderName: placement.provider,
    PublisherName: placement.provider,
    RegionId: placement.region,
    RegionName: placement.region,
    ResourceType: line.component,
    ServiceName: line.component,
    SkuId: line.sku,
    SkuMeter: line.component,
    SkuPriceDetails: JSON.stringify({
      InstanceType: placement.instanceType,
      x_Accelerator: placement.accelerator,
      x_AcceleratorsPerServer: placement.acceleratorsPerServer,
      ...(line.tier === undefined ? {} : { x_TierFrom: line.tier.from, x_TierTo: line.tier.to }),
    }),
    SkuPriceId:
      line.priceSheet === null
        ? null
        : `${line.priceSheet.id}@${line.priceSheet.version}:${line.sku ?? line.component}`,
    Tags: JSON.stringify({
      ...(quote?.tags ?? {}),
      ...(quote?.costCentre ? { 'cost-centre': quote.costCentre } : {}),
      ...(quote?.reference ? { reference: quote.reference } : {}),
    }),
    x_PlanId: plan.id,
    x_QuoteNumber: quote?.number ?? null,
    x_PriceSheetId: line.priceSheet?.id ?? null,
    x_PriceSheetVersion: line.priceSheet?.version ?? null,
    x_PriceAsOf: line.priceSheet?.asOf ?? null,
    x_PriceConfidence: line.priceSheet?.confidence ?? null,
    x_BillingMode: line.billingMode,
    x_TermMonths: line.termMonths ?? null,
    x_IsForecast: 'true',
  };
}

export const focusCsv: ExportFormat = {
  id: 'focus',
  title: { en: 'FOCUS 1.2 cost rows (CSV)', zh: 'FOCUS 1.2 费用行（CSV）' },
  mediaType: 'text/csv',
  checkedBy: "csv-parse, and the specification's closed lists of values",
  refuse: () => null,
  write: (subject) => ({
    fileName: `${planSlug(subject)}-focus-1.2.csv`,
    mediaType: 'text/csv',
    text: csv(
      FOCUS_COLUMNS,
      subject.plan.cost.lines.map((line) => {
        const row = rowOf(subject, line);
        return FOCUS_COLUMNS.map((column) => row[column] ?? null);
      }),
    ),
  }),
};
