/** A customer's own terms over list prices. A tenant sees, changes and is priced by its own books alone. */
import type {
  Actor,
  CatalogueReader,
  PriceBookReader,
  PriceBookShelf,
  PriceBookTerms,
  StoredPriceBook,
  WriteSession,
  Writes,
} from './ports.js';
import { absent, Problem, type ProblemError } from './problems.js';
import type { Precondition } from './write-catalogue.js';

type Asker = Pick<Actor, 'tenant'>;

export type ListPriceBooks = (asker: Asker) => Promise<readonly StoredPriceBook[]>;
export const listPriceBooks =
  (books: PriceBookReader): ListPriceBooks =>
  ({ tenant }) =>
    books.list(tenant);

export type ReadPriceBook = (asker: Asker, name: string) => Promise<StoredPriceBook>;
export const readPriceBook =
  (books: PriceBookReader): ReadPriceBook =>
  async ({ tenant }, name) => {
    const book = await books.find(tenant, name);
    if (book === undefined) throw absent('price-book', name);
    return book;
  };

export interface PutBook {
  readonly name: string;
  readonly apiKey: string | null;
  readonly terms: PriceBookTerms;
  readonly precondition: Precondition | null;
}

export type PutPriceBook = (
  actor: Actor,
  put: PutBook,
) => Promise<{ readonly book: StoredPriceBook; readonly isCreated: boolean }>;

export function putPriceBook(writes: Writes, reader: CatalogueReader, shelf: PriceBookShelf): PutPriceBook {
  return async (actor, { name, apiKey, terms, precondition }) => {
    if (precondition === null) throw new Problem('precondition-required');
    const { tenant } = actor;
    const errors = [...referenceErrors(terms, reader), ...dayErrors(terms)];
    if (errors.length > 0) throw new Problem('invalid-catalogue-entry', { errors: errors.slice(0, 100) });
    const result = await writes.transact(async (session) => {
      const before = await session.priceBooks.find(tenant, name);
      if ('mustNotExist' in precondition) {
        if (before !== undefined) throw new Problem('already-exists');
      } else if (before === undefined) throw absent('price-book', name);
      else requireMatch(before, precondition.etags);
      await checkBinding(session, tenant, name, apiKey);
      const book = await session.priceBooks.put({ tenant, name, apiKey, terms }, actor);
      await session.audit(actor, {
        action: before === undefined ? 'create' : 'replace',
        subjectKind: 'price-books',
        subjectId: `${tenant}/${name}`,
        ...(before === undefined ? {} : { before }),
        after: book,
      });
      return { book, isCreated: before === undefined };
    });
    await shelf.refresh();
    return result;
  };
}

export type RetirePriceBook = (
  actor: Actor,
  target: { readonly name: string; readonly etags: readonly string[] | null },
) => Promise<void>;

export function retirePriceBook(writes: Writes, shelf: PriceBookShelf): RetirePriceBook {
  return async (actor, { name, etags }) => {
    if (etags === null) throw new Problem('precondition-required');
    const { tenant } = actor;
    await writes.transact(async (session) => {
      const before = await session.priceBooks.find(tenant, name);
      if (before === undefined) throw absent('price-book', name);
      requireMatch(before, etags);
      await session.priceBooks.retire(tenant, name);
      await session.audit(actor, {
        action: 'retire',
        subjectKind: 'price-books',
        subjectId: `${tenant}/${name}`,
        before,
      });
    });
    await shelf.refresh();
  };
}

export function bookEtag({ version }: Pick<StoredPriceBook, 'version'>): string {
  return `"b${version}"`;
}

function requireMatch(book: StoredPriceBook, etags: readonly string[]): void {
  if (!etags.includes('*') && !etags.includes(bookEtag(book))) throw new Problem('precondition-failed');
}

/** One book for a key, one for the rest of the tenant: which one counts is never a question of luck. */
async function checkBinding(session: WriteSession, tenant: string, name: string, apiKey: string | null): Promise<void> {
  const rival = await session.priceBooks.boundTo(tenant, apiKey);
  if (rival !== undefined && rival !== name)
    throw new Problem('conflict', {
      errors: [
        {
          pointer: '/apiKey',
          code: 'bound-already',
          detail: {
            en: `The price book "${rival}" is for ${apiKey === null ? 'the whole tenant' : 'this key'} already.`,
            zh: `价格簿 “${rival}” 已绑定到${apiKey === null ? '整个租户' : '该密钥'}。`,
          },
        },
      ],
    });
  if (apiKey === null) return;
  const key = await session.keys.find(apiKey);
  // A key of somebody else is as unknown as one that is not there.
  if (key === undefined || key.tenant !== tenant)
    throw new Problem('invalid-catalogue-entry', {
      errors: [
        {
          pointer: '/apiKey',
          code: 'unknown-api-key',
          detail: { en: 'No key of this tenant has that id.', zh: '该租户没有此 id 的密钥。' },
        },
      ],
    });
}

function referenceErrors(terms: PriceBookTerms, reader: CatalogueReader): readonly ProblemError[] {
  const { providersById, regionsByKey } = reader.current().catalogue;
  const errors: ProblemError[] = [];
  for (const [list, items] of [
    ['discounts', terms.discounts],
    ['prices', terms.prices],
  ] as const) {
    for (const [index, { provider, regions = [] }] of items.entries()) {
      if (!providersById.has(provider)) errors.push(unknown(`/${list}/${index}/provider`, provider));
      else
        for (const [at, region] of regions.entries())
          if (!regionsByKey.has(`${provider}/${region}`))
            errors.push(unknown(`/${list}/${index}/regions/${at}`, region));
    }
  }
  return errors;
}

function dayErrors(terms: PriceBookTerms): readonly ProblemError[] {
  return [terms.discounts, terms.prices].flatMap((items, list) =>
    items.flatMap(({ effectiveFrom, effectiveTo }, index) =>
      effectiveFrom !== undefined && effectiveTo !== undefined && effectiveTo < effectiveFrom
        ? [
            {
              pointer: `/${list === 0 ? 'discounts' : 'prices'}/${index}/effectiveTo`,
              code: 'out-of-range',
              detail: {
                en: `It ends before it begins (${effectiveFrom}).`,
                zh: `结束日期早于开始日期（${effectiveFrom}）。`,
              },
            },
          ]
        : [],
    ),
  );
}

function unknown(pointer: string, value: string): ProblemError {
  return {
    pointer,
    code: 'unknown-reference',
    detail: { en: `"${value}" is not in the catalogue.`, zh: `目录中没有 “${value}”。` },
  };
}
