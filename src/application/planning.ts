/** What every planning call needs. */
import type { AskContext } from '../engine/recommend.js';
import type { CalibrationBook, CatalogueReader, Clock, Engine } from './ports.js';

export interface Planning {
  readonly engine: Engine;
  readonly reader: CatalogueReader;
  readonly clock: Clock;
  /** The load tests of tenants. */
  readonly calibrations?: CalibrationBook;
}

/** Who asks: what is a tenant's own is seen in its answers alone. null: nobody in particular. */
export type Asker = { readonly tenant: string } | null;

export type PlanningContext = AskContext & Required<Pick<AskContext, 'calibrations'>>;

export function planningContext({ clock, calibrations }: Planning, asker: Asker = null): PlanningContext {
  return {
    today: clock.now().toISOString().slice(0, 10),
    priceBook: null,
    calibrations: asker === null ? [] : (calibrations?.of(asker.tenant) ?? []),
  };
}
