/** Quotes on the wire. */
import { type Static, Type } from 'typebox';
import type { Drift } from '../../application/quotes/drift.js';
import { DRIFT_CAUSES } from '../../application/quotes/drift.js';
import { EXPORT_FORMAT_IDS } from '../../application/quotes/formats.js';
import type { QuoteItemRequest, QuoteRequest, QuoteView } from '../../application/quotes/make-quote.js';
import { contentOf, QUOTE_STATES, type QuoteRow, quoteNumber, stateOf } from '../../application/quotes/quote.js';
import { RecommendReply } from '../../engine/answer.js';
import { type Language, localise } from '../../engine/finding.js';
import { RecommendRequest } from '../../engine/question.js';
import { Currency, Day, Money } from '../../engine/units.js';

const closed = { additionalProperties: false } as const;
const Words = (description: string, maxLength = 200) => Type.String({ minLength: 1, maxLength, description });
const OrNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);
const Instant = (description: string) => Type.String({ format: 'date-time', maxLength: 40, description });
const Amount = (description: string) =>
  Type.Union([Type.String({ pattern: '^-?[0-9]{1,18}(\\.[0-9]{1,12})?$', maxLength: 34 }), Type.Null()], {
    description,
  });
const Anything = (description: string) => Type.Unknown({ description });

const TagValue = Type.String({ minLength: 1, maxLength: 200, description: 'Value of the tag.' });
const Tags = Type.Record(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$' }), TagValue, {
  maxProperties: 20,
  description: "The buyer's own tags.",
});

const ItemName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}$',
  maxLength: 100,
  description: 'Name of the workload in the quote.',
});

const PlanId = Type.String({ maxLength: 100, description: 'Id of a plan of the answer. Default: the best one.' });

export const QuoteItemInput = Type.Object(
  { name: ItemName, request: RecommendRequest, planId: Type.Optional(PlanId) },
  { ...closed, $id: 'QuoteItemInput', description: 'One workload of a basket.' },
);

export const NewQuote = Type.Object(
  {
    request: Type.Optional(RecommendRequest),
    planId: Type.Optional(PlanId),
    items: Type.Optional(
      Type.Array(QuoteItemInput, { minItems: 1, maxItems: 20, description: 'Several workloads; or `request`.' }),
    ),
    reference: Type.Optional(Words("The buyer's reference, e.g. a requisition number.")),
    costCentre: Type.Optional(Words('Who pays.', 100)),
    approver: Type.Optional(Words('Who has to say yes: the quote is then a draft until it is issued in their name.')),
    tags: Type.Optional(Tags),
    note: Type.Optional(Words('Anything else to be kept with it.', 2000)),
    validDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 366, default: 30, description: 'Days until it expires.' }),
    ),
  },
  {
    ...closed,
    $id: 'NewQuote',
    description: 'What is to be frozen: exactly one of request (with planId) and items.',
    anyOf: [{ required: ['request'] }, { required: ['items'] }],
  },
);
export type NewQuote = Static<typeof NewQuote>;

const State = Type.Unsafe<(typeof QUOTE_STATES)[number]>({
  type: 'string',
  enum: QUOTE_STATES,
  description:
    'draft: awaits its approver; issued; accepted; withdrawn; expired: past its date before it was accepted.',
});
const Stored = Type.Unsafe<string>({ type: 'string', enum: QUOTE_STATES.filter((state) => state !== 'expired') });

const Payment = Type.Object(
  {
    month: Type.Integer({ minimum: 1, maximum: 60 }),
    cash: Type.String({ maxLength: 34 }),
    amortised: Type.String({ maxLength: 34 }),
  },
  { ...closed, description: 'What is paid in the month, and what the month costs.' },
);

const Totals = Type.Object(
  {
    currency: Currency,
    monthly: Type.Union([Money, Type.Null()], { description: 'All items; null = none has a price.' }),
    unpriced: Type.Boolean({ description: 'true: at least one price is unknown and the total is partial.' }),
    schedule: Type.Array(Payment, { maxItems: 60, description: 'Payment by month.' }),
    termTotal: Type.Union([Money, Type.Null()], { description: 'Cash over the longest term.' }),
  },
  { ...closed, description: 'Sums of the basket.' },
);

const Hardware = Type.Record(Type.String({ maxLength: 100 }), Type.Record(Type.String(), Type.Unknown()), {
  description: 'Facts of the servers by plan id, for exports.',
});

export const QuoteContent = Type.Object(
  {
    format: Type.Literal('cardwise-quote/1'),
    id: Type.String({ format: 'uuid', maxLength: 36 }),
    number: Type.String({ maxLength: 30, description: 'E.g. `Q-2026-000042`; counts by tenant.' }),
    tenant: Type.String({ maxLength: 60 }),
    createdAt: Instant('When it was made.'),
    createdBy: Type.String({ maxLength: 100, description: 'Id of the key.' }),
    expiresAt: Instant('Until when it stands.'),
    buyer: Type.Object(
      {
        reference: OrNull(Type.String({ maxLength: 200 })),
        costCentre: OrNull(Type.String({ maxLength: 100 })),
        approver: OrNull(Type.String({ maxLength: 200 })),
        tags: Tags,
        note: OrNull(Type.String({ maxLength: 2000 })),
      },
      { ...closed, description: "What the buyer's books call it." },
    ),
    catalogueVersion: Type.String({ maxLength: 100 }),
    engineVersion: Type.String({ maxLength: 60 }),
    pricedOn: Day,
    priceBook: Anything('The price book that counted; null = list prices.'),
    calibrations: Type.Array(Anything('A load test.'), {
      maxItems: 10_000,
      description: 'Load tests of yours that corrected the estimates.',
    }),
    items: Type.Array(
      Type.Object(
        {
          name: ItemName,
          request: RecommendRequest,
          planId: Type.String({ maxLength: 100, description: 'The quoted plan of the answer.' }),
          answer: RecommendReply,
          hardware: Hardware,
          model: OrNull(Type.String({ maxLength: 300 })),
          architecture: Anything('Sizes of the language model; null = none.'),
        },
        closed,
      ),
      { maxItems: 20 },
    ),
    priceSheets: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      maxItems: 10_000,
      description: 'Every sheet that a line of the quoted plans stands on.',
    }),
    totals: Totals,
  },
  { ...closed, $id: 'QuoteContent', description: 'What is signed, in canonical form (RFC 8785).' },
);

const heads = {
  id: Type.String({ format: 'uuid', maxLength: 36 }),
  number: Type.String({ maxLength: 30 }),
  state: State,
  reference: OrNull(Type.String({ maxLength: 200 })),
  costCentre: OrNull(Type.String({ maxLength: 100 })),
  approver: OrNull(Type.String({ maxLength: 200 })),
  tags: Tags,
  monthly: Type.Union([Money, Type.Null()]),
  catalogueVersion: Type.String({ maxLength: 100 }),
  engineVersion: Type.String({ maxLength: 60 }),
  pricedOn: Day,
  createdAt: Instant('When it was made.'),
  expiresAt: Instant('Until when it stands.'),
};

export const QuoteHead = Type.Object(heads, { ...closed, $id: 'QuoteHead', description: 'A quote in a list.' });

export const QuotePage = Type.Object(
  {
    items: Type.Array(QuoteHead, { maxItems: 200 }),
    nextCursor: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]),
  },
  { ...closed, $id: 'QuotePage', description: 'Quotes, newest first.' },
);

export const Quote = Type.Object(
  {
    ...heads,
    contentHash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the canonical content.' }),
    signature: Type.String({ maxLength: 100, description: 'Ed25519 signature of the canonical content, base64url.' }),
    signingKeyId: Type.String({ maxLength: 60, description: 'Key of /quote-keys that made the signature.' }),
    history: Type.Array(
      Type.Object(
        {
          at: Instant('When.'),
          actor: Type.String({ maxLength: 100, description: 'Id of the key.' }),
          fromState: Type.Union([Stored, Type.Null()]),
          toState: Stored,
          by: OrNull(Type.String({ maxLength: 200 })),
          note: OrNull(Type.String({ maxLength: 2000 })),
        },
        closed,
      ),
      { maxItems: 10, description: 'The steps that it took.' },
    ),
    content: QuoteContent,
  },
  { ...closed, $id: 'Quote', description: 'A quote: its signed content, its seal, its state.' },
);

export const QuoteMoveInput = Type.Object(
  {
    state: Type.Union([Type.Literal('issued'), Type.Literal('accepted'), Type.Literal('withdrawn')], {
      description: 'What it becomes.',
    }),
    by: Type.Optional(Words('Who says so; the approver that the quote names, to issue it.')),
    note: Type.Optional(Words('Why.', 2000)),
  },
  { ...closed, $id: 'QuoteMove', description: 'A step in the life of a quote.' },
);

const Difference = Type.Object(
  {
    pointer: Type.String({ maxLength: 2000, description: 'JSON pointer (RFC 6901).' }),
    before: Anything('What it was.'),
    after: Anything('What it is.'),
  },
  { ...closed, $id: 'QuoteDifference', description: 'One place where two values differ.' },
);
const Differences = (description: string) => Type.Array(Difference, { maxItems: 50, description });
const Versions = Type.Object(
  { before: Type.String({ maxLength: 100 }), after: Type.String({ maxLength: 100 }) },
  { ...closed, description: 'When it was quoted, and now.' },
);

export const VerificationReply = Type.Object(
  {
    isValid: Type.Boolean({
      description: 'Every check is right: this is what was signed. Data that moved on since does not make it wrong.',
    }),
    checks: Type.Array(
      Type.Object(
        {
          name: Type.Unsafe<string>({
            type: 'string',
            enum: ['canonical-form', 'content-hash', 'signature', 'row', 'totals'],
          }),
          isRight: Type.Boolean(),
          differences: Differences('What differs; empty when it is right.'),
        },
        closed,
      ),
      { maxItems: 5 },
    ),
    recomputed: Type.Union(
      [
        Type.Object(
          {
            isIdentical: Type.Boolean({ description: "Today's data still gives the same answers for that day." }),
            catalogueVersion: Versions,
            engineVersion: Versions,
            differences: Differences('Between the quoted answers and those of today.'),
          },
          closed,
        ),
        Type.Null(),
      ],
      { description: 'The questions asked again, as of the day of the quote; null = the content cannot be read.' },
    ),
  },
  { ...closed, $id: 'QuoteVerification', description: 'Whether a quote is what was issued, and what differs today.' },
);

const PlanState = Type.Union(
  [
    Type.Object(
      {
        provider: Type.String({ maxLength: 40 }),
        region: Type.String({ maxLength: 80 }),
        instanceType: Type.String({ maxLength: 120 }),
        servers: Type.Integer({ minimum: 1, maximum: 100_000 }),
        saleStatus: Type.String({ maxLength: 20 }),
        monthly: Type.Union([Money, Type.Null()]),
      },
      closed,
    ),
    Type.Null(),
  ],
  { description: 'A plan in brief; null = there is none.' },
);

export const DriftReply = Type.Object(
  {
    askedOn: Day,
    currency: Currency,
    hasDrifted: Type.Boolean(),
    monthly: Type.Object(
      {
        before: Amount('As quoted.'),
        samePlansNow: Amount('The quoted servers at what they cost now.'),
        bestNow: Amount('What would be recommended now.'),
      },
      { ...closed, description: 'Monthly cost of the whole basket; null = not all of it has a price.' },
    ),
    catalogueVersion: Versions,
    engineVersion: Versions,
    items: Type.Array(
      Type.Object(
        {
          name: ItemName,
          hasDrifted: Type.Boolean(),
          before: PlanState,
          samePlanNow: PlanState,
          bestNow: PlanState,
          monthlyDelta: Amount('Change of the quoted plan: the sum over the causes.'),
          causes: Type.Array(
            Type.Object(
              {
                cause: Type.Unsafe<string>({ type: 'string', enum: DRIFT_CAUSES }),
                monthlyDelta: Amount('Part of the change; null = cannot be told.'),
                changes: Type.Array(
                  Type.Object(
                    {
                      code: Type.String({ maxLength: 60, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
                      detail: Type.String({ maxLength: 1000 }),
                      before: Anything('What it was.'),
                      after: Anything('What it is.'),
                    },
                    closed,
                  ),
                  { maxItems: 1000 },
                ),
              },
              closed,
            ),
            { maxItems: 3 },
          ),
        },
        closed,
      ),
      { maxItems: 20 },
    ),
  },
  { ...closed, $id: 'QuoteDrift', description: 'The same question today: what changed, and why.' },
);

const Side = Type.Object(
  {
    id: Type.String({ maxLength: 36 }),
    number: Type.String({ maxLength: 30 }),
    currency: Currency,
    monthly: Amount('A month.'),
    termTotal: Amount('Over the term.'),
    pricedOn: Day,
    catalogueVersion: Type.String({ maxLength: 100 }),
    engineVersion: Type.String({ maxLength: 60 }),
  },
  closed,
);
export const ComparisonReply = Type.Object(
  {
    first: Side,
    second: Side,
    monthlyDelta: Amount('second − first; null in two currencies.'),
    termTotalDelta: Amount('second − first.'),
    items: Type.Array(
      Type.Object(
        {
          name: ItemName,
          plan: Type.Object({ first: Anything('The plan in brief.'), second: Anything('The plan in brief.') }, closed),
          monthly: Type.Object(
            { first: Amount('A month.'), second: Amount('A month.'), delta: Amount('Difference.') },
            closed,
          ),
          questionDifferences: Differences('Between the questions.'),
          planDifferences: Differences('Between the plans and their bills.'),
        },
        closed,
      ),
      { maxItems: 40 },
    ),
  },
  { ...closed, $id: 'QuoteComparison', description: 'Two quotes side by side.' },
);

export const QuoteKeys = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.Literal('OKP'),
          crv: Type.Literal('Ed25519'),
          x: Type.String({ maxLength: 60, description: 'The public key, base64url.' }),
          kid: Type.String({ maxLength: 60, description: 'RFC 7638 thumbprint.' }),
          use: Type.Literal('sig'),
          alg: Type.Literal('EdDSA'),
        },
        closed,
      ),
      { maxItems: 10_000 },
    ),
  },
  { ...closed, $id: 'QuoteKeys', description: 'Public keys that signed quotes, as a JWK set (RFC 7517).' },
);

export const QuoteParams = Type.Object({ id: Type.String({ maxLength: 60, description: 'Id of the quote.' }) });

export const ExportQuery = Type.Object(
  {
    format: Type.Unsafe<string>({ type: 'string', enum: EXPORT_FORMAT_IDS, description: 'Format.' }),
    item: Type.Optional(
      Type.String({ maxLength: 100, description: 'Name of an item; absent = all, where the format holds several.' }),
    ),
    plan: Type.Optional(Type.String({ maxLength: 100, description: "Another plan of the item's answer." })),
  },
  closed,
);

/** The whole request as a basket; null when it states none or both. */
export function basketOf({ request, planId, items, ...rest }: NewQuote): QuoteRequest | null {
  const single: readonly QuoteItemRequest[] =
    request === undefined
      ? []
      : [{ name: 'workload', request, pointer: '', ...(planId === undefined ? {} : { planId }) }];
  if ((request === undefined) === (items === undefined) || (items !== undefined && planId !== undefined)) return null;
  return { ...rest, items: items?.map((item, index) => ({ ...item, pointer: `/items/${index}` })) ?? single };
}

export function headOf(quote: QuoteRow, now: Date): Static<typeof QuoteHead> {
  return {
    id: quote.id,
    number: quoteNumber(quote.number, quote.createdAt),
    state: stateOf(quote, now),
    reference: quote.reference,
    costCentre: quote.costCentre,
    approver: quote.approver,
    tags: quote.tags,
    monthly: quote.monthly === null ? null : { amount: quote.monthly, currency: quote.currency },
    catalogueVersion: quote.catalogueVersion,
    engineVersion: quote.engineVersion,
    pricedOn: quote.pricedOn,
    createdAt: quote.createdAt,
    expiresAt: quote.expiresAt,
  };
}

/** The signed content is shown as it was signed: in the language in which it was frozen. */
export function quoteReply({ quote, events }: QuoteView, now: Date): unknown {
  const content = contentOf(quote);
  return {
    ...headOf(quote, now),
    contentHash: quote.contentHash,
    signature: quote.signature,
    signingKeyId: quote.signingKeyId,
    history: events,
    content,
  };
}

export function driftReply(drift: Drift, language: Language): unknown {
  return {
    ...localise(drift, language),
    items: drift.items.map((item) => ({
      ...item,
      causes: item.causes.map((cause) => ({
        ...cause,
        changes: cause.changes.map((change) => ({ ...change, detail: change.detail[language] })),
      })),
    })),
  };
}
