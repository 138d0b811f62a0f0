/** Published fits and failures of fine-tuning, asked through the scenario as a user would. Sources are in the data file. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../../../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../../../src/engine/catalogue/snapshot.js';
import { LLM_FINETUNING } from '../../../../src/engine/workload/scenarios/llm-finetuning.js';
import type { LlmFinetuningWorkload } from '../../../../src/engine/workload/training/schema.js';

interface PublicCase {
  readonly id: string;
  readonly source: string;
  readonly workload: LlmFinetuningWorkload;
  readonly configuration: unknown;
  readonly fits: boolean;
  readonly peakGB?: number;
}

const cases: readonly PublicCase[] = JSON.parse(
  readFileSync(new URL('./public-cases.json', import.meta.url), 'utf8'),
) as PublicCase[];
const catalogue = openCatalogue(readSeed());
const answers = cases.map((c) => ({
  ...c,
  reply: LLM_FINETUNING.evaluate(c.workload, c.configuration, { catalogue, pointer: '/workload' }),
}));

/** Said to be out of memory although they ran, each within a tenth of the card's memory. */
const CLOSE_CALLS = new Set(['TM-065', 'TM-066']);

describe('published cases', () => {
  it('no run that failed is said to fit', () => {
    const wrong = answers.filter((a) => !a.fits && a.reply.fits !== false).map((a) => a.id);
    expect(wrong).toEqual([]);
  });

  it('runs that fitted are said to fit, but for close calls', () => {
    const wrong = answers.filter((a) => a.fits && a.reply.fits !== true).map((a) => a.id);
    expect(new Set(wrong)).toEqual(CLOSE_CALLS);
    for (const a of answers) {
      if (CLOSE_CALLS.has(a.id)) expect(a.reply.headroomRatio ?? 0).toBeGreaterThan(-0.1);
    }
  });

  it('peak memory is within 6 % at the median and within a third always', () => {
    const errors = answers
      .filter((a) => a.peakGB !== undefined)
      .map((a) => Math.abs(Math.log((a.reply.memory.perAcceleratorGiB.total ?? 0) / (a.peakGB ?? 1))))
      .sort((x, y) => x - y);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.06);
    expect(errors.at(-1)).toBeLessThan(0.34);
  });
});
