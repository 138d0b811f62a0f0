/** Currencies: the price's own first, a stated rate in its own direction next, nothing else. */
import type { PricingQuestion } from './question.js';
import type { Rate } from './select-rate.js';

export interface Exchange {
  readonly currency: string;
  /** Rate to the question's currency; null = no conversion needed, undefined = none stated. */
  rateFrom(currency: string): string | null | undefined;
  /** Rank of a currency: 0 = native, then the order of the stated rates; −1 = cannot be used. */
  rankOf(currency: string): number;
}

export function openExchange(question: Pick<PricingQuestion, 'currency' | 'exchangeRates'>): Exchange {
  const rates = question.exchangeRates.filter(
    (rate) => rate.to === question.currency && rate.from !== question.currency,
  );
  return {
    currency: question.currency,
    rateFrom: (currency) =>
      currency === question.currency ? null : rates.find((rate) => rate.from === currency)?.rate,
    rankOf: (currency) => {
      if (currency === question.currency) return 0;
      const index = rates.findIndex((rate) => rate.from === currency);
      return index === -1 ? -1 : index + 1;
    },
  };
}

/** In each billing mode the rates of the best usable currency; a mode that has none in any is left out. */
export function inBestCurrency(rates: readonly Rate[], exchange: Exchange): readonly Rate[] {
  if (rates.every((rate) => exchange.rankOf(rate.currency) === 0)) return rates;
  return rates.filter((rate) => {
    const rank = exchange.rankOf(rate.currency);
    if (rank === -1) return false;
    return rates.every((other) => {
      if (other.billingMode !== rate.billingMode) return true;
      const rival = exchange.rankOf(other.currency);
      return rival === -1 || rival >= rank;
    });
  });
}
