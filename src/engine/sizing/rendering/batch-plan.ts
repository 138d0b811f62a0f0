/**
 * A batch of independent frames on a farm: waves, hours, servers for a deadline.
 *
 * Worked example: 600 frames of 11 minutes on 12 devices are 50 waves = 550 minutes = 9.17 h; with 95 % of the time usable
 * 9.65 h.
 */
import { SECONDS_PER_HOUR } from '../../units.js';

export interface Batch {
  readonly frames: number;
  /** Share of the time that a node really renders (queue, restarts, asset sync). */
  readonly availabilityRatio: number;
}

/** Hours that `devices` need when each renders one frame at a time. */
export function batchHours(batch: Batch, devices: number, secondsPerFrame: number): number {
  const waves = Math.ceil(batch.frames / devices - 1e-9);
  return (waves * secondsPerFrame) / SECONDS_PER_HOUR / batch.availabilityRatio;
}

/** Fewest devices that finish within the hours; null when one frame alone takes longer. */
export function devicesForDeadline(batch: Batch, secondsPerFrame: number, deadlineHours: number): number | null {
  const wavesAllowed = Math.floor(
    (deadlineHours * SECONDS_PER_HOUR * batch.availabilityRatio) / secondsPerFrame + 1e-9,
  );
  return wavesAllowed < 1 ? null : Math.ceil(batch.frames / wavesAllowed - 1e-9);
}

/** Hours from one clock time to the next; the same time means a whole day. `22:00` to `08:00` = 10. */
export function windowHours(startsAt: string, readyBy: string): number {
  const minutes = (clockMinutes(readyBy) - clockMinutes(startsAt) + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return (minutes === 0 ? MINUTES_PER_DAY : minutes) / MINUTES_PER_HOUR;
}

/** Clock time some hours after another, `HH:MM`; days past are told as `+1d`. */
export function clockAfter(startsAt: string, hours: number): string {
  const total = clockMinutes(startsAt) + Math.ceil(hours * MINUTES_PER_HOUR - 1e-9);
  const day = Math.floor(total / MINUTES_PER_DAY);
  const rest = total % MINUTES_PER_DAY;
  const two = (n: number) => String(n).padStart(2, '0');
  const clock = `${two(Math.floor(rest / MINUTES_PER_HOUR))}:${two(rest % MINUTES_PER_HOUR)}`;
  return day === 0 ? clock : `${clock} +${day}d`;
}

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

function clockMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * MINUTES_PER_HOUR + Number(clock.slice(3, 5));
}
