/** Answers one named training configuration: what is stated is kept, what is missing is chosen as the planner would. */
import { type Finding, finding } from '../../finding.js';
import { type Fault, fault, QuestionError } from '../../question-error.js';
import { TRAINING_CALIBRATION } from '../../sizing/training/calibration.js';
import type { TrainingJob } from '../../sizing/training/job.js';
import { type Checkpointing, devicesOf, type Layout, type Sharding } from '../../sizing/training/layout.js';
import { type LayoutChoice, tensorProblem } from '../../sizing/training/layout-search.js';
import { type Machine, peakTflops } from '../../sizing/training/machine.js';
import { trainingMemory } from '../../sizing/training/memory.js';
import { type StepTime, stepTime } from '../../sizing/training/step-time.js';
import { BYTES_PER_GIB } from '../../units.js';
import type { EvaluateReply, PrepareContext } from '../scenario.js';
import { linkWarnings, precisionSupport, recipeFor } from './compatibility.js';
import { runEstimate } from './duration.js';
import { namedMachine } from './named-machine.js';
import { layoutText, memoryParts } from './option.js';
import type { Correct } from './place.js';
import { type TrainingQuestion, withRecipe } from './question.js';
import type { TrainingConfiguration } from './schema.js';

/** Share of the reported memory above which a run is said not to fit: the last percent is never free. */
export const FITS_RATIO = 0.985;

export function evaluateTraining(
  asked: TrainingQuestion,
  configuration: TrainingConfiguration,
  context: PrepareContext,
  correct: Correct,
): EvaluateReply {
  const findings: Finding[] = [...asked.findings];
  const named = namedMachine(asked, configuration, context, findings);
  const { machine, devices } = named;
  const recipe = recipeFor(machine.accelerator, asked.requestedRecipe);
  const question = withRecipe(asked, recipe);
  const { job } = question;
  const support = precisionSupport(machine.accelerator, recipe);
  const deviceGiB = machine.deviceMemoryGiB;
  const layouts = candidateLayouts(job, machine, devices, configuration);
  const chosen = chooseLayout(job, machine, layouts, deviceGiB);
  const { layout, memory } = chosen;
  const fits = deviceGiB === null ? null : memory.total <= deviceGiB * BYTES_PER_GIB * FITS_RATIO;
  const warnings = linkWarnings(layout, machine, (job.globalBatch * job.sequence) / devices);
  findings.push(...warnings);
  const canTime = (peakTflops(machine.accelerator, job.bytes.compute) ?? 0) > 0 && machine.bandwidthGBps > 0;
  if (!canTime) findings.push(finding('training-speed-unknown', { accelerator: machine.accelerator.name }));
  const run =
    canTime && chosen.time && Number.isFinite(chosen.time.seconds)
      ? runEstimate(question, chosen as LayoutChoice, machine, correct(job, machine, chosen as LayoutChoice))
      : null;
  findings.push(
    finding('training-layout', {
      layout: layoutText(layout),
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
  if (fits === false) {
    findings.push(
      finding('training-out-of-memory', { neededGiB: memory.total / BYTES_PER_GIB, deviceGiB: deviceGiB ?? 0 }),
    );
  }
  if (layout.isOffloaded)
    findings.push(finding('training-offloaded', { hostGiB: (job.model.parameters * 18) / BYTES_PER_GIB }));
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
    if (question.deadlineHours !== null && run.runHours.expected > question.deadlineHours) {
      findings.push(
        finding('training-misses-deadline', {
          deadlineHours: question.deadlineHours,
          fastestHours: run.runHours.expected,
          servers: Math.max(1, devices / machine.devicesPerServer),
          accelerator: machine.accelerator.name,
        }),
      );
    }
  } else if (question.deadlineHours !== null) {
    findings.push(finding('deadline-without-work', { deadlineHours: question.deadlineHours }));
  }
  return {
    fits,
    headroomRatio: deviceGiB === null ? null : 1 - memory.total / BYTES_PER_GIB / deviceGiB,
    memory: { perAcceleratorGiB: memoryParts(memory, deviceGiB, 1) },
    performance: run?.performance ?? {},
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

interface Candidate {
  readonly layout: Layout;
  readonly memory: ReturnType<typeof trainingMemory>;
  readonly time: StepTime | null;
}

/** The fastest layout that fits; where none fits, the one with the smallest memory. */
function chooseLayout(
  job: TrainingJob,
  machine: Machine,
  layouts: readonly Layout[],
  deviceGiB: number | null,
): Candidate {
  let best: Candidate | null = null;
  let smallest: Candidate | null = null;
  for (const layout of layouts) {
    const memory = trainingMemory(job, layout, TRAINING_CALIBRATION);
    const time = machine.bandwidthGBps > 0 ? stepTime(job, layout, machine) : null;
    const candidate = { layout, memory, time };
    if (!smallest || memory.total < smallest.memory.total) smallest = candidate;
    if (deviceGiB !== null && memory.total > deviceGiB * BYTES_PER_GIB * FITS_RATIO) continue;
    if (!best || (time && best.time && time.seconds < best.time.seconds)) best = candidate;
  }
  const chosen = best ?? smallest;
  if (!chosen) throw new Error('no layout to choose from');
  return chosen;
}

/** All layouts that agree with what the configuration states; throws `layout-illegal` when there is none. */
function candidateLayouts(
  job: TrainingJob,
  machine: Machine,
  devices: number,
  configuration: TrainingConfiguration,
): readonly Layout[] {
  const pointer = '/configuration';
  const illegal = (field: string, why: string): Fault => fault('layout-illegal', `${pointer}/${field}`, { why });
  const faults: Fault[] = [];
  const { model } = job;
  const stated = configuration;
  if (stated.zeroStage !== undefined && stated.fsdp !== undefined && stated.fsdp !== false) {
    faults.push(fault('exactly-one-of', `${pointer}/zeroStage`, { fields: 'zeroStage, fsdp' }));
  }
  const fixed = (stated.tensorParallel ?? 1) * (stated.pipelineParallel ?? 1) * (stated.contextParallel ?? 1);
  if (devices % fixed !== 0) {
    faults.push(
      illegal(
        'acceleratorCount',
        `${devices} devices do not divide into groups of ${fixed} (tensor × pipeline × context)`,
      ),
    );
  }
  if (stated.tensorParallel !== undefined) {
    const problem = tensorProblem(job, stated.tensorParallel);
    if (problem !== null) faults.push(illegal('tensorParallel', problem));
  }
  if (stated.pipelineParallel !== undefined && stated.pipelineParallel > model.layers) {
    faults.push(illegal('pipelineParallel', `${model.layers} layers cannot make ${stated.pipelineParallel} stages`));
  }
  const virtual = stated.virtualPipelineStages ?? 1;
  if (virtual > 1 && virtual * (stated.pipelineParallel ?? 1) > model.layers) {
    faults.push(
      illegal(
        'virtualPipelineStages',
        `${model.layers} layers cannot make ${virtual * (stated.pipelineParallel ?? 1)} chunks`,
      ),
    );
  }
  if ((stated.expertParallel ?? 1) > 1) {
    if (model.experts === 0) faults.push(illegal('expertParallel', 'the model has no experts'));
    else if (model.experts % (stated.expertParallel ?? 1) !== 0) {
      faults.push(illegal('expertParallel', `${model.experts} experts do not divide by ${stated.expertParallel}`));
    }
  }
  if (
    stated.dataParallel !== undefined &&
    stated.tensorParallel !== undefined &&
    stated.pipelineParallel !== undefined &&
    devices !== fixed * stated.dataParallel
  ) {
    faults.push(
      illegal('dataParallel', `tensor × pipeline × context × data is ${fixed * stated.dataParallel}, not ${devices}`),
    );
  }
  if (stated.microBatch !== undefined && stated.microBatch > job.globalBatch) {
    faults.push(
      illegal('microBatch', `a micro-batch of ${stated.microBatch} exceeds the global batch of ${job.globalBatch}`),
    );
  }
  if (faults.length > 0) throw new QuestionError(faults);

  const tensors = stated.tensorParallel ? [stated.tensorParallel] : defaultTensors(job, machine, devices);
  const pipelines = stated.pipelineParallel ? [stated.pipelineParallel] : defaultPipelines(job, devices, stated);
  const contexts = stated.contextParallel ? [stated.contextParallel] : [1];
  const checkpointings: readonly Checkpointing[] = stated.activationCheckpointing
    ? [stated.activationCheckpointing]
    : ['none', 'selective', 'full'];
  const layouts: Layout[] = [];
  for (const tensor of tensors) {
    for (const pipeline of pipelines) {
      for (const context of contexts) {
        const data = devices / (tensor * pipeline * context);
        if (!Number.isInteger(data)) continue;
        if (stated.dataParallel !== undefined && stated.dataParallel !== data) continue;
        if (data > job.globalBatch) continue;
        const experts = stated.expertParallel
          ? [stated.expertParallel]
          : defaultExperts(job, machine, tensor * data * context);
        for (const expert of experts) {
          if (expert > tensor * data * context) continue;
          for (const [sharding, shardWidth] of statedShardings(
            job,
            machine,
            { tensor, pipeline, context, data },
            stated,
          )) {
            for (const checkpointing of checkpointings) {
              const largest = Math.max(1, Math.floor(job.globalBatch / data));
              const batches = stated.microBatch
                ? [Math.min(stated.microBatch, largest)]
                : powersOfTwo(Math.min(64, largest));
              for (const microBatch of batches) {
                layouts.push({
                  tensor,
                  pipeline,
                  context,
                  expert,
                  data,
                  microBatch,
                  sharding,
                  shardWidth,
                  checkpointing,
                  virtualStages: pipeline > 1 ? virtual : 1,
                  isOffloaded: stated.offload === 'optimizer',
                });
              }
            }
          }
        }
      }
    }
  }
  if (layouts.length === 0) {
    throw new QuestionError([
      illegal(
        'acceleratorCount',
        `no split of ${devices} devices agrees with the stated degrees and a global batch of ${job.globalBatch} sequences`,
      ),
    ]);
  }
  return layouts;
}

function powersOfTwo(most: number): readonly number[] {
  const list: number[] = [];
  for (let n = 1; n <= most; n *= 2) list.push(n);
  return list;
}

function defaultTensors(job: TrainingJob, machine: Machine, devices: number): readonly number[] {
  if (!job.framework.hasModelParallel || job.method !== 'full') return [1];
  return powersOfTwo(Math.min(devices, machine.devicesPerServer)).filter((t) => tensorProblem(job, t) === null);
}

function defaultPipelines(job: TrainingJob, devices: number, stated: TrainingConfiguration): readonly number[] {
  if (!job.framework.hasModelParallel || job.method !== 'full' || stated.zeroStage === 3 || stated.fsdp) return [1];
  return powersOfTwo(Math.min(devices, job.model.layers, 16)).filter((p) => devices % p === 0);
}

function defaultExperts(job: TrainingJob, machine: Machine, ranks: number): readonly number[] {
  if (job.model.experts === 0 || !job.framework.hasModelParallel) return [1];
  return powersOfTwo(Math.min(ranks, machine.fastDomain, job.model.experts)).filter(
    (e) => job.model.experts % e === 0 && ranks % e === 0,
  );
}

function statedShardings(
  job: TrainingJob,
  machine: Machine,
  split: { tensor: number; pipeline: number; context: number; data: number },
  stated: TrainingConfiguration,
): readonly (readonly [Sharding, number])[] {
  const replicas = split.data * split.context;
  if (stated.fsdp === 'hybrid-shard') {
    return [['zero3', Math.max(1, Math.min(replicas, Math.floor(machine.fastDomain / split.tensor)))]];
  }
  if (stated.fsdp === 'shard-grad-op') return [['zero2', 1]];
  if (stated.fsdp === true || stated.fsdp === 'full-shard' || stated.zeroStage === 3) return [['zero3', replicas]];
  if (stated.zeroStage !== undefined) {
    const stages = ['none', 'zero1', 'zero2'] as const;
    return [[stages[stated.zeroStage as 0 | 1 | 2], 1]];
  }
  if (replicas === 1) return [['none', 1]];
  const usual = job.framework.defaultSharding;
  if (stated.fsdp === false) return [[usual === 'zero3' ? 'none' : usual, 1]];
  if (split.pipeline > 1 && usual === 'zero3') return [['zero1', 1]];
  return [[usual, usual === 'zero3' ? replicas : 1]];
}

export { devicesOf };
