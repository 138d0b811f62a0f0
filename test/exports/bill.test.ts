import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import type { ExportSubject } from '../../src/exports/export-format.js';
import { FOCUS_COLUMNS } from '../../src/exports/focus.js';
import { exportPlan } from '../../src/exports/index.js';
import { plansOn } from '../support/plans.js';

function rowsOf(id: string, subject: ExportSubject): readonly Readonly<Record<string, string>>[] {
  const outcome = exportPlan(id, subject, { language: 'en' });
  if (!('file' in outcome)) throw new Error(JSON.stringify(outcome));
  return parse(outcome.file.text, { columns: true });
}
const sum = (rows: readonly Readonly<Record<string, string>>[], column: string) =>
  rows.reduce((total, row) => total.plus(row[column] || '0'), new Decimal(0)).toFixed(2);

/** Closed lists of the specification, as published with FOCUS 1.2. */
const CLOSED = {
  ChargeCategory: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
  ChargeFrequency: ['One-Time', 'Recurring', 'Usage-Based'],
  PricingCategory: ['Standard', 'Dynamic', 'Committed', 'Other'],
  CommitmentDiscountCategory: ['', 'Spend', 'Usage'],
  CommitmentDiscountStatus: ['', 'Used', 'Unused'],
  ServiceCategory: ['Compute', 'Storage', 'Networking', 'Other'],
} as const;

describe('the bill as CSV', () => {
  const subjects = [...plansOn('tencent'), ...plansOn('aws'), ...plansOn('azure')];

  it('sums to the monthly total of the plan', () => {
    for (const subject of subjects)
      if (subject.plan.cost.monthly !== null)
        expect(sum(rowsOf('bill-csv', subject), 'amount')).toBe(subject.plan.cost.monthly.amount);
  });

  it('in FOCUS columns sums to the same, with only values of the closed lists and own names with x_', () => {
    for (const subject of subjects) {
      const rows = rowsOf('focus', subject);
      if (subject.plan.cost.monthly !== null)
        for (const column of ['BilledCost', 'EffectiveCost', 'ContractedCost'])
          expect(sum(rows, column)).toBe(subject.plan.cost.monthly.amount);
      for (const row of rows) {
        expect(Object.keys(row)).toEqual([...FOCUS_COLUMNS]);
        for (const [column, values] of Object.entries(CLOSED)) expect(values).toContain(row[column]);
        expect(row.PricingCategory === 'Committed').toBe(row.CommitmentDiscountId !== '');
        expect(new Date(row.ChargePeriodEnd ?? '') > new Date(row.ChargePeriodStart ?? '')).toBe(true);
        JSON.parse(row.Tags ?? '');
        JSON.parse(row.SkuPriceDetails ?? '');
      }
    }
  });

  it('has the 57 columns of FOCUS 1.2, each once', () => {
    const specified = FOCUS_COLUMNS.filter((column) => !column.startsWith('x_'));
    expect(new Set(specified).size).toBe(specified.length);
    expect(specified).toHaveLength(57);
  });

  it('bills spot as dynamic and commitments as committed', () => {
    const rows = subjects.flatMap((subject) => rowsOf('focus', subject));
    for (const row of rows) {
      const expected =
        { spot: 'Dynamic', 'on-demand': 'Standard', '': 'Standard' }[row.x_BillingMode ?? ''] ?? 'Committed';
      expect(row.PricingCategory).toBe(expected);
    }
  });

  it('lets no cell become a formula', () => {
    const [subject] = subjects;
    if (subject === undefined) throw new Error('no plan');
    const [line] = subject.plan.cost.lines;
    if (line === undefined) throw new Error('no line');
    const hostile = {
      ...subject,
      plan: { ...subject.plan, cost: { ...subject.plan.cost, lines: [{ ...line, label: '=HYPERLINK("x")' }] } },
    };
    expect(rowsOf('bill-csv', hostile)[0]?.label).toBe(`'=HYPERLINK("x")`);
  });
});
