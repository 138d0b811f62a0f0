/** The rejected part of an answer: counts by reason, and the candidates with all their reasons. */
import type { RecommendReply, RejectedCandidate } from '../answer.js';
import { type FieldQuestion, type RejectedOffer, reasonCodes, reasonsOf } from './field.js';

/** Candidates shown without `explain: full`: those with the fewest failed requirements. */
const SUMMARY_CANDIDATES = 10;

interface Group {
  readonly first: RejectedOffer;
  readonly regions: string[];
  readonly failures: number;
}

interface Reasons {
  readonly codes: readonly string[];
  readonly key: string;
}

/** Distinct codes of an offer; offers share them by what failed of screens and limits and by their shape's outcome. */
function reasonReader(): (item: RejectedOffer) => Reasons {
  const known = new Map<RejectedOffer['placement'], Map<number, Reasons>>();
  return (item) => {
    let byFailure = known.get(item.placement);
    if (byFailure === undefined) {
      byFailure = new Map();
      known.set(item.placement, byFailure);
    }
    // Limits are held against what no screen refused.
    const failure = item.limited === null ? item.failedScreens : -item.limited.limits;
    let reasons = byFailure.get(failure);
    if (reasons === undefined) {
      const codes = [...new Set(reasonCodes(item))];
      reasons = { codes, key: codes.join(',') };
      byFailure.set(failure, reasons);
    }
    return reasons;
  };
}

export function rejectedReply(
  rejected: readonly RejectedOffer[],
  question: FieldQuestion,
  isFull: boolean,
): RecommendReply['rejected'] {
  const counts = new Map<string, number>();
  const groups = new Map<RejectedOffer['offer']['type'], Map<string, Group>>();
  const all: Group[] = [];
  const reasonsFor = reasonReader();
  for (const item of rejected) {
    const { codes, key } = reasonsFor(item);
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
    let ofType = groups.get(item.offer.type);
    if (ofType === undefined) {
      ofType = new Map();
      groups.set(item.offer.type, ofType);
    }
    const group = ofType.get(key);
    if (group !== undefined) {
      group.regions.push(item.offer.region.id);
      continue;
    }
    const made = { first: item, regions: [item.offer.region.id], failures: codes.length };
    ofType.set(key, made);
    all.push(made);
  }
  const shown = isFull
    ? all
    : all
        .map((group, place) => ({ group, place }))
        .sort((a, b) => a.group.failures - b.group.failures || a.place - b.place)
        .slice(0, SUMMARY_CANDIDATES)
        .map(({ group }) => group);
  return {
    count: rejected.length,
    byReason: commonestFirst(counts),
    candidates: shown.map(
      ({ first, regions }): RejectedCandidate => ({
        provider: first.offer.provider.id,
        instanceType: first.offer.type.id,
        regions,
        reasons: [...reasonsOf(first, question)],
      }),
    ),
  };
}

/**
 * What stands most often in the way: of the offers that no screen refuses, if there are any, for what the question's own
 * limits shut out is not why the rest fails. `allowedCount`: offers within those limits; reason null = none was rejected.
 */
export function commonestReason(rejected: readonly RejectedOffer[]): {
  readonly reason: string | null;
  readonly allowedCount: number;
} {
  const screened = rejected.filter(({ failedScreens }) => failedScreens === 0);
  const reasonsFor = reasonReader();
  const counts = new Map<string, number>();
  for (const item of screened.length > 0 ? screened : rejected)
    for (const code of reasonsFor(item).codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return { reason: commonestFirst(counts)[0]?.code ?? null, allowedCount: screened.length };
}

function commonestFirst(counts: ReadonlyMap<string, number>): RecommendReply['rejected']['byReason'] {
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
