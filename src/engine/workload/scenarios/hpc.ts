/** High-performance computing: simulations from measured codes, or from what bounds them and your own run. */

import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { cardRate } from '../../sizing/hpc/run-speed.js';
import { RDMA_ENOUGH_GBPS } from '../../sizing/hpc/scaling.js';
import { CardConfiguration, resolveHardware } from '../card-configuration.js';
import { firstTest, headroom, road } from '../option-parts.js';
import type { EvaluateReply, PrepareContext, Prepared, ScenarioDefinition } from '../scenario.js';
import {
  devicesForMemory,
  layoutOf,
  placeRuns,
  type RunLayout,
  runFindings,
  runMemory,
  runPerformance,
} from './hpc-place.js';
import { type HpcQuestion, hpcQuestion } from './hpc-question.js';
import { HpcWorkload } from './hpc-schema.js';

function prepare(workload: HpcWorkload, context: PrepareContext): Prepared {
  const question = hpcQuestion(workload, context);
  return {
    demand: {
      scenario: 'hpc',
      category: 'hpc',
      model: null,
      precision: question.code.bound === 'fp64' ? 'fp64' : 'fp32',
      minimumTotalMemoryGiB: question.memoryGiB,
      peakLoad: null,
      loadUnit: null,
      facts: {
        code: question.code.label,
        case: question.caseName,
        bound: question.code.bound,
        runs: question.runs,
        workPerRun: question.workPerRun,
        deadlineHours: workload.deadlineHours ?? null,
      },
    },
    findings: question.findings,
    place: (shape, limits) => placeRuns(question, shape, limits),
    loadTest: (winner) =>
      firstTest({
        what: 'a short run of your own input at 1, 2, 4 and 8 cards',
        accelerator: winner?.shape.accelerator.name ?? null,
        measure: measures('hoursPerRun', 'scalingEfficiencyRatio', 'peakMemory', 'cpuUtilisation'),
        decide: [finding('decide-scaling'), finding('decide-own-run')],
        commands: [testCommand(question), { tool: 'nvidia-smi', command: 'nvidia-smi dmon -s um -d 5' }],
      }),
    roadmap: (winner) =>
      road([
        { title: finding('road-one-card-run'), because: [finding('decide-own-run')] },
        { title: finding('road-scaling-test'), because: [finding('decide-scaling')] },
        { title: finding('road-runs', { servers: winner?.servers ?? 1 }) },
      ]),
  };
}

function testCommand(question: HpcQuestion) {
  switch (question.codeId) {
    case 'gromacs':
      return {
        tool: 'gmx',
        command: 'gmx mdrun -s topol.tpr -nb gpu -pme gpu -bonded gpu -update gpu -nsteps 20000 -resethway',
      };
    case 'namd':
      return { tool: 'namd3', command: 'namd3 +p8 +devices 0 run.namd' };
    case 'amber':
      return { tool: 'pmemd.cuda', command: 'pmemd.cuda -O -i mdin -p prmtop -c inpcrd' };
    case 'lammps':
      return { tool: 'lmp', command: 'mpirun -np 1 lmp -k on g 1 -sf kk -in in.run' };
    default:
      return {
        tool: question.code.label,
        command: 'run your input for a few minutes on 1, 2, 4 and 8 cards and note the time of each',
      };
  }
}

/** The layout of `/evaluate`: one run uses all cards named; several runs take the fewest cards that hold them. */
function evaluatedLayout(
  question: HpcQuestion,
  shape: Parameters<typeof layoutOf>[1],
  servers: number,
): RunLayout | null {
  const one = cardRate(question.query, shape.accelerator);
  if (one === null) return null;
  if (question.runs === 1) return layoutOf(question, shape, one, shape.count, servers, servers);
  const least = devicesForMemory(question, shape) ?? 1;
  const span = Math.max(1, Math.ceil(least / shape.count));
  return layoutOf(question, shape, one, span > 1 ? shape.count : Math.min(least, shape.count), span, servers);
}

function evaluate(workload: HpcWorkload, configuration: unknown, context: PrepareContext): EvaluateReply {
  const question = hpcQuestion(workload, context);
  const hardware = resolveHardware(configuration as CardConfiguration, context.catalogue, '/configuration');
  const { shape, servers, devices } = hardware;
  const card = shape.accelerator;
  const isGpu = card.kind === 'gpu';
  // Several named servers without a stated network are taken as a cluster that was built for it, and said so.
  const isRdmaAssumed = servers > 1 && shape.rdmaGbps === null;
  const linked = isRdmaAssumed ? { ...shape, rdmaGbps: RDMA_ENOUGH_GBPS } : shape;
  const layout = isGpu ? evaluatedLayout(question, linked, servers) : null;
  const perJob = question.runs === 1 ? devices : Math.max(1, devicesForMemory(question, shape) ?? 1);
  const memory = runMemory(question, shape, perJob);
  const room = headroom(memory);
  const because: Finding[] = isGpu
    ? layout === null
      ? [finding('no-published-figure', { accelerator: card.name })]
      : []
    : [finding('code-not-on-card', { code: question.code.label, accelerator: card.name })];
  return {
    fits: room === null ? null : room >= 0,
    headroomRatio: room,
    memory: { perAcceleratorGiB: memory },
    performance: layout === null || (room !== null && room < 0) ? {} : runPerformance(question, shape, layout),
    supported: { ok: isGpu, because, nearest: null },
    configuration: hardware.echo,
    findings: [
      ...question.findings,
      ...(isRdmaAssumed
        ? [finding('assumed-default', { field: 'configuration.rdmaGbps', value: RDMA_ENOUGH_GBPS })]
        : []),
      ...(layout === null ? [] : runFindings(question, linked, layout)),
    ],
  };
}

export const HPC: ScenarioDefinition<HpcWorkload> = {
  id: 'hpc',
  category: 'hpc',
  label: { en: 'High-performance computing', zh: '高性能计算' },
  description: {
    en: 'Simulations by a named code or by what bounds them (double or single precision, memory bandwidth): cards, servers, hours and cost a run.',
    zh: '按软件或瓶颈（双精度、单精度、显存带宽）规划科学计算：卡数、服务器、时长与每次运行成本。',
  },
  schema: HpcWorkload,
  configurationSchema: CardConfiguration,
  example: {
    scenario: 'hpc',
    code: 'OpenMM',
    case: 'apoa1 PME',
    nanoseconds: 1000,
    runs: 8,
    memoryGiB: 2,
    deadlineHours: 72,
  },
  configurationExample: { accelerator: 'L40S', acceleratorCount: 8 },
  defaultWeights: {
    gpuSpec: 0.3,
    instanceType: 0.1,
    billing: 0.15,
    costOptimisation: 0.25,
    accelerationStack: 0.05,
    networkStorage: 0.15,
  },
  weightReason: {
    en: 'The physics decides: double precision or memory bandwidth of the card first, then cost a run, then the links between cards.',
    zh: '由物理特性决定：先看双精度或显存带宽，再看每次运行成本，然后是卡间互联。',
  },
  relaxableFields: [
    { pointer: '/deadlineHours', direction: 'up', step: 0.1, goalFor: 'durationHours' },
    { pointer: '/memoryGiB', direction: 'down', step: 1 },
    { pointer: '/runs', direction: 'down', step: 1, isLoad: 'amount' },
  ],
  prepare,
  evaluate,
};
