import { describe, expect, it } from 'vitest';
import type { Accelerator } from '../../../../src/engine/catalogue/accelerator.js';
import type { Transformer } from '../../../../src/engine/catalogue/model-card.js';
import { communicationTime } from '../../../../src/engine/sizing/training/communication.js';
import { modelFlopsPerToken } from '../../../../src/engine/sizing/training/compute.js';
import type { FrameworkProfile } from '../../../../src/engine/sizing/training/framework.js';
import { checkpointBytes, goodput } from '../../../../src/engine/sizing/training/goodput.js';
import { allReduceGBps, cardClassOf } from '../../../../src/engine/sizing/training/machine.js';
import { matmulCeiling } from '../../../../src/engine/sizing/training/matmul-ceiling.js';
import { stepTime } from '../../../../src/engine/sizing/training/step-time.js';
import { accelerator, framework, job, LLAMA_7B, layout, machine } from './jobs.js';

describe('work a token', () => {
  it('is 6 a parameter (input embedding left out) and 6·L·s·width of causal attention', () => {
    const linear = 6 * (6.738e9 - 32_000 * 4096);
    const attention = 3 * 32 * 2048 * (4096 + 4096);
    expect(modelFlopsPerToken(job()) / (linear + attention)).toBeCloseTo(1, 2);
  });
});

describe('the bus of an all-reduce of 1 GiB', () => {
  // nccl-tests on servers of eight A100 40 GB with 400 Gbps EFA (NVIDIA/nccl, issue 527).
  const a100 = machine({ rdmaGbps: 400 });

  it('is 230.8 GB/s within a server, measured', () => {
    expect(allReduceGBps(a100, 1) / 230.8).toBeGreaterThan(0.85);
    expect(allReduceGBps(a100, 1) / 230.8).toBeLessThan(1.15);
  });

  it('is 57.2 GB/s between two, measured: a quarter of it, and no more between four', () => {
    expect(allReduceGBps(a100, 2) / 57.2).toBeGreaterThan(0.75);
    expect(allReduceGBps(a100, 2) / 57.2).toBeLessThan(1.25);
    expect(allReduceGBps(a100, 4)).toBeLessThan(allReduceGBps(a100, 2));
  });

  it('is 331 GB/s between four servers of eight H100 with 3,200 Gbps, measured', () => {
    expect(allReduceGBps(machine({ rdmaGbps: 3200 }), 4) / 331).toBeCloseTo(1, 1);
  });
});

/** An H100 but for its memory. */
const HOPPER = { id: 'h100-sxm5-80gb', fp16Tflops: 989.4, fp8Tflops: 1978.9, tdpW: 700 };

describe('traffic', () => {
  it('of full sharding over TCP is three passes of the weights through the NIC of a server', () => {
    // Qwen2.5-7B on 2 × 8 H100 over 42.5 Gbps TCP: 3 · 2 B · 7.6e9 · 15/16 at 3.19 GB/s = 13.4 s; measured 13.2 s.
    const j = job({ on: 'pytorch-fsdp', globalBatch: 16 });
    const l = layout({ data: 16, sharding: 'zero3', shardWidth: 16, checkpointing: 'full' });
    const traffic = communicationTime(j, l, machine({ tcpGbps: 42.5 }));
    const expected = (3 * 2 * 6.738e9 * (15 / 16)) / ((42.5 / 8) * 0.6 * 1e9);
    expect(traffic.dataServerSeconds).toBeGreaterThan(expected * 0.99);
    expect(traffic.dataServerSeconds).toBeLessThan(expected * 1.05);
  });

  it('of ZeRO-1 crosses once a step, however many micro-batches there are', () => {
    const l = layout({ data: 16, sharding: 'zero1' });
    const few = communicationTime(job({ globalBatch: 16 }), l, machine({ tcpGbps: 25 }));
    const many = communicationTime(job({ globalBatch: 256 }), l, machine({ tcpGbps: 25 }));
    expect(many.dataServerSeconds).toBe(few.dataServerSeconds);
  });

  it('of adapters is a small part of that of the model', () => {
    const l = layout({ data: 16, sharding: 'none' });
    const of = (method: 'lora' | 'full') =>
      communicationTime(job({ method, on: 'pytorch-ddp' }), l, machine({ tcpGbps: 25 })).serverBytes;
    expect(of('lora')).toBeLessThan(of('full') / 50);
  });

  it('inside one server leaves the network idle', () => {
    expect(communicationTime(job(), layout({ data: 8, sharding: 'zero3', shardWidth: 8 }), machine()).serverBytes).toBe(
      0,
    );
  });
});

describe('step time', () => {
  it('is the sum of its parts', () => {
    const t = stepTime(job(), layout({ data: 8, pipeline: 2, sharding: 'zero1' }), machine());
    expect(t.compute + t.bubble + t.model + t.data + t.optimizer + t.straggler).toBeCloseTo(t.seconds, 9);
  });

  it('loses (p − 1) / m to the pipeline bubble, less with interleaving', () => {
    const t = stepTime(job({ globalBatch: 32 }), layout({ pipeline: 4, microBatch: 1 }), machine());
    expect(t.bubble / (t.compute + t.model)).toBeCloseTo(3 / 32, 9);
    const interleaved = stepTime(job({ globalBatch: 32 }), layout({ pipeline: 4, virtualStages: 2 }), machine());
    expect(interleaved.bubble).toBeLessThan(t.bubble);
  });

  it('full recomputation costs a fifth to a third', () => {
    const at = (checkpointing: 'none' | 'full') =>
      stepTime(job(), layout({ checkpointing, microBatch: 4 }), machine()).seconds;
    expect(at('full') / at('none')).toBeGreaterThan(1.2);
    expect(at('full') / at('none')).toBeLessThan(1.36);
  });

  it('LoRA is 1.4 to 1.7 times as fast as full training', () => {
    const of = (method: 'lora' | 'full') =>
      stepTime(job({ method }), layout({ microBatch: 4, checkpointing: 'none' }), machine()).seconds;
    expect(of('full') / of('lora')).toBeGreaterThan(1.25);
    expect(of('full') / of('lora')).toBeLessThan(1.7);
  });

  it('a context ring attends block by block and merges its blocks', () => {
    const at = (context: number) =>
      stepTime(job({ sequence: 32_768, globalBatch: 8 }), layout({ context, tensor: 1 }), machine()).compute;
    // Four ranks are less than four times as fast.
    expect(at(1) / at(4)).toBeGreaterThan(3);
    expect(at(1) / at(4)).toBeLessThan(3.95);
  });

  it('the output head runs in 16 bit under an 8-bit recipe', () => {
    const gain = (vocabularySize: number) => {
      const shape = { ...LLAMA_7B, vocabularySize, parametersBillion: 6.476 + (2 * vocabularySize * 4096) / 1e9 };
      const at = (recipe: 'bf16' | 'fp8') =>
        stepTime(job({ shape, recipe }), layout({ microBatch: 4 }), machine({}, 8, HOPPER)).compute;
      return at('bf16') / at('fp8');
    };
    expect(gain(256_000)).toBeLessThan(gain(32_000));
  });

  it('a gather of full sharding takes a hop of the ring for every member', () => {
    const seconds = (data: number) => {
      const t = communicationTime(
        job({ on: 'pytorch-fsdp', globalBatch: data }),
        layout({ data, sharding: 'zero3', shardWidth: data }),
        machine({ rdmaGbps: 3200 }),
      );
      return t.dataServerSeconds;
    };
    // 96 gathers and scatters: 896 more hops over NVLink and 128 more over the network for each.
    const added = 96 * (896 * 3.4e-6 + 128 * 1.4e-5);
    expect(seconds(1040) - seconds(16)).toBeGreaterThan(added * 0.9);
  });

  it('DeepSpeed of 2021 copies a slice of every rank, later releases none', () => {
    const at = (copiesSlices: boolean) =>
      communicationTime(
        job({ framework: { ...framework('deepspeed'), copiesSlices }, globalBatch: 64 }),
        layout({ data: 64, sharding: 'zero3', shardWidth: 64 }),
        machine({ rdmaGbps: 1600 }),
      ).gatheredSlices;
    // Two gathers and a scatter of seven matrices a layer.
    expect(at(true)).toBe(3 * 32 * 7 * 64);
    expect(at(false)).toBe(0);
  });

  it('torchtitan’s selective recomputation costs half a forward pass, Megatron’s the scores alone', () => {
    const at = (on: string, checkpointing: 'none' | 'selective') =>
      stepTime(job({ on }), layout({ checkpointing, microBatch: 4 }), machine()).compute;
    const titan = at('torchtitan', 'selective') / at('torchtitan', 'none');
    const megatron = at('megatron-lm', 'selective') / at('megatron-lm', 'none');
    expect(titan).toBeGreaterThan(1.1);
    expect(titan).toBeLessThan(1.25);
    expect(megatron).toBeLessThan(1.03);
  });

  it('unpacking GPTQ costs what PyTorch’s chain moves, NF4 a sixth of it', () => {
    const at = (quantiser: 'nf4' | 'gptq') =>
      stepTime(
        job({ method: 'qlora', quantiser, on: 'huggingface', sequence: 512, globalBatch: 1 }),
        layout({ checkpointing: 'full' }),
        machine(),
      ).compute;
    expect(at('gptq')).toBeGreaterThan(at('nf4') * 1.3);
  });

  it('over TCP full sharding is many times slower than over RDMA', () => {
    const j = job({ on: 'pytorch-fsdp', globalBatch: 16 });
    const l = layout({ data: 16, sharding: 'zero3', shardWidth: 16, checkpointing: 'full' });
    const slowdown =
      stepTime(j, l, machine({ tcpGbps: 25 })).seconds / stepTime(j, l, machine({ rdmaGbps: 3200 })).seconds;
    expect(slowdown).toBeGreaterThan(5);
  });
});

describe('goodput', () => {
  it('takes Daly’s interval: 16,384 devices, one failure in 3.05 h', () => {
    const j = job();
    const size = checkpointBytes(j) / 1e9;
    // Rate chosen so that a write takes 30 s.
    const g = goodput(j, 16_384, 2048, 0, size / 30);
    const between = (50_000 / 16_384) * 3600;
    expect(g.meanSecondsBetweenFailures).toBeCloseTo(between, 3);
    expect(g.writeSeconds).toBeCloseTo(30, 6);
    expect(g.intervalSeconds).toBeCloseTo(Math.sqrt(2 * 30 * (between + 900)) - 30, 3);
    expect(g.ratio).toBeGreaterThan(0.78);
    expect(g.ratio).toBeLessThan(0.92);
  });

  it('writes 14 bytes a parameter: BLOOM-176B in 2.3–2.5 TB', () => {
    const j = job();
    expect(checkpointBytes(j) / 6.738e9).toBeCloseTo(14, 1);
  });

  it('falls with interruptions of spot servers', () => {
    expect(goodput(job(), 64, 8, 2, null).ratio).toBeLessThan(goodput(job(), 64, 8, 0, null).ratio);
  });
});

describe('the ceiling of a card', () => {
  const ceiling = (changes: Partial<Accelerator>, powerW?: number) =>
    matmulCeiling(accelerator(changes), cardClassOf(accelerator(changes)), 'bf16', powerW);

  it('is what was measured, where it was', () => {
    expect(ceiling({})).toBe(0.869);
    expect(ceiling({ id: 'h100-sxm5-80gb', fp16Tflops: 989.4, tdpW: 700 })).toBe(0.803);
  });

  it('follows the cube root of the power elsewhere: A100 PCIe at 300 W measured 0.811', () => {
    const unmeasured = ceiling({ id: 'a100-pcie-64gb', tdpW: 300 });
    expect(unmeasured).toBeCloseTo(0.869 * Math.cbrt(300 / 400), 3);
    expect(unmeasured / 0.811).toBeGreaterThan(0.95);
    expect(unmeasured / 0.811).toBeLessThan(1.05);
  });

  it('falls under a power limit, and within bounds', () => {
    expect(ceiling({ tdpW: 400 }, 300)).toBeLessThan(ceiling({ tdpW: 400 }));
    expect(ceiling({ tdpW: 400 }, 20)).toBeCloseTo(0.869 * 0.75, 3);
  });

  it('in 4 bit follows the watts of a 4-bit TFLOPS: GB300 has half as much again on paper, not in power', () => {
    const rate = (id: string, fp4Tflops: number, tdpW: number) => {
      const card = accelerator({ id, fp16Tflops: 2500, fp8Tflops: 5000, fp4Tflops, tdpW });
      return fp4Tflops * matmulCeiling(card, cardClassOf(card), 'fp4');
    };
    const gain = rate('gb300-279gb', 15_000, 1400) / rate('gb200-186gb', 10_000, 1200);
    expect(gain).toBeGreaterThan(1.2);
    expect(gain).toBeLessThan(1.45);
  });
});

describe('kernels and layers of experts', () => {
  const seconds = (
    on: FrameworkProfile,
    options: object = {},
    changes: object = {},
    machineOptions: object = { rdmaGbps: 1600 },
  ) => stepTime(job({ framework: on, ...options }), layout(changes), machine(machineOptions)).seconds;
  const bridge = framework('megatron-bridge');
  /** Qwen3-30B-A3B: 128 experts of 768, 8 a token. */
  const EXPERTS: Transformer = {
    ...LLAMA_7B,
    parametersBillion: 30.5,
    layers: 48,
    hiddenSize: 2048,
    keyValueHeads: 4,
    headSize: 128,
    vocabularySize: 151_936,
    experts: { count: 128, perToken: 8, shared: 0, intermediateSize: 768, denseLayers: 0 },
  };
  const spread = { data: 16, expert: 16, sharding: 'zero1' };

  it('long sequences are faster by every generation of attention kernels', () => {
    const at = (attentionKernel: FrameworkProfile['attentionKernel']) =>
      seconds({ ...bridge, attentionKernel }, { sequence: 32_768, globalBatch: 8 });
    expect(at('flash2')).toBeLessThan(at('flash1'));
    expect(at('flash3')).toBeLessThan(at('flash1'));
  });

  it('a layer of experts waits 9 ms for a host that launches its kernels itself', () => {
    const at = (graphCapture: FrameworkProfile['graphCapture']) =>
      seconds({ ...bridge, graphCapture }, { shape: EXPERTS, sequence: 512, globalBatch: 8 }, { expert: 1 });
    // Eight micro-batches through 48 layers.
    expect(at('none')).toBeGreaterThan(8 * 48 * 0.008);
    expect(at('full')).toBeLessThan(at('partial'));
    expect(at('partial')).toBeLessThan(at('none'));
  });

  it('experts called one after the other cost a card several times what grouped ones do', () => {
    // Qwen3-30B-A3B on 16 cards, ms-swift's comparison: 91.2 s a step with DeepSpeed ZeRO-3, 9.6 s in groups.
    const grouped = seconds(framework('megatron-lm'), { shape: EXPERTS, sequence: 8192, globalBatch: 16 }, spread);
    const oneByOne = seconds(
      framework('deepspeed'),
      { shape: EXPERTS, sequence: 8192, globalBatch: 16 },
      { data: 16, sharding: 'zero3', shardWidth: 16, checkpointing: 'full' },
    );
    expect(oneByOne / grouped).toBeGreaterThan(5);
    expect(oneByOne / grouped).toBeLessThan(18);
  });

  it('the exchange between servers is cheaper where a token crosses once, and hidden where it is hidden', () => {
    const at = (traits: Partial<FrameworkProfile>) =>
      seconds({ ...bridge, ...traits }, { shape: EXPERTS, sequence: 4096 }, spread, { rdmaGbps: 400 });
    const plain = at({ sendsTokensOnce: false, hidesExpertTraffic: false });
    expect(at({ sendsTokensOnce: true, hidesExpertTraffic: false })).toBeLessThan(plain);
    expect(at({ sendsTokensOnce: false, hidesExpertTraffic: true })).toBeLessThan(plain);
  });

  it('biased experts pay for theirs until a kernel fuses them', () => {
    const withBias = (hasBias: boolean): Transformer => ({
      ...EXPERTS,
      experts: { count: 128, perToken: 8, shared: 0, intermediateSize: 768, denseLayers: 0, hasBias },
    });
    const at = (hasBias: boolean, recipe: 'bf16' | 'fp8') =>
      stepTime(
        job({ framework: bridge, shape: withBias(hasBias), recipe, sequence: 4096 }),
        layout({ data: 16, expert: 16, sharding: 'zero1' }),
        machine({ rdmaGbps: 3200 }, 8, HOPPER),
      ).compute;
    // 64 sequences × 4096 tokens × 8 experts × 2048 wide × 48 layers × 68 bytes over 16 cards of 2.04 TB/s.
    const bytes = ((64 * 4096 * 8 * 2048 * 48) / 16) * 68;
    const added = at(true, 'bf16') - at(false, 'bf16');
    expect(added).toBeGreaterThan(bytes / 2.04e12);
    expect(added).toBeLessThan((1.5 * bytes) / 2.04e12);
    expect(at(true, 'fp8')).toBe(at(false, 'fp8'));
  });

  it('a token goes to a rank once where it is sent once: eight experts on eight ranks, 5.25 of eight copies', () => {
    const volume = (sendsTokensOnce: boolean) =>
      communicationTime(
        job({ framework: { ...bridge, sendsTokensOnce }, shape: EXPERTS }),
        layout({ data: 8, expert: 8 }),
        machine(),
      ).cardBytes;
    // Weights travel in both; what the exchange adds is 7/8 of the copies, or of the ranks that hold one of them.
    const ranks = 8 * (1 - (7 / 8) ** 8);
    expect(volume(true)).toBeLessThan(volume(false));
    expect(volume(true) / volume(false)).toBeGreaterThan((ranks / 8) * 0.99);
  });

  it('few tokens a weight are bound by the memory that its gradient passes', () => {
    const work = (microBatch: number) =>
      stepTime(job({ framework: bridge, sequence: 128, globalBatch: 64 }), layout({ microBatch }), machine()).compute;
    // The same tokens in 64 or in 1 micro-batch: weights and gradients pass the memory 64 times or once.
    expect(work(1) / work(64)).toBeGreaterThan(2.5);
  });
});
