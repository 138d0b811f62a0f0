import { describe, expect, it } from 'vitest';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { modelReferences } from '../../../../src/engine/sizing/training/model-reference.js';
import { MODEL_TRAINING } from '../../../../src/engine/workload/scenarios/model-training.js';
import type { ModelTrainingWorkload } from '../../../../src/engine/workload/training/model-training-schema.js';
import { CATALOGUE, CONTEXT, options, shape } from './training-catalogue.js';

const SWIN: ModelTrainingWorkload = {
  scenario: 'model-training',
  model: 'Swin-L',
  reference: { accelerator: 'V100-SXM2-32GB', acceleratorCount: 8, runHours: 730 },
};
const hoursOn = (accelerator: string, acceleratorCount: number, network: object = { rdmaGbps: 1600 }) =>
  MODEL_TRAINING.evaluate(SWIN, { accelerator, acceleratorCount, network }, CONTEXT).performance.durationHours
    ?.expected ?? 0;

describe('Swin-L, a month a run on 8 V100 today', () => {
  it('takes the month on what it runs on today', () => {
    expect(hoursOn('V100-SXM2-32GB', 8)).toBeGreaterThan(725);
    expect(hoursOn('V100-SXM2-32GB', 8)).toBeLessThan(760);
  });

  it('is about twice as fast a card on A100 with RDMA', () => {
    const ratio = hoursOn('V100-SXM2-32GB', 16) / hoursOn('A100-SXM4-40GB', 16);
    expect(ratio).toBeGreaterThan(1.7);
    expect(ratio).toBeLessThan(2.6);
  });

  it('a deadline of a week shows how many A100 servers bring it there', () => {
    const prepared = MODEL_TRAINING.prepare({ ...SWIN, deadlineHours: 168 }, CONTEXT);
    const found = options(prepared, shape('a100-sxm4-40gb', { rdmaGbps: 1600 }));
    expect(found[0]?.serversPerUnit).toBeGreaterThanOrEqual(2);
    expect(found[0]?.serversPerUnit).toBeLessThanOrEqual(4);
    expect(found[0]?.runHours?.expected).toBeLessThanOrEqual(168);
    expect(found[0]?.needs.isRdmaRequired).toBe(true);
  });
});

describe('servers joined by a slow network', () => {
  // CoCa ViT-L-14 on servers of eight V100: 30 samples/s a card on one, 10 on two, 5 on three (mlfoundations/open_clip, issue 466).
  const COCA: ModelTrainingWorkload = {
    scenario: 'model-training',
    model: 'ViT-L/16',
    reference: { accelerator: 'V100-SXM2-32GB', acceleratorCount: 8, samplesPerSecond: 8 * 30 },
  };
  const told = (acceleratorCount: number, network: object) =>
    MODEL_TRAINING.evaluate(COCA, { accelerator: 'V100-SXM2-32GB', acceleratorCount, network }, CONTEXT).findings.map(
      (f) => f.code,
    );

  it('are warned of, and not where there is one server or RDMA', () => {
    expect(told(16, { tcpGbps: 10 })).toContain('model-training-over-tcp');
    expect(told(24, { tcpGbps: 10 })).toContain('model-training-over-tcp');
    expect(told(8, { tcpGbps: 10 })).not.toContain('model-training-over-tcp');
    expect(told(16, { rdmaGbps: 1600 })).not.toContain('model-training-over-tcp');
  });
});

describe('measured models', () => {
  const RESNET: ModelTrainingWorkload = {
    scenario: 'model-training',
    model: 'ResNet-50',
    samples: 1_281_167,
    epochs: 90,
  };

  it('answer in samples a second near the published figure', () => {
    // A100, mixed precision: 1,400–1,900 (Lambda's stack) to 3,410 images a second (MXNet).
    const reply = MODEL_TRAINING.evaluate(RESNET, { accelerator: 'A100-SXM4-80GB', acceleratorCount: 1 }, CONTEXT);
    expect(reply.performance.samplesPerSecond?.expected).toBeGreaterThan(1400);
    expect(reply.performance.samplesPerSecond?.expected).toBeLessThan(3410);
    expect(reply.findings.map((f) => f.code)).toContain('training-nearest-measurement');
  });

  it('are limited by the CPUs that decode their images', () => {
    const few = options(MODEL_TRAINING.prepare(RESNET, CONTEXT), shape('a100-sxm4-80gb', { vcpu: 16 }))[0];
    const many = options(MODEL_TRAINING.prepare(RESNET, CONTEXT), shape('a100-sxm4-80gb', { vcpu: 256 }))[0];
    expect(few?.report.findings.map((f) => f.code)).toContain('training-feed-limited');
    expect(few?.runHours?.expected ?? 0).toBeGreaterThan(many?.runHours?.expected ?? 0);
  });

  it('many more short sequences than long ones pass in a second, as measured', () => {
    // DeepLearningExamples, BERT-large pre-training in PyTorch on one A100 80 GB: 580 and 210 a second in mixed precision.
    const at = (changes: Partial<ModelTrainingWorkload>) =>
      MODEL_TRAINING.evaluate(
        { scenario: 'model-training', model: 'BERT-large', framework: 'pytorch', ...changes },
        { accelerator: 'A100-SXM4-80GB', acceleratorCount: 1 },
        CONTEXT,
      );
    const rate = (sequenceTokens: number) => at({ sequenceTokens }).performance.samplesPerSecond?.expected ?? 0;
    expect(rate(128) / 580).toBeGreaterThan(0.8);
    expect(rate(128) / 580).toBeLessThan(1.2);
    expect(rate(512) / 210).toBeGreaterThan(0.8);
    expect(rate(512) / 210).toBeLessThan(1.2);
    const assumed = at({}).findings.filter((f) => f.code === 'assumed-default');
    expect(assumed.map((f) => f.facts.field)).toContain('sequenceTokens');
  });

  it('a sequence is said to have no effect where samples are no sequences', () => {
    const reply = MODEL_TRAINING.evaluate(
      { ...RESNET, sequenceTokens: 512 },
      { accelerator: 'A100-SXM4-80GB', acceleratorCount: 1 },
      CONTEXT,
    );
    expect(reply.findings.filter((f) => f.code === 'field-without-effect').map((f) => f.facts.field)).toEqual([
      'sequenceTokens',
    ]);
  });

  it('follow faster matrix units as far as their own rows did', () => {
    const { ruleOf } = modelReferences(CATALOGUE);
    const gain = (name: string) => {
      const { promise } = ruleOf(name);
      const v100 = CATALOGUE.acceleratorsById.get('v100-sxm2-32gb');
      const a100 = CATALOGUE.acceleratorsById.get('a100-sxm4-80gb');
      if (!v100 || !a100) throw new Error('no card');
      return (promise(a100, 'tf32') ?? 0) - (promise(v100, 'fp32') ?? 0);
    };
    // TF32 on the A100 against fp32 on the V100, DeepLearningExamples: QuartzNet 78.9 against 44.7 a second.
    expect(gain('QuartzNet')).toBeLessThan(Math.log(2.2));
    expect(gain('BERT-large')).toBeGreaterThan(Math.log(3.5));
  });

  it('unknown names are refused with the nearest known ones', () => {
    try {
      MODEL_TRAINING.prepare({ ...RESNET, model: 'ResNet-5O0' }, CONTEXT);
      throw new Error('accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(QuestionError);
      const [first] = (error as QuestionError).faults;
      expect(first?.code).toBe('unknown-training-model');
      expect(first?.allowed?.length).toBeGreaterThan(0);
    }
  });

  it('both a known run and samples contradict each other', () => {
    expect(() => MODEL_TRAINING.prepare({ ...SWIN, samples: 10, epochs: 1 }, CONTEXT)).toThrowError(QuestionError);
  });
});
