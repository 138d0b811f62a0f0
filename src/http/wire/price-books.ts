/** Price books on the wire. */
import { Type } from 'typebox';
import { PriceBook as Terms } from '../../engine/pricing/schemas.js';

const closed = { additionalProperties: false } as const;
const ApiKeyId = Type.Union(
  [Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', maxLength: 36 }), Type.Null()],
  { description: 'Id of the one API key that it is for; null or absent = every key without a book of its own.' },
);

export const BookName = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
  description: 'Name of the book; shown in the price trace.',
});
export const BookParams = Type.Object({ name: BookName });

export const PriceBookBody = Type.Object(
  {
    apiKey: Type.Optional(ApiKeyId),
    discounts: Terms.properties.discounts,
    prices: Terms.properties.prices,
  },
  {
    ...closed,
    $id: 'PriceBookBody',
    description: "A customer's own terms: discounts on list prices, and agreed rates.",
  },
);

export const StoredPriceBook = Type.Object(
  {
    name: BookName,
    apiKey: ApiKeyId,
    discounts: Terms.properties.discounts,
    prices: Terms.properties.prices,
    version: Type.Integer({ minimum: 1, maximum: 1e9, description: 'Counts changes; the ETag is made from it.' }),
    createdBy: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], { description: 'Key that made it.' }),
    updatedAt: Type.String({ format: 'date-time', maxLength: 40 }),
  },
  { ...closed, $id: 'StoredPriceBook', description: 'A price book of your tenant.' },
);

export const PriceBookList = Type.Object(
  { items: Type.Array(StoredPriceBook, { maxItems: 10_000 }) },
  { ...closed, $id: 'PriceBookList', description: 'The price books of your tenant.' },
);
