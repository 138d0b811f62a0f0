/** Whether a card may run a model at a precision with an engine, and whether anybody has published a speed for it. */
import type { Accelerator } from '../../catalogue/accelerator.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { needsCuda } from './find-references.js';

export type Gate =
  | { readonly kind: 'open' }
  /** Allowed, but no figure exists: an option to test. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'closed'; readonly code: 'engine-not-on-card' | 'no-inference-software' }
  | { readonly kind: 'closed'; readonly code: 'precision-not-on-card'; readonly nearest: string };

/** Accelerators that are no GPUs but have inference software, or a family made for inference: `catalogue.derive`. */
export function testableAccelerators(catalogue: Catalogue): ReadonlySet<string> {
  const found = new Set<string>();
  for (const family of catalogue.familiesByKey.values()) {
    if (family.madeFor.includes('inference')) for (const id of family.accelerators) found.add(id);
  }
  for (const feature of catalogue.softwareFeatures) {
    if (feature.kind !== 'inference-engine' && feature.kind !== 'driver') continue;
    const { categories, accelerators } = feature.appliesTo;
    if (categories.length > 0 && !categories.includes('inference')) continue;
    for (const id of accelerators) found.add(id);
  }
  return found;
}

/** Decides in the order software, precision, published figures. */
export function gateOf(
  card: Accelerator,
  precision: string,
  engine: string | null,
  testable: ReadonlySet<string>,
): Gate {
  if (card.kind !== 'gpu') {
    if (needsCuda(engine)) return { kind: 'closed', code: 'engine-not-on-card' };
    return testable.has(card.id) ? { kind: 'unknown' } : { kind: 'closed', code: 'no-inference-software' };
  }
  if (card.vendor !== 'NVIDIA') {
    return needsCuda(engine) ? { kind: 'closed', code: 'engine-not-on-card' } : { kind: 'unknown' };
  }
  const nearest = missingPrecision(card, precision);
  return nearest === null ? { kind: 'open' } : { kind: 'closed', code: 'precision-not-on-card', nearest };
}

/** The nearest precision that works, when the card's units cannot compute at the asked one; null = it can. */
function missingPrecision(card: Accelerator, precision: string): string | null {
  const p = precision.toLowerCase();
  if (p === 'bf16' && card.hasBf16 === false) return 'fp16';
  if (p === 'tf32' && (card.tf32Tflops ?? 0) === 0) return 'fp32';
  if (/^(nv|mx)?fp4/.test(p) && (card.fp4Tflops ?? 0) === 0) return card.hasFp8 === true ? 'fp8' : 'fp16';
  if (p === 'fp8' && card.hasFp8 === false) return 'fp16';
  if (p === 'int8' && card.hasInt8 === false) return 'fp16';
  if (p === 'fp16' && card.fp16Tflops === null && card.computeCapability !== null) {
    return Number(card.computeCapability) < 6 ? 'fp32' : null;
  }
  return null;
}
