/** Instance families and types: what the hardware is. What it costs where is an offer (see price.ts). */
import { type Static, Type } from 'typebox';
import { Provenance, SaleStatus, Unknown } from './provenance.js';
import { ProviderId, RegionId } from './provider.js';

export const Category = Type.Union([
  Type.Literal('training'),
  Type.Literal('inference'),
  Type.Literal('rendering'),
  Type.Literal('hpc'),
]);
export type Category = Static<typeof Category>;

export const FamilyId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._*-]{0,59}$',
  description: 'Family as the provider writes it, e.g. `GN10Xp`.',
});
export const InstanceTypeId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._ :*+/()-]{0,119}$',
  description: 'Instance type as the provider writes it.',
});

export const InstanceFamily = Type.Object(
  {
    provider: ProviderId,
    id: FamilyId,
    name: Type.String({ minLength: 1, maxLength: 150 }),
    aliases: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 30 }),
    accelerators: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 20,
      description: 'Accelerator ids; empty = not published.',
    }),
    madeFor: Type.Array(Category, {
      maxItems: 4,
      description: 'Scenario categories that the provider states, its main one first; empty = not stated.',
    }),
    isCluster: Type.Boolean({ description: 'Sold as a cluster with RDMA between servers (e.g. HCC).' }),
    isBareMetal: Type.Boolean(),
    rdmaGbps: Unknown(
      Type.Number({ minimum: 0, maximum: 100_000, description: 'RDMA bandwidth a server; 0 = none, null = unknown.' }),
    ),
    includesGraphicsLicence: Unknown(Type.Boolean({ description: 'vDWS/vWS licence included in the price.' })),
    includesGraphicsDriver: Unknown(Type.Boolean({ description: 'GRID driver installed in the images.' })),
    saleStatus: SaleStatus,
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'InstanceFamily', description: 'An instance family.' },
);
export type InstanceFamily = Static<typeof InstanceFamily>;

export const InstanceType = Type.Object(
  {
    provider: ProviderId,
    id: InstanceTypeId,
    family: FamilyId,
    accelerator: Unknown(Type.String({ maxLength: 64, description: 'Accelerator id; null = not published.' })),
    acceleratorCount: Unknown(
      Type.Integer({
        minimum: 1,
        maximum: 4096,
        description: 'Devices that the server sees (whole cards or equal slices).',
      }),
    ),
    acceleratorShare: Unknown(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        description: '1 = whole cards; 0.25 = each device is a quarter of a card.',
      }),
    ),
    acceleratorMemoryGiB: Unknown(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 4096,
        description: 'Memory as sold of one device (one slice for fractions).',
      }),
    ),
    vcpu: Unknown(Type.Integer({ minimum: 1, maximum: 4096 })),
    memoryGiB: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 65_536 })),
    networkGbps: Unknown(Type.Number({ minimum: 0, maximum: 100_000 })),
    rdmaGbps: Unknown(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: 'RDMA bandwidth of the server; 0 = none, null = unknown.',
      }),
    ),
    localNvmeGiB: Unknown(Type.Number({ minimum: 0, maximum: 1e6 })),
    interconnect: Unknown(
      Type.Union([Type.Literal('nvlink'), Type.Literal('nvswitch'), Type.Literal('pcie'), Type.Literal('other')], {
        description: 'Between the cards of one server.',
      }),
    ),
    cpuModel: Unknown(Type.String({ maxLength: 150 })),
    cpuArchitecture: Unknown(Type.Union([Type.Literal('x86_64'), Type.Literal('arm64')])),
    saleStatus: SaleStatus,
    provenance: Provenance,
    otherSources: Type.Array(
      Type.Object(
        {
          field: Type.String({ maxLength: 60 }),
          value: Type.Union([Type.String({ maxLength: 300 }), Type.Number(), Type.Null()]),
          provenance: Provenance,
          reason: Type.String({ maxLength: 400, description: 'Why this value does not count.' }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 50, description: 'What other sources state differently, and why it does not count.' },
    ),
  },
  { additionalProperties: false, $id: 'InstanceType', description: 'A rentable server. `null` = unknown.' },
);
export type InstanceType = Static<typeof InstanceType>;

/** Where an instance type is sold. A row without `zone` speaks for the whole region. */
export const Availability = Type.Object(
  {
    provider: ProviderId,
    instanceType: InstanceTypeId,
    region: RegionId,
    zone: Unknown(Type.String({ minLength: 1, maxLength: 80 })),
    saleStatus: SaleStatus,
    provenance: Provenance,
  },
  {
    additionalProperties: false,
    $id: 'Availability',
    description: 'Sale status of an instance type in a region or zone.',
  },
);
export type Availability = Static<typeof Availability>;
