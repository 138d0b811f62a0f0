/** Totals of a mix in floats: the same lines as the bill, added without making them. */
import type { BillingMode } from '../catalogue/provider.js';
import { HOURS_PER_MONTH } from '../units.js';
import { type Charge, lineAmount } from './charge.js';
import type { Levels } from './levels.js';
import { dealMix, type MixLimits, type MixTaker } from './mix.js';
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

/**
 * Adds up one mix after another. Ranking prices tens of thousands of layouts, so the answer is one object that is written over:
 * read it before the next one is asked for.
 */
export function quickTotals(): (
  tariff: Tariff,
  surroundings: Surroundings,
  levels: Levels,
  fleet: FleetDemand,
  limits: MixLimits,
) => QuickCost {
  let around: Surroundings | null = null;
  let fleetLevels: Levels | null = null;
  let perUnit = 1;
  let parts = 0;
  let monthly = 0;
  let paidHours = 0;
  let spotServers = 0;
  const taker: MixTaker = {
    committed(commitment, units, unitMonths) {
      parts++;
      const months = unitMonths * perUnit;
      let money = 0;
      for (const charge of commitment.charges)
        money += lineAmount(charge, charge.basis === 'server-month' ? months : 0);
      monthly += money + extrasMonthly(around?.committed ?? [], 0, months);
      paidHours += units * perUnit * HOURS_PER_MONTH;
    },
    hourly(mode, charges, units, unitMonths, _needed, running, steps) {
      parts++;
      const months = unitMonths * perUnit;
      const hours = running * perUnit;
      let money = 0;
      for (const charge of charges) {
        if (charge.basis === 'server-month') money += lineAmount(charge, months);
        else if (steps === null) money += lineAmount(charge, hours);
        else
          for (let s = 0; s < steps.length; s++) {
            const ratio = charge.ratio * (fleetLevels?.steps[s]?.payableRatio ?? 1);
            money += lineAmount(charge, (steps[s] ?? 0) * perUnit, charge.price, ratio);
          }
      }
      monthly += money + extrasMonthly(around?.onDemand ?? [], hours, months);
      paidHours += hours;
      if (mode === 'spot') spotServers += units * perUnit;
    },
  };
  const cost: { -readonly [K in keyof QuickCost]: QuickCost[K] } = {
    monthly: Number.NaN,
    knownMonthly: Number.NaN,
    unitCost: Number.NaN,
    hourly: Number.NaN,
    perUnitOfWork: Number.NaN,
    currencyMismatch: false,
    idleRatio: 0,
    servers: 0,
    spotServers: 0,
  };
  return (tariff, surroundings, levels, fleet, limits) => {
    around = surroundings;
    fleetLevels = levels;
    perUnit = fleet.serversPerUnit;
    parts = 0;
    monthly = surroundings.planMonthly;
    paidHours = 0;
    spotServers = 0;
    dealMix(tariff, surroundings, levels, limits, taker);
    const known = parts > 0 ? Math.round(monthly * 100) / 100 : Number.NaN;
    const whole = surroundings.unpriced.length === 0 ? known : Number.NaN;
    const work = workPerMonth(fleet, levels);
    const used = levels.usedUnitHours * perUnit;
    cost.monthly = whole;
    cost.hourly = whole / levels.activeHours;
    cost.perUnitOfWork = whole / work;
    cost.knownMonthly = known;
    cost.unitCost = Number.isNaN(work) ? known : known / work;
    cost.currencyMismatch = parts === 0 && tariff.isCurrencyMismatch;
    cost.idleRatio = paidHours > 0 ? Math.min(1, Math.max(0, 1 - used / paidHours)) : 0;
    cost.servers = levels.count * perUnit;
    cost.spotServers = spotServers;
    return cost;
  };
}

/** Money of what comes with each server: each charge rounded to cents, as on the bill. */
function extrasMonthly(charges: readonly Charge[], hours: number, months: number): number {
  let money = 0;
  for (const charge of charges) money += lineAmount(charge, charge.basis === 'server-hour' ? hours : months);
  return money;
}

/** Units of work in a month; NaN = unknown. */
export function workPerMonth(fleet: FleetDemand, levels: Levels): number {
  if (fleet.runHours !== null) return fleet.workPerRun === null ? Number.NaN : fleet.workPerRun * levels.runs;
  return fleet.workPerHour === null ? Number.NaN : fleet.workPerHour * levels.workHours;
}
