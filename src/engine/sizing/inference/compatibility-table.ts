/**
 * What works on what, as data: precision × compute capability × engine × kernel. Each row names its source.
 *
 * `minimum` is the lowest CUDA compute capability; rows with `untilVersion` speak of older engines only. A row with
 * `weightOnlyFrom` runs below `minimum` by unpacking weights to 16 bits.
 */
import type { ComputeKind, WeightPrecision } from './precision.js';

export interface EngineRule {
  readonly engine: string;
  /** Lowest compute capability; null = not tied to CUDA. */
  readonly minimum: number;
  readonly fromVersion?: string;
  readonly untilVersion?: string;
  /** Accelerator kinds and vendors other than NVIDIA that the engine has a backend for. */
  readonly otherVendors: readonly string[];
  readonly minimumCuda: string;
  readonly source: string;
}

export const ENGINE_RULES: readonly EngineRule[] = [
  {
    engine: 'vllm',
    minimum: 7.0,
    otherVendors: ['amd', 'huawei', 'google', 'intel', 'aws'],
    minimumCuda: '11.8',
    source: 'docs.vllm.ai installation: GPU compute capability 7.0 or higher; plugins vllm-ascend, vllm-rocm, vllm-tpu',
  },
  {
    engine: 'sglang',
    minimum: 7.5,
    otherVendors: ['amd', 'huawei', 'intel'],
    minimumCuda: '12.1',
    source: 'docs.sglang.ai install: sm75 and above; FlashInfer requires sm80, Triton backend below',
  },
  {
    engine: 'tensorrt-llm',
    minimum: 7.0,
    untilVersion: '0.16',
    otherVendors: [],
    minimumCuda: '12.0',
    source: 'TensorRT-LLM support matrix until 0.16: Volta (experimental), Turing, Ampere, Ada, Hopper',
  },
  {
    engine: 'tensorrt-llm',
    minimum: 8.0,
    fromVersion: '0.17',
    otherVendors: [],
    minimumCuda: '12.8',
    source: 'TensorRT-LLM support matrix from 0.17: Ampere, Ada, Hopper, Blackwell',
  },
  {
    engine: 'lmdeploy',
    minimum: 7.0,
    otherVendors: ['huawei'],
    minimumCuda: '11.8',
    source: 'lmdeploy docs: TurboMind on Volta (sm70) and above',
  },
  {
    engine: 'transformers',
    minimum: 5.0,
    otherVendors: ['amd', 'huawei', 'intel'],
    minimumCuda: '11.8',
    source: 'PyTorch wheels: sm50 and above',
  },
  {
    engine: 'llama.cpp',
    minimum: 5.0,
    otherVendors: ['amd', 'huawei', 'intel'],
    minimumCuda: '11.7',
    source: 'ggml-org/llama.cpp build docs: CUDA from sm50, HIP, CANN, SYCL, Vulkan',
  },
];

export interface PrecisionRule {
  readonly precision: WeightPrecision;
  /** `*` = every engine without a row of its own. */
  readonly engine: string;
  /** Lowest capability with arithmetic of its own. */
  readonly minimum: number;
  /** Lowest capability that runs it weight-only (16-bit arithmetic); null = never. */
  readonly weightOnlyFrom: number | null;
  readonly untilVersion?: string;
  readonly kernel: string;
  /** What to use instead, nearest first. */
  readonly nearest: readonly WeightPrecision[];
  readonly source: string;
}

const never = 99;

export const PRECISION_RULES: readonly PrecisionRule[] = [
  {
    precision: 'bf16',
    engine: '*',
    minimum: 8.0,
    weightOnlyFrom: null,
    kernel: 'bf16 matmul',
    nearest: ['fp16'],
    source: 'github.com/vllm-project/vllm/issues/1400: bfloat16 needs compute capability 8.0; use dtype half',
  },
  {
    precision: 'fp8',
    engine: 'vllm',
    minimum: 8.9,
    weightOnlyFrom: null,
    untilVersion: '0.5.2',
    kernel: 'CUTLASS fp8 matmul',
    nearest: ['int8', 'int4-awq', 'fp16'],
    source: 'github.com/vllm-project/vllm/issues/6815: fp8 W8A8 needs 8.9 before the Marlin path covered it',
  },
  {
    precision: 'fp8',
    engine: 'vllm',
    minimum: 8.9,
    weightOnlyFrom: 8.0,
    kernel: 'CUTLASS fp8 matmul; Marlin W8A16 below 8.9',
    nearest: ['int8', 'int4-gptq', 'fp16'],
    source: 'github.com/vllm-project/vllm/pull/5975: weight-only fp8 through Marlin on Ampere',
  },
  {
    precision: 'fp8',
    engine: 'sglang',
    minimum: 8.9,
    weightOnlyFrom: 8.0,
    kernel: 'CUTLASS fp8 matmul; Marlin W8A16 below 8.9',
    nearest: ['int8', 'int4-awq', 'fp16'],
    source: 'docs.sglang.ai quantization: fp8 from sm89, Marlin fallback from sm80',
  },
  {
    precision: 'fp8',
    engine: 'transformers',
    minimum: 9.0,
    weightOnlyFrom: null,
    kernel: 'fbgemm fp8',
    nearest: ['int4-awq', 'int4-gptq', 'bf16'],
    source: 'github.com/huggingface/huggingface-llama-recipes/issues/21: fbgemm_fp8 needs 9.0',
  },
  {
    precision: 'fp8',
    engine: '*',
    minimum: 8.9,
    weightOnlyFrom: null,
    kernel: 'fp8 matmul',
    nearest: ['int8', 'int4-awq', 'fp16'],
    source: 'fp8 tensor cores exist from Ada (8.9) and Hopper (9.0)',
  },
  {
    precision: 'int8',
    engine: '*',
    minimum: 7.5,
    weightOnlyFrom: null,
    kernel: 'int8 tensor-core matmul',
    nearest: ['int8-gptq', 'int4-gptq', 'fp16'],
    source: 'docs.vllm.ai quantization hardware table: INT8 W8A8 on Turing and above',
  },
  {
    precision: 'int8',
    engine: 'llama.cpp',
    minimum: never,
    weightOnlyFrom: null,
    kernel: 'W8A8',
    nearest: ['gguf-q8_0'],
    source: 'llama.cpp reads GGUF formats',
  },
  {
    precision: 'int8-gptq',
    engine: '*',
    minimum: never,
    weightOnlyFrom: 7.0,
    kernel: 'GPTQ',
    nearest: ['fp16'],
    source: 'docs.vllm.ai quantization hardware table: GPTQ on Volta and above',
  },
  {
    precision: 'int4-awq',
    engine: 'vllm',
    minimum: never,
    weightOnlyFrom: 8.0,
    untilVersion: '0.2.0',
    kernel: 'AWQ',
    nearest: ['int4-gptq', 'fp16'],
    source: 'github.com/vllm-project/vllm/issues/1282: AWQ needed 8.0 in 0.2.0, 7.5 later',
  },
  {
    precision: 'int4-awq',
    engine: 'vllm',
    minimum: never,
    weightOnlyFrom: 7.5,
    kernel: 'AWQ (Marlin from 8.0)',
    nearest: ['int4-gptq', 'fp16'],
    source: 'github.com/vllm-project/vllm/issues/4202: AWQ needs 7.5; GPTQ runs on 7.0',
  },
  {
    precision: 'int4-awq',
    engine: 'lmdeploy',
    minimum: never,
    weightOnlyFrom: 7.0,
    kernel: 'TurboMind W4A16',
    nearest: ['fp16'],
    source: 'lmdeploy docs w4a16: Volta and above',
  },
  {
    precision: 'int4-awq',
    engine: '*',
    minimum: never,
    weightOnlyFrom: 7.5,
    kernel: 'AWQ',
    nearest: ['int4-gptq', 'fp16'],
    source: 'github.com/casper-hansen/AutoAWQ README: compute capability 7.5 and above',
  },
  {
    precision: 'int4-gptq',
    engine: '*',
    minimum: never,
    weightOnlyFrom: 7.0,
    kernel: 'GPTQ (Marlin from 8.0)',
    nearest: ['fp16'],
    source: 'docs.vllm.ai quantization hardware table: GPTQ on Volta and above',
  },
  {
    precision: 'nf4',
    engine: '*',
    minimum: never,
    weightOnlyFrom: 7.0,
    kernel: 'bitsandbytes',
    nearest: ['int4-gptq', 'fp16'],
    source: 'bitsandbytes README: NF4 and FP4 on sm60 and above; vLLM needs 7.0',
  },
  {
    precision: 'nf4-dq',
    engine: '*',
    minimum: never,
    weightOnlyFrom: 7.0,
    kernel: 'bitsandbytes',
    nearest: ['int4-gptq', 'fp16'],
    source: 'bitsandbytes README: NF4 and FP4 on sm60 and above; vLLM needs 7.0',
  },
  {
    precision: 'nvfp4',
    engine: 'tensorrt-llm',
    minimum: 10.0,
    weightOnlyFrom: null,
    kernel: 'nvfp4 matmul',
    nearest: ['fp8', 'int4-awq'],
    source: 'TensorRT-LLM support matrix: NVFP4 on Blackwell',
  },
  {
    precision: 'nvfp4',
    engine: '*',
    minimum: 10.0,
    weightOnlyFrom: 8.0,
    kernel: 'nvfp4 matmul; Marlin W4A16 below 10.0',
    nearest: ['int4-awq', 'int4-gptq'],
    source: 'docs.vllm.ai quantization: NVFP4 on Blackwell, Marlin fallback on Ampere and above',
  },
  {
    precision: 'mxfp4',
    engine: '*',
    minimum: 10.0,
    weightOnlyFrom: 8.0,
    kernel: 'mxfp4 matmul; Triton (9.0) or Marlin (8.0) below',
    nearest: ['gguf-q4_k_m', 'bf16'],
    source: 'docs.vllm.ai gpt-oss recipe: MXFP4 on Blackwell and Hopper, Marlin on Ampere',
  },
];

/** Engines that read GGUF files. */
export const GGUF_ENGINES: readonly string[] = ['llama.cpp', 'vllm'];

/** Kernels a model's attention needs, by lowest compute capability. */
export const ATTENTION_RULES = [
  {
    attention: 'sparse',
    minimum: 9.0,
    kernel: 'sparse MLA attention',
    source: 'github.com/vllm-project/vllm/issues/40851: no sparse attention backend for sm80',
  },
  {
    attention: 'mla',
    minimum: 7.0,
    kernel: 'MLA attention',
    source: 'docs.vllm.ai attention backends: FlashMLA from 9.0, Triton MLA below',
  },
] as const;

/** FlashAttention-2 needs compute capability 8.0 (github.com/Dao-AILab/flash-attention README; issue 27 for Pascal). */
export const FLASH_ATTENTION_2_MINIMUM = 8.0;

/** Arithmetic that vendors other than NVIDIA have for a format; absent = 16-bit only. */
export const OTHER_VENDOR_ARITHMETIC: Readonly<Record<string, readonly ComputeKind[]>> = {
  amd: ['16-bit', 'fp8', 'int8'],
  huawei: ['16-bit', 'int8'],
  google: ['16-bit', 'int8', 'fp8'],
  intel: ['16-bit', 'fp8'],
  aws: ['16-bit', 'fp8'],
};

/** Versions whose images lack a card that others have. */
export const REGRESSIONS = [
  {
    engine: 'vllm',
    version: '0.10.0',
    capability: 12.0,
    why: 'the 0.10.0 image has no kernels for compute capability 12.0; 0.9.2 and later releases have',
    source: 'github.com/vllm-project/vllm/issues/21633',
  },
] as const;
