/** Why a record was left out, or could not be read. The sentences are in engine/findings/price-checks.ts. */

export const SKIP_REASONS = [
  'skipped-no-accelerator',
  'skipped-no-price',
  'skipped-other-provider',
  'skipped-other-product',
  'skipped-billing-rule',
  'skipped-operating-system',
  'skipped-own-licence',
  'skipped-extra-software',
  'skipped-tenancy',
  'skipped-capacity-reservation',
  'skipped-capacity-block',
  'skipped-low-priority',
  'skipped-dev-test',
  'skipped-other-currency',
  'skipped-convertible-offering',
  'skipped-not-a-usage-charge',
  'skipped-same-as-on-demand',
  'skipped-incomplete-parts',
  'skipped-scheduled-capacity',
  'skipped-free-allotment',
  'skipped-not-on-sale',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const UNREADABLE_CODES = [
  'unreadable-price',
  'unreadable-unit',
  'unreadable-currency',
  'unreadable-row',
  'unreadable-term',
] as const;
export type UnreadableCode = (typeof UNREADABLE_CODES)[number];
