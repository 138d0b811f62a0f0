/** Impacts in this very thread, for tests: the service has a thread of its own for them (`src/workers`). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImpactEngine } from '../../src/application/ports.js';
import { type DraftPrices, type OpenedDraft, openDraft } from '../../src/engine/price-impact/draft-prices.js';
import { priceImpact } from '../../src/engine/price-impact/impact.js';

/** Others get their turn between two questions; `hold` is waited for before each. */
export function inProcessImpactEngine(hold: () => Promise<void> = async () => undefined): ImpactEngine {
  const opened = new WeakMap<DraftPrices, OpenedDraft>();
  return {
    async priceImpact(catalogue, draft, request, context) {
      await hold();
      await nextTurn();
      const known = opened.get(draft) ?? openDraft(catalogue, draft);
      opened.set(draft, known);
      return priceImpact(catalogue, known, request, context);
    },
  };
}
