/** A ranked candidate as the plan that the answer shows. */
import type { Plan } from '../answer.js';
import { isGeForce } from '../catalogue/accelerator.js';
import type { Catalogue, Offer } from '../catalogue/catalogue.js';
import { UNPUBLISHED_REGION_ID } from '../catalogue/snapshot.js';
import { type Finding, finding } from '../finding.js';
import type { ResolvedQuestion } from '../resolve-request.js';
import type { ScoreContext } from '../scoring/dimension.js';
import { scoreCard, weakestDimension } from '../scoring/index.js';
import { sliceFor } from '../sharing/slice-for.js';
import { shown } from '../shown.js';
import { goalFindings, statedGoals } from '../workload/goals.js';
import type { HardwareShape, PartOfCard } from '../workload/scenario.js';
import { beatenOnCostAndTime, cheaperByTheHour, cheaperElsewhere, unpricedAbove } from './comparisons.js';
import { fallbacksOf } from './fallbacks.js';
import type { Scored } from './order.js';
import { riskOf } from './risk.js';

export function planOf(
  scored: Scored,
  rank: number,
  ranked: readonly Scored[],
  question: ResolvedQuestion,
  scoring: ScoreContext,
): Plan {
  const { candidate, score } = scored;
  const { offer, shape, option } = candidate;
  const { constraints, currency, pricing } = question.fieldQuestion;
  const dimensions = scoreCard(candidate, question.weights, scoring);
  const weakest = weakestDimension(dimensions);
  const cost = pricing.bill(offer, candidate.fleet);
  const zone =
    constraints.zones === null
      ? null
      : (offer.zones.find((z) => constraints.zones?.has(`${offer.provider.id}/${z}`)) ?? null);
  const findings: Finding[] = [
    ...cheaperElsewhere(scored, ranked, currency),
    ...(rank === 1
      ? [
          ...beatenOnCostAndTime(scored, ranked, currency, question.weights, scoring),
          ...unpricedAbove(scored, ranked, currency),
          ...cheaperByTheHour(scored, ranked, currency),
        ]
      : []),
    finding('weakest-dimension', { dimension: weakest, score: dimensions[weakest].score }),
    ...goalFindings(statedGoals(question.scenario, question.request.workload), option.report.performance),
    ...option.report.findings,
  ];
  if (isGeForce(shape.accelerator)) findings.push(finding('consumer-licence', { accelerator: shape.accelerator.name }));
  if (candidate.hasUnpricedParts)
    findings.push(
      finding('price-known-in-part', {
        instanceType: offer.type.id,
        region: offer.region.id,
        monthly: candidate.cost.knownMonthly.toFixed(2),
        currency,
        components: [...new Set(cost.unpricedItems.map(({ component }) => component))],
      }),
    );
  else if (!candidate.isPriced)
    findings.push(finding('price-not-published', { instanceType: offer.type.id, region: offer.region.id }));
  if (offer.region.id === UNPUBLISHED_REGION_ID)
    findings.push(finding('region-not-published', { instanceType: offer.type.id }));
  if (offer.saleStatus !== 'general')
    findings.push(finding('sale-status-note', { instanceType: offer.type.id, saleStatus: offer.saleStatus }));
  const part = constraints.allowSharing ? (option.partOfOneCard?.() ?? null) : null;
  if (part !== null) findings.push(...shareFinding(question.fieldQuestion.catalogue, offer, part));
  const units = candidate.servers / option.serversPerUnit;
  return {
    id: planId(question.version, candidate),
    rank,
    score,
    dimensions,
    placement: {
      provider: offer.provider.id,
      region: offer.region.id,
      zone,
      instanceType: offer.type.id,
      family: offer.family.id,
      saleStatus: offer.saleStatus,
      accelerator: shape.accelerator.id,
      acceleratorsPerServer: shape.count,
      acceleratorShareRatio: shape.share,
      servers: candidate.servers,
      replicas: Math.max(1, Math.round(units * option.replicasPerUnit)),
      parallelism: { ...option.parallelism },
      sharing: soldShare(shape),
      software: { name: option.software.name, version: option.software.version, precision: option.software.precision },
    },
    performance: shown(option.report.performance),
    memory: {
      perAcceleratorGiB: shown(option.memory),
      ...(option.memoryExtras === undefined ? {} : option.memoryExtras),
    },
    cost,
    ...(constraints.maxMonthlyCost === null ? {} : { budgetProven: candidate.isPriced && !cost.unpriced }),
    risk: riskOf(candidate),
    fallbacks: fallbacksOf(scored, ranked, currency),
    findings,
  };
}

/** Types that are sold with a part of a card share it with other customers. */
function soldShare({ share, deviceMemoryGiB }: HardwareShape): Plan['placement']['sharing'] {
  return share < 1 && deviceMemoryGiB !== null
    ? { technology: 'fraction', memoryGiB: deviceMemoryGiB, computeRatio: share }
    : null;
}

/** Where less than half of a whole card is needed and the rest can be fenced off: what to ask `/consolidate` with. */
function shareFinding(catalogue: Catalogue, offer: Offer, part: PartOfCard): Finding[] {
  const slice = sliceFor(catalogue, offer, part);
  return slice === null
    ? []
    : [
        finding('share-the-card', {
          technology: slice.technology,
          instanceType: offer.type.id,
          memoryGiB: Number(part.memoryGiB.toPrecision(3)),
          computeRatio: Number(part.computeRatio.toPrecision(2)),
          sliceMemoryGiB: slice.memoryGiB,
          slicePercent: Math.round(slice.computeRatio * 100),
        }),
      ];
}

/** FNV-1a over the placement: the same plan of the same catalogue keeps its id. */
function planId(version: string, { offer, option, servers }: Scored['candidate']): string {
  const text = [
    version,
    offer.provider.id,
    offer.type.id,
    offer.region.id,
    servers,
    ...Object.values(option.parallelism),
  ].join('|');
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193) >>> 0;
    low = Math.imul(low ^ text.charCodeAt(text.length - 1 - i), 0x01000193) >>> 0;
  }
  return `plan-${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`;
}
