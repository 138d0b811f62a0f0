/** Jobs and machines for tests: a plain 7B and what a test wants to change of it. */
import type { Accelerator } from '../../../../src/engine/catalogue/accelerator.js';
import type { Transformer } from '../../../../src/engine/catalogue/model-card.js';
import { trainingModel } from '../../../../src/engine/sizing/training/architecture.js';
import { type FrameworkProfile, findFramework } from '../../../../src/engine/sizing/training/framework.js';
import { type JobOptions, type TrainingJob, trainingJob } from '../../../../src/engine/sizing/training/job.js';
import type { Layout } from '../../../../src/engine/sizing/training/layout.js';
import { type Machine, machineOf } from '../../../../src/engine/sizing/training/machine.js';

/** Llama-2-7B: 32 layers of 4096, 11,008 wide, 32 heads, 32,000 tokens, untied. */
export const LLAMA_7B: Transformer = {
  parametersBillion: 6.738,
  layers: 32,
  hiddenSize: 4096,
  intermediateSize: 11_008,
  attentionHeads: 32,
  keyValueHeads: 32,
  headSize: 128,
  vocabularySize: 32_000,
  tiedEmbeddings: false,
  maxContextTokens: 4096,
  attention: { kind: 'mha' },
};

export function framework(name: string): FrameworkProfile {
  const found = findFramework(name);
  if (!found) throw new Error(`no framework ${name}`);
  return found;
}

export function job(options: Partial<JobOptions> & { shape?: Transformer; on?: string } = {}): TrainingJob {
  const { shape, on, ...rest } = options;
  return trainingJob({
    model: trainingModel('test', shape ?? LLAMA_7B),
    method: 'full',
    recipe: 'bf16',
    optimizer: 'adamw',
    framework: framework(on ?? 'megatron-lm'),
    sequence: 2048,
    globalBatch: 64,
    ...rest,
  });
}

export function layout(changes: Partial<Layout> = {}): Layout {
  return {
    tensor: 1,
    pipeline: 1,
    context: 1,
    expert: 1,
    data: 1,
    microBatch: 1,
    sharding: 'none',
    shardWidth: 1,
    checkpointing: 'none',
    virtualStages: 1,
    isOffloaded: false,
    ...changes,
  };
}

export function accelerator(changes: Partial<Accelerator> = {}): Accelerator {
  return {
    id: 'a100-sxm4-80gb',
    name: 'A100-SXM4-80GB',
    aliases: [],
    vendor: 'NVIDIA',
    kind: 'gpu',
    architecture: 'Ampere GA100',
    computeCapability: '8.0',
    memoryGiB: 80,
    usableMemoryGiB: 79.25,
    memoryBandwidthGBps: 2039,
    fp64Tflops: null,
    fp64TensorTflops: null,
    fp32Tflops: 19.5,
    tf32Tflops: 156,
    fp16Tflops: 312,
    fp8Tflops: null,
    int8Tops: null,
    fp4Tflops: null,
    hasBf16: true,
    hasFp8: false,
    hasInt8: true,
    interconnectGBps: 600,
    pcieGeneration: 4,
    tdpW: 400,
    nvencEngines: 0,
    nvdecEngines: 5,
    hasRtCores: false,
    migProfiles: [],
    vgpuProfiles: [],
    provenance: { source: 'test', asOf: null, confidence: 'official' },
    ...changes,
  };
}

export function machine(
  network: { rdmaGbps?: number; tcpGbps?: number } = { rdmaGbps: 1600 },
  perServer = 8,
  card: Partial<Accelerator> = {},
): Machine {
  return machineOf(accelerator(card), perServer, 1, 79.25, {
    interconnect: 'nvswitch',
    rdmaGbps: network.rdmaGbps ?? null,
    tcpGbps: network.tcpGbps ?? null,
  });
}
