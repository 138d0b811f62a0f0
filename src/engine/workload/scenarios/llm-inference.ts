/** Serving a language model: how many of which servers hold a load of requests within its latency goals. */
import type { TSchema } from 'typebox';
import { loadTestOf, roadmapOf } from '../../sizing/inference/advice.js';
import { evaluateInference } from '../../sizing/inference/evaluating.js';
import { kvBytesOfSequence } from '../../sizing/inference/kv-cache.js';
import { makePlacer } from '../../sizing/inference/placing.js';
import { WEIGHT_FORMATS } from '../../sizing/inference/precision.js';
import { prepareQuestion } from '../../sizing/inference/question.js';
import { LlmInferenceConfiguration, LlmInferenceWorkload } from '../../sizing/inference/question-schema.js';
import { weightBytes } from '../../sizing/inference/weights.js';
import { BYTES_PER_GIB } from '../../units.js';
import type { Demand, PrepareContext, Prepared, ScenarioDefinition } from '../scenario.js';

function prepare(workload: LlmInferenceWorkload, context: PrepareContext): Prepared {
  const q = prepareQuestion(workload, context.catalogue, context.pointer);
  const weights = weightBytes(q.model, WEIGHT_FORMATS[q.precision]).total / BYTES_PER_GIB;
  const oneSequence = kvBytesOfSequence(q.kv, q.model, q.maxContextTokens.expected) / BYTES_PER_GIB;
  const demand: Demand = {
    scenario: 'llm-inference',
    category: 'inference',
    model: q.modelId,
    precision: q.precision,
    minimumTotalMemoryGiB: weights + oneSequence,
    peakLoad:
      q.load.kind === 'concurrency'
        ? q.load.inFlight.expected
        : q.load.kind === 'rate'
          ? q.load.perSecond.expected
          : null,
    loadUnit:
      q.load.kind === 'concurrency' ? 'requests-in-flight' : q.load.kind === 'rate' ? 'requests-per-second' : null,
    facts: {
      modelName: q.model.name,
      weightsGiB: weights,
      kvCacheBytesPerToken: q.kv.perToken,
      maxContextTokens: q.maxContextTokens.expected,
      inputTokens: q.request.inputTokens,
      outputTokens: q.request.outputTokens,
      sharedPrefixTokens: q.request.sharedTokens,
      latencyPercentile: Math.round(q.goals.percentile * 100),
      timeToFirstTokenGoalMs: q.goals.timeToFirstTokenMs,
      timePerOutputTokenGoalMs: q.goals.timePerOutputTokenMs,
      endToEndGoalMs: q.goals.endToEndMs,
      arrivalVariability: q.arrivalVariability,
      spareReplicas: q.spareReplicas,
      engine: q.engine.name,
    },
  };
  return {
    demand,
    findings: q.findings,
    place: makePlacer(q),
    loadTest: (winner) => loadTestOf(q, winner),
    roadmap: (winner) => roadmapOf(q, winner),
  };
}

export const LLM_INFERENCE: ScenarioDefinition<LlmInferenceWorkload> = {
  id: 'llm-inference',
  category: 'inference',
  label: { en: 'Language model serving', zh: '大模型推理' },
  description: {
    en: 'Serve a language model: memory, speed and replicas for a load of requests within latency goals.',
    zh: '部署大语言模型：在时延目标内，按请求负载计算显存、速度与副本数。',
  },
  schema: LlmInferenceWorkload as TSchema,
  configurationSchema: LlmInferenceConfiguration as TSchema,
  example: {
    scenario: 'llm-inference',
    model: 'Llama-3.3-70B',
    weightPrecision: 'fp8',
    maxContextTokens: 8192,
    inputTokens: 5000,
    outputTokens: 500,
    concurrency: 100,
    latency: { timeToFirstTokenMs: 2000 },
  },
  configurationExample: { accelerator: 'H20-96GB', acceleratorCount: 4, tensorParallel: 2 },
  defaultWeights: {
    gpuSpec: 0.15,
    instanceType: 0.38,
    billing: 0.1,
    costOptimisation: 0.24,
    accelerationStack: 0.08,
    networkStorage: 0.05,
  },
  weightReason: {
    en: 'First the scenario, then the family: an instance made for inference weighs most; then unit cost and utilisation, since inference is the long-term consumer of compute; one replica seldom leaves its server, so the network weighs least.',
    zh: '先看场景再看规格族：推理型实例权重最高；推理是算力的长期主要消费者，其次是单位成本与利用率；副本通常不跨服务器，网络权重最低。',
  },
  relaxableFields: [
    { pointer: '/latency/timeToFirstTokenMs', direction: 'up', step: 1, goalFor: 'timeToFirstTokenMs' },
    { pointer: '/latency/timePerOutputTokenMs', direction: 'up', step: 0.1, goalFor: 'timePerOutputTokenMs' },
    { pointer: '/latency/endToEndMs', direction: 'up', step: 1, goalFor: 'endToEndLatencyMs' },
    { pointer: '/latency/percentile', direction: 'down', step: 1 },
    {
      pointer: '/weightPrecision',
      alternatives: [
        'fp32',
        'bf16',
        'fp16',
        'fp8',
        'int8',
        'int8-gptq',
        'int4-awq',
        'int4-gptq',
        'nf4',
        'nvfp4',
        'mxfp4',
      ],
    },
    { pointer: '/kvCachePrecision', alternatives: ['bf16', 'fp16', 'fp8', 'int8', 'int4'] },
    { pointer: '/maxContextTokens', direction: 'down', step: 1 },
    { pointer: '/requestsPerSecond', direction: 'down', isLoad: 'rate' },
    { pointer: '/concurrency', direction: 'down', step: 1, isLoad: 'amount' },
    { pointer: '/spareReplicas', direction: 'down', step: 1 },
  ],
  prepare,
  evaluate: (workload, configuration, context) =>
    evaluateInference(workload, configuration as LlmInferenceConfiguration, context.catalogue, context.pointer),
};
