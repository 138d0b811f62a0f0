/** The counts that the README shows are those of the data. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countSeed, withCounts } from '../../prisma/seed/counts.js';
import { readSeed } from '../../prisma/seed/read-seed.js';

it('shows the counts of the committed data in the README: npm run seed:counts -- --write', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(withCounts(readme, countSeed(readSeed()))).toBe(readme);
});
