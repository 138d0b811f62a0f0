/** What each renderer runs on. Sources: the renderers' own hardware pages, general knowledge as of 2026-11. */
import type { Accelerator } from '../../catalogue/accelerator.js';

export const RENDERERS = [
  'blender-cycles',
  'v-ray',
  'octane',
  'redshift',
  'arnold',
  'keyshot',
  'vred',
  'iray',
  'unreal',
  'other',
] as const;
export type Renderer = (typeof RENDERERS)[number];

/** Vendors whose GPUs the renderer's GPU mode runs on. */
const VENDORS: Readonly<Record<Renderer, readonly string[]>> = {
  'blender-cycles': ['NVIDIA', 'AMD', 'Intel'],
  'v-ray': ['NVIDIA'],
  octane: ['NVIDIA'],
  redshift: ['NVIDIA', 'AMD'],
  arnold: ['NVIDIA'],
  keyshot: ['NVIDIA'],
  vred: ['NVIDIA'],
  iray: ['NVIDIA'],
  unreal: ['NVIDIA', 'AMD'],
  other: ['NVIDIA'],
};

/** Renderers that can keep part of a scene in host memory, slower. Arnold on a 4 GB slice failed in the measured rows. */
const OUT_OF_CORE: ReadonlySet<Renderer> = new Set(['v-ray', 'octane', 'redshift', 'blender-cycles']);

export function runsOn(renderer: Renderer, card: Accelerator): boolean {
  return card.kind === 'gpu' && VENDORS[renderer].includes(card.vendor);
}

export function canSpill(renderer: Renderer): boolean {
  return OUT_OF_CORE.has(renderer);
}

/**
 * Slow-down when the scene spills to host memory. Nobody has published a clean measurement (a 24 GB card finished a larger
 * scene in V-Ray's hybrid mode): a range, and a warning.
 */
export const OUT_OF_CORE_SLOWDOWN = { low: 1.2, expected: 2, high: 4 } as const;
/** More than twice the memory thrashes (RAPIDS documentation on oversubscription by unified memory). */
export const MAX_OVERSUBSCRIPTION = 2;

/**
 * Whole vCPUs that one device keeps busy with preparing frames, and the renderer's own memory beside the scene. No public
 * measurement; Azure's and Tencent's rendering families give 4-12 vCPU a card.
 */
export const VCPU_PER_DEVICE = 4;
export const RENDERER_MEMORY_GIB = 1;
