/** Quotes of one's own tenant: one, many, and the keys that signed them. */
import { absent } from '../problems.js';
import type { QuoteView } from './make-quote.js';
import type { PublicKey, QuoteQuery, QuoteReader, QuoteRow, StoredQuote } from './quote.js';

export type ListQuotes = (tenant: string, query: QuoteQuery, now: Date) => Promise<readonly QuoteRow[]>;
export const listQuotes =
  (quotes: QuoteReader): ListQuotes =>
  (tenant, query, now) =>
    quotes.list(tenant, query, now);

export type ReadQuote = (tenant: string, id: string) => Promise<QuoteView>;
export function readQuote(quotes: QuoteReader): ReadQuote {
  return async (tenant, id) => {
    const quote = await findQuote(quotes, tenant, id);
    return { quote, events: await quotes.events(id) };
  };
}

export type ListQuoteKeys = () => Promise<readonly PublicKey[]>;
export const listQuoteKeys =
  (quotes: QuoteReader): ListQuoteKeys =>
  () =>
    quotes.publicKeys();

/** Another tenant's quote is as absent as one that never was. */
export async function findQuote(quotes: QuoteReader, tenant: string, id: string): Promise<StoredQuote> {
  const quote = await quotes.find(tenant, id);
  if (quote === undefined) throw absent('quote', id);
  return quote;
}
