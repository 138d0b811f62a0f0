/** What a running job owes to those who wait for it: a sign of life now and then, and an ear for "stop". */
import type { PriceJobLog } from './ports.js';

export interface JobPulse {
  /** true: somebody has cancelled the job. */
  readonly isCancelled: boolean;
  /** Ends the signs of life; the log has the last of them before its end is written down. */
  stop(): Promise<void>;
}

/** How often a running job tells how far it has come, and learns whether it is still wanted. */
const PULSE_MS = 500;

/** From now on `progress` is noted, whatever the job waits for. A log that cannot be reached does not end the job. */
export function followJob<P>(log: Pick<PriceJobLog<unknown, P>, 'progress'>, id: string, progress: () => P): JobPulse {
  let isCancelled = false;
  let telling: Promise<void> | undefined;
  const tell = async () => {
    isCancelled ||= !(await log.progress(id, progress()));
  };
  const timer = setInterval(() => {
    telling ??= tell()
      .catch(() => undefined)
      .finally(() => {
        telling = undefined;
      });
  }, PULSE_MS);
  timer.unref();
  return {
    get isCancelled() {
      return isCancelled;
    },
    async stop() {
      clearInterval(timer);
      await telling;
    },
  };
}
