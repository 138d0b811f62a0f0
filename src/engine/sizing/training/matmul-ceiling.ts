/**
 * Share of the datasheet's dense peak that the best matrix product reaches on a card: the ceiling of everything else.
 *
 * Measured with the MAMF finder (largest of a sweep over shapes; stas00/ml-engineering, compute/accelerator README). A
 * card without a measurement takes the share of its class, moved by the cube root of its power for a TFLOPS relative to
 * the class: power rises with the third power of the clock. It holds where both sides were measured: A100 PCIe 300 W
 * against SXM 400 W gives 0.91 (measured 0.93), MI325X 1000 W against MI300X 750 W gives 1.10 (measured 1.17).
 *
 * In 4 bit the same rule counts the watts of a 4-bit TFLOPS: nobody published a sweep, and GB300 has half as much again on
 * paper as GB200 for a sixth more power. Llama-3.1-405B runs there 1.22 times as fast (Megatron-Bridge).
 */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { ComputePrecision } from './recipe.js';

const MEASURED_16_BIT: Readonly<Record<string, number>> = {
  'a100-sxm4-80gb': 0.869,
  'a100-sxm4-40gb': 0.869,
  'a100-pcie-80gb': 0.811,
  'h100-sxm5-80gb': 0.803,
  'gh200-96gb': 0.838,
  'b200-sxm-180gb': 0.776,
  'b300-sxm-270gb': 0.786,
  'gb200-186gb': 0.729,
  mi300x: 0.514,
  mi325x: 0.604,
  mi355x: 0.68,
};

const MEASURED_8_BIT: Readonly<Record<string, number>> = {
  'h100-sxm5-80gb': 0.709,
  'h200-sxm-141gb': 0.734,
  'gh200-96gb': 0.776,
  'b200-sxm-180gb': 0.763,
  'b300-sxm-270gb': 0.745,
  'gb200-186gb': 0.723,
};

/** A class: its measured or usual shares in 16 and 8 bit, and the watts a dense 16-bit TFLOPS they belong to. */
interface CardClass {
  readonly share16: number;
  readonly share8: number;
  readonly wattsPerTflop: number;
}

/** Of the classes without a measurement (Volta, Turing, small Ampere, Ada, small Blackwell) the shares are round numbers. */
const CLASSES: Readonly<Record<string, CardClass>> = {
  a100: { share16: 0.869, share8: 0.8, wattsPerTflop: 400 / 312 },
  hopper: { share16: 0.803, share8: 0.709, wattsPerTflop: 700 / 989.4 },
  h20: { share16: 0.93, share8: 0.9, wattsPerTflop: 500 / 148 },
  blackwell: { share16: 0.776, share8: 0.763, wattsPerTflop: 1000 / 2250 },
  volta: { share16: 0.75, share8: 0.75, wattsPerTflop: 300 / 125 },
  turing: { share16: 0.65, share8: 0.65, wattsPerTflop: 70 / 65 },
  ada: { share16: 0.7, share8: 0.65, wattsPerTflop: 350 / 362 },
  'ampere-small': { share16: 0.75, share8: 0.75, wattsPerTflop: 150 / 125 },
  'blackwell-small': { share16: 0.75, share8: 0.7, wattsPerTflop: 600 / 500 },
  amd: { share16: 0.514, share8: 0.514, wattsPerTflop: 750 / 1307.4 },
};
const OTHER: CardClass = { share16: 0.6, share8: 0.6, wattsPerTflop: 1 };

/** Bounds of the correction for power: clocks neither fall nor rise without end. */
const LEAST_BY_POWER = 0.75;
const MOST_BY_POWER = 1.15;

/** Ceiling of a class in 16 bit. */
export function classCeiling(speedClass: string): number {
  return (CLASSES[speedClass] ?? OTHER).share16;
}

/** Largest share of the dense peak of a precision; `powerW` where a card runs under another limit than its own. */
export function matmulCeiling(
  accelerator: Accelerator,
  speedClass: string,
  compute: ComputePrecision,
  powerW?: number,
): number {
  const isNarrow = compute === 'fp8' || compute === 'fp4';
  const isFourBit = compute === 'fp4' && accelerator.fp4Tflops !== null;
  const isMeasurable = powerW === undefined && !isFourBit;
  const measured = isMeasurable ? (isNarrow ? MEASURED_8_BIT : MEASURED_16_BIT)[accelerator.id] : undefined;
  if (measured !== undefined) return measured;
  const known = CLASSES[speedClass] ?? OTHER;
  const share = isNarrow ? known.share8 : known.share16;
  const watts = powerW ?? accelerator.tdpW;
  const peak = isFourBit ? accelerator.fp4Tflops : accelerator.fp16Tflops;
  if (watts === null || peak === null || !(speedClass in CLASSES)) return share;
  const byPower = Math.cbrt(watts / peak / (isFourBit ? known.wattsPerTflop / 4 : known.wattsPerTflop));
  return share * Math.min(MOST_BY_POWER, Math.max(LEAST_BY_POWER, byPower));
}
