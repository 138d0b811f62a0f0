import { describe, expect, it } from 'vitest';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { MODEL_INFERENCE } from '../../../../src/engine/workload/scenarios/model-inference.js';
import type { ModelInferenceWorkload } from '../../../../src/engine/workload/scenarios/model-inference-schema.js';
import { anyLimits, releaseCatalogue, serverOf } from '../../../support/release-servers.js';

const context = { catalogue: releaseCatalogue, pointer: '/workload' };
const place = (workload: ModelInferenceWorkload, ...server: Parameters<typeof serverOf>) =>
  MODEL_INFERENCE.prepare(workload, context).place(serverOf(...server), anyLimits);
const only = (workload: ModelInferenceWorkload, ...server: Parameters<typeof serverOf>) => {
  const option = place(workload, ...server).options[0];
  if (option === undefined) throw new Error('no option');
  return option;
};
const evaluate = (workload: ModelInferenceWorkload, accelerator: string, acceleratorCount = 1) =>
  MODEL_INFERENCE.evaluate(workload, { accelerator, acceleratorCount }, context);

const sdxl: ModelInferenceWorkload = {
  scenario: 'model-inference',
  task: 'image-generation',
  model: 'SDXL',
  precision: 'fp16',
  rate: 1,
  latencyMs: 10_000,
  input: { width: 1024, height: 1024, steps: 30 },
};
const ocr: ModelInferenceWorkload = { scenario: 'model-inference', task: 'ocr', model: 'PP-OCRv5 server', rate: 50 };

describe('SDXL, 30 steps at 1024², one image a second, within 10 s', () => {
  it('gives cards by type and a price unit of a thousand images', () => {
    const option = only(sdxl, 'l40s');
    // at the planned 80 % load: devices × rate × 0.8 = 1 image/s, so that capacity is at least 1.25 images/s
    expect(option.unitsAtPeak).toBeGreaterThan(2);
    expect(option.unitsAtPeak).toBeLessThan(8);
    expect(option.workUnit).toBe('thousand-images');
    expect(option.workPerHour).toBeCloseTo(3.6, 9);
    expect(option.report.performance.latencyMs?.expected).toBeLessThan(10_000);
    expect(option.isElastic).toBe(true);
  });

  it('refuses a card on which even one image takes longer than the goal, and says how long', () => {
    const rejection = place(sdxl, 't4').rejections[0];
    expect(rejection?.code).toBe('latency-goal-missed');
    expect(rejection?.finding.facts.latencyMs).toBeGreaterThan(10_000);
  });

  it('says whether sharing the card is advised', () => {
    expect(only(sdxl, 'l40s').report.findings.map((f) => f.code)).toContain('sharing-does-not-fit');
    const light = only({ ...sdxl, rate: 0.01 }, 'h100-sxm5-80gb');
    expect(light.report.findings.map((f) => f.code)).toContain('sharing-fits');
  });

  it('meets the published speed where the card was measured', () => {
    // MLPerf: 0.688 images/s on an L40S at 20 steps in fp8
    const reply = evaluate(
      { scenario: 'model-inference', task: 'image-generation', model: 'SDXL', precision: 'fp8', input: { steps: 20 } },
      'L40S',
    );
    expect(reply.performance.imagesPerSecond?.expected).toBeCloseTo(0.688, 2);
    expect(reply.performance.imagesPerSecond?.evidence).toBe('measured');
  });
});

describe('OCR at 50 pages a second', () => {
  it('gives GPU plans with figures and sizes the CPU side', () => {
    const option = only(ocr, 't4');
    expect(option.report.performance.pagesPerSecond?.expected).toBeGreaterThan(50);
    expect(option.needs.vcpuPerAccelerator).toBeGreaterThanOrEqual(1);
    expect(option.workUnit).toBe('thousand-pages');
  });

  it('lists the NPU as an option to test, without an invented figure', () => {
    const outcome = place(ocr, 'zixiao-c100');
    expect(outcome).toEqual({ options: [], rejections: [], isUnknown: true });
    expect(evaluate(ocr, 'Zixiao C100').performance).toEqual({});
    expect(evaluate(ocr, 'Zixiao C100').supported.ok).toBe(true);
  });

  it('refuses the NPU for an engine that needs CUDA', () => {
    expect(place({ ...ocr, engine: 'TensorRT' }, 'zixiao-c100').rejections[0]?.code).toBe('engine-not-on-card');
  });

  it('keeps a copy of its models for each worker, and waits where a card holds too few', () => {
    const { memory, report, unitsAtPeak } = only(ocr, 't4');
    // 5.275 GB a worker are 4.91 GiB; half of a page's second is the card's, so that two workers keep a T4 busy
    expect(memory.total).toBeCloseTo(2 * 4.913, 2);
    expect(report.findings.map((f) => f.code)).toContain('memory-from-measurement');
    const small = only(ocr, 't4', 1, { deviceMemoryGiB: 7.5 });
    expect(small.memory.total).toBeCloseTo(4.913, 2);
    expect(small.report.findings.find((f) => f.code === 'workers-bound-by-memory')?.facts.workers).toBe(1);
    expect(small.unitsAtPeak).toBeGreaterThan(unitsAtPeak);
    expect(place(ocr, 't4', 1, { deviceMemoryGiB: 3.75 }).rejections[0]?.code).toBe('model-memory-short');
  });

  it('waits for a host with too few vCPUs', () => {
    const starved = only(ocr, 'a10', 4, { vcpu: 4 });
    expect(starved.report.findings.map((f) => f.code)).toContain('host-bound');
    expect(starved.unitsAtPeak).toBeGreaterThan(only(ocr, 'a10', 4).unitsAtPeak);
  });
});

describe('the caller’s own measurement', () => {
  const own: ModelInferenceWorkload = {
    scenario: 'model-inference',
    task: 'vision',
    model: 'our inspection network',
    reference: { accelerator: 'T4', metric: 'imagesPerSecond', value: 37, batch: 8 },
    batch: 8,
  };

  it('is met on its card and carried to the others with an interval', () => {
    expect(evaluate(own, 'T4').performance.imagesPerSecond?.expected).toBeCloseTo(37, 6);
    const a10 = evaluate(own, 'A10').performance.imagesPerSecond;
    expect(a10?.evidence).toBe('transferred');
    expect(a10?.expected).toBeGreaterThan(45);
    expect(a10?.expected).toBeLessThan(110);
    expect((a10?.high ?? 0) / (a10?.low ?? 1)).toBeGreaterThan(1.3);
  });

  it('follows the card where its images are heavy, and less where serving takes its part of a millisecond', () => {
    const gain = (value: number) => {
      const workload = {
        ...own,
        reference: { accelerator: 'T4', metric: 'imagesPerSecond', value, batch: 8 } as const,
      };
      return (evaluate(workload, 'A10').performance.imagesPerSecond?.expected ?? 0) / value;
    };
    // the A10's matrix units are 1.9 times the T4's, and its power limit 2.1 times
    expect(gain(37)).toBeGreaterThan(1.9);
    expect(gain(1500)).toBeLessThan(gain(37));
  });

  it('is shown as the reference', () => {
    const finding = evaluate(own, 'A10').findings.find((f) => f.code === 'speed-from-reference');
    expect(finding?.facts).toMatchObject({ reference: 'caller', referenceAccelerator: 'T4' });
  });
});

describe('what has no reference', () => {
  it('gets no number, but is not refused', () => {
    const speech: ModelInferenceWorkload = {
      scenario: 'model-inference',
      task: 'speech-synthesis',
      model: 'CosyVoice2-0.5B',
      rate: 3,
    };
    expect(place(speech, 'a10')).toEqual({ options: [], rejections: [], isUnknown: true });
    expect(MODEL_INFERENCE.prepare(speech, context).findings.map((f) => f.code)).toContain('model-without-reference');
  });

  it('is sized by FLOPs from its family where its work is known', () => {
    const bge: ModelInferenceWorkload = {
      scenario: 'model-inference',
      task: 'embedding',
      model: 'bge-large-zh-v1.5',
      input: { tokens: 384 },
    };
    const reply = evaluate(bge, 'A10');
    const bert = evaluate({ ...bge, model: 'BERT-large' }, 'A10');
    expect(reply.performance.samplesPerSecond?.evidence).toBe('transferred');
    // the same architecture but for the vocabulary: the same work an item within a tenth, so about the same speed
    const ratio =
      (reply.performance.samplesPerSecond?.expected ?? 0) / (bert.performance.samplesPerSecond?.expected ?? 1);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('precisions', () => {
  it('are an answer where the card lacks them, with the nearest that works', () => {
    const resnet: ModelInferenceWorkload = {
      scenario: 'model-inference',
      task: 'vision',
      model: 'ResNet50',
      precision: 'bf16',
    };
    const reply = evaluate(resnet, 'T4');
    expect(reply.supported).toMatchObject({ ok: false, nearest: 'fp16' });
    expect(place({ ...resnet, precision: 'fp8' }, 'a10').rejections[0]?.code).toBe('precision-not-on-card');
  });
});

describe('laws of a model service', () => {
  it('state no latency of a service that more arrives at than it serves', () => {
    const ocr: ModelInferenceWorkload = {
      scenario: 'model-inference',
      task: 'ocr',
      model: 'PP-OCRv5 server',
      rate: 50,
    };
    const few = evaluate(ocr, 'T4', 2);
    expect(few.performance.pagesPerSecond?.expected).toBeLessThan(50);
    expect(few.performance.latencyMs).toBeUndefined();
    expect(few.findings.map((f) => f.code)).toContain('queue-without-end');
    const many = evaluate(ocr, 'T4', 40);
    expect(many.performance.latencyMs?.expected).toBeGreaterThan(0);
    expect(many.findings.map((f) => f.code)).not.toContain('queue-without-end');
  });

  const resnet: ModelInferenceWorkload = {
    scenario: 'model-inference',
    task: 'vision',
    model: 'ResNet50',
    precision: 'int8',
    rate: 20_000,
  };

  it('never needs fewer devices for twice the rate', () => {
    for (const card of ['t4', 'a10', 'l4', 'a100-sxm4-80gb']) {
      const one = only(resnet, card).unitsAtPeak;
      const two = only({ ...resnet, rate: 40_000 }, card).unitsAtPeak;
      expect(two).toBeGreaterThanOrEqual(one * 1.99);
    }
  });

  it('never gets cheaper by a tighter latency goal', () => {
    const loose = only({ ...sdxl, latencyMs: 60_000 }, 'l40s').unitsAtPeak;
    const tight = only({ ...sdxl, latencyMs: 6000 }, 'l40s').unitsAtPeak;
    expect(tight).toBeGreaterThanOrEqual(loose - 1e-9);
  });

  it('takes longer for more steps and larger pictures', () => {
    const rate = (input: NonNullable<ModelInferenceWorkload['input']>) =>
      evaluate(
        { scenario: 'model-inference', task: 'image-generation', model: 'SDXL', precision: 'fp16', input, batch: 1 },
        'A10',
      ).performance.imagesPerSecond?.expected ?? 0;
    expect(rate({ steps: 20 })).toBeGreaterThan(rate({ steps: 40 }));
    expect(rate({ steps: 20, width: 768, height: 768 })).toBeGreaterThan(
      rate({ steps: 20, width: 1024, height: 1024 }),
    );
  });

  it('adds up over cards', () => {
    const one = evaluate({ ...resnet }, 'T4').performance.imagesPerSecond?.expected ?? 0;
    const { rate: _, ...saturated } = resnet;
    expect(evaluate(saturated, 'T4', 8).performance.imagesPerSecond?.expected).toBeCloseTo(8 * one, 3);
  });
});

describe('video over several cards', () => {
  it('meets the published times of one and of eight cards', () => {
    const video: ModelInferenceWorkload = {
      scenario: 'model-inference',
      task: 'video-generation',
      model: 'HunyuanVideo',
      input: { width: 1280, height: 720, frames: 129, steps: 50 },
    };
    // 6,639 s on one H20, 941 s on eight
    expect(evaluate(video, 'H20-96GB').performance.latencyMs?.expected).toBeCloseTo(6_639_170, -5);
    const eight = evaluate({ ...video, cardsPerItem: 8 }, 'H20-96GB', 8).performance.latencyMs?.expected ?? 0;
    expect(Math.abs(eight / 940_970 - 1)).toBeLessThan(0.05);
  });
});

describe('questions that cannot be answered', () => {
  const faultsOf = (workload: ModelInferenceWorkload) => {
    try {
      MODEL_INFERENCE.prepare(workload, context);
    } catch (error) {
      if (error instanceof QuestionError) return error.faults.map((f) => f.code);
    }
    return [];
  };

  it('name the nearest models', () => {
    expect(faultsOf({ scenario: 'model-inference', task: 'vision', model: 'qqqqq' })).toEqual(['unknown-model']);
    expect(faultsOf({ ...sdxl, concurrency: 3 })).toEqual(['exactly-one-of']);
    expect(faultsOf({ scenario: 'model-inference', task: 'vision', model: 'Qwen/Qwen3-32B' })).toEqual([
      'contradiction',
    ]);
    expect(faultsOf({ ...ocr, cardsPerItem: 2 })).toEqual(['contradiction']);
  });
});
