/**
 * Seats of a device: users that its frame buffer, the vendor's profiles, its encoders, and the server's vCPUs and memory
 * hold at once.
 *
 * Worked example: T4 (16 GiB), 4 GiB a user, sessions sharing the card: profile T4-4Q, at most 4; encoder 600 frames/s of
 * 1080p × 0.8 / (30 × 0.5) = 32; so 4 seats, if the server has 4 × 8 vCPU.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import { MIB_PER_GIB } from '../../units.js';
import { type EncoderTable, encoderSpeed } from '../transcoding/encoder-speed.js';
import { encodersOf, generationOf, REFERENCE_PIXELS } from '../transcoding/video.js';
import type { UserNeed } from './user-types.js';

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly displays: number;
  readonly framesPerSecond: number;
}

export interface DeviceHost {
  readonly card: Accelerator;
  readonly share: number;
  readonly deviceMemoryGiB: number | null;
  /** Of one device; null = unknown. */
  readonly vcpu: number | null;
  readonly hostMemoryGiB: number | null;
}

export type SeatLimit = 'frame-buffer' | 'profile' | 'encoder' | 'vcpu' | 'memory' | 'one-a-machine';

export interface Seats {
  readonly perDevice: number;
  readonly bound: SeatLimit;
  /** Vendor profile that a seat takes; null = none applies. */
  readonly profile: string | null;
  /** vCPUs or memory of the machine are below the user's need, but within half of it. */
  readonly isTight: boolean;
}

/** Screens change all the time on few seats only: half of the frames are encoded on the average of many seats. */
const SCREEN_ACTIVITY = 0.5;
const ENCODER_MARGIN = 0.8;
/** A machine with less than this share of a user's vCPU or memory is refused, above it only marked. */
const TIGHTEST = 0.5;
const FRAME_BUFFER_TOLERANCE = 0.9;

/** Seats of one device; 0 with the limit that forbids even one. */
export function seatsOf(
  host: DeviceHost,
  need: UserNeed,
  screen: Screen,
  isShared: boolean,
  table: EncoderTable,
): Seats {
  const limits: [SeatLimit, number][] = [];
  const { deviceMemoryGiB: memory } = host;
  // The driver reports 3-8 % less than a card is sold with; profiles are counted by the memory as sold.
  if (memory !== null)
    limits.push(['frame-buffer', Math.floor(memory / (need.frameBufferGiB * FRAME_BUFFER_TOLERANCE))]);
  let profile: string | null = null;
  if (isShared && host.share === 1) {
    const found = profileFor(host.card, need);
    if (found !== null) {
      profile = found.name;
      limits.push(['profile', found.maxPerAccelerator]);
    }
  }
  const encoder = encoderSeats(host, screen, table);
  if (encoder !== null) limits.push(['encoder', Math.floor(encoder)]);
  let isTight = false;
  for (const [limit, has, needs] of [
    ['vcpu', host.vcpu, need.vcpu],
    ['memory', host.hostMemoryGiB, need.memoryGiB],
  ] as const) {
    if (has === null) continue;
    const seats = Math.floor(has / needs + 1e-9);
    if (seats === 0 && has >= needs * TIGHTEST) {
      isTight = true;
      limits.push([limit, 1]);
    } else {
      limits.push([limit, seats]);
    }
  }
  if (!isShared) limits.push(['one-a-machine', 1]);
  let least: [SeatLimit, number] = ['one-a-machine', isShared ? Number.POSITIVE_INFINITY : 1];
  for (const limit of limits) if (limit[1] < least[1]) least = limit;
  return {
    perDevice: Number.isFinite(least[1]) ? least[1] : 1,
    bound: least[0],
    profile,
    isTight,
  };
}

/** Smallest profile of the series that holds the frame buffer. */
function profileFor(card: Accelerator, need: UserNeed) {
  return (
    [...card.vgpuProfiles]
      .filter((p) => p.series === need.series && p.frameBufferMiB >= need.frameBufferGiB * MIB_PER_GIB)
      .sort((a, b) => a.frameBufferMiB - b.frameBufferMiB || (a.name < b.name ? -1 : 1))[0] ?? null
  );
}

/** Screens that the encoders carry; null when they are not known. */
function encoderSeats(host: DeviceHost, screen: Screen, table: EncoderTable): number | null {
  const engines = encodersOf(host.card);
  const generation = generationOf(host.card);
  if (engines === null || generation === null) return null;
  const speed = encoderSpeed(table, generation, 'h264', 'low-latency', 'p3');
  if (speed === null) return null;
  const pixels = screen.width * screen.height * screen.displays;
  const perSeat = screen.framesPerSecond * SCREEN_ACTIVITY * (pixels / REFERENCE_PIXELS);
  return (engines * host.share * speed.framesPerSecond.expected * ENCODER_MARGIN) / perSeat;
}
