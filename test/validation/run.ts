/**
 * The validation report: `npm run validate`. `--write` commits the figures to the summary that GET /accuracy serves;
 * `--check` fails when a total is worse than the committed one by more than a tenth.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSeed } from '../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import { inferenceSections, printInference } from './inference.js';
import { printServingMemory } from './serving-memory.js';
import { printTraining, validateTraining } from './training.js';
import { printVisualHpc, visualHpcSections } from './visual-hpc.js';

const SUMMARY = fileURLToPath(new URL('../../prisma/seed/data/accuracy.json', import.meta.url));
/** A figure may be worse than the committed one by this share. */
const TOLERANCE = 0.1;
/** Changes below this are rounding. */
const SLACK = 0.002;

interface Section {
  readonly task: string;
  readonly split: string;
  readonly group: string;
  readonly count: number;
  readonly medianApe: number;
  readonly within25: number;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const catalogue = openCatalogue(readSeed());
const inference = inferenceSections(catalogue);
printInference(inference, print);
printServingMemory(catalogue, print);
const training = validateTraining(catalogue);
printTraining(training);
const visual = visualHpcSections(catalogue);
printVisualHpc(visual, print);
const sections: readonly Section[] = [...inference, ...training, ...visual] as readonly Section[];

if (process.argv.includes('--write')) {
  writeFileSync(SUMMARY, `${JSON.stringify({ sections }, null, 1)}\n`);
  print(`\n${sections.length} figures written`);
}
if (process.argv.includes('--check')) {
  const worse = existsSync(SUMMARY)
    ? drift(JSON.parse(readFileSync(SUMMARY, 'utf8')) as { sections: Section[] })
    : ['no committed summary'];
  for (const line of worse) print(`WORSE: ${line}`);
  if (worse.length > 0) process.exitCode = 1;
  else print('\nno figure is worse than the committed one by more than a tenth');
}

/** Totals that are worse than committed: median error up, or share within 25 % down, by more than a tenth. */
function drift(committed: { readonly sections: readonly Section[] }): readonly string[] {
  const key = (s: Section) => `${s.task} | ${s.split} | ${s.group}`;
  const now = new Map(sections.map((s) => [key(s), s]));
  const lines: string[] = [];
  for (const old of committed.sections) {
    if (old.group !== 'all') continue;
    const s = now.get(key(old));
    if (!s) lines.push(`${key(old)}: gone`);
    else if (s.medianApe > old.medianApe * (1 + TOLERANCE) + SLACK) {
      lines.push(`${key(old)}: median error ${s.medianApe}, was ${old.medianApe}`);
    } else if (s.within25 < old.within25 * (1 - TOLERANCE) - SLACK) {
      lines.push(`${key(old)}: within 25 % ${s.within25}, was ${old.within25}`);
    }
  }
  return lines;
}
