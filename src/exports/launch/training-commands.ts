/**
 * Command lines and configurations that run a training job with the plan's layout. Flags as documented by Megatron-LM
 * (arguments.py, core 0.13), torchrun (PyTorch 2) and DeepSpeed (config-json).
 */

import { variable, words } from '../../engine/shell.js';
import type { Training } from '../deployment.js';
import type { ModelArchitecture } from '../export-format.js';

export const RENDEZVOUS_PORT = 29_500;

/** Starts one process a device on every server; each server runs the same line. */
export function torchrun(t: Training): readonly string[] {
  return t.servers === 1
    ? words('torchrun', '--standalone', ['--nproc-per-node', t.devicesPerServer])
    : words(
        'torchrun',
        ['--nnodes', t.servers],
        ['--nproc-per-node', t.devicesPerServer],
        ['--rdzv-id', variable('JOB_ID', 'cardwise')],
        ['--rdzv-backend', 'c10d'],
        ['--rdzv-endpoint', variable('HEAD_ADDRESS', 'head:29500')],
      );
}

function isHalf(t: Training): boolean {
  return t.precision.startsWith('fp16');
}

export function megatronCommand(t: Training, model: ModelArchitecture | null): readonly string[] {
  const shards = t.shardWidth;
  return [
    ...torchrun(t),
    ...words(
      'pretrain_gpt.py',
      ['--tensor-model-parallel-size', t.tensor],
      ['--pipeline-model-parallel-size', t.pipeline],
      t.context > 1 ? ['--context-parallel-size', t.context] : null,
      t.expert > 1 ? ['--expert-model-parallel-size', t.expert] : null,
      t.tensor > 1 ? '--sequence-parallel' : null,
      t.zeroStage >= 1 ? '--use-distributed-optimizer' : null,
      t.zeroStage >= 2 ? '--use-megatron-fsdp' : null,
      t.zeroStage >= 2
        ? ['--data-parallel-sharding-strategy', t.zeroStage === 2 ? 'optim_grads' : 'optim_grads_params']
        : null,
      shards === null || shards >= t.data ? null : ['--num-distributed-optimizer-instances', t.data / shards],
      ['--micro-batch-size', t.microBatch],
      ['--global-batch-size', t.globalBatch],
      ['--seq-length', t.sequenceTokens],
      ['--max-position-embeddings', t.sequenceTokens],
      ...(t.recomputation === 'selective' ? ['--recompute-activations'] : []),
      ...(t.recomputation === 'full'
        ? ([
            ['--recompute-granularity', 'full'],
            ['--recompute-method', 'uniform'],
            ['--recompute-num-layers', 1],
          ] as const)
        : []),
      isHalf(t) ? '--fp16' : '--bf16',
      t.precision === 'fp8' ? ['--fp8-format', 'hybrid'] : null,
      ...(model === null
        ? [variable('MODEL_ARGUMENTS')]
        : ([
            ['--num-layers', model.layers],
            ['--hidden-size', model.hiddenSize],
            ['--ffn-hidden-size', model.intermediateSize],
            ['--num-attention-heads', model.attentionHeads],
            ...(model.keyValueHeads < model.attentionHeads
              ? (['--group-query-attention', ['--num-query-groups', model.keyValueHeads]] as const)
              : []),
            ...(model.experts === null
              ? []
              : ([
                  ['--num-experts', model.experts.count],
                  ['--moe-router-topk', model.experts.perToken],
                ] as const)),
          ] as const)),
      ['--data-path', variable('DATA_PATH', '/data/train')],
      ['--tokenizer-type', 'HuggingFaceTokenizer'],
      ['--tokenizer-model', variable('TOKENIZER', '/data/tokenizer')],
      ['--save', variable('CHECKPOINTS', '/checkpoints')],
    ),
  ];
}

/** The DeepSpeed JSON of the job; its three batch sizes agree by construction. */
export function deepspeedConfig(t: Training): Readonly<Record<string, unknown>> {
  const ranks = t.data * t.context;
  return {
    train_micro_batch_size_per_gpu: t.microBatch,
    gradient_accumulation_steps: t.gradientAccumulation,
    train_batch_size: t.microBatch * t.gradientAccumulation * t.data,
    bf16: { enabled: !isHalf(t) },
    fp16: { enabled: isHalf(t) },
    zero_optimization: {
      stage: t.zeroStage,
      overlap_comm: true,
      contiguous_gradients: true,
      ...(t.offloadsOptimizer ? { offload_optimizer: { device: 'cpu', pin_memory: true } } : {}),
      ...(t.zeroStage === 3 ? { stage3_gather_16bit_weights_on_model_save: true } : {}),
      // Hybrid sharding: a second copy of the weights inside each group of that many devices (hpZ of ZeRO++).
      ...(t.shardWidth === null || t.shardWidth >= ranks ? {} : { zero_hpz_partition_size: t.shardWidth }),
    },
    ...(t.tensor > 1 ? { tensor_parallel: { autotp_size: t.tensor } } : {}),
    ...(t.recomputation === 'none' ? {} : { activation_checkpointing: { partition_activations: t.tensor > 1 } }),
    gradient_clipping: 1,
  };
}

/** Writes the configuration where the command line will look for it. */
export function writeDeepspeed(t: Training): readonly string[] {
  return [`cat > deepspeed.json <<'JSON'\n${JSON.stringify(deepspeedConfig(t), null, 2)}\nJSON`];
}

/** The same, where something is sharded. */
export function deepspeedFile(t: Training): readonly string[] {
  return t.zeroStage > 0 ? writeDeepspeed(t) : [];
}

/** The fine-tuning tool's line, fed with the DeepSpeed JSON where something is sharded. */
export function llamaFactoryCommand(t: Training, model: string): readonly string[] {
  return words(
    'llamafactory-cli',
    'train',
    ['--stage', 'sft'],
    '--do_train',
    ['--model_name_or_path', model],
    ['--finetuning_type', t.method === 'full' ? 'full' : 'lora'],
    t.method === 'full' ? null : ['--lora_rank', t.loraRank],
    t.method === 'qlora' ? ['--quantization_bit', 4] : null,
    ['--dataset', variable('DATASET', 'my_dataset')],
    ['--template', 'default'],
    ['--cutoff_len', t.sequenceTokens],
    ['--per_device_train_batch_size', t.microBatch],
    ['--gradient_accumulation_steps', t.gradientAccumulation],
    t.recomputation === 'none' ? '--disable_gradient_checkpointing' : null,
    isHalf(t) ? '--fp16' : '--bf16',
    t.zeroStage > 0 ? ['--deepspeed', 'deepspeed.json'] : null,
    ['--output_dir', variable('CHECKPOINTS', '/checkpoints')],
  );
}

/** Environment that makes the fine-tuning tool start one process a device on every server. */
export function llamaFactoryEnvironment(t: Training): readonly string[] {
  return [
    'export FORCE_TORCHRUN=1',
    `export NPROC_PER_NODE=${t.devicesPerServer}`,
    ...(t.servers === 1
      ? []
      : [
          `export NNODES=${t.servers}`,
          '# NODE_RANK: number of this server, 0 first; MASTER_ADDR: address of server 0.',
          'export NODE_RANK MASTER_ADDR',
          `export MASTER_PORT=${RENDEZVOUS_PORT}`,
        ]),
  ];
}
