/** Providers, regions, zones and price areas. A provider's quirks are data: nothing in `src` knows a provider by name. */
import { type Static, Type } from 'typebox';
import { Currency } from '../units.js';
import { Provenance, Unknown } from './provenance.js';

export const ProviderId = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  description: 'Provider id, e.g. `tencent`.',
});

export const BillingMode = Type.Union(
  [
    Type.Literal('on-demand'),
    Type.Literal('subscription'),
    Type.Literal('reserved'),
    Type.Literal('savings-plan'),
    Type.Literal('spot'),
  ],
  { description: 'Billing mode.' },
);
export type BillingMode = Static<typeof BillingMode>;

/** Term discount of a subscription: `discountRatio` 0.83 means 83 % of the list price is paid. */
export const TermDiscount = Type.Object(
  {
    families: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 200, description: 'Family ids; empty = all.' }),
    areas: Type.Optional(
      Type.Array(Type.String({ maxLength: 80 }), {
        maxItems: 100,
        description: 'Region or price area ids; absent = all.',
      }),
    ),
    skuKinds: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, description: 'Kinds of sku; absent = instances.' }),
    ),
    billingMode: BillingMode,
    minimumTermMonths: Type.Integer({ minimum: 1, maximum: 60 }),
    payableRatio: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    provenance: Provenance,
  },
  { additionalProperties: false },
);
export type TermDiscount = Static<typeof TermDiscount>;

/** Step of an hourly price that falls with the length of a run (Tencent: first days dearer, then cheaper). */
export const HourlyStep = Type.Object(
  {
    families: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 200, description: 'Family ids; empty = all.' }),
    fromHours: Type.Number({ minimum: 0, maximum: 100_000 }),
    payableRatio: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
    provenance: Provenance,
  },
  { additionalProperties: false },
);
export type HourlyStep = Static<typeof HourlyStep>;

/** What a provider says of its spot price in general. It is no rate: a plan is priced by spot rows only. */
export const SpotPayableRatio = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 200, description: 'The words of the source.' }),
    payableRatio: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Part of the on-demand price.' }),
    provenance: Provenance,
  },
  { additionalProperties: false },
);
export type SpotPayableRatio = Static<typeof SpotPayableRatio>;

export const Provider = Type.Object(
  {
    id: ProviderId,
    nameEn: Type.String({ minLength: 1, maxLength: 100 }),
    nameZh: Type.String({ minLength: 1, maxLength: 100 }),
    kind: Type.Union([Type.Literal('cloud'), Type.Literal('rental-platform')]),
    aliases: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 30 }),
    currencies: Type.Array(Currency, { minItems: 0, maxItems: 20, description: 'Currencies its price sheets use.' }),
    billing: Type.Object(
      {
        modes: Type.Array(BillingMode, { maxItems: 5 }),
        incrementSeconds: Unknown(
          Type.Integer({ minimum: 1, maximum: 2_678_400, description: 'On-demand billing increment.' }),
        ),
        minimumSeconds: Unknown(Type.Integer({ minimum: 0, maximum: 2_678_400, description: 'Shortest billed run.' })),
        billsWhileStopped: Unknown(
          Type.Boolean({ description: 'true: a stopped server is still billed for its cards.' }),
        ),
        pricesIncludeTax: Unknown(Type.Boolean()),
        termDiscounts: Type.Array(TermDiscount, { maxItems: 500 }),
        hourlySteps: Type.Array(HourlyStep, { maxItems: 100 }),
        spotPayableRatios: Type.Optional(Type.Array(SpotPayableRatio, { maxItems: 20 })),
        spotInterruptionNoticeSeconds: Unknown(Type.Integer({ minimum: 0, maximum: 86_400 })),
      },
      { additionalProperties: false },
    ),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'Provider', description: 'A cloud or rental platform and its billing rules.' },
);
export type Provider = Static<typeof Provider>;

export const RegionId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._ ,()/&-]{0,79}$',
  description: "Region id as the provider's API spells it.",
});

export const Region = Type.Object(
  {
    provider: ProviderId,
    id: RegionId,
    nameEn: Type.String({ minLength: 1, maxLength: 150 }),
    nameZh: Type.Union([Type.String({ maxLength: 150 }), Type.Null()]),
    geography: Unknown(
      Type.String({ pattern: '^[a-z]{2}$', description: 'ISO 3166 country code, lower case; `cn` is the mainland.' }),
    ),
    continent: Unknown(Type.Union([Type.Literal('apac'), Type.Literal('emea'), Type.Literal('amer')])),
    zones: Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 100 }),
    aliases: Type.Array(Type.String({ minLength: 1, maxLength: 150 }), { maxItems: 50 }),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'Region', description: 'A region of a provider with its zones.' },
);
export type Region = Static<typeof Region>;

/** A named set of regions for which a list price is stated, where the source names no single region. */
export const PriceArea = Type.Object(
  {
    provider: ProviderId,
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,79}$' }),
    label: Type.String({ minLength: 1, maxLength: 200, description: 'The words of the source.' }),
    aliases: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        description: 'Other words for it in price lists.',
      }),
    ),
    regions: Type.Array(RegionId, { minItems: 1, maxItems: 200 }),
    bound: Type.Union([Type.Literal('exact'), Type.Literal('low'), Type.Literal('high')], {
      description: 'low/high: the price of the cheapest/dearest zone of the area.',
    }),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'PriceArea', description: 'A named set of regions that share a list price.' },
);
export type PriceArea = Static<typeof PriceArea>;
