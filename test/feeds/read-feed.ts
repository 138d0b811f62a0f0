/** Reads a feed in a test: from a fixture or a text, in one piece or in small ones. */
import { readFileSync } from 'node:fs';
import type { FeedRow, FeedSettings, FeedSkip, FeedUnreadable } from '../../src/feeds/feed.js';
import { FEEDS, type FeedId } from '../../src/feeds/index.js';

export const SETTINGS: FeedSettings = {
  provider: 'testcloud',
  source: 'a list',
  asOf: '2030-01-02',
  asOfDay: '2030-01-02',
  confidence: 'official',
};

export interface ReadFeed {
  readonly rows: readonly FeedRow[];
  readonly skips: readonly FeedSkip[];
  readonly unreadable: readonly FeedUnreadable[];
  /** How many were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** `sku region mode term payment price(+upfront)`, a line a row: short enough to be read. */
  readonly lines: readonly string[];
}

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}

export async function* pieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function readFeed(
  id: FeedId,
  input: string | Uint8Array,
  settings: Partial<FeedSettings> = {},
  pieceSize?: number,
): Promise<ReadFeed> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input;
  const rows: FeedRow[] = [];
  const skips: FeedSkip[] = [];
  const unreadable: FeedUnreadable[] = [];
  for await (const event of FEEDS[id].read(pieces(bytes, pieceSize), { ...SETTINGS, ...settings })) {
    if (event.kind === 'row') rows.push(event);
    else if (event.kind === 'skip') skips.push(event);
    else unreadable.push(event);
  }
  const skipped: Record<string, number> = {};
  for (const { reason } of skips) skipped[reason] = (skipped[reason] ?? 0) + 1;
  return { rows, skips, unreadable, skipped, lines: rows.map(lineOf) };
}

function lineOf({ row }: FeedRow): string {
  const parts = [
    row.sku,
    row.zone ?? row.region ?? row.area,
    row.os,
    row.billingMode,
    row.termMonths === undefined ? undefined : `${row.termMonths}m`,
    row.payment,
    row.tierFrom === undefined ? undefined : `from ${row.tierFrom}`,
    `${row.price}${row.upfront === undefined ? '' : `+${row.upfront}`} ${row.currency}/${row.unit}`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
