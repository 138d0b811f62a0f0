/** The question and the answer of `/consolidate`. */
import { type Static, Type } from 'typebox';
import { Finding } from '../finding.js';
import { Cost, ExchangeRate, StorageNeed, Usage } from '../pricing/schemas.js';
import { Constraints } from '../question.js';
import { Currency, Day, Money } from '../units.js';

const Technology = Type.Union(
  [
    Type.Literal('qgpu'),
    Type.Literal('mig'),
    Type.Literal('time-slicing'),
    Type.Literal('mps'),
    Type.Literal('hami'),
    Type.Literal('fraction'),
  ],
  { description: 'How a card is shared.' },
);
export type TechnologyId = Static<typeof Technology>;

export const SharedService = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    memoryGiB: Type.Number({
      exclusiveMinimum: 0,
      maximum: 4096,
      description: 'Peak accelerator memory of the service, its runtime context included, as measured under load.',
    }),
    computeRatio: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        'Peak share of one card that it keeps busy, 0…1, on `measuredOn`; without it, on every card considered.',
    }),
    measuredOn: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description: 'Accelerator on which computeRatio was measured; other cards are scaled by FP16 rate.',
      }),
    ),
    hourlyLoad: Type.Optional(
      Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
        minItems: 24,
        maxItems: 168,
        description: 'Ratios of its peak, 24 or 168 hours; absent = always at its peak.',
      }),
    ),
    latencyClass: Type.Union([Type.Literal('strict'), Type.Literal('normal'), Type.Literal('batch')], {
      description:
        'strict keeps 30 % of a card free in every hour, normal 10 %, batch nothing, where compute is not isolated.',
    }),
    isolation: Type.Union([Type.Literal('hard'), Type.Literal('soft')], {
      description: 'hard: memory and compute must be fenced off; soft: neighbours are trusted.',
    }),
  },
  { additionalProperties: false },
);
export type SharedService = Static<typeof SharedService>;

export const ConsolidateRequest = Type.Object(
  {
    services: Type.Array(SharedService, { minItems: 1, maxItems: 60, description: 'Services that may share cards.' }),
    on: Type.Optional(
      Type.Object(
        {
          accelerators: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 150 }), { maxItems: 50 })),
          instanceTypes: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 150 }), { maxItems: 50 })),
          technologies: Type.Optional(Type.Array(Technology, { maxItems: 6 })),
        },
        { additionalProperties: false, description: 'What may be used; empty = anything.' },
      ),
    ),
    constraints: Type.Optional(Constraints),
    usage: Type.Optional(Usage),
    storage: Type.Optional(StorageNeed),
    pricedOn: Type.Optional(Day),
    currency: Type.Optional(Currency),
    exchangeRates: Type.Optional(Type.Array(ExchangeRate, { maxItems: 100 })),
  },
  {
    additionalProperties: false,
    $id: 'ConsolidateRequest',
    description: 'How many cards do these services need if they share?',
  },
);
export type ConsolidateRequest = Static<typeof ConsolidateRequest>;

export const SharedSlice = Type.Object(
  {
    serviceId: Type.String(),
    memoryGiB: Type.Number({ description: 'Memory set aside for it, in steps of the technology.' }),
    computeRatio: Type.Number({ description: 'Compute set aside for it, in steps of the technology.' }),
    profile: Type.Optional(Type.String({ description: 'MIG profile.' })),
    startSlice: Type.Optional(Type.Integer({ description: 'MIG placement on the memory-slice grid.' })),
  },
  { additionalProperties: false },
);
export type SharedSlice = Static<typeof SharedSlice>;

const NullableMoney = Type.Union([Money, Type.Null()]);

export const ConsolidateReply = Type.Object(
  {
    catalogueVersion: Type.String(),
    engineVersion: Type.String(),
    pricedOn: Type.String(),
    cards: Type.Integer({ minimum: 0 }),
    servers: Type.Integer({ minimum: 0 }),
    provider: Type.Union([Type.String(), Type.Null()]),
    region: Type.Union([Type.String(), Type.Null()]),
    instanceType: Type.Union([Type.String(), Type.Null()]),
    technology: Type.Union([Technology, Type.Null()]),
    monthly: NullableMoney,
    cost: Type.Union([Cost, Type.Null()], { description: 'The bill of `monthly`, line by line; null = nothing fits.' }),
    freeMonthly: NullableMoney,
    placements: Type.Array(
      Type.Object(
        {
          card: Type.Integer({ minimum: 1 }),
          accelerator: Type.String(),
          technology: Technology,
          slices: Type.Array(SharedSlice),
          freeMemoryGiB: Type.Number(),
          freeComputeRatio: Type.Number({ description: 'Compute free in the busiest hour.' }),
        },
        { additionalProperties: false },
      ),
    ),
    without: Type.Union([
      Type.Object(
        { cards: Type.Integer(), servers: Type.Integer(), monthly: NullableMoney },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    gapRatio: Type.Number({
      minimum: 0,
      description: '(cards − proven lower bound) / cards for this card and technology; 0 = proven fewest.',
    }),
    alternatives: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          region: Type.String(),
          instanceType: Type.String(),
          technology: Technology,
          cards: Type.Integer(),
          servers: Type.Integer(),
          monthly: NullableMoney,
        },
        { additionalProperties: false },
      ),
      { description: 'The best of each other technology and card.' },
    ),
    rejected: Type.Array(
      Type.Object(
        { accelerator: Type.String(), technology: Technology, reason: Finding },
        { additionalProperties: false },
      ),
    ),
    findings: Type.Array(Finding),
  },
  { additionalProperties: false, $id: 'ConsolidateReply' },
);
export type ConsolidateReply = Static<typeof ConsolidateReply>;
