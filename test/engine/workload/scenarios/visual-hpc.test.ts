import { describe, expect, it } from 'vitest';
import { QuestionError } from '../../../../src/engine/question-error.js';
import { HPC } from '../../../../src/engine/workload/scenarios/hpc.js';
import type { HpcWorkload } from '../../../../src/engine/workload/scenarios/hpc-schema.js';
import { VIDEO_TRANSCODING } from '../../../../src/engine/workload/scenarios/video-transcoding.js';
import type { VideoTranscodingWorkload } from '../../../../src/engine/workload/scenarios/video-transcoding-schema.js';
import { VIRTUAL_WORKSTATION } from '../../../../src/engine/workload/scenarios/virtual-workstation.js';
import type { VirtualWorkstationWorkload } from '../../../../src/engine/workload/scenarios/virtual-workstation-schema.js';
import { anyLimits, releaseCatalogue, serverOf } from '../../../support/release-servers.js';

const context = { catalogue: releaseCatalogue, pointer: '/workload' };
const hd = { width: 1920, height: 1080 };

describe('200 camera streams 1080p25 H.264 to H.265', () => {
  const cameras: VideoTranscodingWorkload = {
    scenario: 'video-transcoding',
    streams: 200,
    input: { codec: 'h264', ...hd, framesPerSecond: 25 },
    outputs: [{ codec: 'h265', ...hd }],
    preset: 'p3',
    rateControl: 'low-latency',
  };
  const place = (...server: Parameters<typeof serverOf>) =>
    VIDEO_TRANSCODING.prepare(cameras, context).place(serverOf(...server), anyLimits);
  const cards = (card: string) => Math.ceil(place(card).options[0]?.unitsAtPeak ?? Number.NaN);

  it('count T4, A10 and L4 by their encoders', () => {
    // Turing 463 frames/s at p3: floor(463 × 0.8 / 25) = 14 a T4 → 15 cards
    expect(cards('t4')).toBe(15);
    // Ampere 467 → 14 → 15 cards
    expect(cards('a10')).toBe(15);
    // Ada 494 × 2 engines: floor(31.6) = 31 → 7 cards
    expect(cards('l4')).toBe(7);
  });

  it('are refused on cards without an encoder', () => {
    for (const card of ['a100-sxm4-80gb', 'h100-sxm5-80gb', 'b200-sxm-180gb', 'zixiao-c100']) {
      expect(place(card)).toMatchObject({ options: [], rejections: [{ code: 'no-video-encoder' }] });
    }
  });

  it('are counted alike by /evaluate', () => {
    const reply = VIDEO_TRANSCODING.evaluate(cameras, { accelerator: 'T4', acceleratorCount: 15 }, context);
    expect(reply.fits).toBe(true);
    expect(reply.performance.streams?.expected).toBeCloseTo(15 * 14, 6);
    const less = VIDEO_TRANSCODING.evaluate(cameras, { accelerator: 'T4', acceleratorCount: 14 }, context);
    expect(less.fits).toBe(false);
  });

  it('are held back by the sessions of GeForce drivers', () => {
    const option = place('rtx-4090').options[0];
    expect(option?.report.findings.map((f) => f.code)).toContain('geforce-sessions');
    expect(option?.unitsAtPeak).toBe(25);
  });

  it('never need fewer cards for more streams', () => {
    const units = (streams: number) =>
      VIDEO_TRANSCODING.prepare({ ...cameras, streams }, context).place(serverOf('l4'), anyLimits).options[0]
        ?.unitsAtPeak ?? 0;
    expect(units(400)).toBeCloseTo(2 * units(200), 9);
  });
});

describe('workstations', () => {
  const office: VirtualWorkstationWorkload = {
    scenario: 'virtual-workstation',
    users: [
      { type: 'light-3d', count: 20 },
      { type: 'heavy-3d', count: 5 },
    ],
    concurrencyRatio: 0.8,
  };
  const place = (workload: VirtualWorkstationWorkload, ...server: Parameters<typeof serverOf>) =>
    VIRTUAL_WORKSTATION.prepare(workload, context).place(serverOf(...server), anyLimits);

  it('seat the users at work at the peak, one a machine', () => {
    // 20 × 0.8 + 5 × 0.8 = 20 seats
    expect(place(office, 't4').options[0]?.unitsAtPeak).toBe(20);
  });

  it('fit slices by frame buffer, and refuse slices that are too small', () => {
    const light: VirtualWorkstationWorkload = {
      ...office,
      users: [{ type: 'light-3d', count: 10 }],
      concurrencyRatio: 1,
    };
    expect(place(light, 't4', 1, { share: 0.25, vcpu: 5 }).options).toHaveLength(1);
    expect(place(office, 't4', 1, { share: 0.25 }).rejections[0]?.code).toBe('user-does-not-fit');
  });

  it('name a vGPU profile only where one is used', () => {
    const alone = place(office, 't4').options[0]?.report.findings ?? [];
    expect(alone.some(({ code }) => code === 'seats-per-device')).toBe(true);
    for (const { message } of alone) expect(message).not.toMatch(/profile/);
    const shared = place({ ...office, seating: 'shared-sessions' }, 'a10', 1, { vcpu: 128, hostMemoryGiB: 512 });
    expect(shared.options[0]?.report.findings.map(({ message }) => message)).toContain(
      'Those light-3d seats are vGPUs of the profile A10-2Q.',
    );
  });

  it('need fewer cards in shared sessions', () => {
    const shared = place({ ...office, seating: 'shared-sessions' }, 'a10', 1, { vcpu: 128, hostMemoryGiB: 512 });
    expect(shared.options[0]?.unitsAtPeak).toBeLessThan(20);
    expect(shared.options[0]?.report.findings[0]?.facts.profile).toBe('A10-2Q');
  });

  it('prefer families with licence and driver, and count the licences', () => {
    const option = place(office, 't4').options[0];
    expect(option?.software.helpfulFeatureKinds).toContain('graphics-licence');
    expect(option?.software.because.map((f) => f.code)).toContain('graphics-licence-and-driver');
    expect(option?.report.findings.find((f) => f.code === 'graphics-licences-needed')?.facts).toMatchObject({
      licences: 20,
      kind: 'vWS',
    });
  });

  it('need the licence of each kind of user', () => {
    const mixed = {
      ...office,
      users: [
        { type: 'medium-3d' as const, count: 20 },
        { type: 'office' as const, count: 40 },
      ],
    };
    const found = place(mixed, 't4').options[0]?.report.findings.filter((f) => f.code === 'graphics-licences-needed');
    expect(found?.map(({ facts }) => [facts.licences, facts.kind])).toEqual([
      // 80 % of 20 and of 40 work at the peak
      [16, 'vWS'],
      [32, 'vPC'],
    ]);
  });

  it('are refused on cards without graphics', () => {
    expect(place(office, 'a100-sxm4-80gb').rejections[0]?.code).toBe('no-graphics-engine');
  });

  it('count no vWS licences on GeForce cards, for which none is sold', () => {
    const codes = (card: string) => place(office, card).options[0]?.report.findings.map((f) => f.code);
    expect(codes('rtx-4090')).toContain('no-graphics-licence-for-card');
    expect(codes('rtx-4090')).not.toContain('graphics-licences-needed');
    expect(codes('l40s')).toContain('graphics-licences-needed');
  });
});

describe('simulations', () => {
  const dynamics: HpcWorkload = {
    scenario: 'hpc',
    code: 'OpenMM',
    case: 'apoa1 PME',
    nanoseconds: 1000,
    runs: 8,
    memoryGiB: 2,
    deadlineHours: 72,
  };
  const place = (workload: HpcWorkload, ...server: Parameters<typeof serverOf>) =>
    HPC.prepare(workload, context).place(serverOf(...server), anyLimits);
  const evaluate = (workload: HpcWorkload, accelerator: string, acceleratorCount = 1) =>
    HPC.evaluate(workload, { accelerator, acceleratorCount }, context);

  it('put independent runs on a card each', () => {
    const option = place(dynamics, 'l40s', 8).options[0];
    expect(option?.serversPerUnit).toBe(1);
    // 1000 ns at about 800 ns a day
    expect(option?.runHours?.expected).toBeGreaterThan(25);
    expect(option?.runHours?.expected).toBeLessThan(35);
    expect(option?.workUnit).toBe('simulation-run');
  });

  it('meet the published speed where the card was measured', () => {
    // FluidX3D, FP32/FP32, on H200 SXM: 23,056 MLUPs/s
    const reply = evaluate(
      { scenario: 'hpc', code: 'FluidX3D', case: 'D3Q19 SRT benchmark, FP32/FP32' },
      'H200-SXM-141GB',
    );
    expect(reply.performance.megaLatticeUpdatesPerSecond?.expected).toBeCloseTo(23_056, -2);
  });

  it('warn of cards that are weak in double precision', () => {
    const own: HpcWorkload = {
      scenario: 'hpc',
      bound: 'fp64',
      reference: { accelerator: 'V100-SXM2-32GB', hoursPerRun: 10 },
    };
    const weak = place(own, 'l40s').options[0];
    const strong = place(own, 'a100-sxm4-80gb').options[0];
    expect(weak?.report.findings.map((f) => f.code)).toContain('weak-double-precision');
    expect(strong?.report.findings.map((f) => f.code)).not.toContain('weak-double-precision');
    expect(strong?.runHours?.expected).toBeLessThan(weak?.runHours?.expected ?? 0);
  });

  it('gain from RDMA when a run spans servers', () => {
    const wide: HpcWorkload = {
      scenario: 'hpc',
      bound: 'memory-bandwidth',
      reference: { accelerator: 'A100-SXM4-80GB', hoursPerRun: 200 },
      memoryGiB: 1000,
    };
    const tcp = place(wide, 'a100-sxm4-80gb', 8).options[0];
    const rdma = place(wide, 'a100-sxm4-80gb', 8, { rdmaGbps: 800 }).options[0];
    // 1000 / (79.25 × 0.92) = 13.7 cards: two servers
    expect(rdma?.serversPerUnit).toBe(2);
    expect(rdma?.runHours?.expected).toBeLessThan(tcp?.runHours?.expected ?? 0);
    expect(rdma?.needs.interServerGbps).toBeGreaterThan(0);
    expect(tcp?.report.findings.map((f) => f.code)).toContain('scaling-without-rdma');
  });

  it('keep the set-up of a run on every card', () => {
    const own: HpcWorkload = {
      scenario: 'hpc',
      bound: 'memory-bandwidth',
      reference: { accelerator: 'T4', hoursPerRun: 10 },
      setupHoursPerRun: 4,
    };
    expect(place(own, 't4').options[0]?.runHours?.expected).toBeCloseTo(10, 6);
    expect(place(own, 'h100-sxm5-80gb').options[0]?.runHours?.expected).toBeGreaterThan(4);
  });

  it('scale a molecular system by its atoms', () => {
    const at = (atoms: number) =>
      evaluate({ scenario: 'hpc', code: 'GROMACS', case: 'STMV 1.07M atoms', atoms }, 'GH200-96GB').performance
        .nanosecondsPerDay?.expected ?? 0;
    expect(at(1_070_000)).toBeGreaterThan(at(2_140_000));
    // twice the atoms: 2^-0.9 = 0.536
    expect(Math.abs(at(2_140_000) / at(1_070_000) - 2 ** -0.9)).toBeLessThan(0.05);
  });

  it('never take longer on more time and never fewer servers for a tighter deadline', () => {
    const servers = (deadlineHours: number) =>
      place({ ...dynamics, runs: 64, deadlineHours }, 'l40s', 4).options[0]?.serversPerUnit ?? 0;
    expect(servers(40)).toBeGreaterThanOrEqual(servers(80));
    expect(servers(80)).toBeGreaterThanOrEqual(servers(160));
  });

  it('are refused where the question says too little or nonsense', () => {
    const codes = (workload: HpcWorkload) => {
      try {
        HPC.prepare(workload, context);
      } catch (error) {
        if (error instanceof QuestionError) return error.faults.map((f) => f.code);
      }
      return [];
    };
    expect(codes({ scenario: 'hpc' })).toContain('exactly-one-of');
    expect(codes({ scenario: 'hpc', code: 'no such code' })).toContain('unknown-code');
    expect(codes({ scenario: 'hpc', code: 'GROMACS', bound: 'fp64' })).toContain('contradiction');
    expect(codes({ scenario: 'hpc', code: 'OpenMM', case: 'no such case' })).toContain('unknown-benchmark');
    expect(codes({ scenario: 'hpc', bound: 'fp64' })).toContain('exactly-one-of');
  });
});
