/** The first real-load test of a training job, with commands, and the road from one card to the cluster. */

import { type Finding, finding } from '../../finding.js';
import { measures } from '../../measures.js';
import { minimumStateGiB } from '../../sizing/training/memory.js';
import type { HardwareShape, LoadTest, PlacementOption, RoadmapStep } from '../scenario.js';
import type { TrainingQuestion } from './question.js';

type Winner = { readonly shape: HardwareShape; readonly option: PlacementOption };

const TEST_STEPS = 50;

export function trainingLoadTest(question: TrainingQuestion, winner: Winner | null): LoadTest {
  const measure = measures('peakMemoryByTools', 'secondsAStep', 'tokensASecond', 'dataWait', 'lossCurve');
  if (winner === null) {
    return {
      summary: finding('training-test-without-plan', { steps: TEST_STEPS }),
      measure,
      decide: [],
      commands: commands(question, null),
    };
  }
  const { option, shape } = winner;
  const step = option.report.performance.stepTimeSeconds;
  const servers = option.serversPerUnit;
  const decide: Finding[] = [
    finding('training-test-decide-memory', { limitGiB: (shape.deviceMemoryGiB ?? 0) * 0.97 }),
    finding('training-test-decide-speed', { highSeconds: step?.high ?? 0 }),
  ];
  if (servers > 1) decide.push(finding('training-test-decide-scaling', { ratio: 0.85, servers }));
  return {
    summary: finding('training-test-summary', {
      steps: TEST_STEPS,
      stepSeconds: step?.expected ?? 0,
      memoryGiB: option.memory.total ?? 0,
    }),
    measure: servers > 1 ? [...measure, ...measures('allReduce')] : measure,
    decide,
    commands: commands(question, winner),
  };
}

interface Command {
  readonly tool: string;
  readonly command: string;
}

/** The layout that an option chose, as its finding tells it. */
interface ChosenLayout {
  readonly tensor: number;
  readonly pipeline: number;
  readonly context: number;
  readonly expert: number;
  readonly data: number;
  readonly microBatch: number;
  readonly virtualStages: number;
  readonly sharding: string;
  readonly checkpointing: string;
  readonly isOffloaded: boolean;
}

function chosenLayout({ option }: Winner): ChosenLayout {
  const facts = option.report.findings.find(({ code }) => code === 'training-layout')?.facts ?? {};
  const { tensor, pipeline, data, expert, context } = option.parallelism;
  return {
    tensor,
    pipeline,
    context: context ?? 1,
    expert,
    data,
    microBatch: Number(facts.microBatch ?? 1),
    virtualStages: Number(facts.virtualPipelineStages ?? 1),
    sharding: String(facts.sharding ?? 'none'),
    checkpointing: String(facts.activationCheckpointing ?? 'none'),
    isOffloaded: facts.offload === 'optimizer',
  };
}

function commands(question: TrainingQuestion, winner: Winner | null): Command[] {
  const list: Command[] = [];
  const perServer = winner?.shape.count ?? 1;
  const servers = winner?.option.serversPerUnit ?? 1;
  if (winner !== null) {
    const layout = chosenLayout(winner);
    const precision = winner.option.software.precision?.startsWith('fp16') ? 'fp16' : 'bf16';
    const isFineTuning = question.job.method !== 'full' || question.scenario === 'llm-finetuning';
    const flags = isFineTuning ? tuningFlags(question, layout, precision) : megatronFlags(question, layout, precision);
    list.push(
      isFineTuning
        ? {
            tool: 'LLaMA-Factory',
            command: `FORCE_TORCHRUN=1${servers > 1 ? ` NNODES=${servers} NODE_RANK=RANK MASTER_ADDR=SERVER1 MASTER_PORT=29500` : ''} llamafactory-cli train ${flags.join(' ')}`,
          }
        : {
            tool: 'Megatron-LM',
            command: `torchrun${servers > 1 ? ` --nnodes ${servers} --rdzv_backend c10d --rdzv_endpoint SERVER1:29500` : ''} --nproc_per_node ${perServer} pretrain_gpt.py ${flags.join(' ')}`,
          },
    );
  }
  if (perServer > 1)
    list.push({ tool: 'nccl-tests', command: `./build/all_reduce_perf -b 8M -e 8G -f 2 -g ${perServer}` });
  if (servers > 1) {
    list.push({
      tool: 'nccl-tests',
      command: `mpirun -np ${2 * perServer} -N ${perServer} --host SERVER1,SERVER2 ./build/all_reduce_perf -b 8M -e 8G -f 2 -g 1`,
    });
  }
  list.push({
    tool: 'fio',
    command: 'fio --name=read --directory=/data --rw=read --bs=1M --size=8G --numjobs=4 --direct=1 --group_reporting',
  });
  return list;
}

/** Flags of LLaMA-Factory; what a caller has to name stands in capitals. */
function tuningFlags(
  { job, loraRank, huggingFaceId }: TrainingQuestion,
  layout: ChosenLayout,
  precision: string,
): string[] {
  const stage = layout.sharding === 'zero3' ? 'z3' : layout.sharding === 'none' ? null : 'z2';
  return [
    '--stage sft',
    job.method === 'full'
      ? '--finetuning_type full'
      : `--finetuning_type lora --lora_rank ${loraRank} --lora_target all`,
    ...(job.method === 'qlora' ? ['--quantization_bit 4'] : []),
    `--model_name_or_path ${huggingFaceId ?? 'MODEL'}`,
    '--dataset DATASET --template default',
    `--cutoff_len ${job.sequence}`,
    `--per_device_train_batch_size ${layout.microBatch}`,
    `--gradient_accumulation_steps ${Math.max(1, Math.round(job.globalBatch / (layout.data * layout.microBatch)))}`,
    ...(layout.checkpointing === 'none' ? ['--disable_gradient_checkpointing true'] : []),
    ...(stage === null
      ? []
      : [`--deepspeed examples/deepspeed/ds_${stage}${layout.isOffloaded ? '_offload' : ''}_config.json`]),
    `--max_steps ${TEST_STEPS} --${precision} true --output_dir out`,
  ];
}

/** Flags of Megatron-LM: the model by its sizes, with made-up data. */
function megatronFlags({ job }: TrainingQuestion, layout: ChosenLayout, precision: string): string[] {
  const { model } = job;
  const chunk = model.layers / layout.pipeline / layout.virtualStages;
  const isChunked = layout.pipeline > 1 && layout.virtualStages > 1 && Number.isInteger(chunk);
  const isSharded = layout.sharding === 'zero2' || layout.sharding === 'zero3';
  const strategy = layout.sharding === 'zero3' ? 'optim_grads_params' : 'optim_grads';
  return [
    `--tensor-model-parallel-size ${layout.tensor} --pipeline-model-parallel-size ${layout.pipeline}`,
    ...(isChunked ? [`--num-layers-per-virtual-pipeline-stage ${chunk}`] : []),
    ...(layout.context > 1 ? [`--context-parallel-size ${layout.context}`] : []),
    ...(layout.expert > 1 ? [`--expert-model-parallel-size ${layout.expert}`] : []),
    ...(layout.tensor > 1 ? ['--sequence-parallel'] : []),
    ...(layout.sharding === 'none' ? [] : ['--use-distributed-optimizer']),
    ...(isSharded
      ? [
          `--use-megatron-fsdp --data-parallel-sharding-strategy ${strategy} --no-gradient-accumulation-fusion --ckpt-format fsdp_dtensor`,
        ]
      : []),
    ...(layout.checkpointing === 'full'
      ? ['--recompute-granularity full --recompute-method uniform --recompute-num-layers 1']
      : layout.checkpointing === 'selective'
        ? ['--recompute-granularity selective']
        : []),
    `--num-layers ${model.layers} --hidden-size ${model.hidden} --ffn-hidden-size ${model.denseWidth}`,
    `--num-attention-heads ${model.heads} --kv-channels ${model.headSize}`,
    ...(model.keyValueHeads < model.heads ? [`--group-query-attention --num-query-groups ${model.keyValueHeads}`] : []),
    ...(model.isGated ? ['--swiglu'] : []),
    ...(model.isTied ? [] : ['--untie-embeddings-and-output-weights']),
    ...(model.experts > 0
      ? [
          `--num-experts ${model.experts} --moe-router-topk ${model.expertsPerToken} --moe-ffn-hidden-size ${model.expertWidth} --moe-grouped-gemm`,
        ]
      : []),
    `--seq-length ${job.sequence} --max-position-embeddings ${job.sequence}`,
    `--micro-batch-size ${layout.microBatch} --global-batch-size ${job.globalBatch}`,
    `--tokenizer-type NullTokenizer --vocab-size ${model.vocabulary} --mock-data`,
    `--${precision} --lr 1e-4 --train-iters ${TEST_STEPS}`,
  ];
}

export function trainingRoadmap(
  question: TrainingQuestion,
  winner: (Winner & { readonly servers: number }) | null,
): readonly RoadmapStep[] {
  const { job } = question;
  const first =
    job.method === 'full' && minimumStateGiB(job) > 60
      ? finding('roadmap-one-card-steps', { what: 'a small model of the same family (or LoRA)', steps: 200 })
      : finding('roadmap-one-card-short', { model: job.model.name, steps: 200 });
  const steps: RoadmapStep[] = [
    {
      step: 1,
      title: first,
      because: [finding('roadmap-one-card-why', { hours: 8 })],
    },
  ];
  if (winner === null) return steps;
  const { shape, option, servers } = winner;
  const state = minimumStateGiB(job);
  const memory = shape.deviceMemoryGiB ?? 0;
  const layoutFinding = option.report.findings.find((f) => f.code === 'training-layout');
  const layout = String(layoutFinding?.facts.layout ?? '');
  const why =
    state > memory
      ? finding('roadmap-sharding-why', { stateGiB: state, memoryGiB: memory })
      : finding('roadmap-whole-fits-why', { memoryGiB: memory });
  const add = (title: Finding, because: readonly Finding[]) => steps.push({ step: steps.length + 1, title, because });
  if (shape.count > 1 || servers === 1) add(finding('roadmap-one-server', { devices: shape.count, layout }), [why]);
  if (servers > 1) {
    if (servers > 2)
      add(finding('roadmap-two-servers', { servers }), [
        finding('roadmap-network-why', { serverGbps: option.needs.interServerGbps }),
      ]);
    const hours = option.runHours?.expected ?? null;
    const efficiency = option.report.performance.scalingEfficiencyRatio?.expected ?? 1;
    const because: Finding[] = shape.count > 1 ? [] : [why];
    if (question.deadlineHours !== null && hours !== null) {
      because.push(
        finding('roadmap-deadline-why', {
          deadlineHours: question.deadlineHours,
          servers,
          oneServerHours: hours * servers * Math.max(0.3, efficiency),
        }),
      );
    } else because.push(finding('roadmap-network-why', { serverGbps: option.needs.interServerGbps }));
    add(
      finding('roadmap-cluster', {
        servers,
        devices: servers * shape.count,
        hours,
        acceleratorHours: hours === null ? null : hours * servers * shape.count,
        layout,
      }),
      because,
    );
  }
  return steps;
}
