import { finding } from '../finding.js';
import { type Candidate, clamp01, type Dimension, type ScoreContext } from './dimension.js';

/** Doublings of cost from the best score to zero: sixteen times the cheapest scores nothing. */
const DOUBLINGS_TO_ZERO = 4;
/** Score of a price that nobody publishes: four times the cheapest. */
const UNKNOWN_COST = 0.5;

/**
 * Cost optimisation: cost of a unit of work, idle share of what is paid, and whether the card can be shared.
 *
 * score = 0.8 × cost + 0.12 × used + 0.08 × sharing
 * - cost: 1 − log2(cost ÷ cheapest feasible cost) ÷ 4. Logarithmic, so that the choice of the reference moves all
 *   candidates alike. Unpriced: 0.5, neither praised nor damned (and ranked after all priced plans).
 * - used: share of the paid accelerator time that works.
 * - sharing: 1 when a sharing feature of the catalogue applies to this card and family.
 */
export const COST_OPTIMISATION: Dimension = {
  id: 'costOptimisation',
  label: { en: 'Cost optimisation', zh: '成本优化' },
  question: {
    en: 'What does a unit of work cost, how much of what is paid works, and can the card be shared?',
    zh: '单位工作成本多少，已付费的时间有多少在工作，能否共享 GPU？',
  },
  score(candidate, context) {
    const ratio = againstCheapest(candidate, context);
    const cost = Number.isNaN(ratio)
      ? UNKNOWN_COST
      : ratio <= 1
        ? 1
        : clamp01(1 - Math.log2(ratio) / DOUBLINGS_TO_ZERO);
    const sharing = hasSharing(candidate) ? 1 : 0;
    return 0.8 * cost + 0.12 * (1 - candidate.idleRatio) + 0.08 * sharing;
  },
  because(candidate, context) {
    const facts = [];
    const ratio = againstCheapest(candidate, context);
    if (Number.isNaN(ratio)) {
      facts.push(
        finding('price-not-published', { instanceType: candidate.offer.type.id, region: candidate.offer.region.id }),
      );
    } else if (ratio === Number.POSITIVE_INFINITY) facts.push(finding('cost-against-nothing', {}));
    else facts.push(finding(ratio <= 1 ? 'cheapest-for-the-work' : 'cost-against-cheapest', { ratio: shown(ratio) }));
    if (candidate.hasUnpricedParts) facts.push(finding('cost-known-in-part', {}));
    facts.push(finding('utilisation-of-paid-time', { idlePercent: Math.round(candidate.idleRatio * 100) }));
    const sharing = candidate.features.filter((feature) => feature.kind === 'sharing').map((feature) => feature.name);
    if (sharing.length > 0) facts.push(finding('sharing-available', { features: sharing }));
    return facts;
  },
};

/** Multiple of the cheapest cost of a unit of work; NaN when unpriced. Servers that are paid already cost nothing more. */
function againstCheapest({ unitCost }: Candidate, { cheapestUnitCost }: ScoreContext): number {
  return unitCost <= cheapestUnitCost ? 1 : unitCost / cheapestUnitCost;
}

/** Three decimals, and never 1 for what is dearer than the cheapest. */
function shown(ratio: number): number {
  return ratio <= 1 ? 1 : Math.max(1.001, Number(ratio.toFixed(3)));
}

function hasSharing({ features }: Candidate): boolean {
  for (const feature of features) if (feature.kind === 'sharing') return true;
  return false;
}
