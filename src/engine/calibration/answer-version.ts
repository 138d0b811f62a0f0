/** The version that an answer stands on: the catalogue's, and where there are any the calibrations' and the price book's. */
import type { Catalogue } from '../catalogue/catalogue.js';
import type { PriceBook } from '../pricing/schemas.js';
import type { Calibration } from './calibration.js';

const known = new WeakMap<readonly Calibration[], string>();

const knownBooks = new WeakMap<PriceBook, string>();

/**
 * One rule for every answer: the version names what the answer may stand on and nothing else. Where speed is predicted
 * (`recommend`, `evaluate`, `planCapacity`) the calibrations, where something is priced (all but `evaluate`) the price book;
 * a bill of named resources predicts nothing, so a load test does not change its version.
 *
 * Equal for the same set of calibrations in any order and the same terms; the catalogue's own version when there are none.
 */
export function answerVersion(
  catalogue: Catalogue,
  calibrations: readonly Calibration[] = [],
  priceBook: PriceBook | null = null,
): string {
  return `${catalogue.version}${calibrationPart(calibrations)}${priceBookPart(priceBook)}`;
}

function calibrationPart(calibrations: readonly Calibration[]): string {
  if (calibrations.length === 0) return '';
  let digest = known.get(calibrations);
  if (digest === undefined) {
    digest = digestOf(calibrations.map((calibration) => JSON.stringify(calibration)).sort());
    known.set(calibrations, digest);
  }
  return `+k${digest}`;
}

function priceBookPart(priceBook: PriceBook | null): string {
  if (priceBook === null) return '';
  let digest = knownBooks.get(priceBook);
  if (digest === undefined) {
    digest = digestOf([JSON.stringify(priceBook)]);
    knownBooks.set(priceBook, digest);
  }
  return `+b${digest}`;
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
