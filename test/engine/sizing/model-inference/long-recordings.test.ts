/** A recording is transcribed window by window: a short clip does not wait for what a long one pays in each window. */
import { describe, expect, it } from 'vitest';
import { curvesOf } from '../../../../src/engine/sizing/model-inference/speed-curves.js';
import { fitSpeedModel } from '../../../../src/engine/sizing/model-inference/speed-model.js';
import { batchTime, sameModelCurves } from '../../../../src/engine/sizing/model-inference/task-speed.js';
import { accelerator } from '../../../support/accelerator.js';

const card = accelerator({ id: 'c', fp16Tflops: 87, memoryBandwidthGBps: 608, tdpW: 290 });
// faster-whisper 1.1.0, large-v2, 13 minutes of speech: 63 s at batch 1, 17 s at batch 8.
const row = (batch: number, seconds: number) => ({
  id: `r${batch}`,
  task: 'speech-recognition',
  accelerator: 'c',
  acceleratorCount: 1,
  model: 'Whisper large-v2',
  engine: 'faster-whisper 1.1.0',
  engineVersion: null,
  precision: 'fp16',
  configuration: { batch, audioSeconds: 780 },
  metric: 'realTimeFactor',
  value: 780 / seconds,
  provenance: { source: 'test', asOf: null, confidence: 'official' as const },
});
const curves = curvesOf([row(1, 63), row(8, 17)], new Map([['c', card]]));
const model = fitSpeedModel(new Map([['speech-recognition', curves]]));

function secondsAClip(audioSeconds: number, batch: number): number {
  const query = { task: 'speech-recognition', precision: 'fp16', engine: null, size: { audioSeconds } } as const;
  const set = { query, curves: sameModelCurves(curves, query), own: null };
  return (batchTime(set, card, 'fp16', batch, model)?.seconds.expected ?? Number.NaN) / batch;
}

describe('speech of another length than measured', () => {
  it.each([1, 8])('takes its share of the windows at batch %i', (batch) => {
    const measured = batch === 1 ? 63 : 17;
    expect(secondsAClip(780, batch)).toBeCloseTo(measured, 6);
    expect(secondsAClip(30, batch)).toBeCloseTo((measured * 30) / 780, 6);
    expect(secondsAClip(3600, batch)).toBeCloseTo((measured * 3600) / 780, 6);
  });

  it('pays for a whole pass below one window', () => {
    expect(secondsAClip(3, 1)).toBeGreaterThan((63 * 3) / 780);
    expect(secondsAClip(3, 1)).toBeLessThan((63 * 30) / 780);
  });
});
