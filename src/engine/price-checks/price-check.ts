/** What a check of a price row is: one rule a file, all of them run, none stops at the first. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { InstanceType } from '../catalogue/instance.js';
import type { PriceRow } from '../catalogue/price.js';
import { type Facts, type Finding, type FindingCode, finding } from '../finding.js';
import type { PublishedRates } from './published-rates.js';
import type { StatedHardware } from './stated-hardware.js';

export interface PriceCheckLimits {
  /** A price that moves by more than this share of the one before is held back: 0.5 = by half. */
  readonly maxMoveRatio: number;
  /** How far beyond the cheapest and dearest published price of an accelerator a price may lie: 3 = a third, three times. */
  readonly bandFactor: number;
}

export const DEFAULT_LIMITS: PriceCheckLimits = { maxMoveRatio: 0.5, bandFactor: 3 };

export interface CheckedPrice {
  readonly row: PriceRow;
  readonly hardware: StatedHardware | undefined;
  /** The type whose price it is; undefined = not in the catalogue, or not the price of a server. */
  readonly type: InstanceType | undefined;
}

export interface PriceCheckContext {
  readonly catalogue: Catalogue;
  readonly published: PublishedRates;
  readonly limits: PriceCheckLimits;
}

/** Why a row is held back: which field, what it says, what was expected, in words and as facts. */
export interface Objection {
  readonly code: FindingCode;
  readonly field: string;
  readonly value: string;
  readonly expected: string;
  readonly finding: Finding;
  /** false: no reason given can make the row acceptable; the catalogue or the file has to change. */
  readonly isOverridable: boolean;
}

export interface PriceCheck {
  readonly code: FindingCode;
  readonly isOverridable: boolean;
  check(price: CheckedPrice, context: PriceCheckContext): Objected | undefined;
}

/** What a check states; `objection` makes it whole. */
export interface Objected {
  readonly field: string;
  readonly value: string;
  readonly expected: string;
  readonly facts?: Facts;
  /** Where a rule has several outcomes. */
  readonly code?: FindingCode;
}

export function objection(check: Pick<PriceCheck, 'code' | 'isOverridable'>, found: Objected): Objection {
  const { field, value, expected, facts = {}, code = check.code } = found;
  return {
    code,
    field,
    value,
    expected,
    finding: finding(code, { field, value, expected, ...facts }),
    isOverridable: check.isOverridable,
  };
}

export function isServerPrice(row: PriceRow): boolean {
  return row.skuKind === 'instance' || row.skuKind === 'accelerator-card';
}
