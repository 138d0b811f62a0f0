/** What of a hardware shape is the same to a demand, spelt once a shape: every question asks for all of them. */
import type { HardwareShape } from './scenario.js';

export interface ShapeKeys {
  /** One device and the link to its neighbours. */
  readonly device: string;
  /** All devices of the server. */
  readonly devices: string;
}

const known = new WeakMap<HardwareShape, ShapeKeys>();

export function shapeKeys(shape: HardwareShape): ShapeKeys {
  let keys = known.get(shape);
  if (keys === undefined) {
    const { accelerator, share, deviceMemoryGiB, interconnect, count } = shape;
    const device = `${accelerator.id}|${share}|${deviceMemoryGiB}|${interconnect}`;
    keys = { device, devices: `${device}|${count}` };
    known.set(shape, keys);
  }
  return keys;
}
