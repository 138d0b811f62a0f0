/** Training frameworks: how they hold states, what they fuse, and what they are called. */
import type { StateStyle } from './recipe.js';

export interface FrameworkProfile {
  readonly id: string;
  readonly style: StateStyle;
  /** Sharding that the framework uses when the caller does not say. */
  readonly defaultSharding: 'none' | 'zero1' | 'zero2' | 'zero3';
  readonly hasFlashAttention: boolean;
  /** Fused or compiled element-wise kernels: fewer activations kept, less memory traffic. */
  readonly isFused: boolean;
  /** The loss is computed in chunks or fused with the output head, so that logits are never whole in memory. */
  readonly hasChunkedLoss: boolean;
  /** Can it split a model over tensor and pipeline ranks? */
  readonly hasModelParallel: boolean;
  /** Activations between tensor-parallel blocks are split over the ranks too. */
  readonly hasSequenceParallel: boolean;
  /** Share of the sharded weights that stays gathered: more than half in litgpt, where two cards ran out of what one held. */
  readonly keptGatheredRatio: number;
  /** Casts embedding and output head of a quantised base to fp32. */
  readonly castsUnquantised: boolean;
  /** Tensor-parallel traffic is split and hidden behind the products (async TP, user buffers). */
  readonly hidesTensorTraffic: boolean;
  /** Pipelines are interleaved unless the caller says otherwise. */
  readonly interleavesPipelines: boolean;
  /** Group whose speed was fitted together (see calibration.ts). */
  readonly speedClass: string;
  readonly aliases: readonly string[];
  /** Release as a number (26.06 → 2026.42); null = the newest in our measurements. */
  readonly release: number | null;
}

const profile = (
  id: string,
  style: StateStyle,
  defaultSharding: FrameworkProfile['defaultSharding'],
  traits: string,
  speedClass: string,
  aliases: readonly string[] = [],
): FrameworkProfile => ({
  id,
  style,
  defaultSharding,
  hasFlashAttention: traits.includes('A'),
  isFused: traits.includes('F'),
  hasChunkedLoss: traits.includes('L'),
  hasModelParallel: traits.includes('M'),
  hasSequenceParallel: traits.includes('S'),
  keptGatheredRatio: speedClass === 'litgpt' ? 0.58 : 0,
  castsUnquantised: speedClass === 'huggingface' || speedClass === 'peft',
  hidesTensorTraffic: traits.includes('H'),
  interleavesPipelines: traits.includes('I'),
  speedClass,
  aliases,
  release: null,
});

/** A: flash attention; F: fused; L: chunked loss; M: tensor and pipeline parallel; H: hidden tensor traffic; I: interleaved pipelines;
 * S: sequence parallel. */
export const FRAMEWORKS: readonly FrameworkProfile[] = [
  profile('megatron-bridge', 'megatron', 'zero1', 'AFMHIS', 'megatron-bridge', [
    'nemo',
    'nemo-framework',
    'nvidia-nemo',
    'megatron-core',
    'mcore',
  ]),
  profile('mlperf', 'megatron', 'zero1', 'AFMHLIS', 'mlperf', ['nemo-mlperf', 'mlperf-training']),
  profile('megatron-lm', 'megatron', 'zero1', 'AFMIS', 'megatron', ['megatron', 'megatron-swift']),
  profile('megatron-2021', 'megatron', 'none', 'FM', 'megatron-2021', ['megatron-lm-2021', 'megatron-v2']),
  profile('megascale', 'megatron', 'zero2', 'AFMHIS', 'megascale'),
  profile('megatron-deepspeed', 'deepspeed', 'zero1', 'FM', 'megatron-deepspeed', ['bigscience']),
  profile('deepspeed', 'deepspeed', 'zero3', 'F', 'deepspeed', ['deepspeed-zero', 'zero']),
  profile('torchtitan', 'fsdp', 'zero3', 'AFMIS', 'torchtitan', ['titan']),
  profile('llm-foundry', 'fsdp', 'zero3', 'AF', 'llm-foundry', ['composer', 'mosaicml', 'llmfoundry', 'mosaic']),
  profile('pytorch-fsdp', 'fsdp', 'zero3', 'A', 'fsdp', [
    'fsdp',
    'fsdp2',
    'pytorch',
    'torch',
    'accelerate',
    'llama-recipes',
    'llama-cookbook',
  ]),
  profile('pytorch-ddp', 'plain', 'none', 'A', 'ddp', ['ddp', 'horovod']),
  profile('huggingface', 'plain', 'none', 'A', 'huggingface', [
    'hf',
    'transformers',
    'hf-trainer',
    'trl',
    'peft',
    'hf-peft',
    'fastchat',
    'alpaca',
  ]),
  profile('deepspeed-peft', 'deepspeed', 'none', 'A', 'peft', [
    'hf-deepspeed',
    'hf-trainer-peft-deepspeed',
    'longlora',
    'peft-deepspeed',
    'hf-trainer-deepspeed',
  ]),
  profile('llama-factory', 'plain', 'none', 'A', 'huggingface', ['llamafactory']),
  profile('axolotl', 'plain', 'none', 'A', 'huggingface'),
  profile('ms-swift', 'plain', 'none', 'A', 'huggingface', ['swift', 'modelscope-swift']),
  profile('litgpt', 'plain', 'none', 'A', 'litgpt', ['lit-gpt', 'lightning']),
  profile('torchtune', 'plain', 'none', 'AFL', 'torchtune'),
  profile('unsloth', 'plain', 'none', 'AFL', 'unsloth', ['unsloth-open']),
  profile('maxtext', 'fsdp', 'zero3', 'AFMS', 'megatron-bridge', ['jax']),
];

const normalise = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const BY_NAME = new Map<string, FrameworkProfile>();
for (const framework of FRAMEWORKS) {
  for (const name of [framework.id, ...framework.aliases]) BY_NAME.set(normalise(name), framework);
}

/** The framework of any spelling ("Megatron-LM", "HF Trainer"); null when unknown. */
export function findFramework(name: string): FrameworkProfile | null {
  const key = normalise(name);
  const exact = BY_NAME.get(key);
  if (exact) return exact;
  let best: FrameworkProfile | null = null;
  let length = 0;
  for (const [alias, framework] of BY_NAME) {
    // Short names count only at the start ("HF + Flash Attention 2"), long ones anywhere ("PyTorch FSDP 2.6").
    const isHit = alias.length > 3 ? key.includes(alias) : alias.length > 1 && key.startsWith(alias);
    if (alias.length > length && isHit) {
      best = framework;
      length = alias.length;
    }
  }
  return best;
}

/** "26.06" or "NeMo 25.04" → 2026.42, 2025.25: year and month of a container or calendar release; null otherwise. */
export function releaseOf(version: string): number | null {
  const match = /(?:^|[^0-9])(?:20)?(2[0-9])\.(0[1-9]|1[0-2])(?:[^0-9]|$)/.exec(version);
  if (!match?.[1] || !match[2]) return null;
  return 2000 + Number(match[1]) + (Number(match[2]) - 1) / 12;
}
