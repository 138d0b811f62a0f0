/** Quotes: rows whose content never changes, and the steps of their lives. */
import type {
  QuoteEvent,
  QuoteQuery,
  QuoteReader,
  QuoteRow,
  QuoteWriter,
  StoredQuote,
  StoredState,
} from '../application/quotes/quote.js';
import type { Database, Transaction } from './database.js';
import { Prisma } from './generated/client.js';
import type { QuoteEventModel, QuoteModel } from './generated/models.js';
import { asked } from './store-errors.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function quoteOf(row: QuoteModel): StoredQuote {
  return { ...rowOf(row), document: row.document };
}

function rowOf(row: Omit<QuoteModel, 'document'>): QuoteRow {
  return {
    id: row.id,
    tenant: row.tenant,
    number: row.number,
    contentHash: row.contentHash,
    signature: row.signature,
    signingKeyId: row.signingKeyId,
    catalogueVersion: row.catalogueVersion,
    engineVersion: row.engineVersion,
    pricedOn: row.pricedOn.toISOString().slice(0, 10),
    reference: row.reference,
    costCentre: row.costCentre,
    approver: row.approver,
    tags: row.tags as Record<string, string>,
    monthly: row.monthly?.toFixed(2) ?? null,
    currency: row.currency,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    state: row.state as StoredState,
  };
}

function eventOf(row: QuoteEventModel): QuoteEvent {
  return {
    at: row.at.toISOString(),
    actor: row.actor,
    fromState: row.fromState as StoredState | null,
    toState: row.toState as StoredState,
    by: row.by,
    note: row.note,
  };
}

/** A state that is asked for, in terms of what is kept. */
function stateCondition(state: QuoteQuery['state'], now: Date): Prisma.QuoteWhereInput {
  if (state === undefined) return {};
  if (state === 'expired') return { state: { in: ['draft', 'issued'] }, expiresAt: { lte: now } };
  return state === 'draft' || state === 'issued' ? { state, expiresAt: { gt: now } } : { state };
}

export function quoteReader(database: Database): QuoteReader {
  return {
    list: (tenant, { reference, costCentre, approver, state, tags, before, limit }, now) =>
      asked(async () => {
        const rows = await database.quote.findMany({
          where: {
            tenant,
            ...(reference === undefined ? {} : { reference }),
            ...(costCentre === undefined ? {} : { costCentre }),
            ...(approver === undefined ? {} : { approver }),
            ...(before === undefined ? {} : { number: { lt: before } }),
            ...stateCondition(state, now),
            AND: Object.entries(tags ?? {}).map(([key, equals]) => ({ tags: { path: [key], equals } })),
          },
          omit: { document: true },
          orderBy: { number: 'desc' },
          take: limit,
        });
        return rows.map(rowOf);
      }),
    find: (tenant, id) =>
      asked(async () => {
        if (!UUID.test(id)) return undefined;
        const row = await database.quote.findFirst({ where: { id, tenant } });
        return row === null ? undefined : quoteOf(row);
      }),
    events: (quoteId) =>
      asked(async () =>
        (await database.quoteEvent.findMany({ where: { quoteId }, orderBy: { id: 'asc' } })).map(eventOf),
      ),
    publicKeys: () =>
      asked(async () =>
        (await database.signingKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(
          ({ id, publicKey }) => ({ id, publicKey }),
        ),
      ),
  };
}

export function quoteWriter(transaction: Transaction): QuoteWriter {
  const addEvent = (quoteId: string, event: QuoteEvent) =>
    transaction.quoteEvent.create({ data: { ...event, quoteId, at: new Date(event.at) } });
  return {
    async nextNumber(tenant) {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quote ${tenant}`}, 0))`;
      const { _max } = await transaction.quote.aggregate({ where: { tenant }, _max: { number: true } });
      return (_max.number ?? 0) + 1;
    },
    async insert({ monthly, tags, pricedOn, createdAt, expiresAt, ...quote }, event) {
      await transaction.quote.create({
        data: {
          ...quote,
          tags: { ...tags },
          monthly: monthly === null ? null : new Prisma.Decimal(monthly),
          pricedOn: new Date(pricedOn),
          createdAt: new Date(createdAt),
          expiresAt: new Date(expiresAt),
        },
      });
      await addEvent(quote.id, event);
    },
    async find(tenant, id) {
      if (!UUID.test(id)) return undefined;
      await transaction.$executeRaw`SELECT 1 FROM "Quote" WHERE "id" = ${id}::uuid AND "tenant" = ${tenant} FOR UPDATE`;
      const row = await transaction.quote.findFirst({ where: { id, tenant } });
      return row === null ? undefined : quoteOf(row);
    },
    async move(id, event) {
      await transaction.quote.update({ where: { id }, data: { state: event.toState } });
      await addEvent(id, event);
    },
  };
}
