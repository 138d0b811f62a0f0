/** The contract of a sharing technology: which services fit one card together, and with which slices. */
import type { Accelerator } from '../catalogue/accelerator.js';
import type { SharingLimits } from '../catalogue/software.js';
import type { SharedSlice, TechnologyId } from './schemas.js';

/** A service scaled to one card: compute as a share of that card. */
export interface Tenant {
  readonly id: string;
  readonly memoryGiB: number;
  readonly computeRatio: number;
  /** Ratios of the peak over the hours of the profile; all tenants have the same number of hours. */
  readonly load: readonly number[];
  readonly latencyClass: 'strict' | 'normal' | 'batch';
  readonly isolation: 'hard' | 'soft';
}

export interface Card {
  readonly accelerator: Accelerator;
  /** Memory of the whole card as the driver reports it. */
  readonly memoryGiB: number;
}

/** Slices of the tenants on one card; null = they do not fit together. */
export type CardFit = readonly SharedSlice[] | null;

export interface Technology {
  readonly id: TechnologyId;
  readonly isolatesMemory: boolean;
  readonly isolatesCompute: boolean;
  /** Whether memory or compute of a slice is only a claim on a common pool (hours with less load leave room). */
  readonly isTimeShared: boolean;
  /** Source of the limits. */
  readonly source: string;
  fit(tenants: readonly Tenant[], card: Card): CardFit;
}

/** Free compute that the most demanding tenant wants kept in every hour where compute is not fenced off. */
const RESERVE: Readonly<Record<Tenant['latencyClass'], number>> = { strict: 0.3, normal: 0.1, batch: 0 };

/** Compute used in the busiest hour, as a share of the card. */
export function busiestHour(tenants: readonly Tenant[]): number {
  const hours = tenants[0]?.load.length ?? 0;
  let most = 0;
  for (let hour = 0; hour < hours; hour++) {
    let sum = 0;
    for (const tenant of tenants) sum += tenant.computeRatio * (tenant.load[hour] ?? 0);
    most = Math.max(most, sum);
  }
  return most;
}

/** Rounded up to a whole number of steps; exact multiples stay (steps are decimal, hence the slack). */
export function toStep(value: number, step: number): number {
  return Number((Math.ceil(value / step - 1e-9) * step).toFixed(9));
}

/**
 * Fenced slices: memory and compute in steps, each at most the card, at most so many (qGPU, HAMi with limits).
 * Steps and counts come from the catalogue's software feature.
 */
export function steppedSlices(id: TechnologyId, limits: SharingLimits, source: string): Technology {
  const memoryStep = limits.memoryStepGiB ?? 1;
  const computeStep = limits.computeStepRatio ?? 0.01;
  const most = limits.maxSlicesPerAccelerator ?? Number.POSITIVE_INFINITY;
  return {
    id,
    isolatesMemory: limits.isolatesMemory,
    isolatesCompute: limits.isolatesCompute,
    isTimeShared: false,
    source,
    fit(tenants, card) {
      if (tenants.length > most) return null;
      const slices = tenants.map((tenant) => ({
        serviceId: tenant.id,
        memoryGiB: toStep(tenant.memoryGiB, memoryStep),
        computeRatio: toStep(tenant.computeRatio, computeStep),
      }));
      const memory = slices.reduce((sum, slice) => sum + slice.memoryGiB, 0);
      const compute = slices.reduce((sum, slice) => sum + slice.computeRatio, 0);
      return memory <= card.memoryGiB + 1e-9 && compute <= 1 + 1e-9 ? slices : null;
    },
  };
}

/**
 * A common pool without fences (time slicing, MPS): memory adds up; compute is claimed hour by hour, less a reserve for the
 * most demanding tenant and the cost of switching.
 */
export function commonPool(id: TechnologyId, efficiency: number, most: number, source: string): Technology {
  return {
    id,
    isolatesMemory: false,
    isolatesCompute: false,
    isTimeShared: true,
    source,
    fit(tenants, card) {
      if (tenants.length > most) return null;
      const memory = tenants.reduce((sum, tenant) => sum + tenant.memoryGiB, 0);
      const reserve = tenants.length < 2 ? 0 : Math.max(...tenants.map((tenant) => RESERVE[tenant.latencyClass]));
      if (memory > card.memoryGiB + 1e-9 || busiestHour(tenants) > efficiency * (1 - reserve) + 1e-9) return null;
      return tenants.map((tenant) => ({
        serviceId: tenant.id,
        memoryGiB: tenant.memoryGiB,
        computeRatio: tenant.computeRatio,
      }));
    },
  };
}
