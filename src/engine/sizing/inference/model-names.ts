/**
 * Spellings of one architecture: fine-tunes, distillates and re-uploads keep the layers of the model they were made from.
 *
 * Only used when the catalogue knows no card by the stated name; each rewriting is tried alone and with the others.
 */

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
  [/^(vicuna|koala|llama)[- ]?(7|13|70)b/i, 'Llama-2-$2B'],
  [/^(mistral[- ]7b).*/i, 'Mistral-7B'],
  [/^mixtral 46\.7b/i, 'Mixtral-8x7B'],
  [/^yi-(6|34)b.*/i, 'Yi-1.5-$1B'],
  [/^qwen2(\.5)?-math-/i, 'Qwen2.5-'],
  [/^(qwen[0-9.]+)-(vl|coder|omni)-/i, '$1-'],
  [/^qwen2-(\d)/i, 'Qwen2.5-$1'],
  [/ 16b$/i, ''],
  [/[-_ ](instruct|chat|it|hf|base|thinking|sft|dpo|preview|qat|autoround|reasoning|exp|speciale|terminus)$/i, ''],
  [/[-_ ](2507|0528|0324|0905|2501|2407|v0\.[0-9])$/i, ''],
];

const MAX_CANDIDATES = 64;

/** Names to try, nearest to the stated one first; the stated one is not among them. */
export function spellingsOf(name: string, precisionSuffix: RegExp): readonly string[] {
  const seen = new Set([name]);
  const queue = [name];
  for (let i = 0; i < queue.length && queue.length < MAX_CANDIDATES; i++) {
    const current = queue[i] ?? '';
    const next = [current.replace(precisionSuffix, '')];
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
