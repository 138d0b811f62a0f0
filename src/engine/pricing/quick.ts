/** Totals of a mix in floats: the same lines as the bill, added without making them. */
import type { BillingMode } from '../catalogue/provider.js';
import { HOURS_PER_MONTH } from '../units.js';
import { lineAmount } from './charge.js';
import type { Levels } from './levels.js';
import type { Segment } from './mix.js';
import type { FleetDemand, QuickCost } from './question.js';
import type { Surroundings } from './surroundings.js';
import type { Tariff } from './tariff.js';

const MODE_ORDER: readonly BillingMode[] = ['on-demand', 'subscription', 'reserved', 'savings-plan', 'spot'];
/** All sets of modes, by bit mask, so that none is made in the loop. */
const MODE_SETS: readonly (readonly BillingMode[])[] = Array.from({ length: 32 }, (_, mask) =>
  Object.freeze(MODE_ORDER.filter((_mode, bit) => mask & (1 << bit))),
);

export function modeBit(mode: BillingMode): number {
  return 1 << MODE_ORDER.indexOf(mode);
}

export function modeSet(mask: number): readonly BillingMode[] {
  return MODE_SETS[mask] ?? [];
}

export function quickTotals(
  tariff: Tariff,
  surroundings: Surroundings,
  levels: Levels,
  fleet: FleetDemand,
  segments: readonly Segment[],
): QuickCost {
  let monthly = surroundings.planMonthly;
  let paidHours = 0;
  let spotServers = 0;
  for (const segment of segments) {
    monthly += segmentMonthly(segment, levels);
    paidHours += segment.commitment === null ? segment.serverHours : segment.servers * HOURS_PER_MONTH;
    if (segment.billingMode === 'spot') spotServers += segment.servers;
  }
  const isServerPriced = segments.length > 0;
  const isPriced = isServerPriced && surroundings.unpriced.length === 0;
  const whole = isPriced ? Math.round(monthly * 100) / 100 : Number.NaN;
  const used = levels.usedUnitHours * fleet.serversPerUnit;
  return {
    monthly: whole,
    hourly: whole / levels.activeHours,
    perUnitOfWork: whole / workPerMonth(fleet, levels),
    currencyMismatch: !isServerPriced && tariff.isCurrencyMismatch,
    idleRatio: paidHours > 0 ? Math.min(1, Math.max(0, 1 - used / paidHours)) : 0,
    servers: levels.count * fleet.serversPerUnit,
    spotServers,
  };
}

/** Money of a part of the fleet: each charge rounded to cents, as on the bill. */
function segmentMonthly(segment: Segment, levels: Levels): number {
  const { serverHours, serverMonths, stepHours } = segment;
  let money = 0;
  for (const charge of segment.charges) {
    if (charge.basis === 'server-month') money += lineAmount(charge, serverMonths);
    else if (stepHours === null) money += lineAmount(charge, serverHours);
    else
      for (let s = 0; s < stepHours.length; s++) {
        const ratio = charge.ratio * (levels.steps[s]?.payableRatio ?? 1);
        money += lineAmount(charge, stepHours[s] ?? 0, charge.price, ratio);
      }
  }
  for (const charge of segment.extras)
    money += lineAmount(charge, charge.basis === 'server-hour' ? serverHours : serverMonths);
  return money;
}

/** Units of work in a month; NaN = unknown. */
export function workPerMonth(fleet: FleetDemand, levels: Levels): number {
  if (fleet.runHours !== null) return fleet.workPerRun === null ? Number.NaN : fleet.workPerRun * levels.runs;
  return fleet.workPerHour === null ? Number.NaN : fleet.workPerHour * levels.workHours;
}
