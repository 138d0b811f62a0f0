/** The first real-load test of a training job, with commands, and the road from one card to the cluster. */
import { type Finding, finding } from '../../finding.js';
import { minimumStateGiB } from '../../sizing/training/memory.js';
import type { HardwareShape, LoadTest, PlacementOption, RoadmapStep } from '../scenario.js';
import type { TrainingQuestion } from './question.js';

type Winner = { readonly shape: HardwareShape; readonly option: PlacementOption };

const TEST_STEPS = 50;

export function trainingLoadTest(question: TrainingQuestion, winner: Winner | null): LoadTest {
  const measure = [
    'peak memory of each card (nvidia-smi, torch.cuda.max_memory_reserved)',
    'seconds a step after warm-up',
    'tokens a second',
    'share of the step that waits for data',
    'loss curve',
  ];
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
    measure: servers > 1 ? [...measure, 'all-reduce bus bandwidth between two servers (nccl-tests)'] : measure,
    decide,
    commands: commands(question, winner),
  };
}

function commands(question: TrainingQuestion, winner: Winner | null): { tool: string; command: string }[] {
  const { job } = question;
  const perServer = winner?.shape.count ?? 1;
  const servers = winner?.option.serversPerUnit ?? 1;
  const split = winner?.option.parallelism ?? { tensor: 1, pipeline: 1, data: 1, expert: 1 };
  const list: { tool: string; command: string }[] = [];
  if (job.method !== 'full' || question.scenario === 'llm-finetuning') {
    const method =
      job.method === 'full'
        ? '--finetuning_type full'
        : `--finetuning_type lora --lora_rank ${question.loraRank}${job.method === 'qlora' ? ' --quantization_bit 4' : ''}`;
    list.push({
      tool: 'LLaMA-Factory',
      command: `FORCE_TORCHRUN=1 llamafactory-cli train --stage sft ${method} --model_name_or_path MODEL --dataset DATASET --template default --cutoff_len ${job.sequence} --per_device_train_batch_size 1 --gradient_accumulation_steps ${Math.max(1, Math.round(job.globalBatch / Math.max(1, perServer)))} --max_steps ${TEST_STEPS} --${job.recipe.startsWith('fp16') ? 'fp16' : 'bf16'} --output_dir out`,
    });
    list.push({
      tool: 'torchrun',
      command: `torchrun --nproc_per_node ${perServer} train.py --max-steps ${TEST_STEPS} --sequence-length ${job.sequence}`,
    });
  } else {
    const micro = Math.max(1, Math.min(4, Math.floor(job.globalBatch / split.data)));
    list.push({
      tool: 'Megatron-LM',
      command: `torchrun --nproc_per_node ${perServer} pretrain_gpt.py --tensor-model-parallel-size ${split.tensor} --pipeline-model-parallel-size ${split.pipeline}${split.expert > 1 ? ` --expert-model-parallel-size ${split.expert}` : ''}${(split.context ?? 1) > 1 ? ` --context-parallel-size ${split.context}` : ''} --sequence-parallel --use-distributed-optimizer --num-layers ${job.model.layers} --hidden-size ${job.model.hidden} --num-attention-heads ${job.model.heads} --seq-length ${job.sequence} --micro-batch-size ${micro} --global-batch-size ${job.globalBatch} --${job.recipe.startsWith('fp16') ? 'fp16' : 'bf16'} --mock-data --train-iters ${TEST_STEPS}`,
    });
  }
  if (perServer > 1)
    list.push({ tool: 'nccl-tests', command: `./build/all_reduce_perf -b 8M -e 8G -f 2 -g ${perServer}` });
  if (servers > 1) {
    list.push({
      tool: 'nccl-tests',
      command: `mpirun -np ${2 * perServer} -N ${perServer} --host SERVER1,SERVER2 ./build/all_reduce_perf -b 8M -e 8G -f 2 -g 1`,
    });
    list.push({
      tool: 'torchrun',
      command: `torchrun --nnodes 2 --nproc_per_node ${perServer} --rdzv_backend c10d --rdzv_endpoint SERVER1:29500 train.py --max-steps ${TEST_STEPS}`,
    });
  }
  list.push({
    tool: 'fio',
    command: 'fio --name=read --directory=/data --rw=read --bs=1M --size=8G --numjobs=4 --direct=1 --group_reporting',
  });
  return list;
}

export function trainingRoadmap(
  question: TrainingQuestion,
  winner: (Winner & { readonly servers: number }) | null,
): readonly RoadmapStep[] {
  const { job } = question;
  const small =
    job.method === 'full' && minimumStateGiB(job) > 60
      ? 'a small model of the same family (or LoRA)'
      : `${job.model.name} with short sequences`;
  const steps: RoadmapStep[] = [
    {
      step: 1,
      title: finding('roadmap-one-card-steps', { what: small, steps: 200 }),
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
