/** Launch lines as files: one format a program. The parallel layout and memory settings are the plan's. */

import { commandLine, script, variable } from '../../engine/shell.js';
import { sglangCommand, tensorrtLlmCommand, vllmCommand } from '../../engine/sizing/inference/serving-commands.js';
import { notServing, notTraining, type Serving, servingOf, type Training, trainingOf } from '../deployment.js';
import {
  type ExportFile,
  type ExportFormat,
  type ExportSubject,
  type NotApplicable,
  planSlug,
  preamble,
} from '../export-format.js';
import {
  deepspeedConfig,
  deepspeedFile,
  llamaFactoryCommand,
  llamaFactoryEnvironment,
  megatronCommand,
  torchrun,
  writeDeepspeed,
} from './training-commands.js';

const SHELL = 'text/x-shellscript';
const CHECKED_BY_BASH = 'bash -n (syntax only)';

const NO_NAME: NotApplicable = {
  en: 'The model was given by its numbers: no engine can load it by name.',
  zh: '模型以数值给出，推理引擎无法按名称加载。',
};

function shellFile(subject: ExportSubject, program: string, body: readonly string[]): ExportFile {
  return {
    fileName: `${planSlug(subject)}-${program}.sh`,
    mediaType: SHELL,
    text: script(preamble(subject, CHECKED_BY_BASH), body),
  };
}

function replicaComment(s: Serving): string {
  const spread =
    s.serversPerReplica > 1
      ? `each spans ${s.serversPerReplica} servers`
      : s.replicasPerServer > 1
        ? `${s.replicasPerServer} on each server, each with its own CUDA_VISIBLE_DEVICES and port`
        : 'one a server';
  return `# One of ${s.replicas} replica(s) of ${s.devicesPerReplica} device(s): ${spread}.`;
}

function servingFormat(
  program: string,
  title: string,
  command: (model: string, serving: Serving) => readonly string[],
): ExportFormat {
  return {
    id: `launch-${program}`,
    title: { en: `${title} launch line`, zh: `${title} 启动命令` },
    mediaType: SHELL,
    checkedBy: CHECKED_BY_BASH,
    refuse: (subject) => notServing(subject) ?? (subject.model === null ? NO_NAME : null),
    write: (subject) => {
      const serving = servingOf(subject);
      if (serving === null || subject.model === null) throw new Error('not applicable');
      return shellFile(subject, program, [replicaComment(serving), commandLine(command(subject.model, serving))]);
    },
  };
}

/** The constructor arguments of taco_llm.LLM as its vendor documents them (cloud.tencent.com/document/product/1573/115182). */
const taco: ExportFormat = {
  id: 'launch-taco',
  title: { en: 'TACO-LLM launch script', zh: 'TACO-LLM 启动脚本' },
  mediaType: 'text/x-python',
  checkedBy: null,
  refuse: (subject) =>
    notServing(subject) ??
    (subject.model === null ? NO_NAME : null) ??
    (subject.plan.placement.provider === 'tencent'
      ? null
      : { en: 'TACO-LLM runs on Tencent Cloud only.', zh: 'TACO-LLM 仅可在腾讯云上运行。' }) ??
    ((servingOf(subject)?.pipeline ?? 1) > 1
      ? {
          en: 'TACO-LLM documents tensor parallelism only; the plan has pipeline stages.',
          zh: 'TACO-LLM 文档仅说明张量并行，而该方案使用流水线并行。',
        }
      : null),
  write: (subject) => {
    const s = servingOf(subject);
    if (s === null || subject.model === null) throw new Error('not applicable');
    const quantized = s.weightPrecision === 'fp8' ? ', quantization="fp8"' : '';
    return {
      fileName: `${planSlug(subject)}-taco.py`,
      mediaType: 'text/x-python',
      text: [
        ...preamble(subject, null).map((line) => `# ${line}`),
        replicaComment(s),
        'from taco_llm import LLM, SamplingParams',
        '',
        `llm = LLM(model=${JSON.stringify(subject.model)}, tensor_parallel_size=${s.tensor}, gpu_memory_utilization=${s.memoryUtilizationRatio}, max_model_len=${s.maxContextTokens}${quantized})`,
        'print(llm.generate(["Hello"], SamplingParams(max_tokens=16)))',
        '',
      ].join('\n'),
    };
  },
};

function trainingFormat(
  program: string,
  title: string,
  body: (training: Training, subject: ExportSubject) => readonly string[],
  refuse: (training: Training) => NotApplicable | null = () => null,
): ExportFormat {
  return {
    id: `launch-${program}`,
    title: { en: `${title} launch line`, zh: `${title} 启动命令` },
    mediaType: SHELL,
    checkedBy: CHECKED_BY_BASH,
    refuse: (subject) => {
      const training = trainingOf(subject);
      return training === null ? notTraining(subject) : refuse(training);
    },
    write: (subject) => {
      const training = trainingOf(subject);
      if (training === null) throw new Error('not applicable');
      return shellFile(subject, program, body(training, subject));
    },
  };
}

function layoutComment(t: Training): string {
  return `# Layout: tensor ${t.tensor} x pipeline ${t.pipeline} x context ${t.context} x data ${t.data}, expert ${t.expert}; ZeRO stage ${t.zeroStage}${t.shardWidth === null ? '' : ` within groups of ${t.shardWidth}`}; micro-batch ${t.microBatch}.`;
}

const ONLY_DATA_PARALLEL = (t: Training): NotApplicable | null =>
  t.pipeline > 1 || t.context > 1 || t.expert > 1
    ? {
        en: 'The layout has pipeline, context or expert parallelism, which this program does not set up; use launch-megatron.',
        zh: '该布局包含流水线、上下文或专家并行，此程序无法设置；请使用 launch-megatron。',
      }
    : null;

export const launchFormats: readonly ExportFormat[] = [
  servingFormat('vllm', 'vLLM', vllmCommand),
  servingFormat('sglang', 'SGLang', sglangCommand),
  servingFormat('tensorrt-llm', 'TensorRT-LLM', tensorrtLlmCommand),
  taco,
  trainingFormat('torchrun', 'torchrun', (t, { model }) => [
    layoutComment(t),
    ...(t.tensor * t.pipeline * t.context * t.expert > 1 || model === null
      ? [
          `export TENSOR_PARALLEL=${t.tensor} PIPELINE_PARALLEL=${t.pipeline} CONTEXT_PARALLEL=${t.context} EXPERT_PARALLEL=${t.expert} DATA_PARALLEL=${t.data}`,
          `export MICRO_BATCH=${t.microBatch} GRADIENT_ACCUMULATION=${t.gradientAccumulation} ZERO_STAGE=${t.zeroStage} RECOMPUTATION=${t.recomputation}`,
          commandLine([...torchrun(t), variable('TRAIN_SCRIPT', 'train.py')]),
        ]
      : [...llamaFactoryEnvironment(t), ...deepspeedFile(t), commandLine(llamaFactoryCommand(t, model))]),
  ]),
  trainingFormat(
    'megatron',
    'Megatron-LM',
    (t, { architecture }) => [layoutComment(t), commandLine(megatronCommand(t, architecture))],
    (t) =>
      t.method === 'full'
        ? null
        : { en: 'Adapters are not trained by this script.', zh: '该脚本不支持训练适配器（LoRA）。' },
  ),
  trainingFormat(
    'deepspeed',
    'DeepSpeed',
    (t) => [
      layoutComment(t),
      ...writeDeepspeed(t),
      commandLine([
        ...torchrun(t),
        variable('TRAIN_SCRIPT', 'train.py'),
        '--deepspeed',
        '--deepspeed_config',
        'deepspeed.json',
      ]),
    ],
    ONLY_DATA_PARALLEL,
  ),
  {
    id: 'deepspeed-config',
    title: { en: 'DeepSpeed configuration', zh: 'DeepSpeed 配置' },
    mediaType: 'application/json',
    checkedBy: null,
    refuse: (subject) => {
      const training = trainingOf(subject);
      return training === null ? notTraining(subject) : ONLY_DATA_PARALLEL(training);
    },
    write: (subject) => {
      const training = trainingOf(subject);
      if (training === null) throw new Error('not applicable');
      return {
        fileName: `${planSlug(subject)}-deepspeed.json`,
        mediaType: 'application/json',
        text: `${JSON.stringify(deepspeedConfig(training), null, 2)}\n`,
      };
    },
  },
];
