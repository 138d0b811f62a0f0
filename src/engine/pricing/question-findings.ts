/** What must be said of a question's use and money, so that nothing stated is silently without effect. */
import { type Finding, finding } from '../finding.js';
import type { PricingContext } from './context.js';
import type { Levels } from './levels.js';
import { roundQuantity } from './money.js';
import type { FleetDemand } from './question.js';

/** Said once an answer. */
export function questionFindings(context: PricingContext): readonly Finding[] {
  const { question, termMonths } = context;
  const { usage } = question;
  const found: Finding[] = [];
  const isSpotUsable = context.modes.has('spot') && question.interruptible;
  if (question.storage.systemDiskGiB === undefined) found.push(finding('system-disk-not-stated'));
  const { egressGiBPerMonth, egressBandwidthMbps } = question.storage;
  if (egressGiBPerMonth === undefined && egressBandwidthMbps === undefined) found.push(finding('traffic-not-stated'));
  if (usage.growthRatioPerMonth !== undefined)
    found.push(finding('growth-averaged', { growthRatioPerMonth: usage.growthRatioPerMonth, termMonths }));
  if (usage.timeZone !== undefined) found.push(finding('load-time-zone', { timeZone: usage.timeZone }));
  if (context.modes.has('spot') && !question.interruptible) found.push(finding('spot-needs-interruptible'));
  if (question.interruptible && !context.modes.has('spot')) found.push(finding('spot-not-asked'));
  for (const field of ['maxSpotRatio', 'spotOverheadRatio'] as const)
    if (usage[field] !== undefined && !isSpotUsable)
      found.push(finding('spot-field-unused', { field: `usage.${field}` }));
  if (usage.maxCommitmentMonths !== undefined)
    found.push(
      usage.maxCommitmentMonths < termMonths
        ? finding('commitment-limited', { maxCommitmentMonths: usage.maxCommitmentMonths })
        : finding('commitment-limit-above-term', { maxCommitmentMonths: usage.maxCommitmentMonths, termMonths }),
    );
  if (question.knownAt !== null) found.push(finding('known-at', { knownAt: question.knownAt }));
  for (const { from, to, rate, asOn, source } of question.exchangeRates)
    found.push(
      to === question.currency
        ? finding('exchange-rate-stated', { from, to, rate, asOn, source })
        : finding('exchange-rate-unused', { from, to, currency: question.currency }),
    );
  for (const { stated, isOf } of context.existing) {
    const { instanceType, region, count, until } = stated;
    const isKnown = context.catalogue.offers.some(isOf);
    const known = until > question.pricedOn ? 'existing-considered' : 'existing-ended';
    found.push(finding(isKnown ? known : 'existing-unknown', { count, instanceType, region, until }));
  }
  return found;
}

/** Said of one plan: fields of use that its kind of work does not read. */
export function fleetFindings(context: PricingContext, fleet: FleetDemand, levels: Levels): readonly Finding[] {
  const { usage } = context.question;
  const found: Finding[] = [];
  if (fleet.runHours === null && usage.runsPerMonth !== undefined)
    found.push(finding('runs-of-a-service', { runsPerMonth: usage.runsPerMonth }));
  if (fleet.runHours !== null) {
    const hours = fleet.runHours * (usage.runsPerMonth ?? fleet.runsPerMonth ?? 1);
    if (usage.hoursPerMonth !== undefined && hours <= usage.hoursPerMonth)
      found.push(
        finding('hours-beyond-the-job', { hoursPerMonth: usage.hoursPerMonth, jobHours: Number(hours.toFixed(2)) }),
      );
    // A share of the wanted runs: the month is full.
    if (hours > levels.activeHours + 1e-6)
      found.push(
        finding('job-longer-than-a-month', {
          jobHours: roundQuantity(hours),
          hoursPerMonth: roundQuantity(levels.activeHours),
          jobsPerMonth: roundQuantity(levels.runs),
        }),
      );
    for (const field of ['hourlyLoad', 'loadShape'] as const)
      if (usage[field] !== undefined) found.push(finding('load-of-a-job', { field: `usage.${field}` }));
  }
  return found;
}
