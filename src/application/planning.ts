/** What every planning call needs. */
import type { AskContext } from '../engine/recommend.js';
import type { CalibrationBook, CatalogueReader, Clock, Engine, PriceBookShelf } from './ports.js';

export interface Planning {
  readonly engine: Engine;
  readonly reader: CatalogueReader;
  readonly clock: Clock;
  /** The load tests of tenants. */
  readonly calibrations?: CalibrationBook;
  /** The terms of tenants and keys. */
  readonly priceBooks?: PriceBookShelf;
}

/** Who asks: what is a tenant's own is seen in its answers alone. null: nobody in particular. */
export type Asker = { readonly tenant: string; readonly id?: string } | null;

export type PlanningContext = AskContext & Required<Pick<AskContext, 'calibrations'>>;

export function planningContext({ clock, calibrations, priceBooks }: Planning, asker: Asker = null): PlanningContext {
  return {
    today: clock.now().toISOString().slice(0, 10),
    priceBook: asker === null ? null : (priceBooks?.of(asker.tenant, asker.id ?? '') ?? null),
    calibrations: asker === null ? [] : (calibrations?.of(asker.tenant) ?? []),
  };
}
