import { describe, expect, it } from 'vitest';
import { deviceRate, hostSide, ocrHostRatio } from '../../../../src/engine/sizing/model-inference/host-side.js';
import {
  devicesForRate,
  inWindows,
  latencyAtRate,
  latencyInFlight,
} from '../../../../src/engine/sizing/model-inference/service-time.js';
import {
  completeCurves,
  fitLine,
  floorShare,
  lineOf,
  type SpeedCurve,
  secondsAt,
  sizeOfRow,
} from '../../../../src/engine/sizing/model-inference/speed-curves.js';
import { modeOf } from '../../../../src/engine/sizing/model-inference/speed-model.js';
import { taskMemory } from '../../../../src/engine/sizing/model-inference/task-memory.js';
import { itemWork, passesOf } from '../../../../src/engine/sizing/model-inference/work.js';
import { matrixTflops } from '../../../../src/engine/sizing/reference/resources.js';
import { accelerator } from '../../../support/accelerator.js';

const curve = (given: Partial<SpeedCurve>): SpeedCurve => ({
  id: 'c',
  task: 'vision',
  model: 'm',
  modelKey: 'm',
  accelerator: accelerator({ id: 'a' }),
  engine: 'TensorRT',
  engineKey: 'tensorrt',
  precision: 'fp16',
  size: {},
  isIteration: false,
  cardsPerItem: 1,
  points: [],
  floor: 0.001,
  item: 0.001,
  rowCount: 1,
  isSaturated: false,
  source: 'test',
  ...given,
});

describe('curves of batches', () => {
  const points = [
    { batch: 1, seconds: 0.01 },
    { batch: 8, seconds: Math.hypot(0.008, 0.048) },
  ];

  it('split a batch time into launches and items that overlap', () => {
    // 10 ms at 1 = √(8² + 6²) and 48.7 ms at 8 = √(8² + (8 × 6)²)
    const line = fitLine(points, 0.001, 'overlapped');
    expect(line.item).toBeCloseTo(0.006, 9);
    expect(line.floor).toBeCloseTo(0.008, 9);
  });

  it('split one that does not overlap into a sum', () => {
    // 12 ms at 1 and 40 ms at 8: item (40 − 12) / 7 = 4 ms, floor 8 ms
    const line = fitLine(
      [
        { batch: 1, seconds: 0.012 },
        { batch: 8, seconds: 0.04 },
      ],
      0.001,
      'sequential',
    );
    expect(line.item).toBeCloseTo(0.004, 9);
    expect(line.floor).toBeCloseTo(0.008, 9);
  });

  it('run through the measured batches and along the line between and beyond them', () => {
    const c = curve({ points, floor: 0.008, item: 0.006 });
    expect(secondsAt(c, 1)).toBeCloseTo(0.01, 9);
    expect(secondsAt(c, 4)).toBeCloseTo(Math.hypot(0.008, 0.024), 9);
    expect(secondsAt(c, 16)).toBeCloseTo(Math.hypot(0.008, 0.096), 9);
  });

  it('tell launches from items, so that a batch that is all launches promises nothing', () => {
    // ResNet50 in eager PyTorch on a V100, 16 bit: 12.9 ms for 2, 14.9 ms for 32. As a sum an item would take 0.07 ms, and 256
    // would run at 8,200 images/s; the launches hide most of the work of 32.
    const c = curve({
      engineKey: 'pytorch',
      points: [2, 8, 32].map((b) => ({ batch: b, seconds: Math.hypot(0.0129, b * 0.00033) })),
    });
    const line = lineOf(c, c.points);
    expect(256 / secondsAt({ ...c, ...line }, 256)).toBeCloseTo(256 / Math.hypot(0.0129, 256 * 0.00033), 3);
    expect(floorShare({ ...c, ...line }, 2)).toBeGreaterThan(0.99);
  });

  it('meet a saturated measurement exactly at saturation', () => {
    const c = curve({ isSaturated: true, item: 1 / 5808 });
    expect(256 / secondsAt(c, 256)).toBeCloseTo(5808, 6);
    expect(1 / secondsAt(c, 1)).toBeLessThan(5808);
  });

  it('borrow the shape of another card where only two batches were measured', () => {
    const other = curve({
      id: 'o',
      accelerator: accelerator({ id: 'b' }),
      points: [1, 8, 32].map((batch) => ({ batch, seconds: 0.002 + 0.001 * batch })),
    });
    const short = curve({ points: [1, 8].map((batch) => ({ batch, seconds: 2 * (0.002 + 0.001 * batch) })) });
    const [completed] = completeCurves([short, other]);
    // 2 × (2 + 32) ms
    expect(completed?.points.find((p) => p.batch === 32)?.seconds).toBeCloseTo(0.068, 9);
    expect(completed?.points.find((p) => p.batch === 32)?.isInferred).toBe(true);
  });
});

describe('texts whose padding is not computed', () => {
  const row = (model: string, mode: string) => ({
    id: 'r',
    task: 'embedding',
    accelerator: 'a',
    acceleratorCount: 1,
    model,
    engine: 'TensorRT',
    engineVersion: null,
    precision: 'fp16',
    configuration: { tokens: 384, mode },
    metric: 'samplesPerSecond',
    value: 1,
    provenance: { source: 's', asOf: '2024', confidence: 'official' as const, notes: '' },
  });

  it('count by the tokens that they have, others by those that they are padded to', () => {
    expect(sizeOfRow(row('BERT-large SQuAD (99.9)', 'offline'))).toEqual({ tokens: 178 });
    expect(sizeOfRow(row('BERT-large (SQuAD QA)', 'closed'))).toEqual({ tokens: 384 });
  });
});

describe('speech that is decoded token by token', () => {
  const whisper = {
    task: 'speech-recognition',
    model: 'Whisper large-v3',
    engineKey: 'faster-whisper',
    size: {},
    isIteration: false,
  } as const;

  it('takes its steps for one recording as for eight', () => {
    // alone 10 s: 8.5 s of steps and 1.5 s a recording; eight: 8.5 + 8 × 1.5 = 20.5 s
    const line = lineOf(whisper, [{ batch: 1, seconds: 10 }]);
    expect(line.floor + 8 * line.item).toBeCloseTo(20.5, 9);
    // and back from eight to one
    const back = lineOf(whisper, [{ batch: 8, seconds: 20.5 }]);
    expect(back.floor + back.item).toBeCloseTo(10, 9);
  });

  it('borrows the shape of another precision on its card; other models only that of other cards', () => {
    const both = (given: Partial<SpeedCurve>) =>
      completeCurves([
        curve({ ...given, id: 'short', precision: 'int8', points: [{ batch: 8, seconds: 16 }] }),
        curve({
          ...given,
          id: 'long',
          points: [
            { batch: 1, seconds: 6 },
            { batch: 8, seconds: 18 },
          ],
        }),
      ])[0]?.points.find((p) => p.batch === 1)?.seconds;
    // 16 × 6 / 18 s
    expect(both({ ...whisper, modelKey: 'whisper' })).toBeCloseTo(16 / 3, 9);
    expect(both({ task: 'vision' })).toBeUndefined();
  });

  it('gains nothing from 8-bit weights', () => {
    const card = accelerator({ id: 'a', int8Tops: 200, fp16Tflops: 50 });
    expect(modeOf({ ...whisper, modelKey: 'whisper' }, card, 'int8')).toBe('fp16');
    expect(modeOf(curve({}), card, 'int8')).toBe('int8');
  });
});

describe('products accumulated in 16 bit', () => {
  const geforce = accelerator({ id: 'geforce', fp16Tflops: 97.5, int8Tops: 390 });
  const dataCentre = accelerator({ id: 'dc', fp16Tflops: 312, int8Tops: 624 });
  const rate = (card: typeof geforce, engineKey: string) =>
    matrixTflops(card, modeOf(curve({ engineKey }), card, 'fp16'));

  it('run at half the 8-bit rate: twice as fast on GeForce, no faster in the data centre', () => {
    expect(rate(geforce, 'pytorch')).toBe(97.5);
    expect(rate(geforce, 'stable-fast')).toBe(195);
    expect(rate(dataCentre, 'pytorch')).toBe(312);
    expect(rate(dataCentre, 'stable-fast')).toBe(312);
  });
});

describe('work of an item', () => {
  it('is linear in the steps of a picture, with the decoder beside them', () => {
    const at = (steps: number) => itemWork('image-generation', { width: 1024, height: 1024, steps });
    // (30 + 1.5) / (20 + 1.5)
    expect(at(30) / at(20)).toBeCloseTo(31.5 / 21.5, 9);
  });

  it('passes through the model once a step, and takes fewer steps’ time to decode beside heavier steps', () => {
    expect(passesOf('image-generation', { steps: 30 }, { model: 'SDXL' })).toBe(31.5);
    expect(passesOf('image-generation', { steps: 4 }, { model: 'FLUX.1-schnell' })).toBeCloseTo(4.45, 9);
    expect(passesOf('image-generation', { steps: 30 }, { isIteration: true })).toBe(1);
    expect(passesOf('speech-recognition', { audioSeconds: 90 })).toBe(3);
    expect(passesOf('vision', {})).toBe(1);
  });

  it('is more than linear in the pixels, and half without guidance', () => {
    const small = itemWork('image-generation', { width: 512, height: 512, steps: 20 });
    const large = itemWork('image-generation', { width: 1024, height: 1024, steps: 20 });
    expect(large / small).toBeGreaterThan(4);
    expect(large / small).toBeLessThan(5);
    const bare = itemWork('image-generation', { width: 1024, height: 1024, steps: 20, guidance: false });
    expect(bare / large).toBeCloseTo(0.5, 9);
  });

  it('grows with the tokens of a text and the seconds of speech', () => {
    expect(itemWork('embedding', { tokens: 512 }) / itemWork('embedding', { tokens: 256 })).toBeGreaterThan(2);
    expect(itemWork('speech-recognition', { audioSeconds: 60 })).toBe(60);
  });
});

describe('the host beside the card', () => {
  it('bounds an OCR pipeline by its vCPUs or its card', () => {
    // PP-OCRv5 server: 0.74 s a page, 34 % of it on the card
    const host = hostSide('ocr', 0.74 * ocrHostRatio('PP-OCRv5 server'));
    expect(host.cpuSecondsPerItem).toBeCloseTo(0.488, 3);
    // card: 1 / (0.74 × 0.34) = 3.97 pages/s
    expect(deviceRate(0.74, host, 8)).toMatchObject({ bound: 'card' });
    expect(deviceRate(0.74, host, 8).rate).toBeCloseTo(3.97, 2);
    // one vCPU: 1 / 0.488 = 2.05 pages/s
    expect(deviceRate(0.74, host, 1)).toMatchObject({ bound: 'host' });
    expect(deviceRate(0.74, host, 1).rate).toBeCloseTo(2.047, 2);
  });
});

describe('devices of a service', () => {
  const service = { batch: 1, secondsPerBatch: 4, ratePerSecond: 0.25 };

  it('are planned to 80 % load', () => {
    // 1 / (0.25 × 0.8) = 5
    expect(devicesForRate(service, 1)).toBeCloseTo(5, 9);
  });

  it('queue less with more devices and never answer faster than one item takes', () => {
    const at = (devices: number) => latencyAtRate(service, devices, 1);
    expect(at(5)).toBeGreaterThan(at(8));
    expect(at(8)).toBeGreaterThan(4);
  });

  it('work on the windows of a long recording together, beside those of others where it has too few', () => {
    // 26 windows in batches of 8: 136 s for eight recordings, one at a time in 17 s
    expect(inWindows({ batch: 8, secondsPerBatch: 136, ratePerSecond: 8 / 136 }, 26)).toMatchObject({
      batch: 1,
      secondsPerBatch: 17,
    });
    // two windows of 32: half of the seconds, not a 32nd, and sixteen recordings in them
    expect(inWindows({ batch: 32, secondsPerBatch: 41, ratePerSecond: 32 / 41 }, 2)).toMatchObject({
      batch: 16,
      secondsPerBatch: 20.5,
    });
  });

  it('serve whole batches one after another in closed loop', () => {
    expect(latencyInFlight({ batch: 4, secondsPerBatch: 2, ratePerSecond: 2 }, 9)).toBe(6);
  });
});

describe('memory of a model without a cache', () => {
  it('is weights, activations and runtime', () => {
    // 0.335e9 × 2 bytes = 0.624 GiB of weights; a planner with a cache would say 13.8 GiB
    const memory = taskMemory('embedding', 'BERT-large', 0.335, 'fp16', 32, { tokens: 384 });
    expect(memory?.weights).toBeCloseTo(0.624, 3);
    expect((memory?.weights ?? 0) + (memory?.activations ?? 0) + (memory?.runtime ?? 0)).toBeLessThan(2.5);
  });

  it('is unknown where the parameters are', () => {
    expect(taskMemory('vision', 'x', null, 'fp16', 1, {})).toBeNull();
  });
});
