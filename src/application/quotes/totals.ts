/** Sums of a basket, exact to the cent. */
import { Decimal } from 'decimal.js';
import type { Plan } from '../../engine/answer.js';
import type { CostLine } from '../../engine/pricing/schemas.js';
import type { Payment, QuoteTotals } from './quote.js';

export function totalsOf(plans: readonly Plan[], currency: string): QuoteTotals {
  const priced = plans.flatMap(({ cost }) => (cost.monthly === null ? [] : [cost.monthly.amount]));
  const schedule = scheduleOf(plans);
  const cash = sum(schedule.map((payment) => payment.cash));
  return {
    currency,
    monthly: priced.length === 0 ? null : { amount: sum(priced).toFixed(2), currency },
    unpriced: plans.some(({ cost }) => cost.unpriced),
    schedule,
    termTotal: priced.length === 0 || schedule.length === 0 ? null : { amount: cash.toFixed(2), currency },
  };
}

/** Payment by month: the items' payments of the same month together. */
function scheduleOf(plans: readonly Plan[]): readonly Payment[] {
  const months = Math.max(0, ...plans.map(({ cost }) => cost.schedule.length));
  return Array.from({ length: months }, (_, index) => {
    const parts = plans.flatMap(({ cost }) => cost.schedule[index] ?? []);
    return {
      month: index + 1,
      cash: sum(parts.map((part) => part.cash)).toFixed(2),
      amortised: sum(parts.map((part) => part.amortised)).toFixed(2),
    };
  });
}

export function sum(amounts: readonly string[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
}

/** Sheets that the lines stand on, each once. */
export function sheetsOf(plans: readonly Plan[]): readonly NonNullable<CostLine['priceSheet']>[] {
  const sheets = new Map(
    plans.flatMap(({ cost }) =>
      cost.lines.flatMap(({ priceSheet }) =>
        priceSheet === null
          ? []
          : [
              [
                `${priceSheet.id}@${priceSheet.version}@${priceSheet.effectiveFrom ?? ''}@${priceSheet.asOf}@${priceSheet.source}`,
                priceSheet,
              ] as const,
            ],
      ),
    ),
  );
  return [...sheets.keys()].sort().flatMap((key) => sheets.get(key) ?? []);
}
