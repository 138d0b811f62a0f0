/** What a draft would change, on the wire. */
import { Type } from 'typebox';
import { RecommendRequest } from '../../engine/question.js';

const closed = { additionalProperties: false } as const;
const count = (description: string) => Type.Integer({ minimum: 0, maximum: 1e6, description });
const Amount = Type.Union([Type.String({ maxLength: 30 }), Type.Null()]);

const Choice = Type.Union([
  Type.Object(
    {
      provider: Type.String({ maxLength: 40 }),
      region: Type.String({ maxLength: 80 }),
      instanceType: Type.String({ maxLength: 120 }),
      servers: Type.Integer({ minimum: 0, maximum: 1e9 }),
      billingModes: Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 }),
      monthly: Amount,
    },
    closed,
  ),
  Type.Null(),
]);

export const PriceImpact = Type.Object(
  {
    sheet: Type.String({ maxLength: 100 }),
    against: Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
      description: 'The published version that it would supersede.',
    }),
    asked: count('Questions that were answered twice.'),
    otherWinners: count('Questions whose best plan would be another one.'),
    otherCosts: count('Questions whose best plan would cost something else.'),
    items: Type.Array(
      Type.Object(
        {
          source: Type.Union([Type.Literal('recorded'), Type.Literal('golden')]),
          scenario: Type.String({ maxLength: 60 }),
          askedAt: Type.Union([Type.String({ format: 'date-time', maxLength: 40 }), Type.Null()]),
          request: RecommendRequest,
          currency: Type.Union([Type.String({ maxLength: 3 }), Type.Null()]),
          before: Choice,
          after: Choice,
          isOtherWinner: Type.Boolean(),
          monthlyDelta: Amount,
          changeRatio: Type.Union([Type.Number({ description: '0.1 = a tenth dearer.' }), Type.Null()]),
        },
        closed,
      ),
      { maxItems: 1000 },
    ),
  },
  { ...closed, $id: 'PriceImpact', description: 'What publishing a draft would change.' },
);
