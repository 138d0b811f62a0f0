/** Software features of a provider or vendor (sharing, inference engines, communication libraries …) and what they apply to. */
import { type Static, Type } from 'typebox';
import { Provenance, Unknown } from './provenance.js';
import { ProviderId } from './provider.js';

export const SoftwareKind = Type.Union([
  Type.Literal('sharing'),
  Type.Literal('inference-engine'),
  Type.Literal('training-acceleration'),
  Type.Literal('communication-library'),
  Type.Literal('data-acceleration'),
  Type.Literal('driver'),
  Type.Literal('graphics-licence'),
  Type.Literal('image'),
  Type.Literal('cluster'),
  Type.Literal('other'),
]);
export type SoftwareKind = Static<typeof SoftwareKind>;

/** Machine-readable limits of a sharing technology, where published. */
export const SharingLimits = Type.Object(
  {
    technology: Type.Union([
      Type.Literal('qgpu'),
      Type.Literal('mig'),
      Type.Literal('time-slicing'),
      Type.Literal('mps'),
      Type.Literal('hami'),
      Type.Literal('fraction'),
      Type.Literal('other'),
    ]),
    memoryStepGiB: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 64 })),
    computeStepRatio: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    maxSlicesPerAccelerator: Unknown(Type.Integer({ minimum: 1, maximum: 256 })),
    isolatesMemory: Type.Boolean(),
    isolatesCompute: Type.Boolean(),
    isolatesFaults: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type SharingLimits = Static<typeof SharingLimits>;

export const SoftwareFeature = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,79}$', description: 'E.g. `tencent-qgpu`.' }),
    provider: Unknown(ProviderId),
    name: Type.String({ minLength: 1, maxLength: 150 }),
    kind: SoftwareKind,
    appliesTo: Type.Object(
      {
        accelerators: Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: 200,
          description: 'Accelerator ids; empty = not restricted by card.',
        }),
        families: Type.Array(Type.String({ maxLength: 60 }), {
          maxItems: 200,
          description: 'Family ids; empty = not restricted by family.',
        }),
        categories: Type.Array(Type.String({ maxLength: 20 }), {
          maxItems: 4,
          description: 'Scenario categories it helps; empty = all.',
        }),
      },
      { additionalProperties: false },
    ),
    sharing: Type.Optional(SharingLimits),
    facts: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200 }),
          value: Type.String({ maxLength: 1000 }),
          isVendorClaim: Type.Boolean({ description: 'A claim that we have not seen confirmed by measurement.' }),
          provenance: Provenance,
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'SoftwareFeature', description: 'A software feature and what it applies to.' },
);
export type SoftwareFeature = Static<typeof SoftwareFeature>;
