import { describe, expect, it } from 'vitest';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { OFFLINE_RENDERING } from '../../../../src/engine/workload/scenarios/offline-rendering.js';
import type { OfflineRenderingWorkload } from '../../../../src/engine/workload/scenarios/offline-rendering-schema.js';
import { anyLimits, releaseCatalogue, serverOf } from '../../../support/release-servers.js';

const context = { catalogue: releaseCatalogue, pointer: '/workload' };
const night: OfflineRenderingWorkload = {
  scenario: 'offline-rendering',
  frames: 600,
  reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
  sceneMemoryGiB: 12,
  window: { startsAt: '20:00', readyBy: '08:00' },
};
const place = (workload: OfflineRenderingWorkload, ...server: Parameters<typeof serverOf>) =>
  OFFLINE_RENDERING.prepare(workload, context).place(serverOf(...server), anyLimits);
const only = (workload: OfflineRenderingWorkload, ...server: Parameters<typeof serverOf>) => {
  const { options } = place(workload, ...server);
  const option = options[0];
  if (option === undefined) throw new Error('no option');
  return option;
};

describe('600 frames a night, 11 minutes a frame on an RTX 3090, ready by 08:00', () => {
  it('takes ten RTX 3090 and finishes in the window', () => {
    const option = only(night, 'rtx-3090');
    // 62 waves fit 12 h at 95 %: ceil(600 / 62) = 10; 60 waves × 660 s / 0.95 = 11.58 h
    expect(option.serversPerUnit).toBe(10);
    expect(option.runHours?.expected).toBeCloseTo(11.58, 2);
    expect(option.report.performance.secondsPerFrame?.evidence).toBe('measured');
    const finish = option.report.findings.find((f) => f.code === 'batch-finish');
    expect(finish?.facts.finishesAt).toBe('07:35 +1d');
  });

  it('bills 22 nights a month and quotes a frame', () => {
    const option = only(night, 'rtx-3090');
    expect(option.runsPerMonth).toBe(22);
    expect(option.workPerRun).toBe(600);
    expect(option.workUnit).toBe('frame');
    expect(only({ ...night, batchesPerMonth: 4 }, 'rtx-3090').runsPerMonth).toBe(4);
  });

  it('carries the frame to other cards with an honest interval', () => {
    const t4 = only(night, 't4').report.performance.secondsPerFrame;
    const ada = only(night, 'l40s').report.performance.secondsPerFrame;
    expect(t4?.evidence).toBe('transferred');
    expect(t4?.expected).toBeGreaterThan(660 * 2);
    expect(ada?.expected).toBeLessThan(660);
    expect((t4?.high ?? 0) / (t4?.low ?? 1)).toBeGreaterThan(1.5);
  });

  it('says that cards without RT cores lose', () => {
    const option = only(night, 'a100-sxm4-80gb');
    expect(option.software.because[0]?.code).toBe('no-rt-cores');
    const flat = only({ ...night, usesRayTracingCores: false }, 'a100-sxm4-80gb');
    expect(flat.report.performance.secondsPerFrame?.expected).toBeLessThan(
      option.report.performance.secondsPerFrame?.expected ?? 0,
    );
  });
});

describe('what a scene and a frame allow', () => {
  it('refuses a card that the scene does not fit, unless it may spill', () => {
    const large = { ...night, sceneMemoryGiB: 20, renderer: 'v-ray' } as const;
    expect(place(large, 't4').rejections[0]?.code).toBe('scene-memory-short');
    const spilling = only({ ...large, allowOutOfCore: true }, 't4');
    expect(spilling.report.findings.map((f) => f.code)).toContain('out-of-core');
    expect(spilling.report.performance.secondsPerFrame?.expected).toBeGreaterThan(
      only({ ...large, sceneMemoryGiB: 10 }, 't4').report.performance.secondsPerFrame?.expected ?? 0,
    );
    // more than twice the memory thrashes
    expect(place({ ...large, sceneMemoryGiB: 40, allowOutOfCore: true }, 't4').rejections[0]?.code).toBe(
      'scene-memory-short',
    );
  });

  it('keeps the fixed part of a frame on every card', () => {
    const fixed = { ...night, fixedSecondsPerFrame: 600 };
    // 60 s of 660 follow the card: 600 + something
    expect(only(fixed, 'l40s').report.performance.secondsPerFrame?.expected).toBeGreaterThan(600);
    expect(only(fixed, 't4').report.performance.secondsPerFrame?.expected).toBeLessThan(
      only(night, 't4').report.performance.secondsPerFrame?.expected ?? 0,
    );
  });

  it('refuses a frame that is longer than the window', () => {
    const short: OfflineRenderingWorkload = {
      scenario: 'offline-rendering',
      frames: 1,
      reference: { accelerator: 'T4', minutesPerFrame: 120 },
      deadlineHours: 1,
    };
    expect(place(short, 't4').rejections[0]?.code).toBe('frame-longer-than-deadline');
  });

  it('renders nothing on accelerators that are no GPUs', () => {
    expect(place(night, 'zixiao-c100').rejections[0]?.code).toBe('renderer-not-on-card');
  });

  it('knows published scenes by name', () => {
    const keyShot: OfflineRenderingWorkload = {
      scenario: 'offline-rendering',
      frames: 100,
      benchmarkScene: 'KeyShot Ring 3556x2000 1024 samples',
    };
    // 334 s on a T4 as published, with 1, 2, 3 and 4 cards agreeing within some per cent
    expect(only(keyShot, 't4').report.performance.secondsPerFrame?.expected).toBeGreaterThan(310);
    expect(only(keyShot, 't4').report.performance.secondsPerFrame?.expected).toBeLessThan(360);
  });
});

describe('laws of a render farm', () => {
  const servers = (workload: OfflineRenderingWorkload) => only(workload, 'a10', 4).serversPerUnit;

  it('never needs fewer servers for more frames or a tighter deadline', () => {
    let last = 0;
    for (const frames of [50, 100, 200, 400, 800, 1600]) {
      const needed = servers({ ...night, frames });
      expect(needed).toBeGreaterThanOrEqual(last);
      last = needed;
    }
    const { window: _, ...free } = night;
    expect(servers({ ...free, deadlineHours: 4 })).toBeGreaterThanOrEqual(servers({ ...free, deadlineHours: 8 }));
  });

  it('meets the deadline with what it rents', () => {
    for (const card of ['t4', 'a10', 'l4', 'l40s', 'rtx-4090']) {
      expect(only(night, card, 2).runHours?.expected).toBeLessThanOrEqual(12);
    }
  });
});

describe('questions that cannot be answered', () => {
  const faultsOf = (workload: OfflineRenderingWorkload) => {
    try {
      OFFLINE_RENDERING.prepare(workload, context);
    } catch (error) {
      if (error instanceof QuestionError) return error.faults.map((f) => f.code);
    }
    return [];
  };

  it('are told all faults at once', () => {
    expect(faultsOf({ scenario: 'offline-rendering', frames: 1 })).toEqual(['exactly-one-of']);
    expect(faultsOf({ ...night, deadlineHours: 3 })).toEqual(['exactly-one-of']);
    expect(faultsOf({ ...night, reference: { accelerator: 'A100', minutesPerFrame: 1 } })).toEqual([
      'ambiguous-accelerator',
    ]);
    expect(faultsOf({ ...night, fixedSecondsPerFrame: 700 })).toEqual(['contradiction']);
    expect(faultsOf({ scenario: 'offline-rendering', frames: 1, benchmarkScene: 'no such scene' })).toEqual([
      'unknown-benchmark',
    ]);
  });
});
