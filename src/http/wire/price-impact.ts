/** What a draft would change, on the wire. */
import { Type } from 'typebox';
import { RecommendRequest } from '../../engine/question.js';
import { jobFields } from './job.js';

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
    untouched: count('Of these, questions that no changed rate reaches: their answers stay as they are.'),
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

export const ImpactQuery = Type.Object(
  { questions: Type.Integer({ minimum: 0, maximum: 200, default: 50, description: 'Most recorded questions.' }) },
  { ...closed, required: [] },
);

export const PriceImpactJob = Type.Object(
  {
    ...jobFields('Its impact (a PriceImpact), or what went wrong; null while it runs.'),
    questions: count('Most recorded questions.'),
    catalogueVersion: Type.String({ maxLength: 100, description: 'Catalogue before.' }),
    revision: count('Revision of the draft.'),
    questionsAnswered: count('Questions answered so far.'),
    questionsInAll: Type.Union([count('Questions to be answered.'), Type.Null()]),
  },
  { ...closed, $id: 'PriceImpactJob', description: 'The reckoning of an impact and its progress.' },
);

export const PriceImpactJobList = Type.Object(
  { items: Type.Array(PriceImpactJob, { maxItems: 100 }) },
  { ...closed, $id: 'PriceImpactJobList', description: 'Impacts of a sheet, newest first.' },
);

export const ImpactParams = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the sheet.' }),
  impact: Type.String({ maxLength: 60, description: 'Id of the impact.' }),
});

export function impactAddress({ sheet, id }: { readonly sheet: string; readonly id: string }): string {
  return `/price-sheets/${sheet}/impacts/${id}`;
}
