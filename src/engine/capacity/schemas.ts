/** `/capacity-plan`: demand over months → servers, commitments, cost and risk, month by month. */
import { type Static, Type } from 'typebox';
import { BillingMode } from '../catalogue/provider.js';
import { Finding } from '../finding.js';
import { ExchangeRate, ExistingCommitment, StorageNeed, Usage } from '../pricing/schemas.js';
import { Constraints, WeightsInput, Workload } from '../question.js';
import { Currency, Day, DecimalText, MONTH_PATTERN, Money } from '../units.js';

const closed = { additionalProperties: false } as const;
export const Month = Type.String({ pattern: MONTH_PATTERN, description: 'A month, YYYY-MM.' });
const Value = (description: string) => Type.Number({ minimum: 0, maximum: 1e12, description });

export const CapacityDemand = Type.Object(
  {
    history: Type.Optional(
      Type.Array(Type.Object({ month: Month, value: Value('Peak load of the month.') }, closed), {
        minItems: 1,
        maxItems: 240,
        description: 'Peak load by month, without gaps, in the unit of the workload’s load (for jobs: runs a month).',
      }),
    ),
    growth: Type.Optional(
      Type.Object(
        {
          ratioPerMonth: Type.Optional(
            Type.Number({ minimum: -0.5, maximum: 2, default: 0, description: '0.05 = 5 % more each month.' }),
          ),
          steps: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  month: Month,
                  ratio: Type.Number({
                    exclusiveMinimum: 0,
                    maximum: 1000,
                    description: 'Load from this month on over what it would be; 1.5 = half as much again.',
                  }),
                },
                closed,
              ),
              { maxItems: 60, description: 'Lasting changes: a new customer, a new product.' },
            ),
          ),
          seasonal: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  monthOfYear: Type.Integer({ minimum: 1, maximum: 12 }),
                  ratio: Type.Number({
                    minimum: 0,
                    maximum: 1000,
                    description: 'Peak of this month over its trend; 2 for a promotion that doubles it.',
                  }),
                },
                closed,
              ),
              { maxItems: 12, description: 'Peaks that come back every year.' },
            ),
          ),
          uncertaintyRatio: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 5,
              description:
                'Half-width of the 80 % interval of the first month over its expected value; it grows with the root of the months. Absent = our assumption, stated.',
            }),
          ),
        },
        { ...closed, description: 'Growth from the load that the workload states.' },
      ),
    ),
    forecast: Type.Optional(
      Type.Array(
        Type.Object(
          {
            month: Month,
            low: Value('Lower end of the 80 % interval.'),
            expected: Value('Expected peak load.'),
            high: Value('Upper end of the 80 % interval.'),
          },
          closed,
        ),
        { minItems: 1, maxItems: 60, description: 'Your own forecast, month by month without gaps.' },
      ),
    ),
  },
  { ...closed, description: 'Exactly one of history, growth and forecast.' },
);
export type CapacityDemand = Static<typeof CapacityDemand>;

export const CapacityPlanRequest = Type.Object(
  {
    workload: Workload,
    constraints: Type.Optional(Constraints),
    demand: CapacityDemand,
    horizonMonths: Type.Integer({ minimum: 1, maximum: 60 }),
    policy: Type.Optional(
      Type.Object(
        {
          maxQueueProbability: Type.Optional(
            Type.Number({
              exclusiveMinimum: 0,
              maximum: 0.5,
              default: 0.05,
              description:
                'Largest probability that the peak of a month exceeds what the servers carry within the goals.',
            }),
          ),
          commitmentTermsMonths: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), {
              maxItems: 10,
              description:
                'Commitments to consider; empty = none. Default: 1, 3, 6, 12, 24, 36 and 60 months, up to the horizon.',
            }),
          ),
        },
        closed,
      ),
    ),
    usage: Type.Optional(Usage),
    storage: Type.Optional(StorageNeed),
    existing: Type.Optional(Type.Array(ExistingCommitment, { maxItems: 100 })),
    weights: Type.Optional(WeightsInput),
    pricedOn: Type.Optional(Day),
    knownAt: Type.Optional(Type.Union([Type.String({ maxLength: 40, format: 'date-time' }), Type.Null()])),
    currency: Type.Optional(Currency),
    exchangeRates: Type.Optional(Type.Array(ExchangeRate, { maxItems: 100 })),
  },
  { ...closed, $id: 'CapacityPlanRequest', description: 'When must we grow, and what do we commit to?' },
);
export type CapacityPlanRequest = Static<typeof CapacityPlanRequest>;

const Range = Type.Object({ low: Type.Number(), expected: Type.Number(), high: Type.Number() }, closed);
const Ratio = Type.Number({ minimum: 0, maximum: 1 });

export const CapacityAction = Type.Object(
  {
    action: Type.Union(
      [
        Type.Literal('add-servers'),
        Type.Literal('release-servers'),
        Type.Literal('commit'),
        Type.Literal('commitment-ends'),
      ],
      { description: 'What to do at the start of the month.' },
    ),
    servers: Type.Integer({ minimum: 1 }),
    billingMode: Type.Optional(BillingMode),
    termMonths: Type.Optional(Type.Integer({ minimum: 1 })),
    finding: Finding,
  },
  closed,
);

export type CapacityAction = Static<typeof CapacityAction>;

export const CapacityMonth = Type.Object(
  {
    month: Month,
    demand: Range,
    servers: Type.Integer({ minimum: 0, description: 'Servers that the peak of the month may need.' }),
    committed: Type.Integer({ minimum: 0, description: 'Of them committed, or paid for already.' }),
    onDemand: Type.Integer({ minimum: 0 }),
    spot: Type.Integer({ minimum: 0 }),
    monthly: Type.Union([Money, Type.Null()], { description: 'Expected cost, amortised; null = unpriced.' }),
    monthlyRange: Type.Union([Type.Object({ low: DecimalText, high: DecimalText }, closed), Type.Null()], {
      description: 'At the ends of the demand’s interval.',
    }),
    missProbability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Probability that the peak exceeds what the servers carry within the latency goals.',
    }),
    idleRatio: Ratio,
    actions: Type.Array(CapacityAction),
  },
  { ...closed, description: 'One month of the planned policy.' },
);
export type CapacityMonth = Static<typeof CapacityMonth>;

export const CapacityPlanReply = Type.Object(
  {
    catalogueVersion: Type.String(),
    pricedOn: Day,
    currency: Currency,
    plan: Type.Union(
      [
        Type.Object(
          {
            provider: Type.String(),
            region: Type.String(),
            instanceType: Type.String(),
            loadPerServer: Type.Number({ description: 'Peak load that one server carries within the goals.' }),
            loadUnit: Type.String(),
          },
          closed,
        ),
        Type.Null(),
      ],
      { description: 'What is rented: the first plan of `/recommend` for this workload; null = nothing fits.' },
    ),
    months: Type.Array(CapacityMonth),
    policies: Type.Array(
      Type.Object(
        {
          name: Type.Union([Type.Literal('peak'), Type.Literal('mean'), Type.Literal('planned')]),
          totalCost: Type.Union([Money, Type.Null()]),
          servers: Type.Integer({ minimum: 0, description: 'Most servers of any month.' }),
          worstMissProbability: Ratio,
          meanIdleRatio: Ratio,
        },
        {
          ...closed,
          description:
            'peak: the whole horizon’s highest demand, all the time; mean: its mean; planned: month by month.',
        },
      ),
    ),
    forecast: Type.Object(
      {
        method: Type.String({ maxLength: 60, description: 'Method, or `given` / `growth`.' }),
        backTestErrorRatio: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
          description: 'Σ|error| / Σ value over the back-test of the history; null = not tested.',
        }),
      },
      closed,
    ),
    findings: Type.Array(Finding),
  },
  { ...closed, $id: 'CapacityPlanReply' },
);
export type CapacityPlanReply = Static<typeof CapacityPlanReply>;
