/**
 * A service of devices that take batches: how many devices a load needs, and how long an item takes with its queue.
 *
 * Worked example: 1 image/s, 4 s an image, planned to 80 % load: 1 × 4 / 0.8 = 5 devices.
 */
import { PLANNED_LOAD } from './host-side.js';

export interface DeviceService {
  readonly batch: number;
  readonly secondsPerBatch: number;
  /** Items per second of one device, the host considered. */
  readonly ratePerSecond: number;
}

/**
 * Long recordings as a device works on them: cut into windows that fill its batches, those of other recordings beside them where
 * one has too few. A recording is through when its windows are, one batch of windows at the least.
 *
 * Worked example: 32 recordings of a minute, two windows each, in 41 s: a batch of 32 windows takes 20.5 s and holds 16 of them.
 * Thirteen minutes, 26 windows, in batches of 8: eight recordings in 136 s, so one at a time in 17 s.
 */
export function inWindows(service: DeviceService, windows: number): DeviceService {
  const share = Math.min(service.batch, windows);
  return {
    batch: service.batch / share,
    secondsPerBatch: service.secondsPerBatch / share,
    ratePerSecond: service.ratePerSecond,
  };
}

/** Devices (not rounded) that a rate needs at the planned load. */
export function devicesForRate(service: DeviceService, ratePerSecond: number): number {
  return ratePerSecond / (service.ratePerSecond * PLANNED_LOAD);
}

/**
 * Mean seconds of an item under Poisson arrivals: gathering a batch, waiting for a device (Sakasegawa's M/G/c with constant
 * service), being served.
 */
export function latencyAtRate(service: DeviceService, devices: number, ratePerSecond: number): number {
  const load = Math.min(0.999, ratePerSecond / (devices * service.ratePerSecond));
  const gather =
    service.batch <= 1 ? 0 : Math.min(service.secondsPerBatch, (service.batch - 1) / (2 * (ratePerSecond / devices)));
  const wait = (0.5 * load ** Math.sqrt(2 * (devices + 1)) * service.secondsPerBatch) / (devices * (1 - load)) / load;
  return gather + wait + service.secondsPerBatch;
}

/** Seconds of an item when each device has a fixed number in flight: whole batches follow one another. */
export function latencyInFlight(service: DeviceService, inFlight: number): number {
  return service.secondsPerBatch * Math.ceil(inFlight / service.batch - 1e-9);
}
