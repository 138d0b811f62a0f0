/** Training frameworks: how they hold states, what they fuse, and what they are called. */
import type { StateStyle } from './recipe.js';

/**
 * `scores` materialises the matrix; `flash1` is the first FlashAttention and its Triton kin (2022–23); `flash2` of 2023,
 * also behind PyTorch's own; `flash3` the kernels written for Hopper and newer (FlashAttention-3, cuDNN).
 */
export type AttentionKernel = 'scores' | 'flash1' | 'flash2' | 'flash3';

/** `whole` keeps the logits with their fp32 copies; `compiled` fuses those away; `chunked` never holds them whole. */
export type LossKernel = 'whole' | 'compiled' | 'chunked';

/** How much of a layer's launches is captured in CUDA graphs: layers of experts wait for the host without them. */
export type GraphCapture = 'none' | 'partial' | 'full';

export interface FrameworkProfile {
  readonly id: string;
  readonly style: StateStyle;
  /** Sharding that the framework uses when the caller does not say. */
  readonly defaultSharding: 'none' | 'zero1' | 'zero2' | 'zero3';
  /** Generation of the attention kernels, which differ by a factor of three at long sequences. */
  readonly attentionKernel: AttentionKernel;
  /** Fused or compiled element-wise kernels: fewer activations kept, less memory traffic. */
  readonly isFused: boolean;
  readonly lossKernel: LossKernel;
  /** Can it split a model over tensor and pipeline ranks? */
  readonly hasModelParallel: boolean;
  /** Activations between tensor-parallel blocks are split over the ranks too. */
  readonly hasSequenceParallel: boolean;
  /** Recomputes activations unless told otherwise (LLaMA-Factory, ms-swift, Unsloth; the scripts of Qwen, LongLoRA and BigScience). */
  readonly recomputesByDefault: boolean;
  /** Selective recomputation keeps attention and computes every second product anew, instead of the scores (torchtitan). */
  readonly recomputesProducts: boolean;
  /** Copies every rank's slice of a gathered weight into place by itself: a loop over all ranks (DeepSpeed until 2021). */
  readonly copiesSlices: boolean;
  /** Share of the sharded weights that stays gathered: more than half in litgpt, where two cards ran out of what one held. */
  readonly keptGatheredRatio: number;
  /** Casts embedding and output head of a quantised base to fp32. */
  readonly castsUnquantised: boolean;
  /** Tensor-parallel traffic is split and hidden behind the products (async TP, user buffers). */
  readonly hidesTensorTraffic: boolean;
  readonly graphCapture: GraphCapture;
  /** Tokens cross to another server once, however many of its experts they go to (DeepEP, HybridEP). */
  readonly sendsTokensOnce: boolean;
  /** The exchange of tokens between experts runs behind other micro-batches' work. */
  readonly hidesExpertTraffic: boolean;
  /** Calls its experts one after the other instead of all in grouped products (Hugging Face's models). */
  readonly loopsOverExperts: boolean;
  /** 8-bit experts run in one fused kernel: grouped products with their quantisation, activation and sorting. */
  readonly fusesExperts: boolean;
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
  attentionKernel: traits.includes('C')
    ? 'flash3'
    : traits.includes('A')
      ? 'flash2'
      : traits.includes('O')
        ? 'flash1'
        : 'scores',
  isFused: traits.includes('F'),
  lossKernel: traits.includes('L') ? 'chunked' : traits.includes('K') ? 'compiled' : 'whole',
  hasModelParallel: traits.includes('M'),
  hasSequenceParallel: traits.includes('S'),
  recomputesByDefault: traits.includes('R'),
  recomputesProducts: traits.includes('P'),
  copiesSlices: false,
  keptGatheredRatio: speedClass === 'litgpt' ? 0.58 : 0,
  castsUnquantised: speedClass === 'huggingface' || speedClass === 'peft',
  hidesTensorTraffic: traits.includes('H'),
  graphCapture: traits.includes('G') ? 'full' : 'none',
  sendsTokensOnce: traits.includes('D'),
  hidesExpertTraffic: traits.includes('E'),
  loopsOverExperts: traits.includes('W'),
  fusesExperts: traits.includes('X'),
  interleavesPipelines: traits.includes('I'),
  speedClass,
  aliases,
  release: null,
});

/** A: FlashAttention-2, C: kernels of the third generation, O: of the first; F: fused; L: chunked loss, K: compiled loss; M: tensor and pipeline parallel; H: hidden tensor traffic; I: interleaved pipelines;
 * S: sequence parallel; G: captures whole steps in graphs; D: sends a token to a server once; E: hides the exchange of experts;
 * P: recomputes every second product when selective; X: fuses 8-bit experts; R: recomputes activations by default; W: walks through experts one by one. */
export const FRAMEWORKS: readonly FrameworkProfile[] = [
  profile('megatron-bridge', 'megatron', 'zero1', 'CFMHISGDEX', 'megatron-bridge', [
    'nemo',
    'nemo-framework',
    'nvidia-nemo',
    'megatron-core',
    'mcore',
  ]),
  profile('mlperf', 'megatron', 'zero1', 'CFMHLISGDE', 'mlperf', ['nemo-mlperf', 'mlperf-training']),
  profile('megatron-lm', 'megatron', 'zero1', 'CFMISD', 'megatron', ['megatron', 'megatron-swift']),
  profile('megatron-2021', 'megatron', 'none', 'FM', 'megatron-2021', ['megatron-lm-2021', 'megatron-v2']),
  profile('megascale', 'megatron', 'zero2', 'AFMHIS', 'megascale'),
  profile('megatron-deepspeed', 'deepspeed', 'zero1', 'FMR', 'megatron-deepspeed', ['bigscience']),
  profile('deepspeed', 'deepspeed', 'zero3', 'FW', 'deepspeed', ['deepspeed-zero', 'zero']),
  profile('torchtitan', 'fsdp', 'zero3', 'AFMISKP', 'torchtitan', ['titan']),
  profile('llm-foundry', 'fsdp', 'zero3', 'OF', 'llm-foundry', ['composer', 'mosaicml', 'llmfoundry', 'mosaic']),
  profile('pytorch-fsdp', 'fsdp', 'zero3', 'AW', 'fsdp', [
    'fsdp',
    'fsdp2',
    'pytorch',
    'torch',
    'accelerate',
    'llama-recipes',
    'llama-cookbook',
  ]),
  profile('pytorch-ddp', 'plain', 'none', 'AW', 'ddp', ['ddp', 'horovod']),
  profile('huggingface', 'plain', 'none', 'AW', 'huggingface', [
    'hf',
    'transformers',
    'hf-trainer',
    'trl',
    'peft',
    'hf-peft',
    'fastchat',
    'alpaca',
  ]),
  profile('deepspeed-peft', 'deepspeed', 'none', 'ARW', 'peft', [
    'hf-deepspeed',
    'hf-trainer-peft-deepspeed',
    'longlora',
    'peft-deepspeed',
    'hf-trainer-deepspeed',
  ]),
  profile('llama-factory', 'plain', 'none', 'ARW', 'huggingface', ['llamafactory']),
  profile('axolotl', 'plain', 'none', 'AW', 'huggingface'),
  profile('ms-swift', 'plain', 'none', 'ARW', 'huggingface', ['swift', 'modelscope-swift']),
  profile('litgpt', 'plain', 'none', 'AW', 'litgpt', ['lit-gpt', 'lightning']),
  profile('torchtune', 'plain', 'none', 'AFL', 'torchtune'),
  profile('unsloth', 'plain', 'none', 'AFLR', 'unsloth', ['unsloth-open']),
  profile('maxtext', 'fsdp', 'zero3', 'CFMSG', 'megatron-bridge', ['jax']),
];

/** The kernel of a framework where a caller says whether the score matrix is materialised. */
export function attentionKernelAs(kernel: AttentionKernel, isFlash: boolean | undefined): AttentionKernel {
  if (isFlash === undefined) return kernel;
  if (!isFlash) return 'scores';
  return kernel === 'scores' ? 'flash2' : kernel;
}

/** The loss of a framework where a caller says whether it runs in chunks. */
export function lossKernelAs(kernel: LossKernel, isChunked: boolean | undefined): LossKernel {
  if (isChunked === undefined) return kernel;
  if (isChunked) return 'chunked';
  return kernel === 'chunked' ? 'whole' : kernel;
}

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
