/** An accelerator: one chip model (GPU, NPU, TPU …) as its datasheet and its driver describe it. Dense figures only. */
import { type Static, Type } from 'typebox';
import { Provenance, Unknown } from './provenance.js';

const tflops = (what: string) =>
  Unknown(Type.Number({ minimum: 0, maximum: 1e6, description: `${what}, dense, 10^12 per second; null = unknown.` }));

/** A hardware partition (MIG instance profile). Placements are start slices on the card's memory-slice grid. */
export const MigProfile = Type.Object(
  {
    name: Type.String({ maxLength: 32, examples: ['1g.10gb'] }),
    computeSlices: Type.Integer({ minimum: 1, maximum: 8 }),
    memorySlices: Type.Integer({ minimum: 1, maximum: 8 }),
    memoryGiB: Type.Number({ minimum: 0.5, maximum: 512 }),
    placements: Type.Array(Type.Integer({ minimum: 0, maximum: 8 }), { maxItems: 8 }),
    maxInstances: Type.Integer({ minimum: 1, maximum: 8 }),
  },
  { additionalProperties: false },
);
export type MigProfile = Static<typeof MigProfile>;

/** A vGPU profile that a vendor's host driver offers on this card. */
export const VgpuProfile = Type.Object(
  {
    name: Type.String({ maxLength: 64, examples: ['T4-4Q'] }),
    series: Type.String({
      maxLength: 4,
      description: 'Q (workstation), B (virtual PC), A (applications), C (compute).',
    }),
    frameBufferMiB: Type.Integer({ minimum: 256, maximum: 524_288 }),
    maxPerAccelerator: Type.Integer({ minimum: 1, maximum: 64 }),
    licence: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);
export type VgpuProfile = Static<typeof VgpuProfile>;

export const Accelerator = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,63}$', description: 'Stable id, e.g. `a100-sxm4-80gb`.' }),
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Display name, e.g. `A100-SXM4-80GB`.' }),
    aliases: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 200,
      description: 'Other spellings in feeds and measurements. An alias that fits several accelerators is ambiguous.',
    }),
    vendor: Type.String({ maxLength: 60 }),
    kind: Type.Union([Type.Literal('gpu'), Type.Literal('npu'), Type.Literal('tpu'), Type.Literal('asic')]),
    architecture: Unknown(Type.String({ maxLength: 60, description: 'E.g. `Ampere GA100`, `Turing`.' })),
    computeCapability: Unknown(
      Type.String({ pattern: '^[0-9]{1,2}\\.[0-9]$', description: 'CUDA compute capability.' }),
    ),
    memoryGiB: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 4096, description: 'Memory as sold, one device.' })),
    usableMemoryGiB: Unknown(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 4096,
        description: 'Memory as the driver tool (nvidia-smi) lists it.',
      }),
    ),
    cudaVisibleMemoryGiB: Type.Optional(
      Unknown(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 4096,
          description: 'Memory that a process sees (cudaMemGetInfo and its like): below what the driver tool lists.',
        }),
      ),
    ),
    memoryBandwidthGBps: Unknown(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    fp64Tflops: tflops('FP64 (vector)'),
    fp64TensorTflops: tflops('FP64 (tensor cores)'),
    fp32Tflops: tflops('FP32 (vector)'),
    tf32Tflops: tflops('TF32 (tensor cores)'),
    fp16Tflops: tflops('FP16/BF16 (tensor cores)'),
    fp8Tflops: tflops('FP8'),
    int8Tops: tflops('INT8 operations'),
    fp4Tflops: tflops('FP4'),
    hasBf16: Unknown(Type.Boolean()),
    hasFp8: Unknown(Type.Boolean()),
    hasInt8: Unknown(Type.Boolean()),
    interconnectGBps: Unknown(
      Type.Number({
        minimum: 0,
        maximum: 1e5,
        description: 'NVLink (or like) bandwidth of a card, both directions; 0 = none.',
      }),
    ),
    pcieGeneration: Unknown(Type.Number({ minimum: 1, maximum: 8 })),
    tdpW: Unknown(Type.Number({ minimum: 1, maximum: 5000 })),
    nvencEngines: Unknown(Type.Integer({ minimum: 0, maximum: 16, description: 'Video encoders; 0 = none.' })),
    nvdecEngines: Unknown(Type.Integer({ minimum: 0, maximum: 16, description: 'Video decoders; 0 = none.' })),
    hasRtCores: Unknown(Type.Boolean({ description: 'Hardware ray tracing.' })),
    migProfiles: Type.Array(MigProfile, { maxItems: 32, description: 'Empty = no MIG.' }),
    vgpuProfiles: Type.Array(VgpuProfile, { maxItems: 200 }),
    provenance: Provenance,
  },
  { additionalProperties: false, $id: 'Accelerator', description: 'An accelerator model. `null` = unknown.' },
);
export type Accelerator = Static<typeof Accelerator>;

/** GeForce: made for desktops, by the maker's own names (GTX, and RTX 20xx to 50xx that are neither Ada nor Pro). */
export function isGeForce({ id }: Pick<Accelerator, 'id'>): boolean {
  return /^(gtx|rtx-(20|30|40|50)\d\d)/.test(id) && !/ada|pro/.test(id);
}
