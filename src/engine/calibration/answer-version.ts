/** The version that an answer stands on: the catalogue's, and the calibrations' where there are any. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Calibration } from './calibration.js';

const known = new WeakMap<readonly Calibration[], string>();

/** Equal for the same set of calibrations in any order; the catalogue's own version when there are none. */
export function answerVersion(catalogue: Catalogue, calibrations: readonly Calibration[]): string {
  if (calibrations.length === 0) return catalogue.version;
  let digest = known.get(calibrations);
  if (digest === undefined) {
    digest = digestOf(calibrations.map((calibration) => JSON.stringify(calibration)).sort());
    known.set(calibrations, digest);
  }
  return `${catalogue.version}+k${digest}`;
}

/** Two FNV-1a sums, one from each end. */
function digestOf(lines: readonly string[]): string {
  const text = lines.join('\n');
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193) >>> 0;
    low = Math.imul(low ^ text.charCodeAt(text.length - 1 - i), 0x01000193) >>> 0;
  }
  return `${high.toString(16).padStart(8, '0')}${low.toString(16).padStart(8, '0')}`;
}
