/** Answers one named training configuration: what is stated is kept, what is missing is chosen as the planner would. */
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import type { Sharding } from '../../sizing/training/layout.js';
import { peakTflops } from '../../sizing/training/machine.js';
import { hostStateBytes } from '../../sizing/training/memory.js';
import {
  chooseLayout,
  FITS_RATIO,
  layoutProblems,
  type StatedLayout,
  statedLayouts,
} from '../../sizing/training/stated-layout.js';
import { BYTES_PER_GIB } from '../../units.js';
import type { EvaluateReply, PrepareContext } from '../scenario.js';
import { linkWarnings, precisionSupport, recipeFor } from './compatibility.js';
import type { Correct } from './correction.js';
import { dataFeed } from './data-feed.js';
import { runEstimate } from './duration.js';
import { namedMachine } from './named-machine.js';
import { layoutFacts, memoryParts } from './option.js';
import { type TrainingQuestion, withRecipe } from './question.js';
import type { TrainingConfiguration } from './schema.js';

export function evaluateTraining(
  asked: TrainingQuestion,
  configuration: TrainingConfiguration,
  context: PrepareContext,
  correct: Correct,
): EvaluateReply {
  const findings: Finding[] = [...asked.findings];
  const named = namedMachine(asked.communicationLibrary, configuration, context, findings);
  const { machine, devices } = named;
  const recipe = recipeFor(machine.accelerator, asked.requestedRecipe);
  const question = withRecipe(asked, recipe);
  const { job } = question;
  const support = precisionSupport(machine.accelerator, recipe);
  const deviceGiB = machine.deviceMemoryGiB;
  const stated = statedLayout(configuration);
  const faults: Fault[] = layoutProblems(job, devices, stated).map(({ field, why }) =>
    fault('layout-illegal', `/configuration/${FIELD_NAMES[field]}`, { why }),
  );
  if (configuration.zeroStage !== undefined && configuration.fsdp) {
    faults.push(fault('exactly-one-of', '/configuration/zeroStage', { fields: 'zeroStage, fsdp' }));
  }
  if (faults.length > 0) throw new QuestionError(faults);
  const layouts = statedLayouts(job, machine, devices, stated);
  const chosen = chooseLayout(job, machine, layouts);
  if (chosen === null) {
    throw new QuestionError([
      fault('layout-illegal', '/configuration/acceleratorCount', {
        why: `no split of ${devices} devices agrees with the stated degrees and a global batch of ${job.globalBatch} sequences`,
      }),
    ]);
  }
  const { layout, memory } = chosen;
  const fits = deviceGiB === null ? null : memory.total <= deviceGiB * BYTES_PER_GIB * FITS_RATIO;
  const warnings = linkWarnings(layout, machine, (job.globalBatch * job.sequence) / devices);
  findings.push(...warnings);
  const canTime = (peakTflops(machine.accelerator, job.bytes.compute) ?? 0) > 0 && machine.bandwidthGBps > 0;
  if (!canTime) findings.push(finding('training-speed-unknown', { accelerator: machine.accelerator.name }));
  const correction = correct(job, machine, layout);
  const run =
    canTime && chosen.time && Number.isFinite(chosen.time.seconds)
      ? runEstimate(question, { layout, memory, time: chosen.time }, machine, correction)
      : null;
  if (run) findings.push(correction.explain());
  findings.push(
    finding('training-layout', {
      ...layoutFacts(layout),
      stepSeconds: run?.stepSeconds ?? null,
      layoutsWeighed: layouts.length,
    }),
  );
  if (run && devices > 1 && chosen.time) {
    const { time } = chosen;
    findings.push(
      finding('training-scaling-loss', {
        scalingEfficiencyRatio: run.scalingRatio,
        bubbleRatio: time.bubble / time.seconds,
        modelTrafficRatio: time.model / time.seconds,
        dataTrafficRatio: time.data / time.seconds,
        stragglerRatio: time.straggler / time.seconds,
      }),
    );
  }
  if (run)
    findings.push(...dataFeed(question, run.tokensPerSecond, Math.max(1, devices / machine.devicesPerServer)).findings);
  if (fits === false) {
    findings.push(
      finding('training-out-of-memory', { neededGiB: memory.total / BYTES_PER_GIB, deviceGiB: deviceGiB ?? 0 }),
    );
  }
  if (layout.isOffloaded)
    findings.push(finding('training-offloaded', { hostGiB: hostStateBytes(job) / BYTES_PER_GIB }));
  if (configuration.offload !== undefined && !layout.isOffloaded)
    findings.push(finding('assumed-default', { field: 'offload', value: 'none' }));
  if (run?.runHours) {
    findings.push(
      finding('training-checkpoints', {
        checkpointGB: run.goodput.checkpointGB,
        writeSeconds: run.goodput.writeSeconds,
        intervalMinutes: run.goodput.intervalSeconds / 60,
        hoursBetweenFailures: run.goodput.meanSecondsBetweenFailures / 3600,
        goodputRatio: run.goodput.ratio,
      }),
    );
  } else if (question.deadlineHours !== null) {
    findings.push(finding('deadline-without-work', { deadlineHours: question.deadlineHours }));
  }
  return {
    fits,
    headroomRatio: deviceGiB === null ? null : 1 - memory.total / BYTES_PER_GIB / deviceGiB,
    memory: { perAcceleratorGiB: memoryParts(memory, deviceGiB, 1) },
    performance: run?.performance() ?? {},
    supported: { ok: support.ok, because: [...support.because, ...warnings], nearest: support.nearest },
    configuration: {
      accelerator: machine.accelerator.id,
      acceleratorCount: devices,
      acceleratorsPerServer: machine.devicesPerServer,
      tensorParallel: layout.tensor,
      pipelineParallel: layout.pipeline,
      contextParallel: layout.context,
      expertParallel: layout.expert,
      dataParallel: layout.data,
      virtualPipelineStages: layout.virtualStages,
      sharding:
        layout.sharding === 'zero3' && layout.shardWidth < layout.data * layout.context ? 'hybrid' : layout.sharding,
      microBatch: layout.microBatch,
      activationCheckpointing: layout.checkpointing,
      globalBatchSequences: job.globalBatch,
      precisionRecipe: recipe,
      framework: job.framework.id,
    },
    findings,
  };
}

const FIELD_NAMES: Readonly<Record<keyof StatedLayout | 'devices', string>> = {
  tensor: 'tensorParallel',
  pipeline: 'pipelineParallel',
  context: 'contextParallel',
  expert: 'expertParallel',
  data: 'dataParallel',
  virtualStages: 'virtualPipelineStages',
  sharding: 'zeroStage',
  microBatch: 'microBatch',
  checkpointing: 'activationCheckpointing',
  isOffloaded: 'offload',
  devices: 'acceleratorCount',
};

const STAGES: readonly Sharding[] = ['none', 'zero1', 'zero2', 'zero3'];

/** What the configuration says, in the words of the layout. */
function statedLayout(configuration: TrainingConfiguration): StatedLayout {
  const { zeroStage, fsdp } = configuration;
  let sharding: StatedLayout['sharding'];
  if (fsdp === true || fsdp === 'full-shard') sharding = 'zero3';
  else if (fsdp === 'hybrid-shard') sharding = 'hybrid';
  else if (fsdp === 'shard-grad-op') sharding = 'zero2';
  else if (zeroStage !== undefined) sharding = STAGES[zeroStage];
  else if (fsdp === false) sharding = 'none';
  return {
    tensor: configuration.tensorParallel,
    pipeline: configuration.pipelineParallel,
    context: configuration.contextParallel,
    expert: configuration.expertParallel,
    data: configuration.dataParallel,
    virtualStages: configuration.virtualPipelineStages,
    sharding,
    microBatch: configuration.microBatch,
    checkpointing: configuration.activationCheckpointing,
    isOffloaded: configuration.offload === 'optimizer',
  };
}
