/**
 * Live streams that one device of a card transcodes: the least of encoders, decoders and memory, with a margin.
 *
 * Worked example: H.265 at preset p3 for quality, 557 frames/s of 1080p an engine on Ampere, one engine on an A10; streams
 * of 25 frames/s, margin 0.8: floor(557 × 0.8 / 25) = 17.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Estimate } from '../../units.js';
import { scaled } from '../reference/transfer.js';
import { type EncoderTable, encoderSpeed } from './encoder-speed.js';
import {
  type Codec,
  DECODE_PIXELS_PER_SECOND,
  decodes,
  encodersOf,
  encodes,
  type Generation,
  generationOf,
  type Preset,
  type RateControl,
  REFERENCE_PIXELS,
} from './video.js';

export interface Picture {
  readonly codec: Codec;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
}

export interface StreamDemand {
  readonly input: Picture;
  readonly outputs: readonly Picture[];
  readonly preset: Preset;
  readonly rateControl: RateControl;
  /** Share of an engine's speed that may be planned; 0.8 keeps a stream from falling behind (Livepeer's session rule). */
  readonly marginRatio: number;
}

export type VideoRefusal =
  | { readonly code: 'no-video-encoder' }
  | { readonly code: 'no-video-decoder' }
  | { readonly code: 'codec-not-encoded'; readonly codec: Codec }
  | { readonly code: 'codec-not-decoded'; readonly codec: Codec };

export interface StreamCapacity {
  /** Streams of a whole card, not rounded, by limit. */
  readonly encode: Estimate;
  readonly decode: number;
  readonly memory: number | null;
  /** Frames of the first output per second of all engines, without margin. */
  readonly encodeFramesPerSecond: Estimate;
  /** Encoders of the card. */
  readonly engines: number;
  readonly memoryGiBPerStream: number;
  readonly reference: string | null;
}

/** Surfaces and sessions: about 0.2 GiB for a 1080p decode and encode pair, with the picture's size. */
const SESSION_GIB = 0.1;
const GIB_PER_REFERENCE_PICTURE = 0.1;

export function memoryPerStreamGiB(demand: StreamDemand): number {
  const pictures = [demand.input, ...demand.outputs].reduce(
    (sum, p) => sum + (p.width * p.height) / REFERENCE_PIXELS,
    0,
  );
  return SESSION_GIB + GIB_PER_REFERENCE_PICTURE * pictures;
}

/** Capacity of one whole card; refusals where it cannot; null where its engines are not known. */
export function streamCapacity(
  demand: StreamDemand,
  card: Accelerator,
  deviceMemoryGiB: number | null,
  table: EncoderTable,
): StreamCapacity | readonly VideoRefusal[] | null {
  const refusals: VideoRefusal[] = [];
  const encoders = encodersOf(card);
  if (encoders === 0) refusals.push({ code: 'no-video-encoder' });
  if (card.nvdecEngines === 0) refusals.push({ code: 'no-video-decoder' });
  const generation = generationOf(card);
  if (refusals.length === 0 && (generation === null || encoders === null)) return null;
  if (generation !== null) refusals.push(...codecRefusals(demand, generation, card));
  if (refusals.length > 0) return refusals;
  if (generation === null || encoders === null) return null;
  // A decoder count that nobody states is taken as one: every NVIDIA card with an encoder has at least that.
  const decoders = card.nvdecEngines ?? 1;
  let load: { low: number; expected: number; high: number } = { low: 0, expected: 0, high: 0 };
  let first: Estimate | null = null;
  let reference: string | null = null;
  let isExact = true;
  for (const output of demand.outputs) {
    const speed = encoderSpeed(table, generation, output.codec, demand.rateControl, demand.preset);
    if (speed === null) return null;
    const size = REFERENCE_PIXELS / (output.width * output.height);
    const fps = scaled(speed.framesPerSecond, size);
    if (first === null) {
      first = scaled(fps, encoders);
      reference = speed.reference;
    }
    isExact = isExact && fps.evidence === 'measured';
    load = {
      low: load.low + output.framesPerSecond / fps.high,
      expected: load.expected + output.framesPerSecond / fps.expected,
      high: load.high + output.framesPerSecond / fps.low,
    };
  }
  if (first === null) return null;
  const engines = encoders * demand.marginRatio;
  const encode: Estimate = {
    low: engines / load.high,
    expected: engines / load.expected,
    high: engines / load.low,
    evidence: isExact ? 'interpolated' : 'transferred',
  };
  const pixels = demand.input.width * demand.input.height * demand.input.framesPerSecond;
  const decode = (decoders * DECODE_PIXELS_PER_SECOND[demand.input.codec] * demand.marginRatio) / pixels;
  const memoryGiBPerStream = memoryPerStreamGiB(demand);
  const memory = deviceMemoryGiB === null ? null : Math.max(0, deviceMemoryGiB - 0.5) / memoryGiBPerStream;
  return {
    encode,
    decode,
    memory,
    encodeFramesPerSecond: first,
    engines: encoders,
    memoryGiBPerStream,
    reference,
  };
}

function codecRefusals(demand: StreamDemand, generation: Generation, card: Accelerator): VideoRefusal[] {
  const refusals: VideoRefusal[] = [];
  for (const codec of new Set(demand.outputs.map((output) => output.codec))) {
    if (encodersOf(card) !== 0 && !encodes(generation, codec)) refusals.push({ code: 'codec-not-encoded', codec });
  }
  if (!decodes(generation, demand.input.codec)) refusals.push({ code: 'codec-not-decoded', codec: demand.input.codec });
  return refusals;
}
