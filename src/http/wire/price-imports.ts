/** Imports, quarantine, reports and comparisons of price sheets on the wire. */
import { Type } from 'typebox';
import { PRICE_FORMATS } from '../../application/price-formats.js';
import { PriceRow } from '../../engine/catalogue/price.js';
import { Confidence } from '../../engine/catalogue/provenance.js';
import { Finding } from '../../engine/finding.js';
import { Currency, Day } from '../../engine/units.js';
import { jobFields } from './job.js';
import { PriceSheetHead } from './price-sheets.js';

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, maximum: 1e12, description });
const nullable = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description });
/** What a file holds is shown as it is. */
const Anything = Type.Unknown({ description: 'As the list has it, with what is said against it.' });

export const PriceFormatId = Type.Union(
  PRICE_FORMATS.map((id) => Type.Literal(id)),
  { description: 'Format of the list; GET /price-formats says what each is.' },
);

export const ImportQuery = Type.Object(
  {
    format: PriceFormatId,
    dryRun: Type.Boolean({ default: false, description: 'true: everything is checked and reported, nothing is kept.' }),
    replace: Type.Boolean({ default: false, description: 'true: rows that the draft has are thrown away first.' }),
    carryOver: Type.Boolean({
      default: false,
      description: 'true: published rates that the list does not have are kept, with the day they were seen.',
    }),
    currency: Type.Optional(Currency),
    region: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'For lists that name no region.' })),
    sku: Type.Optional(Type.String({ minLength: 1, maxLength: 150, description: 'For replies that name no type.' })),
    unit: Type.Optional(
      Type.Union([Type.Literal('hour'), Type.Literal('month'), Type.Literal('year')], {
        description: 'For replies of a price enquiry: the period that was asked for.',
      }),
    ),
    termMonths: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60, description: 'For replies of a price enquiry: the months asked for.' }),
    ),
    basis: Type.Optional(
      Type.Union([Type.Literal('payable'), Type.Literal('list')], {
        description: 'Which price counts where a list states both.',
      }),
    ),
    asOf: Type.Optional(Day),
    confidence: Type.Optional(Confidence),
    maxMoveRatio: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 10,
        description: 'Prices that move by more than this share of themselves are held back; default 0.5.',
      }),
    ),
  },
  { ...closed, required: ['format'] },
);

const Counts = {
  bytesRead: count('Bytes of the list read.'),
  rowsRead: count('Records that are prices.'),
  rowsAccepted: count('Rows that went into the draft.'),
  rowsQuarantined: count('Rows held back.'),
  rowsSkipped: count('Records left out on purpose.'),
};

const Held = Type.Object(
  {
    line: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Line, or number of the record; 0 = unknown.' }),
    code: Type.String({ maxLength: 100 }),
    detail: Type.String({ maxLength: 20_000 }),
    content: Anything,
  },
  closed,
);

export const ImportReport = Type.Object(
  {
    import: Type.String({ maxLength: 60 }),
    sheet: Type.String({ maxLength: 100 }),
    format: PriceFormatId,
    isDryRun: Type.Boolean(),
    ...Counts,
    rowsUnchanged: count('Rows that the draft had already, just so.'),
    rowsCarriedOver: count('Published rates that the list did not have.'),
    skipped: Type.Array(
      Type.Object(
        {
          reason: Finding,
          count: count('Records.'),
          samples: Type.Array(
            Type.Object(
              {
                line: Type.Integer({ minimum: 0, maximum: 1e9 }),
                path: nullable(1000, 'Where in the list, by name.'),
                sample: Type.String({ maxLength: 300, description: 'Beginning of the record.' }),
              },
              closed,
            ),
            { maxItems: 3 },
          ),
        },
        closed,
      ),
      { maxItems: 100, description: 'What was left out and why, by count and by sample.' },
    ),
    quarantined: Type.Array(Type.Object({ code: Type.String({ maxLength: 100 }), count: count('Rows.') }, closed), {
      maxItems: 100,
      description: 'What was held back, by rule.',
    }),
    held: Type.Array(Held, { maxItems: 100, description: 'The first rows that were held back.' }),
    rowCount: count('Rows of the draft after it.'),
  },
  { ...closed, $id: 'PriceImportReport', description: 'What became of a price list.' },
);

export const PriceImport = Type.Object(
  {
    ...jobFields('Its report, or what went wrong; null while it runs.'),
    format: Type.String({ maxLength: 60 }),
    isDryRun: Type.Boolean(),
    ...Counts,
  },
  { ...closed, $id: 'PriceImport', description: 'An import of a price list and its progress.' },
);

export const PriceImportList = Type.Object(
  { items: Type.Array(PriceImport, { maxItems: 100 }) },
  { ...closed, $id: 'PriceImportList', description: 'Imports into a sheet, newest first.' },
);

export const PriceFormatList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: PriceFormatId,
          title: Type.String({ maxLength: 200 }),
          needs: Type.Array(Type.String({ maxLength: 40 }), {
            maxItems: 10,
            description: 'Query parameters that have to be given with such a list.',
          }),
        },
        closed,
      ),
      { maxItems: 100 },
    ),
  },
  { ...closed, $id: 'PriceFormatList', description: 'Formats of price lists.' },
);

export const QuarantineStatus = Type.Union([Type.Literal('open'), Type.Literal('accepted'), Type.Literal('rejected')]);

export const QuarantineItem = Type.Object(
  {
    id: Type.String({ maxLength: 30 }),
    import: Type.String({ maxLength: 60 }),
    line: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Line, or number of the record; 0 = unknown.' }),
    code: Type.String({ maxLength: 100, description: 'The first rule that objects.' }),
    detail: Type.String({ maxLength: 20_000, description: 'Value, rule and what was expected, in words.' }),
    content: Anything,
    status: QuarantineStatus,
    resolvedBy: nullable(100, 'Key that decided.'),
    resolvedAt: nullable(40, 'null: still open.'),
  },
  { ...closed, $id: 'QuarantineItem', description: 'A row that an import held back.' },
);

export const QuarantinePage = Type.Object(
  {
    items: Type.Array(QuarantineItem, { maxItems: 1000 }),
    nextCursor: Type.Union([Type.String({ maxLength: 30 }), Type.Null()]),
  },
  { ...closed, $id: 'QuarantinePage', description: 'Rows held back, in the order in which they came.' },
);

export const QuarantineDecision = Type.Object(
  {
    action: Type.Union([Type.Literal('accept'), Type.Literal('reject')]),
    ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), { minItems: 1, maxItems: 1000, uniqueItems: true }),
    ),
    code: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'All open rows that this rule held back.' }),
    ),
    reason: Type.String({ minLength: 3, maxLength: 1000, description: 'Why; kept in the audit trail.' }),
  },
  {
    ...closed,
    minProperties: 3,
    $id: 'QuarantineDecision',
    description: 'Accepts or rejects rows that were held back: by `ids`, by `code`, or by both.',
  },
);

export const QuarantineOutcome = Type.Object(
  { decided: count('Rows.'), sheet: PriceSheetHead },
  { ...closed, $id: 'QuarantineOutcome', description: 'What was decided, and the draft after it.' },
);

const Rate = Type.Union([PriceRow, Type.Null()]);

const Difference = Type.Object(
  {
    position: Type.Integer({ minimum: 1, maximum: 1e12 }),
    change: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
    before: Rate,
    after: Rate,
  },
  closed,
);

const Changes = Type.Object(
  { added: count('Rates.'), removed: count('Rates.'), changed: count('Rates.'), unchanged: count('Rates.') },
  closed,
);

export const SheetDiff = Type.Object(
  {
    sheet: Type.String({ maxLength: 100 }),
    against: nullable(100, 'null: nothing of the series is published.'),
    counts: Changes,
    items: Type.Array(Difference, { maxItems: 1000, description: 'Changed rates first, then removed and added ones.' }),
    nextCursor: Type.Union([Type.String({ maxLength: 30 }), Type.Null()]),
  },
  { ...closed, $id: 'PriceSheetDiff', description: 'How two price sheets differ.' },
);

export const SheetReport = Type.Object(
  {
    sheet: PriceSheetHead,
    rows: Type.Array(
      Type.Object(
        {
          billingMode: Type.String({ maxLength: 30 }),
          rows: count('Rows.'),
          oldest: nullable(10, 'Oldest day on which a rate was seen.'),
          newest: nullable(10, 'Newest day on which a rate was seen.'),
        },
        closed,
      ),
      { maxItems: 10 },
    ),
    quarantine: Type.Array(
      Type.Object({ code: Type.String({ maxLength: 100 }), status: QuarantineStatus, count: count('Rows.') }, closed),
      { maxItems: 300 },
    ),
    against: nullable(100, 'The published version that publishing would supersede.'),
    changes: Changes,
    largest: Type.Array(Difference, { maxItems: 50, description: 'The first of the changed rates.' }),
    imports: Type.Array(PriceImport, { maxItems: 50 }),
  },
  { ...closed, $id: 'PriceSheetReport', description: 'What is to be known of a sheet before it is published.' },
);

export const ImportParams = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the sheet.' }),
  import: Type.String({ maxLength: 60, description: 'Id of the import.' }),
});
