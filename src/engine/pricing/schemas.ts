/** What a caller says about use, storage and money, and the bill that answers. */
import { type Static, Type } from 'typebox';
import { Confidence } from '../catalogue/provenance.js';
import { BillingMode } from '../catalogue/provider.js';
import { Finding } from '../finding.js';
import { Currency, Day, DecimalText, LastDay, Money } from '../units.js';

const closed = { additionalProperties: false } as const;
const Name = (description: string, maxLength = 150) => Type.String({ minLength: 1, maxLength, description });
const amount = (description: string, maximum: number) => Type.Number({ minimum: 0, maximum, description });
const GiB = (description: string) => Type.Optional(amount(`${description}, GiB. 0 = none; absent = not stated.`, 1e9));

export const Usage = Type.Object(
  {
    hoursPerMonth: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 744,
        default: 730,
        description:
          'Hours a month in which the fleet runs. With hourlyLoad it caps the running hours (the busiest are kept) and does not rescale.',
      }),
    ),
    termMonths: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        default: 1,
        description: 'Months for which you will need it: the longest commitment considered.',
      }),
    ),
    hourlyLoad: Type.Optional(
      Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
        minItems: 24,
        maxItems: 8784,
        description:
          'Load as ratios of the peak (1 = peak): 24 hours, 168 hours, or 672…8,784 hours. Hour 0 of 24 and 168 is Monday 00:00 in timeZone.',
      }),
    ),
    loadShape: Type.Optional(
      Type.Object(
        {
          shape: Type.Union(
            [
              Type.Literal('flat'),
              Type.Literal('noon-peak'),
              Type.Literal('evening-peak'),
              Type.Literal('night-batch'),
              Type.Literal('office-hours'),
            ],
            { description: 'A day or week by name, in place of hourlyLoad.' },
          ),
          meanRatio: Type.Optional(
            Type.Number({
              exclusiveMinimum: 0,
              maximum: 1,
              description: 'Mean load over peak load; the shape is bent to it. Absent = the mean of the shape.',
            }),
          ),
        },
        closed,
      ),
    ),
    timeZone: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,49}$',
        default: 'UTC',
        description: 'IANA time zone of hourlyLoad, e.g. `Asia/Shanghai`.',
      }),
    ),
    growthRatioPerMonth: Type.Optional(
      Type.Number({
        minimum: -0.5,
        maximum: 1,
        default: 0,
        description:
          'Growth of the load from month to month; 0.05 = 5 % a month. Costs are the mean month of the term.',
      }),
    ),
    runsPerMonth: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100_000,
        default: 1,
        description: 'Jobs only: how often the job runs in a month.',
      }),
    ),
    interruptible: Type.Optional(
      Type.Boolean({ default: false, description: 'The work survives the loss of a server at short notice.' }),
    ),
    maxSpotRatio: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Largest share of the servers that may be on spot.',
      }),
    ),
    spotOverheadRatio: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 5,
        description: 'Hours lost to interruptions over hours of useful work on spot. Absent = our assumption, stated.',
      }),
    ),
    maxCommitmentMonths: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60, description: 'Longest commitment you accept; 0 = none.' }),
    ),
  },
  { ...closed, description: 'When and for how long it runs.' },
);
export type Usage = Static<typeof Usage>;

export const StorageNeed = Type.Object(
  {
    datasetGiB: GiB('Data that every server reads; kept on its data disk when no other store is stated'),
    systemDiskGiB: GiB('System disk of each server'),
    dataDiskGiB: GiB('Data disk of each server'),
    diskType: Type.Optional(Name('Storage type id or name of the disks; absent = the cheapest that is priced.', 80)),
    diskThroughputMBps: Type.Optional(
      amount('Throughput wanted of each data disk, MB/s; what exceeds the included one is billed.', 1e6),
    ),
    snapshotGiB: GiB('Snapshots of the whole plan'),
    imageGiB: GiB('Custom images of the whole plan'),
    backupGiB: GiB('Backups of the whole plan'),
    egressGiBPerMonth: Type.Optional(amount('Traffic to the internet of the whole plan, GiB a month.', 1e9)),
    egressBandwidthMbps: Type.Optional(
      amount('Internet bandwidth bought by the month instead of by traffic, Mbps.', 1e6),
    ),
    publicAddresses: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100_000, description: 'Public addresses of the whole plan.' }),
    ),
    crossRegionGiBPerMonth: Type.Optional(amount('Traffic to other regions, GiB a month.', 1e9)),
    crossRegionBandwidthMbps: Type.Optional(amount('Bandwidth bought between regions, Mbps.', 1e6)),
    crossZoneGiBPerMonth: Type.Optional(amount('Traffic between zones, GiB a month.', 1e9)),
    fileStorageGiB: GiB('Shared file storage'),
    fileStorageType: Type.Optional(Name('Storage type id of the file storage; absent = the cheapest priced.', 80)),
    parallelFileStorageGiB: GiB('Parallel file system'),
    parallelFileStorageType: Type.Optional(
      Name('Storage type id of the parallel file system; absent = the cheapest priced.', 80),
    ),
    objectStorageGiB: GiB('Object storage'),
    objectStorageType: Type.Optional(Name('Storage class id of the object storage; absent = the cheapest priced.', 80)),
    objectRequestsPerMonth: Type.Optional(amount('Requests to the object storage, a month.', 1e13)),
    licences: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sku: Name('Sku of the licence in the price sheet.'),
            quantity: amount('How many.', 1e6),
            perServer: Type.Optional(Type.Boolean({ default: false, description: 'true: so many on each server.' })),
          },
          closed,
        ),
        { maxItems: 20, description: 'Software licences to be bought beside the servers.' },
      ),
    ),
    clusterFees: Type.Optional(
      Type.Array(
        Type.Object({ sku: Name('Sku of the fee in the price sheet.'), quantity: amount('How many.', 1e6) }, closed),
        { maxItems: 20, description: 'Fees of managed clusters.' },
      ),
    ),
  },
  { ...closed, description: 'What is billed beside the servers.' },
);
export type StorageNeed = Static<typeof StorageNeed>;

export const ExchangeRate = Type.Object(
  {
    from: Currency,
    to: Currency,
    rate: Type.Unsafe<string>({ ...DecimalText, 'x-labels': { en: 'Rate', zh: '汇率' } }),
    asOn: Day,
    source: Name('Where the rate is from.', 300),
  },
  {
    ...closed,
    description: 'One `from` buys `rate` of `to`. Used in this direction only; never inverted, never chained.',
  },
);
export type ExchangeRate = Static<typeof ExchangeRate>;

export const ExistingCommitment = Type.Object(
  {
    provider: Type.Optional(Name('Provider id; absent = any provider with this type and region.', 40)),
    instanceType: Name('Instance type in any spelling, or `provider/type`.'),
    region: Name('Region id or alias.'),
    count: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Servers.' }),
    until: Day,
  },
  { ...closed, description: 'Servers that are paid for already, up to the day `until`.' },
);
export type ExistingCommitment = Static<typeof ExistingCommitment>;

/** A customer's own prices: discounts on list prices, or whole rates. */
export const PriceBook = Type.Object(
  {
    id: Name('Id of the price book.', 100),
    version: Type.Integer({ minimum: 1, maximum: 1e9 }),
    discounts: Type.Array(
      Type.Object(
        {
          provider: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
          families: Type.Optional(Type.Array(Name('Family id.', 60), { maxItems: 200 })),
          skus: Type.Optional(Type.Array(Name('Instance type, storage type or service id.'), { maxItems: 500 })),
          regions: Type.Optional(Type.Array(Name('Region id.', 80), { maxItems: 200 })),
          billingModes: Type.Optional(Type.Array(BillingMode, { maxItems: 5 })),
          minimumTermMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
          payableRatio: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: '0.8 = 80 % of list is paid.' }),
          stacks: Type.Optional(
            Type.Boolean({
              default: false,
              description: 'true: on top of the public term discount; false: the lower of the two counts.',
            }),
          ),
          effectiveFrom: Type.Optional(Day),
          effectiveTo: Type.Optional(LastDay),
          note: Type.Optional(Type.String({ maxLength: 400 })),
        },
        closed,
      ),
      { maxItems: 1000 },
    ),
    prices: Type.Array(
      Type.Object(
        {
          provider: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
          sku: Name('Instance type, storage type or service id.'),
          regions: Type.Optional(Type.Array(Name('Region id.', 80), { maxItems: 200 })),
          billingMode: BillingMode,
          termMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
          unit: Type.Union([
            Type.Literal('hour'),
            Type.Literal('month'),
            Type.Literal('GiB-month'),
            Type.Literal('GiB'),
          ]),
          price: DecimalText,
          upfront: Type.Optional(DecimalText),
          currency: Currency,
          effectiveFrom: Type.Optional(Day),
          effectiveTo: Type.Optional(LastDay),
        },
        closed,
      ),
      { maxItems: 10_000, description: 'Agreed rates; they count before every public rate of the same sku and mode.' },
    ),
  },
  { ...closed, $id: 'PriceBook', description: "A customer's own prices." },
);
export type PriceBook = Static<typeof PriceBook>;

const Signed = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,12})?$', maxLength: 34 });
const MoneyOrNull = Type.Union([Money, Type.Null()], { description: 'null = unknown.' });

export const CostLine = Type.Object(
  {
    component: Type.String({ maxLength: 60, description: 'Id of the price component, e.g. `instance`.' }),
    label: Type.String({ maxLength: 300 }),
    sku: Type.Union([Type.String({ maxLength: 150 }), Type.Null()]),
    quantity: Type.Number({ minimum: 0, description: 'Quantity a month, in `unit`; at most 6 decimals.' }),
    unit: Type.String({ maxLength: 40 }),
    unitPrice: Type.Union([DecimalText, Type.Null()], { description: 'Before discountRatio; null = unknown.' }),
    discountRatio: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Payable share of unitPrice; absent = 1.' }),
    ),
    amount: Type.Union([DecimalText, Type.Null()], {
      description: 'quantity × unitPrice × discountRatio, half-up to 2 decimals; null = unknown, never zero.',
    }),
    amountRange: Type.Optional(
      Type.Object(
        { low: DecimalText, high: DecimalText },
        { ...closed, description: 'Where the list states a cheapest and a dearest zone.' },
      ),
    ),
    billingMode: Type.Union([BillingMode, Type.Null()]),
    termMonths: Type.Optional(Type.Integer({ minimum: 1 })),
    tier: Type.Optional(
      Type.Object(
        { from: Type.Number(), to: Type.Union([Type.Number(), Type.Null()]) },
        { ...closed, description: 'Edges of the tier in `unit`; to null = open.' },
      ),
    ),
    region: Type.Union([Type.String({ maxLength: 80 }), Type.Null()], {
      description: 'Region or price area for which the price is stated.',
    }),
    isTaxIncluded: Type.Union([Type.Boolean(), Type.Null()], { description: 'null = the sheet does not say.' }),
    priceSheet: Type.Union([
      Type.Object(
        {
          id: Type.String({ maxLength: 100 }),
          version: Type.Integer({ minimum: 1 }),
          effectiveFrom: Type.Union([Day, Type.Null()]),
          source: Type.String({ maxLength: 1000 }),
          asOf: Type.String({ maxLength: 60, description: 'When it was seen, in the words of its source.' }),
          ageDays: Type.Union([Type.Integer(), Type.Null()], {
            description:
              'Days from the day on which it was last seen to `pricedOn`; null = its source gives no day, or only a year.',
          }),
          freshness: Type.Union(
            [Type.Literal('fresh'), Type.Literal('stale'), Type.Literal('undated'), Type.Literal('agreed')],
            {
              description:
                'undated: nobody says on which day it was seen. stale: not seen for longer than prices of its mode hold (on demand and subscription 180 days, reserved and savings plans 365, spot 7). agreed: from your own price book.',
            },
          ),
          confidence: Confidence,
        },
        closed,
      ),
      Type.Null(),
    ]),
    findings: Type.Array(Finding),
  },
  { ...closed, $id: 'CostLine', description: 'One line of a bill.' },
);
export type CostLine = Static<typeof CostLine>;

export const BillingMixPart = Type.Object(
  {
    billingMode: BillingMode,
    termMonths: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'null = cancellable at any time.',
    }),
    servers: Type.Integer({ minimum: 0, description: 'Servers in this mode at the peak.' }),
    hours: Type.Number({ minimum: 0, description: 'Server-hours used in this mode in a month.' }),
    monthly: Money,
  },
  { ...closed, description: 'Servers of one billing mode; `monthly` is of the servers without storage.' },
);
export type BillingMixPart = Static<typeof BillingMixPart>;

export const UnpricedItem = Type.Object(
  {
    component: Type.String({ maxLength: 60 }),
    sku: Type.Union([Type.String({ maxLength: 150 }), Type.Null()]),
    region: Type.Union([Type.String({ maxLength: 80 }), Type.Null()]),
    quantity: Type.Number({ minimum: 0, description: 'What would be billed a month, in `unit`.' }),
    unit: Type.String({ maxLength: 40 }),
    finding: Finding,
  },
  { ...closed, description: 'Something that the bill should hold but whose price is not known.' },
);
export type UnpricedItem = Static<typeof UnpricedItem>;

export const SchedulePart = Type.Object(
  { month: Type.Integer({ minimum: 1 }), cash: DecimalText, amortised: DecimalText },
  { ...closed, description: 'What is paid in the month, and what the month costs with upfront money spread.' },
);
export type SchedulePart = Static<typeof SchedulePart>;

export const UnitCost = Type.Object(
  { amount: DecimalText, currency: Currency, unit: Type.String({ maxLength: 60 }) },
  { ...closed, description: 'Cost of one unit of work.' },
);

export const JobCost = Type.Object(
  {
    amount: DecimalText,
    currency: Currency,
    jobsPerMonth: Type.Number({
      exclusiveMinimum: 0,
      description: 'Times that the month of the bill holds the job; below 1 where it takes longer than a month.',
    }),
  },
  { ...closed, description: 'Cost of a job: `monthly` / jobsPerMonth.' },
);
export type JobCost = Static<typeof JobCost>;

const costFields = {
  monthly: Type.Union([Money, Type.Null()], {
    description:
      'Whole plan a month, storage included, upfront money spread; the sum of the lines. null = servers unpriced.',
  }),
  monthlyRange: Type.Union([Type.Object({ low: DecimalText, high: DecimalText }, closed), Type.Null()], {
    description: 'Where a list states the cheapest and the dearest zone; `monthly` counts the dearest.',
  }),
  hourly: Type.Union([Money, Type.Null()], { description: 'monthly / hours in which the plan runs, 6 decimals.' }),
  perUnitOfWork: Type.Union([UnitCost, Type.Null()]),
  perJob: Type.Union([JobCost, Type.Null()], {
    description:
      'What the whole job costs once: a batch, a training run, all runs of a simulation. null = a service, or servers unpriced.',
  }),
  currency: Currency,
  lines: Type.Array(CostLine),
  billingMix: Type.Array(BillingMixPart),
  comparedWith: Type.Object(
    { allOnDemand: MoneyOrNull, allSubscription: MoneyOrNull },
    { ...closed, description: 'The same plan wholly in one mode.' },
  ),
  breakEvenHoursPerMonth: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description:
      'Hours a month above which the cheapest commitment of the term beats on-demand; null = not both priced.',
  }),
  schedule: Type.Array(SchedulePart),
  findings: Type.Array(Finding),
};

export const Cost = Type.Object(
  {
    ...costFields,
    unpriced: Type.Boolean({ description: 'true: at least one price is unknown; `monthly` is then partial or null.' }),
    unpricedItems: Type.Array(UnpricedItem),
  },
  { ...closed, $id: 'Cost', description: 'The bill of a plan.' },
);
export type Cost = Static<typeof Cost>;

export const CostResource = Type.Object(
  {
    provider: Name('Provider id.', 40),
    region: Name('Region id or alias.'),
    instanceType: Name('Instance type as the provider writes it.'),
    servers: Type.Integer({ minimum: 1, maximum: 100_000 }),
    billingMode: Type.Optional(BillingMode),
    termMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Overrides usage.termMonths.' })),
    storage: Type.Optional(StorageNeed),
  },
  { ...closed, description: 'Servers of one type; without billingMode the best mix is found.' },
);
export type CostResource = Static<typeof CostResource>;

const Resources = Type.Array(CostResource, { minItems: 1, maxItems: 50 });

export const CostEstimateRequest = Type.Object(
  {
    resources: Type.Optional(Resources),
    planId: Type.Optional(Name('Id of a plan of `/recommend`; needs `request`.', 100)),
    request: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'The request of `/recommend` that gave the plan.',
      }),
    ),
    alternatives: Type.Optional(Type.Array(Resources, { minItems: 2, maxItems: 20, description: 'Bills to compare.' })),
    billingModes: Type.Optional(
      Type.Array(BillingMode, { maxItems: 5, description: 'Modes that a mix may use. Default: all but spot.' }),
    ),
    usage: Type.Optional(Usage),
    existing: Type.Optional(Type.Array(ExistingCommitment, { maxItems: 100 })),
    work: Type.Optional(
      Type.Object(
        {
          unit: Name('Unit of work, e.g. `million-output-tokens`.', 60),
          perHour: Type.Number({
            exclusiveMinimum: 0,
            maximum: 1e15,
            description: 'Work of all servers together in an hour at the peak.',
          }),
        },
        { ...closed, description: 'Asks for the cost of a unit of work.' },
      ),
    ),
    pricedOn: Type.Optional(Day),
    knownAt: Type.Optional(Type.Union([Type.String({ maxLength: 40, format: 'date-time' }), Type.Null()])),
    currency: Type.Optional(Currency),
    exchangeRates: Type.Optional(Type.Array(ExchangeRate, { maxItems: 100 })),
  },
  {
    ...closed,
    $id: 'CostEstimateRequest',
    description: 'What will this cost? Exactly one of resources, alternatives, or planId with request.',
  },
);
export type CostEstimateRequest = Static<typeof CostEstimateRequest>;

export const EstimateBill = Type.Object(
  {
    ...costFields,
    termMonths: Type.Integer({ minimum: 1 }),
    termTotal: MoneyOrNull,
    unpriced: Type.Array(UnpricedItem, { description: 'Empty = everything is priced.' }),
  },
  { ...closed, $id: 'EstimateBill', description: 'One bill.' },
);
export type EstimateBill = Static<typeof EstimateBill>;

export const CostEstimateReply = Type.Object(
  {
    catalogueVersion: Type.String(),
    pricedOn: Day,
    ...EstimateBill.properties,
    alternatives: Type.Optional(
      Type.Array(
        Type.Object(
          { index: Type.Integer({ minimum: 0 }), delta: Type.Union([Signed, Type.Null()]), bill: EstimateBill },
          { ...closed, description: 'delta: its monthly less that of the cheapest.' },
        ),
        { description: 'Cheapest first; the fields of the reply are those of the first.' },
      ),
    ),
    exchangeRates: Type.Array(ExchangeRate, { description: 'The rates that were used.' }),
  },
  { ...closed, $id: 'CostEstimateReply', description: 'The bill.' },
);
export type CostEstimateReply = Static<typeof CostEstimateReply>;
