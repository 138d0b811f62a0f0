/** What a metric says about speed, by the unit in its name. */
import type { Estimate } from '../units.js';

/** `time`: more is slower. `rate`: more is faster. null: neither (a count, a ratio). */
export function metricKind(name: string): 'time' | 'rate' | null {
  if (/(Ms|Seconds|Hours|Days)(PerFrame)?$/.test(name) && !/^accelerator/.test(name)) return 'time';
  if (/Per(Second|Hour|Day|SecondPerAccelerator)$/.test(name) || name === 'modelTflopsPerAccelerator') return 'rate';
  return null;
}

/** Width, high ÷ low, below which a figure was asked for and not predicted (the arrival rate of a service). */
const GIVEN_WIDTH = 1.15;

/** Whether a figure is a statement about the hardware at all. */
export function isPrediction({ low, high, evidence }: Estimate): boolean {
  return evidence === 'measured' || evidence === 'calibrated' || (low > 0 && high / low > GIVEN_WIDTH);
}
