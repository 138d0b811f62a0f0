/** What an import says at its end. */

import { type Finding, finding } from '../engine/finding.js';
import type { FeedSkip } from '../feeds/feed.js';
import type { FeedId } from '../feeds/index.js';
import type { ImportCounts } from './ports.js';

export interface SkipCount {
  readonly reason: FeedSkip['reason'];
  count: number;
  readonly samples: { readonly line: number; readonly path: string | null; readonly sample: string }[];
}

export interface ImportReport extends ImportCounts {
  readonly import: string;
  readonly sheet: string;
  readonly format: FeedId;
  readonly isDryRun: boolean;
  /** Rows that the sheet had already, just so. */
  readonly rowsUnchanged: number;
  /** Published rates that the list did not have, kept with their age. */
  readonly rowsCarriedOver: number;
  readonly skipped: readonly {
    readonly reason: Finding;
    readonly count: number;
    readonly samples: SkipCount['samples'];
  }[];
  readonly quarantined: readonly { readonly code: string; readonly count: number }[];
  /** The first rows that were held back. */
  readonly held: readonly {
    readonly line: number;
    readonly code: string;
    readonly detail: string;
    readonly content: unknown;
  }[];
  /** Rows of the sheet now. */
  readonly rowCount: number;
}

const SAMPLES = 3;

export function countSkip(counts: Map<string, SkipCount>, { reason, line, path, sample }: FeedSkip): void {
  let known = counts.get(reason);
  if (known === undefined) {
    known = { reason, count: 0, samples: [] };
    counts.set(reason, known);
  }
  known.count++;
  if (known.samples.length < SAMPLES) known.samples.push({ line, path: path ?? null, sample });
}

export function skipsOf(counts: ReadonlyMap<string, SkipCount>): ImportReport['skipped'] {
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, count, samples }) => ({ reason: finding(reason), count, samples }));
}
