/** Storage types and network services: what a bill may hold beside servers. Their rates are price rows (sku = id). */
import { type Static, Type } from 'typebox';
import { Provenance, Unknown } from './provenance.js';
import { ProviderId } from './provider.js';

/** Linear performance by size: min(maximum, base + perGiB × size). */
export const PerformanceBySize = Type.Object(
  {
    base: Type.Number({ minimum: 0, maximum: 1e9 }),
    perGiB: Type.Number({ minimum: 0, maximum: 1e6 }),
    maximum: Type.Number({ minimum: 0, maximum: 1e9 }),
  },
  { additionalProperties: false },
);
export type PerformanceBySize = Static<typeof PerformanceBySize>;

export const StorageType = Type.Object(
  {
    provider: ProviderId,
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$',
      description: 'Sku of its price rows, e.g. `CLOUD_SSD`.',
    }),
    name: Type.String({ minLength: 1, maxLength: 150 }),
    aliases: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 30 }),
    kind: Type.Union([
      Type.Literal('block'),
      Type.Literal('snapshot'),
      Type.Literal('image'),
      Type.Literal('object'),
      Type.Literal('file'),
      Type.Literal('parallel-file'),
      Type.Literal('backup'),
    ]),
    isSystemDisk: Type.Boolean({ description: 'May boot a server.' }),
    minimumGiB: Unknown(Type.Number({ minimum: 0, maximum: 1e9 })),
    maximumGiB: Unknown(Type.Number({ minimum: 0, maximum: 1e12 })),
    stepGiB: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    throughputMBps: Unknown(PerformanceBySize),
    iops: Unknown(PerformanceBySize),
    includedPerformanceMBps: Unknown(
      Type.Number({ minimum: 0, maximum: 1e6, description: 'Above it extra performance is billed.' }),
    ),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'StorageType', description: 'A storage service.' },
);
export type StorageType = Static<typeof StorageType>;

export const NetworkService = Type.Object(
  {
    provider: ProviderId,
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$',
      description: 'Sku of its price rows, e.g. `EGRESS_TRAFFIC`.',
    }),
    name: Type.String({ minLength: 1, maxLength: 150 }),
    kind: Type.Union([
      Type.Literal('egress-traffic'),
      Type.Literal('egress-bandwidth'),
      Type.Literal('public-address'),
      Type.Literal('cross-region'),
      Type.Literal('cross-zone'),
      Type.Literal('interconnect'),
    ]),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'NetworkService', description: 'A billed network service.' },
);
export type NetworkService = Static<typeof NetworkService>;
