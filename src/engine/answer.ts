/** The answer of `/recommend` and `/evaluate`, as schemas. */
import { type Static, Type } from 'typebox';
import { SaleStatus } from './catalogue/provenance.js';
import { Finding } from './finding.js';
import { glossary } from './metrics.js';
import { Cost } from './pricing/schemas.js';
import { Estimate, Money } from './units.js';
import { DIMENSION_IDS } from './workload/scenario.js';

const Text = Type.String({ maxLength: 2000 });
const NullableNumber = Type.Union([Type.Number(), Type.Null()]);

export const Performance = Type.Record(Type.String({ maxLength: 60 }), Estimate, {
  $id: 'Performance',
  description: `Metrics with the unit in their name, each with its 80 % interval and evidence. Which there are depends on the scenario:\n\n${glossary()}`,
});

export const MemoryPartsReply = Type.Object(
  {
    device: Type.Union([Type.Number(), Type.Null()], { description: 'Memory as the driver reports it.' }),
    usable: Type.Union([Type.Number(), Type.Null()], { description: 'What the job may use of it.' }),
    weights: Type.Optional(Type.Number()),
    kvCache: Type.Optional(Type.Number({ description: 'What the engine reserves for the cache.' })),
    activations: Type.Optional(Type.Number()),
    runtime: Type.Optional(Type.Number()),
    gradients: Type.Optional(Type.Number()),
    optimizer: Type.Optional(Type.Number()),
    logits: Type.Optional(Type.Number()),
    other: Type.Optional(Type.Number()),
    total: Type.Union([Type.Number(), Type.Null()], { description: 'Needed in all, without free cache space.' }),
  },
  { additionalProperties: false, description: 'Expected GiB on the fullest accelerator.' },
);

export const MemoryReply = Type.Object(
  {
    perAcceleratorGiB: MemoryPartsReply,
    kvCacheTokens: Type.Optional(Type.Number({ description: 'Tokens that the cache of one replica holds.' })),
    maxConcurrency: Type.Optional(Type.Number({ description: 'kvCacheTokens / maxContextTokens, not rounded.' })),
  },
  { additionalProperties: false },
);

export const ParallelismReply = Type.Object(
  {
    tensor: Type.Integer({ minimum: 1 }),
    pipeline: Type.Integer({ minimum: 1 }),
    data: Type.Integer({ minimum: 1 }),
    expert: Type.Integer({ minimum: 1 }),
    context: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);

export const DimensionScore = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 1 }),
    weight: Type.Number({ minimum: 0, maximum: 1 }),
    because: Type.Array(Finding),
  },
  { additionalProperties: false },
);

export const Dimensions = Type.Object(
  Object.fromEntries(DIMENSION_IDS.map((id) => [id, DimensionScore])) as Record<
    (typeof DIMENSION_IDS)[number],
    typeof DimensionScore
  >,
  { additionalProperties: false, description: 'Score card of the six dimensions.' },
);
export type Dimensions = Static<typeof Dimensions>;

export const PlacementReply = Type.Object(
  {
    provider: Type.String(),
    region: Type.String(),
    zone: Type.Union([Type.String(), Type.Null()], { description: 'null: any zone of the region that sells it.' }),
    instanceType: Type.String(),
    family: Type.String(),
    saleStatus: SaleStatus,
    accelerator: Type.String(),
    acceleratorsPerServer: Type.Integer({ minimum: 1, description: 'Devices a server sees: whole cards or slices.' }),
    acceleratorShareRatio: Type.Number({ description: '1 = whole cards.' }),
    servers: Type.Integer({ minimum: 1, description: 'Servers at the peak, spares included.' }),
    replicas: Type.Integer({ minimum: 1 }),
    parallelism: ParallelismReply,
    sharing: Type.Union([
      Type.Object(
        { technology: Type.String(), memoryGiB: Type.Number(), computeRatio: Type.Number() },
        {
          additionalProperties: false,
          description: 'How the card is shared: types that are sold with a part of a card. null = whole cards.',
        },
      ),
      Type.Null(),
    ]),
    software: Type.Object(
      {
        name: Type.String(),
        version: Type.Union([Type.String(), Type.Null()]),
        precision: Type.Union([Type.String(), Type.Null()]),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type PlacementReply = Static<typeof PlacementReply>;

export const Fallback = Type.Object(
  {
    provider: Type.String(),
    region: Type.String(),
    instanceType: Type.String(),
    reason: Type.Union([Type.Literal('stock'), Type.Literal('quota'), Type.Literal('price')]),
    monthlyDelta: Type.Union([
      Type.Object({ amount: Type.String({ maxLength: 30 }), currency: Type.String() }, { additionalProperties: false }),
      Type.Null(),
    ]),
  },
  { additionalProperties: false, description: 'What to rent when this plan cannot be had.' },
);

export const Plan = Type.Object(
  {
    id: Type.String({ description: 'Stable for the same question and catalogue version.' }),
    rank: Type.Integer({ minimum: 1 }),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    dimensions: Dimensions,
    placement: PlacementReply,
    performance: Performance,
    memory: MemoryReply,
    cost: Cost,
    budgetProven: Type.Optional(
      Type.Boolean({ description: 'Only under a budget: whether the price proves that it is kept.' }),
    ),
    risk: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '0…1: interval width, sale status, interruption and commitment.',
    }),
    fallbacks: Type.Array(Fallback),
    findings: Type.Array(Finding),
  },
  { additionalProperties: false, $id: 'Plan' },
);
export type Plan = Static<typeof Plan>;

export const RejectedCandidate = Type.Object(
  {
    provider: Type.String(),
    instanceType: Type.String(),
    regions: Type.Array(Type.String(), { description: 'Regions where it was rejected for these reasons.' }),
    reasons: Type.Array(Finding, { description: 'All failed requirements with the needed and the given amount.' }),
  },
  { additionalProperties: false },
);
export type RejectedCandidate = Static<typeof RejectedCandidate>;

export const Relaxation = Type.Object(
  {
    change: Type.Object(
      {
        pointer: Type.String({ description: 'JSON pointer into the request.' }),
        from: Type.Unknown(),
        to: Type.Unknown(),
      },
      { additionalProperties: false },
    ),
    plan: Type.Object(
      {
        provider: Type.String(),
        region: Type.String(),
        instanceType: Type.String(),
        servers: Type.Integer({ minimum: 1 }),
      },
      { additionalProperties: false },
    ),
    monthly: Type.Union([Money, Type.Null()]),
  },
  { additionalProperties: false, description: 'The smallest change that opens a plan, and that plan.' },
);
export type Relaxation = Static<typeof Relaxation>;

export const WhyNot = Type.Object(
  {
    asked: Type.String(),
    rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Its rank among all plans; null when rejected.',
    }),
    firstObstacle: Type.Union([Finding, Type.Null()]),
    reasons: Type.Array(Finding),
    rankIfRelaxed: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    relaxations: Type.Array(Relaxation, {
      description: 'Smallest single changes that would make it a plan; [] when it is one, or when none is known.',
    }),
  },
  { additionalProperties: false },
);
export type WhyNot = Static<typeof WhyNot>;

export const ParetoPoint = Type.Object(
  {
    provider: Type.String(),
    region: Type.String(),
    instanceType: Type.String(),
    servers: Type.Integer({ minimum: 1 }),
    monthly: Type.Union([Money, Type.Null()]),
    time: Type.Union([
      Type.Object({ metric: Type.String(), value: Type.Number() }, { additionalProperties: false }),
      Type.Null(),
    ]),
    risk: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { additionalProperties: false },
);
export type ParetoPoint = Static<typeof ParetoPoint>;

export const LoadTestReply = Type.Object(
  {
    summary: Finding,
    measure: Type.Array(Text),
    decide: Type.Array(Finding),
    commands: Type.Array(
      Type.Object({ tool: Text, command: Type.String({ maxLength: 4000 }) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false, description: 'Validate on one card with a real load before buying.' },
);

export const RoadmapReply = Type.Object(
  { step: Type.Integer({ minimum: 1 }), title: Finding, because: Type.Array(Finding) },
  { additionalProperties: false },
);

export const DemandReply = Type.Object(
  {
    scenario: Type.String(),
    category: Type.String(),
    model: Type.Union([Type.String(), Type.Null()]),
    precision: Type.Union([Type.String(), Type.Null()]),
    minimumTotalMemoryGiB: NullableNumber,
    peakLoad: NullableNumber,
    loadUnit: Type.Union([Type.String(), Type.Null()]),
    facts: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String(), Type.Null()])),
  },
  { additionalProperties: false, description: 'What the job needs of hardware.' },
);

const RegretReply = Type.Object(
  {
    meanMonthly: Type.Number({ description: 'Mean money a month lost against knowing the world beforehand.' }),
    overProvisionMonthly: Type.Number({ description: 'Part of it: servers that the world did not need.' }),
    underProvisionMonthly: Type.Number({
      description: 'Part of it: missing servers, counted at five times their rent.',
    }),
    choiceMonthly: Type.Number({ description: 'Part of it: a dearer type than the best of each world.' }),
    missProbability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the worlds in which it does not suffice.',
    }),
  },
  { additionalProperties: false },
);

const RegretPlanReply = Type.Object(
  {
    provider: Type.String(),
    region: Type.String(),
    instanceType: Type.String(),
    servers: Type.Integer({ minimum: 1 }),
    monthly: Money,
    regret: RegretReply,
  },
  { additionalProperties: false },
);

export const UncertaintyReply = Type.Object(
  {
    worlds: Type.Integer({ description: 'Worlds drawn.' }),
    seed: Type.Integer(),
    figures: Type.Array(
      Type.Object(
        { pointer: Type.String(), low: Type.Number(), expected: Type.Number(), high: Type.Number() },
        { additionalProperties: false, description: 'expected is the median, low and high are the bounds.' },
      ),
    ),
    leastRegret: RegretPlanReply,
    others: Type.Array(RegretPlanReply),
    firstPlan: Type.Union([RegretReply, Type.Null()], { description: 'Regret of the first plan as it is.' }),
  },
  {
    additionalProperties: false,
    description: 'For uncertain figures: the plan and number of servers that lose least over all worlds.',
  },
);

const OfferName = { provider: Type.String(), region: Type.String(), instanceType: Type.String() };

export const MixedFleetReply = Type.Object(
  {
    monthly: Money,
    single: Type.Union(
      [
        Type.Object(
          { ...OfferName, servers: Type.Integer({ minimum: 1 }), monthly: Money },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The cheapest single type that serves all sizes.' },
    ),
    gapRatio: Type.Number({ minimum: 0, description: '(monthly − proven lower bound) ÷ monthly.' }),
    parts: Type.Array(
      Type.Object(
        {
          ...OfferName,
          servers: Type.Integer({ minimum: 1 }),
          monthly: Money,
          buckets: Type.Array(
            Type.Object(
              {
                inputTokens: Type.Number(),
                outputTokens: Type.Number(),
                shareRatio: Type.Number({ description: 'Share of this size that it serves.' }),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, description: 'Least money for requests of several sizes over several card types.' },
);

export const SensitivityReply = Type.Object(
  {
    winner: Type.Object(OfferName, { additionalProperties: false }),
    rival: Type.Object(OfferName, { additionalProperties: false, description: 'The best plan of another family.' }),
    winnerPriceRatio: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Up to this ratio its price may rise and it still wins; null = within a factor of 100 nothing changes.',
    }),
    rivalPriceRatio: Type.Union([Type.Number(), Type.Null()], {
      description: "To this ratio the rival's price must fall to win; null = within a factor of 100 nothing changes.",
    }),
  },
  { additionalProperties: false, description: 'How far prices may move before another plan wins.' },
);

const FamilyName = Type.Object({ provider: Type.String(), family: Type.String() }, { additionalProperties: false });
const LoadChange = Type.Union(
  [
    Type.Object(
      {
        value: Type.Number({ description: 'The load at which another family wins.' }),
        ratio: Type.Number({ description: 'That load over the stated one.' }),
        family: Type.Union([FamilyName, Type.Null()], {
          description: 'Which wins then; null = no plan fits any more.',
        }),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { description: 'null: within a factor of sixteen the first plan’s family holds.' },
);

export const DemandSensitivityReply = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer of the load.' }),
    value: Type.Number({ description: 'The load as stated.' }),
    family: FamilyName,
    up: LoadChange,
    down: LoadChange,
  },
  { additionalProperties: false, description: 'How far the load may move before another family wins.' },
);

export const RecommendReply = Type.Object(
  {
    catalogueVersion: Type.String(),
    engineVersion: Type.String(),
    pricedOn: Type.String(),
    currency: Type.String(),
    demand: DemandReply,
    plans: Type.Array(Plan),
    paretoFront: Type.Array(ParetoPoint),
    counts: Type.Object(
      {
        offers: Type.Integer({ description: 'Offers in the catalogue (instance type × region).' }),
        feasible: Type.Integer(),
        unpriced: Type.Integer({ description: 'Feasible ones without a known price.' }),
        untested: Type.Integer({ description: 'Feasible by memory, but no figure is published for their speed.' }),
      },
      { additionalProperties: false },
    ),
    rejected: Type.Object(
      {
        count: Type.Integer(),
        byReason: Type.Array(
          Type.Object({ code: Type.String(), count: Type.Integer() }, { additionalProperties: false }),
        ),
        candidates: Type.Array(RejectedCandidate, {
          description: 'With `explain: full` all; else those nearest to fit.',
        }),
      },
      { additionalProperties: false },
    ),
    untested: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          instanceType: Type.String(),
          regions: Type.Array(Type.String()),
          findings: Type.Array(Finding),
        },
        { additionalProperties: false },
      ),
      { description: 'Options to test: nobody publishes figures for their speed, so none is made up.' },
    ),
    uncertainty: Type.Union([UncertaintyReply, Type.Null()], { description: 'null: no figure was stated as a range.' }),
    sensitivity: Type.Union([SensitivityReply, Type.Null()]),
    demandSensitivity: Type.Union([DemandSensitivityReply, Type.Null()], {
      description: 'With `explain: full` only, and where the load is one number.',
    }),
    mixedFleet: Type.Union([MixedFleetReply, Type.Null()], {
      description: 'null: no requestMix was stated, or a size fits nothing.',
    }),
    whyNot: Type.Array(WhyNot),
    relaxations: Type.Array(Relaxation),
    roadmap: Type.Array(RoadmapReply),
    loadTest: LoadTestReply,
    findings: Type.Array(Finding),
  },
  { additionalProperties: false, $id: 'RecommendReply', description: 'Ranked plans with their reasons.' },
);
export type RecommendReply = Static<typeof RecommendReply>;

export const EvaluateReplySchema = Type.Object(
  {
    catalogueVersion: Type.String(),
    engineVersion: Type.String(),
    fits: Type.Union([Type.Boolean(), Type.Null()]),
    headroomRatio: NullableNumber,
    memory: MemoryReply,
    performance: Performance,
    supported: Type.Object(
      {
        ok: Type.Boolean(),
        because: Type.Array(Finding),
        nearest: Type.Union([Type.String(), Type.Null()]),
      },
      { additionalProperties: false },
    ),
    configuration: Type.Record(Type.String(), Type.Unknown(), { description: 'The configuration as it was resolved.' }),
    findings: Type.Array(Finding),
  },
  { additionalProperties: false, $id: 'EvaluateReply' },
);
