/** The questions that the buying guides ask, through the whole engine on the release's own catalogue. */
import { describe, expect, it } from 'vitest';
import type { RecommendRequest } from '../../../../src/engine/question.js';
import { recommend } from '../../../../src/engine/recommend.js';
import { consolidate } from '../../../../src/engine/sharing/consolidate.js';
import { releaseCatalogue } from '../../../support/release-servers.js';

const ask = (request: RecommendRequest) =>
  recommend(releaseCatalogue, request, { today: '2026-11-30', priceBook: null });
const mainland = { constraints: { geographies: ['cn'] }, currency: 'CNY' };
const dayAndNight = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 22 ? 1 : 0.1));

describe('text-to-image platform: SDXL 30 steps 1024², 1 image/s at the peak, 0.1 at night, within 10 s', () => {
  const reply = ask({
    workload: {
      scenario: 'model-inference',
      task: 'image-generation',
      model: 'SDXL',
      rate: 1,
      latencyMs: 10_000,
      input: { width: 1024, height: 1024, steps: 30 },
    },
    usage: { hourlyLoad: dayAndNight, timeZone: 'Asia/Shanghai' },
    ...mainland,
  });

  it('ranks plans with the cost of a thousand images', () => {
    expect(reply.plans.length).toBeGreaterThan(0);
    expect(reply.plans[0]?.cost.perUnitOfWork?.unit).toBe('thousand-images');
  });

  it('scales between day and night: fewer server-hours than servers × 730', () => {
    const best = reply.plans[0];
    const onDemand = best?.cost.billingMix.reduce((sum, part) => sum + part.hours, 0) ?? 0;
    expect(onDemand).toBeLessThan((best?.placement.servers ?? 0) * 730);
  });

  it('names cards that are too slow, and says whether to share', () => {
    expect(reply.rejected.byReason.map((reason) => reason.code)).toContain('latency-goal-missed');
    expect(reply.plans[0]?.findings.map((f) => f.code)).toContain('sharing-does-not-fit');
  });
});

describe('600 archviz frames a night, 11 minutes a frame on an RTX 3090, ready by 08:00', () => {
  const reply = ask({
    workload: {
      scenario: 'offline-rendering',
      frames: 600,
      reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
      window: { startsAt: '20:00', readyBy: '08:00' },
      batchesPerMonth: 22,
    },
    ...mainland,
  });

  it('gives servers, the finish and the cost of a frame, on demand', () => {
    const best = reply.plans[0];
    expect(best?.cost.perUnitOfWork?.unit).toBe('frame');
    expect(best?.performance.durationHours?.expected).toBeLessThanOrEqual(12);
    expect(best?.findings.map((f) => f.code)).toContain('batch-finish');
    expect(best?.cost.billingMix.map((part) => part.billingMode)).toEqual(['on-demand']);
  });

  it('bills as many batches as the month has', () => {
    const best = reply.plans[0];
    const hours = best?.cost.billingMix.reduce((sum, part) => sum + part.hours, 0) ?? 0;
    const wanted = 22 * (best?.performance.durationHours?.expected ?? 0) * (best?.placement.servers ?? 0);
    expect(Math.abs(hours / wanted - 1)).toBeLessThan(0.02);
  });
});

describe('200 camera streams 1080p25 H.264 → H.265', () => {
  const reply = ask({
    workload: {
      scenario: 'video-transcoding',
      streams: 200,
      input: { codec: 'h264', width: 1920, height: 1080, framesPerSecond: 25 },
      outputs: [{ codec: 'h265', width: 1920, height: 1080 }],
    },
    constraints: { accelerators: ['T4', 'A10', 'L4', 'A100-SXM4-80GB'] },
    currency: 'USD',
  });

  it('counts cards with encoders and refuses the A100', () => {
    expect(reply.plans.length).toBeGreaterThan(0);
    for (const plan of reply.plans) expect(['t4', 'a10', 'l4']).toContain(plan.placement.accelerator);
    expect(reply.rejected.byReason.map((reason) => reason.code)).toContain('no-video-encoder');
  });
});

describe('OCR 50 pages/s, PTX1 acceptable', () => {
  const reply = ask({
    workload: { scenario: 'model-inference', task: 'ocr', model: 'PP-OCRv4 server', rate: 50 },
    constraints: { providers: ['tencent'] },
    currency: 'CNY',
  });

  it('gives GPU plans with figures and lists PTX1 to be tested, without one', () => {
    expect(reply.plans[0]?.performance.pagesPerSecond?.expected).toBeGreaterThanOrEqual(50);
    const untested = reply.untested.find((option) => option.instanceType === 'PTX1');
    expect(untested).toBeDefined();
    expect(JSON.stringify(untested)).not.toMatch(/PerSecond|latencyMs/);
    expect(reply.plans.map((plan) => plan.placement.accelerator)).not.toContain('zixiao-c100');
  });
});

describe('a light service: a page every four seconds', () => {
  const light = (constraints: RecommendRequest['constraints']) =>
    ask({
      workload: { scenario: 'model-inference', task: 'ocr', model: 'PP-OCRv5 server', rate: 0.25 },
      constraints: { providers: ['tencent'], ...constraints },
      currency: 'CNY',
      limit: 20,
      distinct: false,
    });

  it('is offered parts of cards as they are sold, and says so', () => {
    const parts = light({}).plans.filter((plan) => plan.placement.acceleratorShareRatio < 1);
    expect(parts.length).toBeGreaterThan(0);
    for (const { placement } of parts) {
      expect(placement.sharing).toEqual({
        technology: 'fraction',
        memoryGiB: placement.acceleratorShareRatio * 15,
        computeRatio: placement.acceleratorShareRatio,
      });
    }
  });

  it('is told the slice of a whole card that it needs, to be packed with others', () => {
    const whole = light({ instanceTypes: ['GN7.2XLARGE32'] }).plans[0];
    expect(whole?.placement.sharing).toBeNull();
    const { facts } = whole?.findings.find((f) => f.code === 'share-the-card') ?? {};
    // one worker: 5.275 GB are 4.91 GiB, in steps of 1 GiB
    expect(facts).toMatchObject({ technology: 'qgpu', sliceMemoryGiB: 5, memoryGiB: 4.91 });
    expect(facts?.slicePercent).toBeLessThanOrEqual(50);
    // what the finding says is what /consolidate is asked with
    const packed = consolidate(
      releaseCatalogue,
      {
        services: ['a', 'b'].map((id) => ({
          id,
          memoryGiB: Number(facts?.memoryGiB),
          computeRatio: Number(facts?.computeRatio),
          measuredOn: 'T4',
          latencyClass: 'normal',
          isolation: 'hard',
        })),
        on: { instanceTypes: ['GN7.2XLARGE32'], technologies: ['qgpu'] },
        constraints: { providers: ['tencent'] },
        currency: 'CNY',
      },
      { today: '2026-11-30', priceBook: null },
    );
    expect(packed).toMatchObject({ cards: 1, without: { cards: 2 } });
  });

  it('is told of no slice where sharing is not allowed', () => {
    const { plans } = light({ allowSharing: false });
    expect(plans.flatMap((plan) => plan.findings.map((f) => f.code))).not.toContain('share-the-card');
    expect(plans.every((plan) => plan.placement.acceleratorShareRatio === 1)).toBe(true);
  });
});
