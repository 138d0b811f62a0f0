import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commandLine, variable, words } from '../../src/engine/shell.js';
import { servingOf, trainingOf } from '../../src/exports/deployment.js';
import type { ExportSubject } from '../../src/exports/export-format.js';
import { exportPlan } from '../../src/exports/index.js';
import { deepspeedConfig, megatronCommand } from '../../src/exports/launch/training-commands.js';
import { exampleOf, plansOn, subjectsFor } from '../support/plans.js';

function textOf(id: string, subject: ExportSubject): string | null {
  const outcome = exportPlan(id, subject, { language: 'en' });
  return 'file' in outcome ? outcome.file.text : null;
}

/** The words that bash makes of the script's last command, with `program` shadowed by one that prints its arguments. */
function argumentsIn(text: string, program: string): readonly string[] {
  const script = `${program}() { printf '%s\\n' "$@"; }\n${text.replace(/^cat > .*?^JSON$/ms, '')}`;
  const run = spawnSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', MODEL_ARGUMENTS: '' },
  });
  expect(run.stderr).toBe('');
  return run.stdout.split('\n').slice(0, -1);
}

const numberOf = (argv: readonly string[], flag: string) => Number(argv[argv.indexOf(flag) + 1]);

describe('words of a command', () => {
  it('come back from bash as they went in, whatever is in them', () => {
    const hostile = ["it's", '$(touch x)', '`id`', 'a b', 'a;b', '"', '\\', 'Qwen/Qwen3-8B', 'ü', '*', '~'];
    expect(argumentsIn(commandLine(words('program', ...hostile)), 'program')).toEqual(hostile);
  });

  it('leave variables to the shell, with what stands there when they are not set', () => {
    expect(argumentsIn(commandLine(words('program', ['--at', variable('NOT_SET', 'head:29500')])), 'program')).toEqual([
      '--at',
      'head:29500',
    ]);
  });
});

describe('serving lines', () => {
  const subjects = [...plansOn('tencent'), ...plansOn('aws')];

  it.each([
    [
      'launch-vllm',
      'vllm',
      '--tensor-parallel-size',
      '--pipeline-parallel-size',
      '--gpu-memory-utilization',
      '--max-model-len',
    ],
    ['launch-sglang', 'python3', '--tp-size', '--pp-size', '--mem-fraction-static', '--context-length'],
    ['launch-tensorrt-llm', 'trtllm-serve', '--tp_size', '--pp_size', null, '--max_seq_len'],
  ] as const)('%s has the layout and memory of the plan', (format, program, tensor, pipeline, memory, context) => {
    for (const subject of subjects) {
      const text = textOf(format, subject);
      const serving = servingOf(subject);
      if (text === null || serving === null) throw new Error('not exported');
      const argv = argumentsIn(text, program);
      expect(argv).toContain(subject.model);
      const { parallelism } = subject.plan.placement;
      const spread = format === 'launch-vllm' ? 1 : serving.attentionData;
      expect(numberOf(argv, tensor)).toBe(parallelism.tensor * spread);
      expect(numberOf(argv, pipeline)).toBe(parallelism.pipeline);
      expect(numberOf(argv, context)).toBe(subject.reply.demand.facts.maxContextTokens);
      const { device, usable } = subject.plan.memory.perAcceleratorGiB;
      if (memory !== null && device !== null && usable !== null)
        expect(numberOf(argv, memory)).toBeCloseTo(usable / device, 3);
    }
  });

  it('TACO-LLM is for Tencent Cloud only, has the layout, and says that nobody checked it', () => {
    const [here] = plansOn('tencent');
    const [elsewhere] = plansOn('aws');
    if (here === undefined || elsewhere === undefined) throw new Error('no plans');
    const text = textOf('launch-taco', here);
    expect(text).toContain(`tensor_parallel_size=${here.plan.placement.parallelism.tensor}`);
    expect(text).toContain('UNCHECKED');
    expect(exportPlan('launch-taco', elsewhere, { language: 'en' })).toHaveProperty('refused');
  });

  it('SkyPilot tasks are YAML with the plan in them, and say that nobody checked them', () => {
    for (const subject of plansOn('aws')) {
      const text = textOf('skypilot', subject);
      expect(text).toContain('UNCHECKED');
      const task = parseYaml(text ?? '') as {
        resources: Record<string, unknown>;
        run: string;
        service: { replica_policy: Record<string, number> };
      };
      expect(task.resources.infra).toContain(`aws/${subject.plan.placement.region}`);
      expect(task.resources.instance_type).toBe(subject.plan.placement.instanceType);
      expect(task.service.replica_policy.max_replicas).toBe(subject.plan.placement.replicas);
      expect(task.run).toContain('vllm serve');
    }
    const [tencent] = plansOn('tencent');
    expect(tencent && exportPlan('skypilot', tencent, { language: 'en' })).toHaveProperty('refused');
  });
});

describe('training lines', () => {
  const training = subjectsFor({
    workload: exampleOf('llm-training'),
    constraints: { geographies: ['cn'] },
    currency: 'CNY',
    limit: 3,
  });
  const finetuning = subjectsFor({
    workload: exampleOf('llm-finetuning'),
    constraints: { geographies: ['cn'] },
    currency: 'CNY',
    limit: 3,
  });

  it('Megatron-LM has the layout, batches and sharding of the plan', () => {
    expect(training.length).toBeGreaterThan(0);
    for (const subject of training) {
      const argv = argumentsIn(textOf('launch-megatron', subject) ?? '', 'torchrun');
      const { parallelism, servers, acceleratorsPerServer } = subject.plan.placement;
      expect(numberOf(argv, '--tensor-model-parallel-size')).toBe(parallelism.tensor);
      expect(numberOf(argv, '--pipeline-model-parallel-size')).toBe(parallelism.pipeline);
      expect(numberOf(argv, '--nproc-per-node') * numberOf(argv, '--nnodes')).toBe(servers * acceleratorsPerServer);
      expect(parallelism.tensor * parallelism.pipeline * parallelism.data * (parallelism.context ?? 1)).toBe(
        servers * acceleratorsPerServer,
      );
      expect(argv.includes('--sequence-parallel')).toBe(parallelism.tensor > 1);
    }
  });

  it('splits expert and context parallelism, and full recomputation, into their flags', () => {
    const [subject] = training;
    const base = subject && trainingOf(subject);
    if (!base) throw new Error('no training plan');
    const argv = megatronCommand(
      { ...base, expert: 8, context: 2, zeroStage: 3, shardWidth: 8, data: 32, recomputation: 'full' },
      null,
    );
    expect(numberOf(argv, '--expert-model-parallel-size')).toBe(8);
    expect(numberOf(argv, '--context-parallel-size')).toBe(2);
    expect(numberOf(argv, '--num-distributed-optimizer-instances')).toBe(4);
    expect(argv).toContain('--use-megatron-fsdp');
    expect(argv[argv.indexOf('--recompute-granularity') + 1]).toBe('full');
  });

  it("DeepSpeed's three batch sizes agree, and its stage is the plan's", () => {
    for (const subject of [...training, ...finetuning]) {
      const t = trainingOf(subject);
      if (t === null) throw new Error('no training plan');
      const config = deepspeedConfig(t) as Record<string, number> & { zero_optimization: { stage: number } };
      expect(config.train_batch_size).toBe(
        (config.train_micro_batch_size_per_gpu ?? 0) * (config.gradient_accumulation_steps ?? 0) * t.data,
      );
      expect(config.zero_optimization.stage).toBe(t.zeroStage);
    }
  });

  it('micro-batch, sharding, recomputation and offload are the facts of the plan, whatever its text says', () => {
    const [subject] = training;
    if (!subject) throw new Error('no training plan');
    const findings = subject.plan.findings.map((f) =>
      f.code === 'training-layout'
        ? {
            ...f,
            facts: {
              ...f.facts,
              layout: 'a text that says nothing',
              microBatch: 3,
              sharding: 'zero3',
              shardWidth: 8,
              activationCheckpointing: 'selective',
              offload: 'optimizer',
            },
          }
        : f,
    );
    const t = trainingOf({ ...subject, plan: { ...subject.plan, findings } });
    expect(t).toMatchObject({ microBatch: 3, zeroStage: 3, shardWidth: 8, recomputation: 'selective' });
    expect(t && deepspeedConfig(t)).toMatchObject({
      zero_optimization: { stage: 3, offload_optimizer: { device: 'cpu' } },
    });
  });

  it('every script is read by bash without complaint, Slurm asks for the servers and cards of the plan', () => {
    for (const subject of [...training, ...finetuning]) {
      for (const format of ['slurm', 'launch-torchrun', 'launch-megatron', 'launch-deepspeed']) {
        const text = textOf(format, subject);
        if (text === null) continue;
        const { status, stderr } = spawnSync('bash', ['--norc', '-n'], { input: text, encoding: 'utf8' });
        expect({ format, status, stderr }).toEqual({ format, status: 0, stderr: '' });
      }
      const slurm = textOf('slurm', subject) ?? '';
      expect(slurm).toContain(`#SBATCH --nodes=${subject.plan.placement.servers}\n`);
      expect(slurm).toContain(`#SBATCH --gpus-per-node=${subject.plan.placement.acceleratorsPerServer}\n`);
      // Slurm reads its comments only above the first command.
      expect(slurm.lastIndexOf('#SBATCH')).toBeLessThan(slurm.indexOf('set -euo'));
    }
  });

  it('adapters are refused where a program does not train them', () => {
    const [subject] = finetuning;
    expect(subject && exportPlan('launch-megatron', subject, { language: 'en' })).toHaveProperty('refused');
  });
});
