/** Training of models that are not language models: vision, detection, speech, diffusion; by measured reference. */

import { finding } from '../../finding.js';
import { measures } from '../../measures.js';
import type { EvaluateReply, PrepareContext, Prepared, RoadmapStep, ScenarioDefinition } from '../scenario.js';
import { precisionSupport } from '../training/compatibility.js';
import {
  modelFindings,
  modelMemory,
  modelPlacer,
  modelRun,
  modelSpeed,
  modelStatesGiB,
} from '../training/model-training-place.js';
import { modelTrainingQuestion, modeOn } from '../training/model-training-question.js';
import {
  ModelTrainingConfiguration as Configuration,
  type ModelTrainingConfiguration,
  ModelTrainingWorkload,
} from '../training/model-training-schema.js';
import { namedServers } from '../training/named-machine.js';

function prepare(workload: ModelTrainingWorkload, context: PrepareContext): Prepared {
  const question = modelTrainingQuestion(workload, context);
  return {
    demand: {
      scenario: 'model-training',
      category: 'training',
      model: question.cardId,
      precision: workload.precision ?? 'auto',
      minimumTotalMemoryGiB: modelStatesGiB(question),
      peakLoad: null,
      loadUnit: null,
      facts: {
        model: question.name,
        parametersBillion: question.parametersBillion,
        work: question.work?.expected ?? null,
        workUnit: question.unit,
        deadlineHours: workload.deadlineHours ?? null,
        datasetGiB: workload.datasetGiB ?? null,
        datasetKind: question.kind,
        globalBatchSamples: workload.globalBatchSamples ?? null,
      },
    },
    findings: question.findings,
    place: modelPlacer(question),
    loadTest: (winner) => ({
      summary: finding(winner ? 'model-training-test-summary' : 'training-test-without-plan', {
        steps: 200,
        model: question.name,
        samplesPerSecond: winner?.option.report.performance.samplesPerSecond?.expected ?? null,
      }),
      measure: measures('samplesASecond', 'dataWait', 'peakMemory', 'diskReadRate'),
      decide: [finding('model-training-test-decide', {})],
      commands: [
        {
          tool: 'torchrun',
          command: `torchrun --nproc_per_node ${winner?.shape.count ?? 1} train.py --max-steps 200 --amp`,
        },
        ...((winner?.shape.count ?? 1) > 1
          ? [{ tool: 'nccl-tests', command: `./build/all_reduce_perf -b 8M -e 4G -f 2 -g ${winner?.shape.count ?? 1}` }]
          : []),
        {
          tool: 'fio',
          command:
            'fio --name=read --directory=/data --rw=randread --bs=128k --size=8G --numjobs=8 --direct=1 --group_reporting',
        },
      ],
    }),
    roadmap: (winner) => {
      const steps: RoadmapStep[] = [
        {
          step: 1,
          title: finding('roadmap-one-card-steps', { what: question.name, steps: 200 }),
          because: [finding('roadmap-one-card-why', { hours: 4 })],
        },
      ];
      if (!winner) return steps;
      const { option, shape, servers } = winner;
      if (shape.count > 1) {
        steps.push({
          step: steps.length + 1,
          title: finding('roadmap-one-server', { devices: shape.count, layout: `data ${shape.count}` }),
          because: [finding('roadmap-whole-fits-why', { memoryGiB: shape.deviceMemoryGiB })],
        });
      }
      if (servers > 1) {
        const hours = option.runHours?.expected ?? null;
        steps.push({
          step: steps.length + 1,
          title: finding('roadmap-cluster', {
            servers,
            devices: servers * shape.count,
            hours,
            acceleratorHours: hours === null ? null : hours * servers * shape.count,
            layout: `data ${servers * shape.count}`,
          }),
          because: [finding('roadmap-network-why', { serverGbps: option.needs.interServerGbps })],
        });
      }
      return steps;
    },
  };
}

function evaluate(workload: ModelTrainingWorkload, given: unknown, context: PrepareContext): EvaluateReply {
  const question = modelTrainingQuestion(workload, context);
  const findings = [...question.findings];
  const { server, devices, deviceMemoryGiB } = namedServers(given as ModelTrainingConfiguration, context, findings);
  const mode = modeOn(server.accelerator, workload.precision ?? 'auto');
  const support = precisionSupport(
    server.accelerator,
    mode === 'fp16' ? 'fp16' : (mode as 'fp32' | 'tf32' | 'bf16' | 'fp8'),
  );
  const states = modelStatesGiB(question);
  const fits = states === null || deviceMemoryGiB === null ? null : states + 1.5 <= deviceMemoryGiB;
  const speed = modelSpeed(question, server, devices);
  const servers = Math.max(1, devices / server.count);
  const run = speed ? modelRun(question, speed, devices, servers) : null;
  if (speed && run)
    findings.push(
      ...modelFindings(
        question,
        server.accelerator,
        speed,
        run,
        server.vcpu === null ? null : server.vcpu / server.count,
        servers,
        server.hasRdma,
      ),
    );
  else findings.push(finding('training-speed-unknown', { accelerator: server.accelerator.name }));
  return {
    fits,
    headroomRatio: states === null || deviceMemoryGiB === null ? null : 1 - (states + 1.5) / deviceMemoryGiB,
    memory: { perAcceleratorGiB: modelMemory(question, deviceMemoryGiB) },
    performance: run?.performance ?? {},
    supported: { ok: support.ok, because: support.because, nearest: support.nearest },
    configuration: {
      accelerator: server.accelerator.id,
      acceleratorCount: devices,
      acceleratorsPerServer: server.count,
      dataParallel: devices,
      precision: mode,
    },
    findings,
  };
}

export const MODEL_TRAINING: ScenarioDefinition<ModelTrainingWorkload> = {
  id: 'model-training',
  category: 'training',
  label: { en: 'Model training (vision, speech, diffusion)', zh: '模型训练（视觉、语音、扩散）' },
  description: {
    en: 'Train a model that is not a language model; speed from published measurements or your own run.',
    zh: '训练非大语言模型；速度来自公开实测或您自己的运行记录。',
  },
  schema: ModelTrainingWorkload,
  configurationSchema: Configuration,
  example: {
    scenario: 'model-training',
    model: 'Swin-L',
    reference: { accelerator: 'V100-SXM2-32GB', acceleratorCount: 8, runHours: 730 },
    deadlineHours: 336,
    datasetGiB: 4000,
    datasetKind: 'images',
  },
  configurationExample: { accelerator: 'A100-SXM4-40GB', acceleratorCount: 16, network: { rdmaGbps: 1600 } },
  defaultWeights: {
    gpuSpec: 0.25,
    instanceType: 0.15,
    billing: 0.1,
    costOptimisation: 0.25,
    accelerationStack: 0.1,
    networkStorage: 0.15,
  },
  weightReason: {
    en: 'Speed a card and cost count most; decoding CPUs and storage keep the cards busy.',
    zh: '单卡速度与成本最重要；解码 CPU 与存储决定卡能否跑满。',
  },
  relaxableFields: [
    { pointer: '/deadlineHours', direction: 'up', step: 0.1, goalFor: 'durationHours' },
    { pointer: '/samples', direction: 'down', isLoad: 'amount' },
    { pointer: '/epochs', direction: 'down', isLoad: 'amount' },
  ],
  prepare,
  evaluate,
};
