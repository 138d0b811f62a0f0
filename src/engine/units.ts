/**
 * Scalar schemas with their unit, and every conversion constant of the project.
 *
 * The unit is the last part of a name (`memoryGiB`, `memoryBandwidthGBps`, `networkGbps`): the same in code, JSON and
 * column. No other file may spell 1000, 1024 or 730 as a conversion.
 */
import { type Static, Type } from 'typebox';

/** Bytes in one GiB (2^30). */
export const BYTES_PER_GIB = 1024 ** 3;
/** Bytes in one GB (10^9), the unit of bandwidths. */
export const BYTES_PER_GB = 1e9;
/** MiB in one GiB. */
export const MIB_PER_GIB = 1024;
/** FLOP in one TFLOP. */
export const FLOP_PER_TFLOP = 1e12;
/** Bits in one byte. */
export const BITS_PER_BYTE = 8;
/** Milliseconds in one second. */
export const MS_PER_SECOND = 1000;
export const SECONDS_PER_HOUR = 3600;
export const HOURS_PER_DAY = 24;
export const HOURS_PER_WEEK = 168;
/** Hours of a billing month; the one constant that every monthly figure uses, and echoes as an assumption. */
export const HOURS_PER_MONTH = 730;
export const MONTHS_PER_YEAR = 12;

/** An estimate that is stated with its range and where it comes from. */
export const Evidence = Type.Union(
  [
    Type.Literal('measured'),
    Type.Literal('calibrated'),
    Type.Literal('interpolated'),
    Type.Literal('transferred'),
    Type.Literal('analytic'),
  ],
  {
    description:
      'Where a figure comes from: measured (this very configuration was measured), calibrated (corrected by your own load tests), interpolated (between measured rows of the same model, card and engine), transferred (from rows of another model, card or engine), analytic (physics and fitted factors only).',
  },
);
export type Evidence = Static<typeof Evidence>;

/** A figure with its 80 % interval and its evidence class; the unit is in the name of the field that holds it. */
export const Estimate = Type.Object(
  {
    low: Type.Number({ description: 'Lower end of the 80 % interval.' }),
    expected: Type.Number({ description: 'Expected value.' }),
    high: Type.Number({ description: 'Upper end of the 80 % interval.' }),
    evidence: Evidence,
  },
  { additionalProperties: false, description: 'An estimate with its 80 % interval and where it comes from.' },
);
export type Estimate = Static<typeof Estimate>;

/** How texts of several schemas are written; what each means in words stands beside the faults of shape. */
export const DAY_PATTERN = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';
export const MONTH_PATTERN = '^[0-9]{4}-(0[1-9]|1[0-2])$';
export const CLOCK_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
export const CURRENCY_PATTERN = '^[A-Z]{3}$';
export const DECIMAL_PATTERN = '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,12})?$';

/** ISO day. */
export const Day = Type.String({
  pattern: DAY_PATTERN,
  description: 'A day, YYYY-MM-DD.',
});

/** The last day on which something counts. */
export const LastDay = Type.String({
  pattern: DAY_PATTERN,
  description: 'The last day on which it counts, YYYY-MM-DD.',
});

/** ISO 4217 code. */
export const Currency = Type.String({ pattern: CURRENCY_PATTERN, description: 'ISO 4217 currency code.' });

/** An exact amount as a decimal string. */
export const DecimalText = Type.String({
  pattern: DECIMAL_PATTERN,
  maxLength: 28,
  description: 'An exact, non-negative decimal amount as text.',
});

/** An amount of money in one currency. */
export const Money = Type.Object(
  { amount: DecimalText, currency: Currency },
  { additionalProperties: false, description: 'An exact amount in one currency.' },
);
export type Money = Static<typeof Money>;
