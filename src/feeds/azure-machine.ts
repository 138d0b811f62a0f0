/** What Azure's price lists say only in words: operating system, spot, and which machine a meter is. */
import type { SkipReason } from './reasons.js';

export interface AzureWords {
  readonly product: string;
  readonly sku: string;
  readonly meter: string;
}

export interface AzureMeaning {
  readonly isWindows: boolean;
  readonly isSpot: boolean;
}

/** Machines with accelerators: N series without the FPGA one (NP). */
const ACCELERATED = /^Standard_N(?!P)/i;

export function readWords(words: AzureWords, machine: string): AzureMeaning | SkipReason {
  const all = `${words.sku} ${words.meter}`;
  if (/cloud ?services|dedicated host|dedicated/i.test(words.product)) return 'skipped-other-product';
  if (!ACCELERATED.test(machine)) return 'skipped-no-accelerator';
  if (/low priority/i.test(all)) return 'skipped-low-priority';
  if (/promo/i.test(machine)) return 'skipped-not-on-sale';
  return { isWindows: /windows\s*$/i.test(words.product), isSpot: /\bspot\b/i.test(all) };
}

/** "NC24ads A100 v4", "NC6s v3 Spot" → `Standard_NC24ads_A100_v4`, `Standard_NC6s_v3`. */
export function machineOfMeter(meter: string): string {
  const bare = meter.replace(/\s+(Spot|Low Priority|Expired)\s*$/i, '').trim();
  const first = bare.split('/')[0] ?? bare;
  return /^standard[_ ]/i.test(first) ? first.replaceAll(' ', '_') : `Standard_${first.trim().replaceAll(' ', '_')}`;
}

/** The last day of a price that ends at an instant: an end at midnight is the end of the day before. */
export function lastDayOf(instant: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(instant) ?? [];
  if (day === undefined) return undefined;
  if (time !== '00:00:00') return day;
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
