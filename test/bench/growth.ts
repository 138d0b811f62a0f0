/** How the answer grows with the catalogue: 1×, 4×, 16× the offers (the same types in more regions). */
import { readSeed } from '../../prisma/seed/read-seed.js';
import { openCatalogue } from '../../src/engine/catalogue/snapshot.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import type { RecommendRequest } from '../../src/engine/question.js';
import { recommend } from '../../src/engine/recommend.js';
import { CHAT_70B, quantiles, varied } from './questions.js';

const CONTEXT = { today: '2026-11-30', priceBook: null };
const RUNS = 30;

export async function growthBench(): Promise<void> {
  const seed = readSeed();
  const rows: Record<string, unknown> = {};
  for (const factor of [1, 4, 16]) {
    const catalogue = openCatalogue(repeated(seed, factor));
    const times: number[] = [];
    for (let i = 0; i < RUNS + 10; i++) {
      const start = performance.now();
      recommend(catalogue, varied(CHAT_70B, i) as RecommendRequest, CONTEXT);
      if (i >= 10) times.push(performance.now() - start);
    }
    rows[`${factor}×`] = { offers: catalogue.offers.length, shapes: catalogue.shapes.length, ...quantiles(times) };
  }
  console.table(rows);
}

/** The same catalogue with every region `factor` times over, prices included. */
function repeated(seed: CatalogueSnapshot, factor: number): CatalogueSnapshot {
  const copies = Array.from({ length: factor }, (_, i) => (i === 0 ? '' : `-copy${i}`));
  const each = <T>(items: readonly T[], copy: (item: T, suffix: string) => T): T[] =>
    copies.flatMap((suffix) => items.map((item) => (suffix === '' ? item : copy(item, suffix))));
  return {
    ...seed,
    version: `${seed.version}-${factor}`,
    regions: each(seed.regions, (region, suffix) => ({ ...region, id: region.id + suffix, aliases: [] })),
    availability: each(seed.availability, (row, suffix) => ({ ...row, region: row.region + suffix })),
    priceSheets: seed.priceSheets.map((sheet) => ({
      ...sheet,
      rows: each(
        sheet.rows.filter((row) => row.region !== undefined),
        (row, suffix) => ({ ...row, region: (row.region ?? '') + suffix }),
      ).concat(sheet.rows.filter((row) => row.region === undefined)),
    })),
  };
}
