/** Words of video: codecs, presets, engine generations, pictures. */
import type { Accelerator } from '../../catalogue/accelerator.js';

export const CODECS = ['h264', 'h265', 'av1', 'vp9'] as const;
export type Codec = (typeof CODECS)[number];
export const PRESETS = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'] as const;
export type Preset = (typeof PRESETS)[number];
export const RATE_CONTROLS = ['low-latency', 'high-quality'] as const;
export type RateControl = (typeof RATE_CONTROLS)[number];

export type Generation = 'Maxwell' | 'Pascal' | 'Turing' | 'Ampere' | 'Ada' | 'Blackwell';

/** Generation of a card's video engines; Volta carries Pascal's encoder. null = no NVIDIA video engines known. */
export function generationOf(card: Accelerator): Generation | null {
  if (card.vendor !== 'NVIDIA' || card.architecture === null) return null;
  const architecture = card.architecture;
  if (/Volta/.test(architecture)) return 'Pascal';
  for (const name of ['Maxwell', 'Pascal', 'Turing', 'Ampere', 'Ada', 'Blackwell'] as const) {
    if (architecture.startsWith(name)) return name;
  }
  return /Hopper/.test(architecture) ? 'Ampere' : null;
}

/** GeForce drivers allow eight encoding sessions a system (NVIDIA video encode support matrix, 2024). */
export const GEFORCE_SESSIONS = 8;

/** Pixels of the 1920 × 1080 picture that engine tables are stated for. */
export const REFERENCE_PIXELS = 1920 * 1080;

/** First generation whose encoder writes a codec. */
const FIRST_ENCODER: Readonly<Record<Codec, Generation | null>> = {
  h264: 'Maxwell',
  h265: 'Pascal',
  av1: 'Ada',
  vp9: null,
};
const FIRST_DECODER: Readonly<Record<Codec, Generation>> = {
  h264: 'Maxwell',
  h265: 'Pascal',
  av1: 'Ampere',
  vp9: 'Pascal',
};
const ORDER: readonly Generation[] = ['Maxwell', 'Pascal', 'Turing', 'Ampere', 'Ada', 'Blackwell'];

export function encodes(generation: Generation, codec: Codec): boolean {
  const first = FIRST_ENCODER[codec];
  return first !== null && ORDER.indexOf(generation) >= ORDER.indexOf(first);
}
export function decodes(generation: Generation, codec: Codec): boolean {
  return ORDER.indexOf(generation) >= ORDER.indexOf(FIRST_DECODER[codec]);
}

/**
 * Pixels per second that one decoder engine takes: sizing rule of the rows (1250 megapixels/s H.264, 2500 H.265), against
 * V100 measured at 625-635 frames/s of 1080p H.264 = 1,300 megapixels/s (seed rows of task `transcode`).
 */
export const DECODE_PIXELS_PER_SECOND: Readonly<Record<Codec, number>> = {
  h264: 1.3e9,
  h265: 2.5e9,
  vp9: 2e9,
  av1: 2e9,
};

/** Encoders of a card; data-centre dies without display engines have none, whatever the row of the card leaves open. */
export function encodersOf(card: Accelerator): number | null {
  return card.nvencEngines ?? (/G[AHB]100/.test(card.architecture ?? '') ? 0 : null);
}
