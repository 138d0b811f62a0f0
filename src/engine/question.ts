/** The question of `/recommend`: workload, constraints, usage, storage, money, weights. Shape only; meaning is checked by the engine. */
import { type Static, type TSchema, Type } from 'typebox';
import { SaleStatus } from './catalogue/provenance.js';
import { BillingMode } from './catalogue/provider.js';
import { ExchangeRate, ExistingCommitment, StorageNeed, Usage } from './pricing/schemas.js';
import { Currency, Day, Money } from './units.js';
import { SCENARIOS } from './workload/scenarios/index.js';

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 150, description });
const Names = (description: string, maxItems = 100) =>
  Type.Array(Name(description), { maxItems, description: `${description} Empty = not stated.` });

/** One workload: the discriminated union of the registered scenarios. */
export const Workload = Type.Unsafe<{ scenario: string } & Record<string, unknown>>({
  type: 'object',
  required: ['scenario'],
  discriminator: { propertyName: 'scenario' },
  oneOf: Object.values(SCENARIOS).map((scenario) => scenario.schema as TSchema),
  description: 'What is to be run: one of the scenarios, told apart by `scenario`.',
});
export type Workload = Static<typeof Workload>;

export const Quota = Type.Object(
  {
    region: Name('Region id, `provider/region` pins the provider.'),
    instanceType: Type.Optional(Name('Instance type or family; exactly one of instanceType and accelerator.')),
    accelerator: Type.Optional(Name('Accelerator in any spelling.')),
    max: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Most servers (instanceType) or cards (accelerator).',
    }),
  },
  { additionalProperties: false, description: 'A limit of your account.' },
);
export type Quota = Static<typeof Quota>;

export const Constraints = Type.Object(
  {
    providers: Type.Optional(Names('Providers allowed.')),
    excludeProviders: Type.Optional(Names('Providers excluded.')),
    regions: Type.Optional(Names('Regions allowed, id or alias; `provider/region` pins the provider.')),
    zones: Type.Optional(Names('Zones allowed.')),
    geographies: Type.Optional(Names('ISO 3166 codes (`cn` is the mainland) or `apac`, `emea`, `amer`.')),
    accelerators: Type.Optional(Names('Accelerators allowed, any spelling.')),
    excludeAccelerators: Type.Optional(Names('Accelerators excluded, any spelling.')),
    instanceTypes: Type.Optional(Names('Instance types or families allowed.')),
    excludeInstanceTypes: Type.Optional(Names('Instance types or families excluded.')),
    billingModes: Type.Optional(
      Type.Array(BillingMode, { maxItems: 5, description: 'Billing modes allowed. Default: all but spot.' }),
    ),
    saleStatuses: Type.Optional(
      Type.Array(SaleStatus, { maxItems: 6, description: 'Sale statuses allowed. Default: all but retired.' }),
    ),
    maxMonthlyCost: Type.Optional(Money),
    requireRdma: Type.Optional(Type.Boolean({ default: false, description: 'Only servers with RDMA.' })),
    requireNvlink: Type.Optional(
      Type.Boolean({ default: false, description: 'Only servers whose cards are joined by NVLink.' }),
    ),
    minVcpuPerAccelerator: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 512,
        description: 'Only servers with so many vCPUs for each card (or slice of one) that they hold.',
      }),
    ),
    minHostMemoryGiBPerAccelerator: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 8192,
        description: 'Only servers with so much memory, GiB, for each card (or slice of one) that they hold.',
      }),
    ),
    allowSharing: Type.Optional(
      Type.Boolean({ default: true, description: 'Fractions of a card and shared cards may be used.' }),
    ),
    maxServers: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, default: 64, description: 'Most servers of a plan.' }),
    ),
    allowUnpriced: Type.Optional(
      Type.Boolean({ default: true, description: 'Plans whose price is unknown are listed after the priced ones.' }),
    ),
    quota: Type.Optional(Type.Array(Quota, { maxItems: 100, description: 'Limits of your account.' })),
  },
  {
    additionalProperties: false,
    description: 'Limits on the plans. A stated one is enforced or refused, never dropped.',
  },
);
export type Constraints = Static<typeof Constraints>;

const weight = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e6, description }));
export const WeightsInput = Type.Object(
  {
    gpuSpec: weight('Model, memory and compute against the need.'),
    instanceType: weight('Family made for the scenario; CPU and memory a card.'),
    billing: weight('Billing modes against the usage.'),
    costOptimisation: weight('Cost a unit of work, utilisation, sharing.'),
    accelerationStack: weight('Engines, kernels, libraries, drivers, images.'),
    networkStorage: weight('RDMA, NVLink, disks, egress.'),
  },
  {
    additionalProperties: false,
    description: 'Weights of the six dimensions; normalised to 1. Omitted ones take the default of the scenario.',
  },
);
export type WeightsInput = Static<typeof WeightsInput>;

export const RecommendRequest = Type.Object(
  {
    workload: Workload,
    constraints: Type.Optional(Constraints),
    usage: Type.Optional(Usage),
    existing: Type.Optional(
      Type.Array(ExistingCommitment, { maxItems: 100, description: 'Servers already paid for.' }),
    ),
    storage: Type.Optional(StorageNeed),
    weights: Type.Optional(WeightsInput),
    pricedOn: Type.Optional(Day),
    knownAt: Type.Optional(
      Type.Union([Type.String({ maxLength: 40, format: 'date-time' }), Type.Null()], {
        description: 'Answer with what was known at this instant; null = now.',
      }),
    ),
    currency: Type.Optional(Currency),
    exchangeRates: Type.Optional(Type.Array(ExchangeRate, { maxItems: 100 })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 5, description: 'Most plans in the answer.' }),
    ),
    distinct: Type.Optional(
      Type.Boolean({ default: true, description: 'true: no two plans share both provider and family.' }),
    ),
    explain: Type.Optional(
      Type.Union([Type.Literal('summary'), Type.Literal('full')], {
        default: 'summary',
        description: 'full: every rejected candidate with all its reasons.',
      }),
    ),
    requestMix: Type.Optional(
      Type.Array(
        Type.Object(
          {
            inputTokens: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
            outputTokens: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
            shareRatio: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Share of the requests.' }),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: 100,
          description:
            'Sizes of the requests of a serving question by rate; shares sum to 1. Adds `mixedFleet` to the answer; the plans are for the lengths of the workload.',
        },
      ),
    ),
    whyNot: Type.Optional(Names('Instance types or families you expected to see.', 20)),
  },
  { additionalProperties: false, $id: 'RecommendRequest', description: 'What should we rent for this workload?' },
);
export type RecommendRequest = Static<typeof RecommendRequest>;
