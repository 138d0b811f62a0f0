/** Price sheets on the wire. */
import { Type } from 'typebox';
import { PriceRow } from '../../engine/catalogue/price.js';
import { ProviderId } from '../../engine/catalogue/provider.js';

const nullable = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Null()], { description });

export const SheetStatus = Type.Union([Type.Literal('draft'), Type.Literal('published'), Type.Literal('superseded')], {
  description: 'draft → published → superseded by the next version of its series.',
});

export const Series = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
  description: 'What the versions are versions of, e.g. `list-cny`: publishing one supersedes the one before it.',
});

export const NewPriceSheet = Type.Object(
  {
    provider: ProviderId,
    series: Series,
    label: Type.String({ minLength: 1, maxLength: 200, description: 'What it is, in words.' }),
    source: Type.String({ minLength: 1, maxLength: 1000, description: 'Where the rates come from.' }),
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'For whoever reads it later.' })),
    requiresApproval: Type.Optional(
      Type.Boolean({ default: false, description: 'true: whoever fills it may not publish it.' }),
    ),
    rows: Type.Optional(
      Type.Array(PriceRow, { minItems: 1, maxItems: 5000, description: 'Rates to begin with; all or none are taken.' }),
    ),
    publish: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'true: published at once, for a few rates that need no second look. Needs rows, the scope prices:publish and an Idempotency-Key.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'NewPriceSheet', description: 'A draft, with its first rows if you like.' },
);

export const PriceSheetHead = Type.Object(
  {
    id: Type.String({ maxLength: 100 }),
    provider: ProviderId,
    series: Type.String({ maxLength: 100 }),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    status: SheetStatus,
    label: Type.String({ maxLength: 200 }),
    source: Type.String({ maxLength: 1000 }),
    note: nullable(2000, 'For whoever reads it later.'),
    rowCount: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    contentHash: nullable(100, 'Hash of all rows, set at publishing.'),
    requiresApproval: Type.Boolean({ description: 'true: whoever filled it may not publish it.' }),
    revision: Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Counts changes; the ETag is made from it.',
    }),
    origin: Type.Union([Type.Literal('seed'), Type.Literal('admin')]),
    createdBy: nullable(100, 'Key that made it.'),
    createdAt: Type.String({ format: 'date-time', maxLength: 40 }),
    publishedAt: nullable(40, 'null: a draft, or seed data.'),
    knownTo: nullable(40, 'Until when it was taken for true; null = still.'),
  },
  { additionalProperties: false, $id: 'PriceSheetHead', description: 'A price sheet without its rows.' },
);

export const PriceSheetPage = Type.Object(
  {
    items: Type.Array(PriceSheetHead, { maxItems: 200 }),
    nextCursor: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
  },
  { additionalProperties: false, $id: 'PriceSheetPage', description: 'Price sheets in the order of their ids.' },
);

export const PriceRows = Type.Object(
  { rows: Type.Array(PriceRow, { minItems: 1, maxItems: 5000, description: 'All or none are taken.' }) },
  { additionalProperties: false, $id: 'PriceRows', description: 'Rates of one sheet.' },
);

export const PriceRowPage = Type.Object(
  {
    items: Type.Array(PriceRow, { maxItems: 1000 }),
    nextCursor: Type.Union([Type.String({ maxLength: 30 }), Type.Null()]),
  },
  { additionalProperties: false, $id: 'PriceRowPage', description: 'Rates in the order in which they were added.' },
);

export const SheetParams = Type.Object({ id: Type.String({ maxLength: 100, description: 'Id of the sheet.' }) });
