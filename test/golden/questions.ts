/** The guides' questions, each as calls of the API, answered from the catalogue of this release. */
import { planCapacity } from '../../src/engine/capacity/index.js';
import type { CapacityPlanRequest } from '../../src/engine/capacity/schemas.js';
import type { Catalogue } from '../../src/engine/catalogue/catalogue.js';
import { type EvaluateRequest, evaluate } from '../../src/engine/evaluate.js';
import { estimateCost } from '../../src/engine/pricing/estimate.js';
import type { CostEstimateRequest } from '../../src/engine/pricing/schemas.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { findCapacityBasis, recommend } from '../../src/engine/recommend.js';
import { consolidate } from '../../src/engine/sharing/consolidate.js';
import type { ConsolidateRequest } from '../../src/engine/sharing/schemas.js';

/** The day of the answers: prices are those known on it. */
export const TODAY = '2026-11-30';
const CONTEXT = { today: TODAY, priceBook: null };

const ENGINE = {
  recommend: (catalogue: Catalogue, request: unknown) => recommend(catalogue, request as RecommendRequest, CONTEXT),
  evaluate: (catalogue: Catalogue, request: unknown) => evaluate(catalogue, request as EvaluateRequest),
  consolidate: (catalogue: Catalogue, request: unknown) =>
    consolidate(catalogue, request as ConsolidateRequest, CONTEXT),
  costEstimate: (catalogue: Catalogue, request: unknown) =>
    estimateCost(catalogue, request as CostEstimateRequest, {
      ...CONTEXT,
      recommend: (question: RecommendRequest) => recommend(catalogue, question, CONTEXT),
    }),
  capacityPlan: (catalogue: Catalogue, request: unknown) =>
    planCapacity(catalogue, request as CapacityPlanRequest, CONTEXT, (question) =>
      findCapacityBasis(catalogue, question, CONTEXT),
    ),
} as const;

type Call = keyof typeof ENGINE;

/** What a golden file holds of one call. */
export interface Asked {
  readonly call: Call;
  readonly request: Readonly<Record<string, unknown>>;
}

export type Answers<Q extends Readonly<Record<string, Asked>>> = {
  readonly [Name in keyof Q]: ReturnType<(typeof ENGINE)[Q[Name]['call']]>;
};

export function answersOf<Q extends Readonly<Record<string, Asked>>>(catalogue: Catalogue, asked: Q): Answers<Q> {
  return Object.fromEntries(
    Object.entries(asked).map(([name, { call, request }]) => [
      name,
      ENGINE[call](catalogue, structuredClone({ ...request, pricedOn: call === 'evaluate' ? undefined : TODAY })),
    ]),
  ) as Answers<Q>;
}

const asked = <const C extends Call>(call: C, request: Asked['request']) => ({ call, request });
const ask = (request: Asked['request']) =>
  asked('recommend', { constraints: { providers: ['tencent'] }, currency: 'CNY', limit: 3, ...request });

const SERVE_7B = {
  scenario: 'llm-inference',
  model: 'Qwen2.5-7B-Instruct',
  maxContextTokens: 4096,
  inputTokens: 1000,
  outputTokens: 200,
  requestsPerSecond: 20,
};
const TRAIN_13B = {
  scenario: 'llm-training',
  model: 'Llama-2-13B',
  trainTokens: 100e9,
  sequenceTokens: 4096,
  globalBatchSequences: 1024,
};
const TUNE_7B = {
  scenario: 'llm-finetuning',
  model: 'Qwen2.5-7B-Instruct',
  method: 'lora',
  samples: 20_000,
  epochs: 3,
  sequenceTokens: 2048,
  globalBatchSequences: 64,
};
const RENDER = {
  scenario: 'offline-rendering',
  frames: 600,
  renderer: 'v-ray',
  reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
  sceneMemoryGiB: 12,
  window: { startsAt: '20:00', readyBy: '08:00' },
};
const light = (id: string, memoryGiB: number, computeRatio: number) => ({
  id,
  memoryGiB,
  computeRatio,
  measuredOn: 'T4',
  latencyClass: 'normal',
  isolation: 'hard',
});
const share = (services: readonly unknown[]) =>
  asked('consolidate', {
    services,
    on: { technologies: ['qgpu'] },
    constraints: { providers: ['tencent'], regions: ['ap-guangzhou'] },
    currency: 'CNY',
  });
const rent = (usage: Asked['request']) =>
  asked('costEstimate', {
    resources: [{ provider: 'tencent', region: 'ap-guangzhou', instanceType: 'GN7.2XLARGE32', servers: 4 }],
    usage,
    currency: 'CNY',
  });
const sixtyFourCards = (network: Asked['request'], communicationLibrary: 'nccl' | 'tccl') =>
  asked('evaluate', {
    workload: { ...TRAIN_13B, communicationLibrary },
    configuration: { accelerator: 'A100-SXM4-80GB', acceleratorCount: 64, acceleratorsPerServer: 8, network },
  });

/** Two fifths of the peak all day, the peak itself for four hours: ratios for the 24 hours of a day. */
const MIDDAY_PEAK = Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 14 ? 1 : 0.4));

/** A platform's day: full from 8 to 22, a tenth at night. */
const DAY_AND_NIGHT = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 22 ? 1 : 0.1));

export const QUESTIONS = {
  'training-or-inference-instances': {
    training: ask({ workload: TRAIN_13B }),
    tuning: ask({ workload: TUNE_7B }),
    inference: ask({ workload: SERVE_7B }),
  },
  'how-many-cards-does-sharing-save': {
    light: share([
      light('intent', 2, 0.1),
      light('entities', 2.5, 0.15),
      light('ocr', 3, 0.25),
      light('speech', 3.5, 0.2),
      light('embedding', 2, 0.1),
      light('reranking', 2.5, 0.15),
    ]),
    saturated: share([light('chat', 13, 0.95), light('search', 12, 0.9)]),
  },
  'on-demand-or-subscription': {
    steady: rent({ hoursPerMonth: 730, termMonths: 12 }),
    temporary: rent({ hoursPerMonth: 100, termMonths: 1 }),
    combined: ask({
      workload: SERVE_7B,
      constraints: { providers: ['tencent'], instanceTypes: ['GN7'], billingModes: ['on-demand', 'subscription'] },
      usage: { hourlyLoad: MIDDAY_PEAK, termMonths: 12 },
      limit: 1,
    }),
  },
  'why-rdma-and-tccl': {
    tcp: sixtyFourCards({ tcpGbps: 25 }, 'nccl'),
    tcpTccl: sixtyFourCards({ tcpGbps: 25 }, 'tccl'),
    rdma: sixtyFourCards({ rdmaGbps: 1600 }, 'nccl'),
    required: ask({
      workload: { ...TRAIN_13B, deadlineHours: 720 },
      constraints: { providers: ['tencent'], requireRdma: true },
    }),
  },
  'which-instance-for-rendering': {
    batch: ask({ workload: RENDER }),
    occasional: ask({ workload: { ...RENDER, frames: 20, batchesPerMonth: 1 } }),
    workstations: ask({
      workload: {
        scenario: 'virtual-workstation',
        users: [
          { type: 'light-3d', count: 20 },
          { type: 'heavy-3d', count: 4 },
        ],
        concurrencyRatio: 0.8,
      },
    }),
  },
  'buy-for-the-peak-or-the-mean': {
    plan: asked('capacityPlan', {
      workload: SERVE_7B,
      constraints: { providers: ['tencent'], instanceTypes: ['GN7'] },
      demand: { growth: { ratioPerMonth: 0.03, seasonal: [{ monthOfYear: 6, ratio: 1.8 }] } },
      horizonMonths: 12,
      currency: 'CNY',
    }),
  },
  'cheapest-hour-or-cheapest-job': {
    job: ask({
      workload: { ...TUNE_7B, method: 'full' },
      constraints: { providers: ['tencent'], billingModes: ['on-demand'] },
    }),
  },
  'pictures-pages-streams-simulations': {
    pictures: ask({
      workload: {
        scenario: 'model-inference',
        task: 'image-generation',
        model: 'SDXL',
        rate: 1,
        latencyMs: 10_000,
        input: { width: 1024, height: 1024, steps: 30 },
      },
      usage: { hourlyLoad: DAY_AND_NIGHT, timeZone: 'Asia/Shanghai' },
      limit: 2,
    }),
    pages: ask({
      workload: { scenario: 'model-inference', task: 'ocr', model: 'PP-OCRv5 server', rate: 50 },
      limit: 2,
    }),
    ownNetwork: asked('evaluate', {
      workload: {
        scenario: 'model-inference',
        task: 'vision',
        model: 'our inspection network',
        batch: 8,
        reference: { accelerator: 'T4', metric: 'imagesPerSecond', value: 37, batch: 8 },
      },
      configuration: { accelerator: 'A10', acceleratorCount: 1 },
    }),
    cameras: ask({
      workload: {
        scenario: 'video-transcoding',
        streams: 200,
        input: { codec: 'h264', width: 1920, height: 1080, framesPerSecond: 25 },
        outputs: [{ codec: 'h265', width: 1920, height: 1080 }],
      },
      limit: 2,
    }),
    dynamics: ask({
      workload: { scenario: 'hpc', code: 'OpenMM', case: 'apoa1 PME', nanoseconds: 1000, runs: 8, deadlineHours: 72 },
      limit: 2,
    }),
  },
  'validate-on-one-card-first': {
    serving: ask({ workload: SERVE_7B, limit: 1 }),
    training: ask({ workload: TRAIN_13B, limit: 1 }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Asked>>>>;

export type QuestionId = keyof typeof QUESTIONS;

/** The file of a question, as text. */
export function goldenText(
  question: Readonly<Record<string, Asked>>,
  answers: Readonly<Record<string, unknown>>,
): string {
  const content = Object.fromEntries(
    Object.entries(question).map(([name, { call, request }]) => [name, { call, request, answer: answers[name] }]),
  );
  return `${JSON.stringify(content, null, 1)}\n`;
}
