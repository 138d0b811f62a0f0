import { describe, expect, it } from 'vitest';
import { deviceRate, hostSide, ocrHostRatio } from '../../../../src/engine/sizing/model-inference/host-side.js';
import {
  devicesForRate,
  latencyAtRate,
  latencyInFlight,
} from '../../../../src/engine/sizing/model-inference/service-time.js';
import {
  completeCurves,
  fitLine,
  type SpeedCurve,
  secondsAt,
} from '../../../../src/engine/sizing/model-inference/speed-curves.js';
import { taskMemory } from '../../../../src/engine/sizing/model-inference/task-memory.js';
import { itemWork } from '../../../../src/engine/sizing/model-inference/work.js';
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
  it('split a batch time into a floor and items', () => {
    // 12 ms at 1 and 40 ms at 8: item (40 − 12) / 7 = 4 ms, floor 8 ms
    const line = fitLine(
      [
        { batch: 1, seconds: 0.012 },
        { batch: 8, seconds: 0.04 },
      ],
      0.001,
    );
    expect(line.item).toBeCloseTo(0.004, 9);
    expect(line.floor).toBeCloseTo(0.008, 9);
  });

  it('run through the measured batches and straight between them', () => {
    const c = curve({
      points: [
        { batch: 1, seconds: 0.012 },
        { batch: 8, seconds: 0.04 },
      ],
      floor: 0.008,
      item: 0.004,
    });
    expect(secondsAt(c, 1)).toBeCloseTo(0.012, 9);
    expect(secondsAt(c, 4)).toBeCloseTo(0.024, 9);
    expect(secondsAt(c, 16)).toBeCloseTo(0.072, 9);
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

describe('work of an item', () => {
  it('is linear in the steps of a picture, with the decoder beside them', () => {
    const at = (steps: number) => itemWork('image-generation', { width: 1024, height: 1024, steps });
    // (30 + 1.5) / (20 + 1.5)
    expect(at(30) / at(20)).toBeCloseTo(31.5 / 21.5, 9);
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
