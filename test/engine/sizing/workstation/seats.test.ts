import { describe, expect, it } from 'vitest';
import { fitEncoderTable } from '../../../../src/engine/sizing/transcoding/encoder-speed.js';
import { type DeviceHost, seatsOf } from '../../../../src/engine/sizing/workstation/seats.js';
import { USER_NEEDS } from '../../../../src/engine/sizing/workstation/user-types.js';
import { accelerator } from '../../../support/accelerator.js';

const table = fitEncoderTable([
  { id: 'x', generation: 'Turing', codec: 'h264', preset: 'p3', rateControl: 'low-latency', framesPerSecond: 600 },
]);
const profile = (name: string, series: string, frameBufferMiB: number, maxPerAccelerator: number) => ({
  name,
  series,
  frameBufferMiB,
  maxPerAccelerator,
});
const T4 = accelerator({
  id: 't4',
  architecture: 'Turing',
  nvencEngines: 1,
  vgpuProfiles: [profile('T4-2Q', 'Q', 2048, 8), profile('T4-4Q', 'Q', 4096, 4), profile('T4-8Q', 'Q', 8192, 2)],
});
const host = (given: Partial<DeviceHost> = {}): DeviceHost => ({
  card: T4,
  share: 1,
  deviceMemoryGiB: 15,
  vcpu: 64,
  hostMemoryGiB: 256,
  ...given,
});
const screen = { width: 1920, height: 1080, displays: 1, framesPerSecond: 30 };

describe('seats of a device', () => {
  it('are one a machine unless sessions share it', () => {
    expect(seatsOf(host(), USER_NEEDS['medium-3d'], screen, false, table).perDevice).toBe(1);
  });

  it('are the vendor’s profile count in shared sessions', () => {
    // 4 GiB a user: profile T4-4Q, four of them; encoder 600 × 0.8 / (30 × 0.5) = 32
    const seats = seatsOf(host(), USER_NEEDS['medium-3d'], screen, true, table);
    expect(seats).toMatchObject({ perDevice: 4, profile: 'T4-4Q' });
  });

  it('fall to what the encoder carries on large screens', () => {
    const wall = { width: 7680, height: 4320, displays: 2, framesPerSecond: 60 };
    // 480 / (60 × 0.5 × 32) = 0.5: not even one
    expect(seatsOf(host(), USER_NEEDS['light-3d'], wall, true, table)).toMatchObject({
      perDevice: 0,
      bound: 'encoder',
    });
  });

  it('fall to the vCPUs of the machine, and say when they are tight', () => {
    expect(seatsOf(host({ vcpu: 16 }), USER_NEEDS['medium-3d'], screen, true, table)).toMatchObject({
      perDevice: 2,
      bound: 'vcpu',
    });
    expect(seatsOf(host({ vcpu: 6 }), USER_NEEDS['medium-3d'], screen, false, table)).toMatchObject({
      perDevice: 1,
      isTight: true,
    });
    expect(seatsOf(host({ vcpu: 3 }), USER_NEEDS['medium-3d'], screen, false, table)).toMatchObject({
      perDevice: 0,
      bound: 'vcpu',
    });
  });

  it('fit a quarter of a T4 with 4 GiB, as fractional families sell it', () => {
    const quarter = host({ share: 0.25, deviceMemoryGiB: 3.75, vcpu: 8, hostMemoryGiB: 16 });
    expect(seatsOf(quarter, USER_NEEDS['medium-3d'], screen, false, table).perDevice).toBe(1);
    expect(seatsOf(quarter, USER_NEEDS['heavy-3d'], screen, false, table).perDevice).toBe(0);
  });
});
