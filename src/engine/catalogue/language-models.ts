/**
 * Language models by any name: a card's own, or that of a fine-tune, distillate or re-upload, which keep the layers of the
 * model they were made from. Each rewriting is tried alone and with the others, and only where no card has the name.
 */
import { type Fault, fault } from '../question-error.js';
import type { Catalogue } from './catalogue.js';
import type { ModelCard } from './model-card.js';

/** Precision that a name ends in, cut off: the architecture is the same. */
const PRECISION_SUFFIX =
  /[-_ .:/]*\(?(fp8(-?dynamic|-?kv|[-_]e4m3)?|fp4|nvfp4|mxfp4|awq(-?int4|-?4bit|-?marlin)?|gptq(-?int[48]|-?[48]bit)?|int[48](-?awq|-?w4a16)?|w8a8(-?int8|-?fp8)?|w4a16(-?g?[0-9]+)?|bnb(-?4bit)?|[48]bit|gguf|q[2-8]_(k_[msl]|k|0|1)|bf16|fp16|quantized[._]w[0-9]+a[0-9]+)\)?$/i;

/** Rewritings, each from a spelling to the one of the architecture. */
const REWRITINGS: readonly (readonly [RegExp, string])[] = [
  [/\s*\([^)]*\)\s*$/, ''],
  [/^.*\//, ''],
  [/^(meta|nvidia|redhatai)[-_ ]+/i, ''],
  [/^deepseek-r1-distill-llama-8b/i, 'Llama-3.1-8B'],
  [/^deepseek-r1-distill-llama-70b/i, 'Llama-3.3-70B'],
  [/^deepseek-r1-distill-qwen-/i, 'Qwen2.5-'],
  [/^deepseek-r1-0528-qwen3-8b/i, 'Qwen3-8B'],
  [/^qwen\s+/i, 'Qwen'],
  [/^(vicuna|koala|guanaco|llama)[- ]?(7|13|70)b/i, 'Llama-2-$2B'],
  [/^(mistral[- ]7b).*/i, 'Mistral-7B'],
  [/^mixtral 46\.7b/i, 'Mixtral-8x7B'],
  [/^(qwen[0-9.]+)-(vl|coder|omni|math)-/i, '$1-'],
  [/ 16b$/i, ''],
  [/[-_ ](instruct|chat|it|hf|base|thinking|sft|dpo|preview|qat|autoround|reasoning|exp|speciale|terminus)$/i, ''],
  [/[-_ ](2507|0528|0324|0905|2501|2407|v0\.[0-9])$/i, ''],
];

const MAX_CANDIDATES = 64;

/** Names to try, nearest to the stated one first; the stated one is not among them. */
function spellingsOf(name: string): readonly string[] {
  const seen = new Set([name]);
  const queue = [name];
  for (let i = 0; i < queue.length && queue.length < MAX_CANDIDATES; i++) {
    const current = queue[i] ?? '';
    const next = [current.replace(PRECISION_SUFFIX, '')];
    for (const [from, to] of REWRITINGS) next.push(current.replace(from, to));
    for (const candidate of next) {
      const trimmed = candidate.trim();
      if (trimmed.length < 3 || seen.has(trimmed)) continue;
      seen.add(trimmed);
      queue.push(trimmed);
    }
  }
  return queue.slice(1);
}

export interface NamedLanguageModel {
  readonly card: ModelCard;
  /** The text after the architecture that states a precision (`-AWQ`); null when the name states none. */
  readonly precisionText: string | null;
  /** The card has another name: the architecture was recognised. */
  readonly isReadAs: boolean;
}

/** The language model that a name means, in any spelling; a fault with the nearest names when nobody knows it. */
export function namedLanguageModel(catalogue: Catalogue, name: string, pointer: string): NamedLanguageModel | Fault {
  const direct = catalogue.resolveModel(name, pointer);
  let card = 'found' in direct ? direct.found : null;
  let isReadAs = false;
  if (!card) {
    for (const spelling of spellingsOf(name)) {
      const again = catalogue.resolveModel(spelling, pointer);
      if (!('found' in again) || again.found.task !== 'llm' || again.found.transformer === null) continue;
      card = again.found;
      isReadAs = true;
      break;
    }
  }
  if (!card) return 'fault' in direct ? direct.fault : fault('unknown-model', pointer, { value: name });
  return { card, precisionText: PRECISION_SUFFIX.exec(name)?.[0] ?? null, isReadAs };
}
