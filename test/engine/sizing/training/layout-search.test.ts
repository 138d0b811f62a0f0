import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAINING_CALIBRATION } from '../../../../src/engine/sizing/training/calibration.js';
import type { TrainingJob } from '../../../../src/engine/sizing/training/job.js';
import type { Layout } from '../../../../src/engine/sizing/training/layout.js';
import {
  FULL_SPACE,
  layoutCache,
  searchCache,
  searchLayout,
  TIE_RATIO,
} from '../../../../src/engine/sizing/training/layout-search.js';
import { type Machine, machineOf } from '../../../../src/engine/sizing/training/machine.js';
import { trainingMemory } from '../../../../src/engine/sizing/training/memory.js';
import { stepTime } from '../../../../src/engine/sizing/training/step-time.js';
import { accelerator, job, LLAMA_7B, layout, machine } from './jobs.js';

const GIB = 1024 ** 3;

/** Every layout of the space, written out plainly: no bounds, no order, no cache. */
function everyLayout(j: TrainingJob, m: Machine, devices: number): Layout[] {
  const all: Layout[] = [];
  const { heads, keyValueHeads, layers, experts } = j.model;
  const divides = (t: number) => heads % t === 0 && (keyValueHeads % t === 0 || t % keyValueHeads === 0);
  const canSplit = j.framework.hasModelParallel && j.method === 'full';
  for (const tensor of [1, 2, 4, 8]) {
    if (tensor > 1 && (!canSplit || tensor > m.devicesPerServer || !divides(tensor))) continue;
    for (const pipeline of [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]) {
      if (pipeline > 1 && (!canSplit || pipeline > layers)) continue;
      if ((Math.ceil(layers / pipeline) * pipeline) / layers > 1.1) continue;
      for (const context of [1, 2, 4, 8]) {
        if (context > 1 && (!j.framework.hasModelParallel || j.sequence <= 16_384 || context > j.sequence / 8192))
          continue;
        const data = devices / tensor / pipeline / context;
        const replicas = data * context;
        if (!Number.isInteger(data) || data > j.globalBatch) continue;
        for (const expert of [1, 2, 4, 8, 16, 32, 64]) {
          if (expert > 1 && (!canSplit || experts === 0 || experts % expert !== 0 || (data * tensor) % expert !== 0))
            continue;
          if (expert > experts && expert > 1) continue;
          if (expert > m.fastDomain && !m.hasRdma) continue;
          const shardings: [Layout['sharding'], number][] =
            replicas === 1
              ? [['none', 1]]
              : [...(j.method === 'full' ? [] : ([['none', 1]] as [Layout['sharding'], number][])), ['zero1', 1]];
          if (replicas > 1 && pipeline === 1) {
            shardings.push(['zero2', 1], ['zero3', replicas]);
            const inServer = Math.floor(m.fastDomain / tensor);
            if (inServer > 1 && replicas > inServer && replicas % inServer === 0) shardings.push(['zero3', inServer]);
          }
          for (const [sharding, shardWidth] of shardings) {
            for (const checkpointing of ['none', 'selective', 'full'] as const) {
              for (let microBatch = 1; microBatch <= 64 && microBatch * data <= j.globalBatch; microBatch *= 2) {
                if (microBatch > 1 && microBatch * j.sequence > 65_536) continue;
                // Modern frameworks interleave: as many chunks a stage as it has layers, up to six.
                const virtualStages =
                  pipeline > 1 && j.framework.interleavesPipelines
                    ? Math.max(1, Math.min(6, Math.floor(layers / pipeline)))
                    : 1;
                all.push(
                  layout({
                    tensor,
                    pipeline,
                    context,
                    expert,
                    data,
                    sharding,
                    shardWidth,
                    checkpointing,
                    microBatch,
                    virtualStages,
                  }),
                );
              }
            }
          }
        }
      }
    }
  }
  return all;
}

/**
 * Times of the layout to take and of the fastest other one, and how many layouts there are, by plain enumeration: of those
 * within 1.5 % of the fastest the one with the fewest parts, of equally many the fastest.
 */
function bestTwo(j: TrainingJob, m: Machine, servers: number, usable: number) {
  const all = everyLayout(j, m, servers * m.devicesPerServer);
  const timed = all
    .filter((l) => trainingMemory(j, l).total <= usable)
    .map((l) => ({ parts: l.tensor * l.pipeline * l.context * l.expert, seconds: stepTime(j, l, m).seconds }))
    .sort((a, b) => a.seconds - b.seconds);
  const tie = (timed[0]?.seconds ?? 0) * 1.015;
  const fewest = Math.min(...timed.filter(({ seconds }) => seconds <= tie).map(({ parts }) => parts));
  const best = timed.find(({ parts, seconds }) => seconds <= tie && parts === fewest);
  const second = timed.find((other) => other !== best);
  return { best: best?.seconds, second: second?.seconds, count: all.length };
}

const SMALL = {
  ...LLAMA_7B,
  parametersBillion: 1.34,
  layers: 24,
  hiddenSize: 2048,
  intermediateSize: 5504,
  attentionHeads: 16,
  keyValueHeads: 16,
};
/** Llama-2-13B. */
const LLAMA_13B = {
  ...LLAMA_7B,
  parametersBillion: 13.016,
  layers: 40,
  hiddenSize: 5120,
  intermediateSize: 13_824,
  attentionHeads: 40,
  keyValueHeads: 40,
};
/** Eight H100 over NVLink. */
const HOPPER = machine({}, 8, {
  id: 'h100-sxm5-80gb',
  fp16Tflops: 989.4,
  memoryBandwidthGBps: 3350,
  interconnectGBps: 900,
  tdpW: 700,
});
const EXPERTS = {
  ...LLAMA_7B,
  parametersBillion: 46.7,
  intermediateSize: 14_336,
  keyValueHeads: 8,
  attention: { kind: 'gqa' as const },
  experts: { count: 8, perToken: 2, shared: 0, intermediateSize: 14_336, denseLayers: 0 },
};

describe('layout search', () => {
  it.each([
    ['7B on one server', job(), machine(), 1],
    ['7B on four servers over RDMA', job({ globalBatch: 256 }), machine(), 4],
    ['7B on four servers over TCP', job({ globalBatch: 256 }), machine({ tcpGbps: 25 }), 4],
    ['small model, small batch', job({ shape: SMALL, globalBatch: 12 }), machine(), 1],
    ['experts on two servers', job({ shape: EXPERTS, globalBatch: 128 }), machine(), 2],
    ['LoRA on one server', job({ method: 'lora', on: 'llama-factory' }), machine(), 1],
    ['full fine-tuning with FSDP', job({ on: 'pytorch-fsdp', sequence: 4096 }), machine(), 2],
  ])('finds what exhaustive enumeration finds: %s', (_, j, m, servers) => {
    const usable = 74 * GIB;
    const { best, second, count } = bestTwo(j, m, servers, usable);
    const found = searchLayout(j, m, servers, usable, FULL_SPACE);
    expect(found.best?.time.seconds).toBe(best);
    expect(found.runnerUp?.time.seconds).toBe(second);
    expect(found.weighed).toBe(count);
  });

  it('finds what exhaustive enumeration finds on random jobs, cards and networks, whatever was searched before', () => {
    const jobs = fc.record({
      shape: fc.constantFrom(LLAMA_7B, SMALL, EXPERTS),
      on: fc.constantFrom('megatron-lm', 'megatron-bridge', 'pytorch-fsdp', 'deepspeed', 'llama-factory', 'torchtitan'),
      method: fc.constantFrom('full' as const, 'full' as const, 'lora' as const, 'qlora' as const),
      sequence: fc.constantFrom(512, 4096, 32_768),
      globalBatch: fc.constantFrom(3, 16, 64, 256),
    });
    const servers = fc.constantFrom(1, 2, 3, 4, 6);
    const machines = fc.record({
      peak: fc.constantFrom(125, 312, 989),
      bandwidth: fc.constantFrom(600, 2039, 3350),
      link: fc.constantFrom(0, 600),
      network: fc.constantFrom({ rdmaGbps: 3200 }, { rdmaGbps: 100 }, { tcpGbps: 100 }, { tcpGbps: 10 }),
      perServer: fc.constantFrom(1, 4, 8),
      usable: fc.double({ min: 8, max: 140, noNaN: true }),
    });
    fc.assert(
      fc.property(jobs, fc.array(machines, { minLength: 1, maxLength: 3 }), servers, (options, several, count) => {
        const j = job(options);
        // Cards of one question share what the job alone decides, and the mark that the last of them set.
        const shared = layoutCache();
        for (const { peak, bandwidth, link, network, perServer, usable } of several) {
          const card = accelerator({ fp16Tflops: peak, memoryBandwidthGBps: bandwidth, interconnectGBps: link });
          const m = machineOf(card, perServer, 1, 80, {
            interconnect: link > 0 ? 'nvswitch' : 'pcie',
            rdmaGbps: null,
            tcpGbps: null,
            ...network,
          });
          const expected = bestTwo(j, m, count, usable * GIB);
          const both = searchLayout(j, m, count, usable * GIB);
          expect(both.best?.time.seconds).toBe(expected.best);
          expect(both.runnerUp?.time.seconds).toBe(expected.second);
          expect(both.weighed).toBe(expected.count);
          const cache = searchCache(j, m, TRAINING_CALIBRATION, shared);
          const alone = searchLayout(j, m, count, usable * GIB, FULL_SPACE, TRAINING_CALIBRATION, cache, false);
          expect(alone.best).toStrictEqual(both.best);
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('keeps layouts of very many devices apart in what searches share', () => {
    const j = job({ shape: EXPERTS, globalBatch: 160_000 });
    const shared = layoutCache();
    for (const servers of [1808, 10_000]) {
      const cache = searchCache(j, machine(), TRAINING_CALIBRATION, shared);
      const found = searchLayout(j, machine(), servers, 74 * GIB, FULL_SPACE, TRAINING_CALIBRATION, cache);
      expect(found).toStrictEqual(searchLayout(j, machine(), servers, 74 * GIB));
    }
  });

  it('never lets more servers make the step slower than the best of fewer', () => {
    const j = job({ globalBatch: 512 });
    let last = Number.POSITIVE_INFINITY;
    for (const servers of [1, 2, 4, 8, 16]) {
      const { best } = searchLayout(j, machine(), servers, 74 * GIB);
      expect(best?.time.seconds).toBeLessThan(last);
      last = best?.time.seconds ?? 0;
    }
  });

  it('takes the plainer of two layouts that tie: ZeRO over a pipeline of eight that is a little faster', () => {
    const found = searchLayout(job({ shape: LLAMA_13B, globalBatch: 1024, sequence: 4096 }), HOPPER, 1, 74 * GIB);
    const { best, runnerUp } = found;
    expect(best?.layout).toMatchObject({ tensor: 1, pipeline: 1, data: 8 });
    expect(runnerUp?.layout.pipeline).toBe(8);
    const ratio = (runnerUp?.time.seconds ?? 0) / (best?.time.seconds ?? 1);
    expect(ratio).toBeLessThan(1);
    expect(ratio).toBeGreaterThan(1 / (1 + TIE_RATIO));
  });

  it('keeps tensor parallelism inside a server', () => {
    const { best } = searchLayout(job({ globalBatch: 128 }), machine(), 4, 30 * GIB);
    expect(best?.layout.tensor).toBeLessThanOrEqual(8);
  });

  it('says how far the smallest attempt is when nothing fits', () => {
    const found = searchLayout(job(), machine(), 1, 4 * GIB);
    expect(found.best).toBeNull();
    expect(found.smallestBytes).toBeGreaterThan(4 * GIB);
  });
});
