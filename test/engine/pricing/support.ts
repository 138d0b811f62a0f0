/** Questions and fleets for pricing tests, everything else being default. */
import type { FleetDemand, PricingQuestion } from '../../../src/engine/pricing/index.js';

export function question(input: Partial<PricingQuestion> = {}): PricingQuestion {
  return {
    pricedOn: '2026-11-30',
    knownAt: null,
    currency: 'CNY',
    exchangeRates: [],
    usage: {},
    storage: {},
    billingModes: [],
    existing: [],
    interruptible: false,
    priceBook: null,
    ...input,
  };
}

export function fleet(input: Partial<FleetDemand> = {}): FleetDemand {
  return {
    serversPerUnit: 1,
    unitsAtPeak: 1,
    spareUnits: 0,
    isElastic: true,
    runHours: null,
    isInterruptible: false,
    workPerHour: null,
    workPerRun: null,
    workUnit: 'unit',
    ...input,
  };
}
