import { describe, expect, it } from 'vitest';
import {
  batchHours,
  clockAfter,
  devicesForDeadline,
  windowHours,
} from '../../../../src/engine/sizing/rendering/batch-plan.js';
import { multiCardEfficiency, sliceSpeed } from '../../../../src/engine/sizing/rendering/frame-scaling.js';

describe('a batch of frames', () => {
  it('runs in whole waves', () => {
    // 600 frames on 12 devices: 50 waves × 660 s = 9.167 h, / 0.95 = 9.649 h
    expect(batchHours({ frames: 600, availabilityRatio: 0.95 }, 12, 660)).toBeCloseTo(9.649, 3);
    // 601 frames need a 51st wave
    expect(batchHours({ frames: 601, availabilityRatio: 1 }, 12, 660)).toBeCloseTo((51 * 660) / 3600, 9);
  });

  it('finds the fewest devices for a deadline', () => {
    // 12 h × 3600 × 0.95 / 660 = 62.2 → 62 waves; 600 / 62 = 9.7 → 10 devices
    expect(devicesForDeadline({ frames: 600, availabilityRatio: 0.95 }, 660, 12)).toBe(10);
    // and 10 devices do hold it: 60 waves × 660 s / 0.95 = 11.58 h
    expect(batchHours({ frames: 600, availabilityRatio: 0.95 }, 10, 660)).toBeLessThanOrEqual(12);
    expect(devicesForDeadline({ frames: 1, availabilityRatio: 1 }, 7200, 1)).toBeNull();
  });

  it('reads a window over midnight', () => {
    expect(windowHours('20:00', '08:00')).toBe(12);
    expect(windowHours('08:00', '20:30')).toBe(12.5);
    expect(windowHours('06:00', '06:00')).toBe(24);
  });

  it('tells the clock of the finish', () => {
    expect(clockAfter('20:00', 11.5)).toBe('07:30 +1d');
    expect(clockAfter('08:00', 1.25)).toBe('09:15');
  });
});

describe('speed of parts of cards and of several', () => {
  it('gives a slice less than its share', () => {
    // measured on A10: one half 0.45-0.48, one third 0.24-0.30
    expect(sliceSpeed(0.5)).toBeGreaterThan(0.4);
    expect(sliceSpeed(0.5)).toBeLessThan(0.48);
    expect(sliceSpeed(1 / 3)).toBeGreaterThan(0.24);
    expect(sliceSpeed(1 / 3)).toBeLessThan(0.3);
    expect(sliceSpeed(1)).toBe(1);
  });

  it('loses a little with each further card on one frame', () => {
    // V-Ray: 0.97 at 4, 0.91 at 8
    expect(multiCardEfficiency(4)).toBeCloseTo(0.958, 3);
    expect(multiCardEfficiency(8)).toBeCloseTo(0.902, 3);
  });
});
