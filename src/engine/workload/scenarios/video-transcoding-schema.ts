/** What a caller says about live streams. */
import { type Static, Type } from 'typebox';
import { CODECS, PRESETS, RATE_CONTROLS } from '../../sizing/transcoding/video.js';

const Side = (what: string) => Type.Integer({ minimum: 16, maximum: 16_384, description: `${what}, pixels.` });
const Rate = Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'Frames per second.' });

export const VideoOutput = Type.Object(
  {
    codec: Type.Enum(CODECS, { description: 'Codec written.' }),
    width: Side('Width'),
    height: Side('Height'),
    framesPerSecond: Type.Optional(Rate),
    bitrateMbps: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 10_000,
        description: 'Bit rate, Mbit/s; counted as public traffic.',
      }),
    ),
  },
  { additionalProperties: false, description: 'One rung of the ladder. Frame rate: that of the input.' },
);

export const VideoTranscodingWorkload = Type.Object(
  {
    scenario: Type.Literal('video-transcoding'),
    streams: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Live streams at the peak.' }),
    input: Type.Object(
      {
        codec: Type.Enum(CODECS, { description: 'Codec read.' }),
        width: Side('Width'),
        height: Side('Height'),
        framesPerSecond: Rate,
      },
      { additionalProperties: false, description: 'What comes in.' },
    ),
    outputs: Type.Array(VideoOutput, { minItems: 1, maxItems: 20, description: 'What each stream is turned into.' }),
    preset: Type.Optional(Type.Enum(PRESETS, { default: 'p4', description: 'Encoder preset: p1 fastest … p7 best.' })),
    rateControl: Type.Optional(
      Type.Enum(RATE_CONTROLS, {
        default: 'high-quality',
        description: 'low-latency (constant bit rate) or high-quality (variable).',
      }),
    ),
    marginRatio: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 1,
        default: 0.8,
        description: 'Share of the engines that is planned; the rest keeps streams from falling behind.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Live streams decoded, scaled and encoded.' },
);
export type VideoTranscodingWorkload = Static<typeof VideoTranscodingWorkload>;
