/** Price sheets and their rows: a provider's dated rates. */
import { type Static, Type } from 'typebox';
import { Currency, Day, DecimalText, LastDay } from '../units.js';
import { Confidence, Unknown } from './provenance.js';
import { BillingMode, ProviderId, RegionId } from './provider.js';

export const SkuKind = Type.Union(
  [
    Type.Literal('instance'),
    Type.Literal('accelerator-card'),
    Type.Literal('block-storage'),
    Type.Literal('block-storage-performance'),
    Type.Literal('snapshot'),
    Type.Literal('image'),
    Type.Literal('object-storage'),
    Type.Literal('object-requests'),
    Type.Literal('file-storage'),
    Type.Literal('parallel-file-storage'),
    Type.Literal('backup'),
    Type.Literal('egress-traffic'),
    Type.Literal('egress-bandwidth'),
    Type.Literal('public-address'),
    Type.Literal('cross-region-traffic'),
    Type.Literal('cross-zone-traffic'),
    Type.Literal('software-licence'),
    Type.Literal('cluster-fee'),
    Type.Literal('other'),
  ],
  { description: 'What the sku is.' },
);
export type SkuKind = Static<typeof SkuKind>;

export const PriceUnit = Type.Union(
  [
    Type.Literal('second'),
    Type.Literal('hour'),
    Type.Literal('day'),
    Type.Literal('month'),
    Type.Literal('year'),
    Type.Literal('term'),
    Type.Literal('GiB-hour'),
    Type.Literal('GiB-month'),
    Type.Literal('GiB'),
    Type.Literal('GB'),
    Type.Literal('GB-month'),
    Type.Literal('GB-hour'),
    Type.Literal('MBps-hour'),
    Type.Literal('MBps-month'),
    Type.Literal('Mbps-hour'),
    Type.Literal('Mbps-day'),
    Type.Literal('Mbps-month'),
    Type.Literal('10k-requests'),
    Type.Literal('user-month'),
    Type.Literal('licence-hour'),
  ],
  { description: 'Unit that the price is for. GiB = 2^30 bytes, GB = 10^9 bytes.' },
);
export type PriceUnit = Static<typeof PriceUnit>;

export const PriceRow = Type.Object(
  {
    provider: ProviderId,
    region: Type.Optional(RegionId),
    area: Type.Optional(Type.String({ maxLength: 80, description: 'Price area id; exactly one of region and area.' })),
    zone: Type.Optional(Type.String({ maxLength: 80 })),
    sku: Type.String({
      minLength: 1,
      maxLength: 150,
      description: 'Instance type, storage type or network service id.',
    }),
    skuKind: SkuKind,
    billingMode: BillingMode,
    termMonths: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    payment: Type.Optional(
      Type.Union([Type.Literal('no-upfront'), Type.Literal('partial-upfront'), Type.Literal('all-upfront')]),
    ),
    unit: PriceUnit,
    price: DecimalText,
    upfront: Type.Optional(DecimalText),
    tierFrom: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e15,
        description: 'Lower edge of the tier in the unit of quantity, inclusive.',
      }),
    ),
    tierTo: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e15, description: 'Upper edge, exclusive; absent = open.' }),
    ),
    currency: Currency,
    effectiveFrom: Unknown(Day),
    effectiveTo: Type.Optional(LastDay),
    os: Type.Optional(Type.String({ maxLength: 40, description: 'Absent = linux.' })),
    tenancy: Type.Optional(Type.String({ maxLength: 40, description: 'Absent = shared.' })),
    conditions: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'What the source attaches to the price (e.g. includes a disk, promotion, new users only).',
      }),
    ),
    isComparable: Type.Optional(
      Type.Boolean({ description: 'false: kept for the record, not used to price a plan (see conditions).' }),
    ),
    source: Type.String({ minLength: 1, maxLength: 1000 }),
    asOf: Type.String({ minLength: 4, maxLength: 60, description: 'Day (or period) on which the source showed it.' }),
    asOfDay: Unknown(Day),
    confidence: Confidence,
  },
  { additionalProperties: false, $id: 'PriceRow', description: 'One rate of a price sheet.' },
);
export type PriceRow = Static<typeof PriceRow>;

/** A published sheet with its rows, as the snapshot carries it. */
export const PriceSheet = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,99}$' }),
    provider: ProviderId,
    version: Type.Integer({ minimum: 1 }),
    label: Type.String({ maxLength: 200 }),
    source: Type.String({ maxLength: 1000 }),
    publishedAt: Unknown(Type.String({ maxLength: 40, description: 'Instant from which we knew it; null = seed.' })),
    supersededAt: Unknown(Type.String({ maxLength: 40 })),
    rows: Type.Array(PriceRow, { maxItems: 2_000_000 }),
  },
  { additionalProperties: false, $id: 'PriceSheet', description: 'A dated list of rates of one provider.' },
);
export type PriceSheet = Static<typeof PriceSheet>;
