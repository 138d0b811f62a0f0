/** How long to wait before a call is tried again. */

const FIRST_WAIT_MS = 250;

/** Milliseconds of a `Retry-After` (seconds or a date); null = it says nothing readable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^[0-9]{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** What the service asks for, else twice as long each time, with half of it by chance so that callers spread out. */
export function waitMs(attempt: number, header: string | null, now: number, chance: number): number {
  const asked = retryAfterMs(header, now);
  if (asked !== null) return asked;
  const whole = FIRST_WAIT_MS * 2 ** attempt;
  return whole / 2 + (whole / 2) * chance;
}

/** Waits; false = the wait would be longer than is borne. Throws when the caller gave up. */
export async function waitBeforeRetry(
  attempt: number,
  header: string | null,
  maxWaitMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const wait = waitMs(attempt, header, Date.now(), Math.random());
  if (wait > maxWaitMs) return false;
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, wait);
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
  return true;
}
