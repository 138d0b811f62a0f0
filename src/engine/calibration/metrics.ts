/** What a metric says about speed, by the unit in its name. */
import { valueAt } from '../json-pointer.js';
import type { Estimate } from '../units.js';
import type { AnyScenario } from '../workload/scenario.js';

/** `time`: more is slower. `rate`: more is faster. null: neither (a count, a ratio). */
export function metricKind(name: string): 'time' | 'rate' | null {
  if (/(Ms|Seconds|Hours|Days)(PerFrame)?$/.test(name) && !/^accelerator/.test(name)) return 'time';
  if (/Per(Second|Hour|Day|SecondPerAccelerator)$/.test(name) || name === 'modelTflopsPerAccelerator') return 'rate';
  return null;
}

/** Width, high ÷ low, below which the rate of a service is what arrives, and not what its servers could do. */
const GIVEN_WIDTH = 1.15;

/**
 * Whether a figure says something about the hardware. What a service is asked for is no prediction: at a stated arrival
 * rate it serves that rate, unless it is overloaded (then the interval is wide).
 */
export function isPrediction(name: string, { low, high }: Estimate, isAtRate: boolean): boolean {
  const kind = metricKind(name);
  if (kind === null || !(low > 0)) return false;
  return kind === 'time' || !isAtRate || high / low > GIVEN_WIDTH;
}

/** Whether the load of a workload is a rate from outside: a slower server then means more servers, not fewer requests. */
export function statesRate({ relaxableFields }: AnyScenario, workload: unknown): boolean {
  return (relaxableFields ?? []).some(
    (field) => 'direction' in field && field.isLoad === 'rate' && valueAt(workload, field.pointer) !== undefined,
  );
}
