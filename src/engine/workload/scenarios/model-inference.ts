/** Model inference other than text generation: vision, OCR, speech, embeddings, pictures and video. */

import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { fault, QuestionError } from '../../question-error.js';
import { gateOf, testableAccelerators } from '../../sizing/model-inference/card-gate.js';
import { TASKS } from '../../sizing/model-inference/tasks.js';
import { MS_PER_SECOND } from '../../units.js';
import { CardConfiguration, resolveHardware } from '../card-configuration.js';
import { firstTest, headroom, road } from '../option-parts.js';
import type { EvaluateReply, PrepareContext, Prepared, ScenarioDefinition } from '../scenario.js';
import {
  candidateBatches,
  type DevicePlan,
  gateRejections,
  groupsOf,
  memoryOn,
  placeService,
  planDevice,
  serviceFindings,
  serviceOf,
  servicePerformance,
  WORTH_A_LARGER_BATCH,
} from './model-inference-place.js';
import { type InferenceQuestion, inferenceQuestion } from './model-inference-question.js';
import { ModelInferenceWorkload } from './model-inference-schema.js';

function prepare(workload: ModelInferenceWorkload, context: PrepareContext): Prepared {
  const question = inferenceQuestion(workload, context);
  const testable = context.catalogue.derive(testableAccelerators);
  const facts = TASKS[question.task];
  return {
    demand: {
      scenario: 'model-inference',
      category: 'inference',
      model: question.modelId,
      precision: question.precision,
      minimumTotalMemoryGiB: minimumMemory(question),
      peakLoad: workload.rate ?? workload.concurrency ?? null,
      loadUnit:
        workload.rate !== undefined
          ? `${facts.item}-per-second`
          : workload.concurrency === undefined
            ? null
            : `${facts.item}-in-flight`,
      facts: {
        task: question.task,
        modelName: question.modelName,
        engine: question.engine,
        latencyMs: workload.latencyMs ?? null,
        references: question.references.curves.length + (question.references.own === null ? 0 : 1),
      },
    },
    findings: question.findings,
    place: (shape) => placeService(question, shape, testable),
    loadTest: (winner) =>
      firstTest({
        what: 'inputs of your own at the peak load for 15 minutes',
        accelerator: winner?.shape.accelerator.name ?? null,
        measure: measures(facts.rateMetric, 'latencyMs', 'cpuUtilisation', 'peakMemory'),
        decide: [finding('decide-own-reference'), finding('decide-host-or-card')],
        commands: testCommands(question),
      }),
    roadmap: (winner) => {
      const isShareable = winner?.option.report.findings.some(({ code }) => code === 'sharing-fits') ?? true;
      return road([
        { title: finding('road-one-card-model'), because: [finding('decide-own-reference')] },
        ...(isShareable ? [{ title: finding('road-share-light-services') }] : []),
        { title: finding('road-scale-with-load', { servers: winner?.servers ?? 1 }) },
      ]);
    },
  };
}

function minimumMemory(question: InferenceQuestion): number | null {
  const total = memoryOn(question, NO_SHAPE, 1).total;
  return total;
}
/** Only the needs of the model, whatever the card. */
const NO_SHAPE = { deviceMemoryGiB: null } as Parameters<typeof memoryOn>[1];

function testCommands(question: InferenceQuestion) {
  const watch = { tool: 'nvidia-smi', command: 'nvidia-smi dmon -s um -d 5' };
  if (question.engine === 'tensorrt') {
    return [
      {
        tool: 'trtexec',
        command: `trtexec --onnx=model.onnx --${question.precision} --shapes=input:BATCHx... --duration=60`,
      },
      { tool: 'perf_analyzer', command: 'perf_analyzer -m model --concurrency-range 1:32 -p 15000' },
      watch,
    ];
  }
  return [
    { tool: 'load generator', command: 'send your requests at the peak rate for 15 minutes and note rate and latency' },
    watch,
  ];
}

/** The plan of `/evaluate`: the asked batch, else what the load brings in flight, else the best. */
function evaluatedPlan(
  question: InferenceQuestion,
  shape: Parameters<typeof planDevice>[1],
  devices: number,
): DevicePlan | null {
  const { batch, concurrency } = question.workload;
  const wanted =
    batch ?? (concurrency === undefined ? null : Math.min(MAX_BATCH, Math.max(1, Math.ceil(concurrency / devices))));
  if (wanted !== null) return planDevice(question, shape, wanted);
  const goal = question.workload.latencyMs;
  // Saturated: pictures wait for nobody's batch unless it pays; the rest is offline throughput.
  const worth = question.task.endsWith('generation') ? WORTH_A_LARGER_BATCH : 1;
  let best: DevicePlan | null = null;
  for (const candidate of candidateBatches(question)) {
    const plan = planDevice(question, shape, candidate);
    if (plan === null) return null;
    const { usable, total } = plan.memory;
    const isTooLarge = usable !== null && total !== null && total > usable;
    if (
      best !== null &&
      (isTooLarge || (goal !== undefined && serviceOf(question, plan).secondsPerBatch * MS_PER_SECOND > goal))
    )
      break;
    if (best === null || plan.ratePerSecond > best.ratePerSecond * worth) best = plan;
  }
  return best;
}
const MAX_BATCH = 256;

function evaluate(workload: ModelInferenceWorkload, configuration: unknown, context: PrepareContext): EvaluateReply {
  const question = inferenceQuestion(workload, context);
  const hardware = resolveHardware(configuration as CardConfiguration, context.catalogue, '/configuration');
  const { shape } = hardware;
  if (groupsOf(question, shape) === 0 || shape.count % question.cardsPerItem !== 0) {
    throw new QuestionError([
      fault('layout-illegal', '/configuration/acceleratorCount', {
        why: `servers of ${shape.count} accelerators cannot be split into groups of ${question.cardsPerItem}`,
      }),
    ]);
  }
  // A group of cards that shares an item counts as one device.
  const devices = groupsOf(question, shape) * hardware.servers;
  const testable = context.catalogue.derive(testableAccelerators);
  const engine = shape.accelerator.kind === 'gpu' || question.isEngineStated ? question.engine : null;
  const gate = gateOf(shape.accelerator, question.precision, engine, testable);
  const because: Finding[] = gateRejections(question, shape, gate).map((rejection) => rejection.finding);
  const nearest = gate.kind === 'closed' && gate.code === 'precision-not-on-card' ? gate.nearest : null;
  const plan = gate.kind === 'open' ? evaluatedPlan(question, shape, devices) : null;
  const memory = plan?.memory ?? memoryOn(question, shape, workload.batch ?? 1);
  const room = headroom(memory);
  const fits = room === null ? null : room >= 0;
  const isUnknown = gate.kind === 'unknown' || (gate.kind === 'open' && plan === null);
  return {
    fits,
    headroomRatio: room,
    memory: { perAcceleratorGiB: memory },
    performance: plan === null || fits === false ? {} : servicePerformance(question, plan, devices),
    supported: {
      ok: gate.kind !== 'closed',
      because: isUnknown ? [finding('no-published-figure', { accelerator: shape.accelerator.name })] : because,
      nearest,
    },
    configuration: {
      ...hardware.echo,
      engine: question.engine,
      precision: question.precision,
      ...(plan === null ? {} : { batch: plan.batch }),
    },
    findings: [...question.findings, ...(plan === null ? [] : serviceFindings(question, shape, plan, devices))],
  };
}

export const MODEL_INFERENCE: ScenarioDefinition<ModelInferenceWorkload> = {
  id: 'model-inference',
  category: 'inference',
  label: { en: 'Model inference (vision, speech, embeddings, pictures)', zh: '模型推理（视觉、语音、向量、图像）' },
  description: {
    en: 'Services of models that are no text generators: cards, servers, latency and cost a thousand items, from the nearest published measurement or your own.',
    zh: '非文本生成类模型服务：依据最接近的公开实测或您自己的测量，给出卡数、服务器、延迟与每千次成本。',
  },
  schema: ModelInferenceWorkload,
  configurationSchema: CardConfiguration,
  example: {
    scenario: 'model-inference',
    task: 'image-generation',
    model: 'SDXL',
    precision: 'fp16',
    rate: 1,
    latencyMs: 10_000,
    input: { width: 1024, height: 1024, steps: 30 },
  },
  configurationExample: { accelerator: 'L40S', acceleratorCount: 4 },
  defaultWeights: {
    gpuSpec: 0.15,
    instanceType: 0.3,
    billing: 0.1,
    costOptimisation: 0.25,
    accelerationStack: 0.15,
    networkStorage: 0.05,
  },
  weightReason: {
    en: 'First the scenario, then the family: an instance made for inference weighs most, then cost an item and the inference engines, since inference is the long-term consumer of cards; the cards do not talk to each other.',
    zh: '先看场景再看规格族：推理型实例权重最高；推理是长期的算力消耗，其次是单次成本与推理加速；卡与卡之间几乎不通信。',
  },
  relaxableFields: [
    { pointer: '/latencyMs', direction: 'up', goalFor: 'latencyMs' },
    { pointer: '/rate', direction: 'down', isLoad: 'rate', borneBy: ['requestsPerSecond', 'outputTokensPerSecond'] },
    { pointer: '/concurrency', direction: 'down', step: 1, isLoad: 'amount' },
  ],
  prepare,
  evaluate,
};
