/** The registry of price checks, and the one way to run them. To add one: its file, and its line here. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { PriceRow } from '../catalogue/price.js';
import { absurd } from './absurd.js';
import { malformed } from './malformed.js';
import { moved } from './moved.js';
import { negative } from './negative.js';
import { otherHardware } from './other-hardware.js';
import { outOfBand } from './out-of-band.js';
import {
  DEFAULT_LIMITS,
  type Objection,
  objection,
  type PriceCheck,
  type PriceCheckContext,
  type PriceCheckLimits,
} from './price-check.js';
import { readPublishedRates } from './published-rates.js';
import type { StatedHardware } from './stated-hardware.js';
import { term } from './term.js';
import { unknownPlace } from './unknown-place.js';
import { unknownSku } from './unknown-sku.js';
import { wrongCurrency } from './wrong-currency.js';
import { zero } from './zero.js';

export const PRICE_CHECKS = {
  malformed,
  negative,
  zero,
  absurd,
  term,
  unknownSku,
  unknownPlace,
  wrongCurrency,
  outOfBand,
  moved,
  otherHardware,
} as const satisfies Readonly<Record<string, PriceCheck>>;

const CHECKS: readonly PriceCheck[] = Object.values(PRICE_CHECKS);

export function openPriceChecks(catalogue: Catalogue, limits: PriceCheckLimits = DEFAULT_LIMITS): PriceCheckContext {
  return { catalogue, published: catalogue.derive(readPublishedRates), limits };
}

/** Everything that is to be said against a row; [] = it may go in. A row without the right shape is not looked at further. */
export function checkPrice(
  row: PriceRow,
  hardware: StatedHardware | undefined,
  context: PriceCheckContext,
): readonly Objection[] {
  const type = row.skuKind === 'instance' ? context.catalogue.typesByKey.get(`${row.provider}/${row.sku}`) : undefined;
  const found: Objection[] = [];
  for (const check of CHECKS) {
    const objected = check.check({ row, hardware, type }, context);
    if (objected === undefined) continue;
    found.push(objection(check, objected));
    if (check === malformed || check === zero || check === negative) break;
  }
  return found;
}
