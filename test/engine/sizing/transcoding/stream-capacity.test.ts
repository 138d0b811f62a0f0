import { describe, expect, it } from 'vitest';
import {
  type EncoderRow,
  encoderSpeed,
  fitEncoderTable,
} from '../../../../src/engine/sizing/transcoding/encoder-speed.js';
import { type StreamDemand, streamCapacity } from '../../../../src/engine/sizing/transcoding/stream-capacity.js';
import { accelerator } from '../../../support/accelerator.js';

const row = (generation: string, preset: string, framesPerSecond: number, codec = 'h265'): EncoderRow => ({
  id: `${generation}-${codec}-${preset}`,
  generation,
  codec,
  preset,
  rateControl: 'high-quality',
  framesPerSecond,
});
const table = fitEncoderTable([
  row('Turing', 'p1', 900),
  row('Turing', 'p3', 560),
  row('Turing', 'p5', 330),
  row('Ada', 'p1', 1080),
  row('Ada', 'p5', 396),
  row('Pascal', 'p1', 500, 'h264'),
]);
const T4 = accelerator({ id: 't4', architecture: 'Turing', nvencEngines: 1, nvdecEngines: 2 });
const demand = (given: Partial<StreamDemand> = {}): StreamDemand => ({
  input: { codec: 'h264', width: 1920, height: 1080, framesPerSecond: 25 },
  outputs: [{ codec: 'h265', width: 1920, height: 1080, framesPerSecond: 25 }],
  preset: 'p3',
  rateControl: 'high-quality',
  marginRatio: 0.8,
  ...given,
});

describe('speed of an encoder engine', () => {
  it('is the vendor’s where the table has it', () => {
    const speed = encoderSpeed(table, 'Turing', 'h265', 'high-quality', 'p3');
    expect(speed?.framesPerSecond.expected).toBeCloseTo(560, 9);
    expect(speed?.framesPerSecond.evidence).toBe('measured');
  });

  it('is filled by generation and preset where it does not', () => {
    // Ada is 1.2 × Turing at p1 and at p5: 1.2 × 560 = 672 at p3
    const speed = encoderSpeed(table, 'Ada', 'h265', 'high-quality', 'p3');
    expect(speed?.framesPerSecond.expected).toBeCloseTo(672, 6);
    expect(speed?.framesPerSecond.evidence).toBe('interpolated');
  });

  it('puts a preset between two others between them', () => {
    // p4 of Turing: √(560 × 330) = 429.9 by the additive cells
    const speed = encoderSpeed(table, 'Turing', 'h265', 'high-quality', 'p4');
    expect(speed?.framesPerSecond.expected).toBeGreaterThan(330);
    expect(speed?.framesPerSecond.expected).toBeLessThan(560);
  });
});

describe('streams of a card', () => {
  it('are the least of encoder, decoder and memory', () => {
    const capacity = streamCapacity(demand(), T4, 15, table);
    if (capacity === null || !('encode' in capacity)) throw new Error('expected a capacity');
    // 560 × 0.8 / 25 = 17.92 by the encoder
    expect(capacity.encode.expected).toBeCloseTo(17.92, 2);
    // 2 × 1.3e9 × 0.8 / (1920 × 1080 × 25) = 40.1 by the decoders
    expect(capacity.decode).toBeCloseTo(40.12, 2);
  });

  it('count a ladder by its pixels and frames', () => {
    const ladder = demand({
      outputs: [
        { codec: 'h265', width: 1920, height: 1080, framesPerSecond: 25 },
        { codec: 'h265', width: 960, height: 540, framesPerSecond: 25 },
      ],
    });
    const capacity = streamCapacity(ladder, T4, 15, table);
    if (capacity === null || !('encode' in capacity)) throw new Error('expected a capacity');
    // a quarter of the pixels more: 17.92 / 1.25 = 14.34
    expect(capacity.encode.expected).toBeCloseTo(14.336, 3);
  });

  it('refuses cards without an encoder, with the reason', () => {
    const a100 = accelerator({ id: 'a100', architecture: 'Ampere GA100', nvencEngines: 0 });
    expect(streamCapacity(demand(), a100, 80, table)).toEqual([{ code: 'no-video-encoder' }]);
    const unstated = accelerator({ id: 'a100-any', architecture: 'Ampere GA100', nvencEngines: null });
    expect(streamCapacity(demand(), unstated, 80, table)).toEqual([{ code: 'no-video-encoder' }]);
  });

  it('refuses a codec that the generation does not write', () => {
    const av1 = demand({ outputs: [{ codec: 'av1', width: 1920, height: 1080, framesPerSecond: 25 }] });
    expect(streamCapacity(av1, T4, 15, table)).toEqual([{ code: 'codec-not-encoded', codec: 'av1' }]);
  });

  it('gives no number for engines that nobody describes', () => {
    const other = accelerator({ id: 'v520', vendor: 'AMD', architecture: 'RDNA1', nvencEngines: null });
    expect(streamCapacity(demand(), other, 8, table)).toBeNull();
  });
});
