/** What every planning call needs. */
import type { AskContext } from '../engine/recommend.js';
import type { CatalogueReader, Clock, Engine } from './ports.js';

export interface Planning {
  readonly engine: Engine;
  readonly reader: CatalogueReader;
  readonly clock: Clock;
}

export function planningContext({ clock }: Planning): AskContext {
  return { today: clock.now().toISOString().slice(0, 10), priceBook: null };
}
