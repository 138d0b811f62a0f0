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
  let low = surroundings.planLow;
  let high = surroundings.planHigh;
  let flexible = 0;
  let paidHours = 0;
  let commitmentMonths = 0;
  let mask = 0;
  let spotServers = 0;
  const hasRange = tariff.hasRange;
  for (const segment of segments) {
    let part = 0;
    for (const charge of segment.charges) {
      const steps = segment.stepHours;
      if (charge.basis === 'server-month') {
        part += lineAmount(charge, segment.serverMonths);
        if (hasRange) {
          low += lineAmount(charge, segment.serverMonths, charge.low);
          high += lineAmount(charge, segment.serverMonths, charge.high);
        }
      } else if (steps === null) {
        part += lineAmount(charge, segment.serverHours);
        if (hasRange) {
          low += lineAmount(charge, segment.serverHours, charge.low);
          high += lineAmount(charge, segment.serverHours, charge.high);
        }
      } else {
        for (let s = 0; s < steps.length; s++) {
          const hours = steps[s] ?? 0;
          const ratio = charge.ratio * (levels.steps[s]?.payableRatio ?? 1);
          part += lineAmount(charge, hours, charge.price, ratio);
          if (hasRange) {
            low += lineAmount(charge, hours, charge.low, ratio);
            high += lineAmount(charge, hours, charge.high, ratio);
          }
        }
      }
    }
    if (!hasRange) {
      low += part;
      high += part;
    }
    for (const charge of segment.extras) {
      const count = charge.basis === 'server-hour' ? segment.serverHours : segment.serverMonths;
      const amount = lineAmount(charge, count);
      part += amount;
      low += charge.low === charge.price ? amount : lineAmount(charge, count, charge.low);
      high += charge.high === charge.price ? amount : lineAmount(charge, count, charge.high);
    }
    monthly += part;
    if (segment.commitment === null) {
      flexible += part;
      paidHours += segment.serverHours;
    } else {
      paidHours += segment.servers * HOURS_PER_MONTH;
      if (segment.commitment.termMonths > commitmentMonths) commitmentMonths = segment.commitment.termMonths;
    }
    if (segment.billingMode === 'spot') spotServers += segment.servers;
    mask |= modeBit(segment.billingMode);
  }
  const isServerPriced = segments.length > 0;
  const isPriced = isServerPriced && surroundings.unpriced.length === 0;
  const rounded = Math.round(monthly * 100) / 100;
  const whole = isPriced ? rounded : Number.NaN;
  const used = levels.usedUnitHours * fleet.serversPerUnit;
  return {
    monthly: whole,
    monthlyLow: isPriced ? Math.round(low * 100) / 100 : Number.NaN,
    monthlyHigh: isPriced ? Math.round(high * 100) / 100 : Number.NaN,
    knownMonthly: isServerPriced ? rounded : surroundings.planMonthly,
    hourly: whole / levels.activeHours,
    perUnitOfWork: whole / workPerMonth(fleet, levels),
    isServerPriced,
    currencyMismatch: !isServerPriced && tariff.isCurrencyMismatch,
    idleRatio: paidHours > 0 ? Math.min(1, Math.max(0, 1 - used / paidHours)) : 0,
    flexibleRatio: monthly > 0 ? Math.min(1, (flexible + surroundings.planMonthly) / monthly) : 0,
    commitmentMonths,
    modes: modeSet(mask),
    servers: levels.count * fleet.serversPerUnit,
    spotServers,
  };
}

/** Units of work in a month; NaN = unknown. */
export function workPerMonth(fleet: FleetDemand, levels: Levels): number {
  if (fleet.runHours !== null) return fleet.workPerRun === null ? Number.NaN : fleet.workPerRun * levels.runs;
  return fleet.workPerHour === null ? Number.NaN : fleet.workPerHour * levels.workHours;
}
