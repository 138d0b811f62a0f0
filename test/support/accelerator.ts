/** An accelerator for tests: everything unknown but what a test states. */
import type { Accelerator } from '../../src/engine/catalogue/accelerator.js';

export function accelerator(given: Partial<Accelerator> & { id: string }): Accelerator {
  return {
    name: given.id.toUpperCase(),
    aliases: [],
    vendor: 'NVIDIA',
    kind: 'gpu',
    architecture: 'Testing T100',
    computeCapability: '8.6',
    memoryGiB: 16,
    usableMemoryGiB: 15,
    memoryBandwidthGBps: null,
    fp64Tflops: null,
    fp64TensorTflops: null,
    fp32Tflops: null,
    tf32Tflops: null,
    fp16Tflops: null,
    fp8Tflops: null,
    int8Tops: null,
    fp4Tflops: null,
    hasBf16: true,
    hasFp8: false,
    hasInt8: true,
    interconnectGBps: 0,
    pcieGeneration: 4,
    tdpW: null,
    nvencEngines: 1,
    nvdecEngines: 2,
    hasRtCores: true,
    migProfiles: [],
    vgpuProfiles: [],
    provenance: { source: 'test', asOf: null, confidence: 'official' },
    ...given,
  };
}
