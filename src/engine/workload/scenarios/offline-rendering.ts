/** Offline rendering: batches of independent frames, from what a frame took on hardware you have. */

import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { CardConfiguration, resolveHardware } from '../card-configuration.js';
import { firstTest, headroom, road } from '../option-parts.js';
import type { EvaluateReply, PrepareContext, Prepared, ScenarioDefinition } from '../scenario.js';
import { batchPerformance, frameOnShape, placeBatch, sceneMemory } from './offline-rendering-place.js';
import { type RenderQuestion, renderQuestion } from './offline-rendering-question.js';
import { OfflineRenderingWorkload } from './offline-rendering-schema.js';

function prepare(workload: OfflineRenderingWorkload, context: PrepareContext): Prepared {
  const question = renderQuestion(workload, context);
  return {
    demand: {
      scenario: 'offline-rendering',
      category: 'rendering',
      model: null,
      precision: 'fp32',
      minimumTotalMemoryGiB: question.sceneMemoryGiB,
      peakLoad: null,
      loadUnit: null,
      facts: {
        frames: workload.frames,
        renderer: question.renderer,
        deadlineHours: question.deadlineHours,
        batchesPerMonth: question.batchesPerMonth,
        sceneMemoryGiB: question.sceneMemoryGiB,
      },
    },
    findings: question.findings,
    place: (shape, limits) => placeBatch(question, shape, limits),
    loadTest: (winner) =>
      firstTest({
        what: 'up to twenty typical frames and the heaviest one',
        accelerator: winner?.shape.accelerator.name ?? null,
        measure: measures('secondsPerFrame', 'peakMemory', 'fixedSecondsAFrame', 'gpuUtilisation'),
        decide: [finding('decide-frame-time'), finding('decide-scene-memory')],
        commands: [
          renderCommand(question),
          { tool: 'nvidia-smi', command: 'nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv -l 5' },
        ],
      }),
    roadmap: (winner) =>
      road([
        { title: finding('road-one-card-frames'), because: [finding('decide-frame-time')] },
        { title: finding('road-one-night', { servers: winner?.servers ?? 1 }) },
        { title: finding('road-farm-by-orders'), because: [finding('batches-on-demand')] },
      ]),
  };
}

function renderCommand(question: RenderQuestion) {
  if (question.renderer === 'blender-cycles') {
    return {
      tool: 'blender',
      command: 'time blender -b scene.blend -E CYCLES -s 1 -e 20 -a -- --cycles-device OPTIX',
    };
  }
  return {
    tool: question.renderer,
    command: 'render frames 1-20 with your production settings and note the seconds of each',
  };
}

function evaluate(workload: OfflineRenderingWorkload, configuration: unknown, context: PrepareContext): EvaluateReply {
  const question = renderQuestion(workload, context);
  const hardware = resolveHardware(configuration as CardConfiguration, context.catalogue, '/configuration');
  const { shape, servers, devices } = hardware;
  const memory = sceneMemory(question, shape);
  const on = frameOnShape(question, shape);
  const base = {
    headroomRatio: headroom(memory),
    memory: { perAcceleratorGiB: memory },
    configuration: hardware.echo,
  };
  if (on === null) {
    return {
      ...base,
      fits: null,
      performance: {},
      supported: {
        ok: true,
        because: [finding('no-published-figure', { accelerator: shape.accelerator.name })],
        nearest: null,
      },
      findings: question.findings,
    };
  }
  if (!('frame' in on)) {
    const because: Finding[] = on.map((rejection) => rejection.finding);
    const isShort = on.some((rejection) => rejection.code === 'scene-memory-short');
    return {
      ...base,
      fits: !isShort,
      performance: {},
      supported: { ok: on.every((r) => r.code === 'scene-memory-short'), because, nearest: null },
      findings: question.findings,
    };
  }
  return {
    ...base,
    fits: true,
    performance: batchPerformance(question, on, servers, devices),
    supported: { ok: true, because: [], nearest: null },
    findings: [
      ...question.findings,
      finding('frame-time-transferred', {
        reference: on.frame.nearest.id,
        referenceAccelerator: on.frame.nearest.accelerator.name,
        accelerator: shape.accelerator.name,
        secondsPerFrame: on.frame.seconds.expected,
        lowSecondsPerFrame: on.frame.seconds.low,
        highSecondsPerFrame: on.frame.seconds.high,
      }),
      ...(on.isOutOfCore ? [finding('out-of-core', { accelerator: shape.accelerator.name })] : []),
    ],
  };
}

export const OFFLINE_RENDERING: ScenarioDefinition<OfflineRenderingWorkload> = {
  id: 'offline-rendering',
  category: 'rendering',
  label: { en: 'Offline rendering', zh: '离线渲染' },
  description: {
    en: 'Batches of frames for stills and animation: how many cards and servers, when it is ready, what a frame costs.',
    zh: '静帧与动画的批量渲染：需要多少卡和服务器、何时完成、每帧成本。',
  },
  schema: OfflineRenderingWorkload,
  configurationSchema: CardConfiguration,
  example: {
    scenario: 'offline-rendering',
    frames: 600,
    renderer: 'v-ray',
    reference: { accelerator: 'RTX 3090', minutesPerFrame: 11 },
    sceneMemoryGiB: 12,
    window: { startsAt: '20:00', readyBy: '08:00' },
    batchesPerMonth: 22,
  },
  configurationExample: { accelerator: 'A10', acceleratorCount: 8 },
  defaultWeights: {
    gpuSpec: 0.15,
    instanceType: 0.34,
    billing: 0.06,
    costOptimisation: 0.2,
    accelerationStack: 0.2,
    networkStorage: 0.05,
  },
  weightReason: {
    en: 'Rendering instances come with the graphics licence and driver configured, so family and stack weigh most; then cost a frame, since a batch that is late costs as well; frames are independent, so the network hardly counts.',
    zh: '渲染型实例已配置图形许可与驱动，规格族与软件栈权重最高；其次是每帧成本，误期同样是成本；帧与帧相互独立，网络影响很小。',
  },
  relaxableFields: [
    { pointer: '/deadlineHours', direction: 'up', step: 0.1, goalFor: 'durationHours' },
    { pointer: '/sceneMemoryGiB', direction: 'down', step: 0.1 },
    { pointer: '/frames', direction: 'down', isLoad: 'amount' },
  ],
  prepare,
  evaluate,
};
