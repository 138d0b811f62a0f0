/** What a caller says about an offline rendering job. */
import { type Static, Type } from 'typebox';
import { RENDERERS } from '../../sizing/rendering/renderers.js';
import { CLOCK_PATTERN } from '../../units.js';

const Clock = (description: string) =>
  Type.String({ pattern: CLOCK_PATTERN, description: `${description}, HH:MM, local time.` });

export const FrameTimeReference = Type.Object(
  {
    accelerator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 150,
        description: 'Card that it was measured on; exactly one of accelerator and vcpu.',
      }),
    ),
    vcpu: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 4096, description: 'A CPU node of that many vCPUs. A rough anchor only.' }),
    ),
    acceleratorsPerFrame: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 64, default: 1, description: 'Cards that worked on the one frame.' }),
    ),
    secondsPerFrame: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e7,
        description: 'Seconds a frame; exactly one of secondsPerFrame and minutesPerFrame.',
      }),
    ),
    minutesPerFrame: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 200_000, description: 'Minutes a frame.' }),
    ),
  },
  { additionalProperties: false, description: 'What a typical frame took on hardware you have.' },
);

export const OfflineRenderingWorkload = Type.Object(
  {
    scenario: Type.Literal('offline-rendering'),
    frames: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Frames of a batch (a night, a delivery).' }),
    reference: Type.Optional(FrameTimeReference),
    benchmarkScene: Type.Optional(
      Type.String({
        minLength: 3,
        maxLength: 150,
        description:
          'A published benchmark scene in place of your own reference, e.g. `KeyShot Watch 3556x2000 256 samples`. Exactly one of reference and benchmarkScene.',
      }),
    ),
    renderer: Type.Optional(
      Type.Enum(RENDERERS, {
        default: 'other',
        description: 'Renderer: decides which cards it runs on and whether a scene may spill.',
      }),
    ),
    usesRayTracingCores: Type.Optional(
      Type.Boolean({ default: true, description: 'false: the renderer does not use RT cores.' }),
    ),
    sceneMemoryGiB: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 2048, description: 'Memory of geometry and textures on the card.' }),
    ),
    allowOutOfCore: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'A scene larger than the card may spill to host memory, if the renderer can: slower by an unknown factor.',
      }),
    ),
    fixedSecondsPerFrame: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e6,
        default: 0,
        description: 'Part of the frame time that no card makes faster: export, upload, saving.',
      }),
    ),
    cardsPerFrame: Type.Optional(
      Type.Union([Type.Literal('one'), Type.Literal('all')], {
        default: 'one',
        description:
          'one: each card renders its own frame; all: the cards of a server share one frame (single stills).',
      }),
    ),
    deadlineHours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 100_000,
        description: 'Hours to finish; at most one of it and window.',
      }),
    ),
    window: Type.Optional(
      Type.Object(
        { startsAt: Clock('Start of the batch'), readyBy: Clock('Pictures needed') },
        { additionalProperties: false, description: 'A nightly window in place of deadlineHours.' },
      ),
    ),
    batchesPerMonth: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 10_000,
        description: 'Times a month that the batch is rendered. Default: 22 with a window, else 1.',
      }),
    ),
    availabilityRatio: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 1,
        default: 0.95,
        description: 'Share of the time that a node really renders (queue, restarts, asset sync).',
      }),
    ),
    licensedPer: Type.Optional(
      Type.Union([Type.Literal('none'), Type.Literal('server'), Type.Literal('accelerator')], {
        default: 'none',
        description: 'What a render licence is counted by. Licences are yours to buy; the count is told.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Frames rendered in batches.' },
);
export type OfflineRenderingWorkload = Static<typeof OfflineRenderingWorkload>;
