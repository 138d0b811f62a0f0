/**
 * The physical resources of a card that a measured speed can be carried along: datasheet facts only, no corrections.
 * `null` = the datasheet figure is unknown.
 */
import type { Accelerator } from '../../catalogue/accelerator.js';

/**
 * matrix: dense matrix units at a precision, TFLOP/s; fp32, fp64: vector units, TFLOP/s; bandwidth: memory, GB/s;
 * power: the limit that decides the clock of long jobs, W. */
export type Resource = 'matrix' | 'fp32' | 'fp64' | 'bandwidth' | 'power';

/** How strongly a speed follows a resource: exponent of the ratio. The exponents of one job sum to about 1. */
export type Elasticities = Readonly<Partial<Record<Resource, number>>>;

/** Width class of a precision's spelling: which matrix units of a card run it. */
export function precisionClass(precision: string): 'fp4' | 'int8' | 'fp8' | 'fp16' | 'fp32' {
  const p = precision.toLowerCase();
  if (/fp4/.test(p)) return 'fp4';
  if (/fp8/.test(p)) return 'fp8';
  if (/int8|w8a8/.test(p)) return 'int8';
  if (/fp32|tf32|float32/.test(p)) return 'fp32';
  return 'fp16';
}

/**
 * Dense rate of the matrix units at a precision, 10^12 operations per second. A precision that the card has no units
 * for runs at the next wider one (int8 and fp8 weights are widened to 16 bit on Volta, fp16 to fp32 on Pascal).
 */
export function matrixTflops(card: Accelerator, precision: string): number | null {
  const wide = card.fp16Tflops ?? card.fp32Tflops;
  const p = precision.toLowerCase();
  switch (precisionClass(precision)) {
    case 'fp4':
      return card.fp4Tflops || (card.hasFp8 === true ? card.fp8Tflops : null) || wide;
    case 'fp8':
      return (card.hasFp8 === true ? card.fp8Tflops : null) || wide;
    case 'int8':
      return (card.hasInt8 === false ? null : card.int8Tops) || wide;
    case 'fp32':
      return (/tf32/i.test(precision) ? card.tf32Tflops : null) || card.fp32Tflops;
    default:
      // Every architecture with int8 units multiplies 8-bit numbers at twice the rate of 16-bit ones accumulated in 16 bit.
      return p.endsWith(ACCUMULATED_IN_16_BIT) ? Math.max(wide ?? 0, (card.int8Tops ?? 0) / 2) || wide : wide;
  }
}
/** Added to a 16-bit precision whose products accumulate in 16 bit. */
export const ACCUMULATED_IN_16_BIT = '-acc16';

/** Datasheet rate of a resource; null when unknown or zero. */
export function resourceRate(card: Accelerator, resource: Resource, precision: string): number | null {
  const rate =
    resource === 'matrix'
      ? matrixTflops(card, precision)
      : resource === 'fp32'
        ? card.fp32Tflops
        : resource === 'fp64'
          ? (card.fp64Tflops ?? null)
          : resource === 'bandwidth'
            ? card.memoryBandwidthGBps
            : card.tdpW;
  return rate === null || rate === undefined || rate <= 0 ? null : rate;
}

/**
 * ln of the speed that the datasheet promises, up to a constant of the job: Σ exponent × ln(rate). null when a rate that
 * matters is unknown: a promise with a hole in it would compare apples with pears.
 */
export function lnPromise(card: Accelerator, elasticities: Elasticities, precision: string): number | null {
  let sum = 0;
  let known = 0;
  let total = 0;
  for (const resource of RESOURCES) {
    const exponent = elasticities[resource];
    if (exponent === undefined || exponent === 0) continue;
    total += exponent;
    const rate = resourceRate(card, resource, precision);
    if (rate === null) continue;
    known += exponent;
    sum += exponent * Math.log(rate);
  }
  return total === 0 || known < total ? null : sum;
}

const RESOURCES: readonly Resource[] = ['matrix', 'fp32', 'fp64', 'bandwidth', 'power'];

/** ln of the speed that a card promises for one kind of job, up to a constant; null = a figure that matters is unknown. */
export type CardPromise = (card: Accelerator, mode: string) => number | null;

/** The promise of a job that follows the datasheet rates with these exponents; `mode` is the precision. */
export function promiseOf(elasticities: Elasticities): CardPromise {
  return (card, precision) => lnPromise(card, elasticities, precision);
}
