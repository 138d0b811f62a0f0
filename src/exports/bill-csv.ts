/** The bill of a plan, a line a row, with the sheet that each price is from. */
import { csv } from './csv.js';
import { type ExportFormat, planSlug } from './export-format.js';

const COLUMNS = [
  'plan',
  'provider',
  'region',
  'component',
  'label',
  'sku',
  'quantity',
  'unit',
  'unitPrice',
  'discountRatio',
  'amount',
  'currency',
  'billingMode',
  'termMonths',
  'priceSheet',
  'priceSheetVersion',
  'effectiveFrom',
  'asOf',
  'confidence',
  'source',
  'ageDays',
  'freshness',
] as const;

export const billCsv: ExportFormat = {
  id: 'bill-csv',
  title: { en: 'Bill as CSV', zh: '费用明细 CSV' },
  mediaType: 'text/csv',
  checkedBy: 'csv-parse, and the sum of the amounts against the total',
  refuse: () => null,
  write: (subject) => {
    const { plan } = subject;
    const { provider, region } = plan.placement;
    const rows = plan.cost.lines.map((line) => [
      plan.id,
      provider,
      line.region ?? region,
      line.component,
      line.label,
      line.sku,
      line.quantity,
      line.unit,
      line.unitPrice,
      line.discountRatio ?? 1,
      line.amount,
      plan.cost.currency,
      line.billingMode,
      line.termMonths ?? null,
      line.priceSheet?.id ?? null,
      line.priceSheet?.version ?? null,
      line.priceSheet?.effectiveFrom ?? null,
      line.priceSheet?.asOf ?? null,
      line.priceSheet?.confidence ?? null,
      line.priceSheet?.source ?? null,
      line.priceSheet?.ageDays ?? null,
      line.priceSheet?.freshness ?? null,
    ]);
    return { fileName: `${planSlug(subject)}-bill.csv`, mediaType: 'text/csv', text: csv(COLUMNS, rows) };
  },
};
