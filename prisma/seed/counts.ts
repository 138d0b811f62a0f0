/** How much the seed data holds, by provider: `npm run seed:counts` prints a Markdown table, `-- --write` puts it into the README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import { readSeed } from './read-seed.js';

/** A Markdown table: types, places where they are sold, price rows, by provider, and the shared lists below it. */
export function countSeed(snapshot: CatalogueSnapshot): string {
  const count = (list: readonly { provider: string }[], provider: string) =>
    list.filter((row) => row.provider === provider).length;
  const prices = snapshot.priceSheets.flatMap((sheet) => sheet.rows);
  const servers = prices.filter((row) => row.skuKind === 'instance');
  const places = new Set(snapshot.availability.map((row) => `${row.provider}\0${row.instanceType}\0${row.region}`));
  const rows = snapshot.providers.map((provider) => [
    provider.id,
    provider.nameEn,
    count(snapshot.regions, provider.id),
    count(snapshot.families, provider.id),
    count(snapshot.instanceTypes, provider.id),
    [...places].filter((place) => place.startsWith(`${provider.id}\0`)).length,
    count(servers, provider.id),
    count(prices, provider.id),
  ]);
  const total = rows.reduce<number[]>((sums, row) => row.slice(2).map((n, i) => (sums[i] ?? 0) + Number(n)), []);
  const table = [
    ['provider', 'name', 'regions', 'families', 'types', 'type × region', 'server prices', 'all prices'],
    ['---', '---', '---:', '---:', '---:', '---:', '---:', '---:'],
    ...rows,
    ['**all**', `${rows.length} providers`, ...total],
  ].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    ...table,
    '',
    `Accelerators ${snapshot.accelerators.length}, models ${snapshot.models.length}, software features ${snapshot.softwareFeatures.length}, storage types ${snapshot.storageTypes.length}, network services ${snapshot.networkServices.length}, measurements ${snapshot.measuredRows.length}.`,
  ].join('\n');
}

const START = '<!-- npm run seed:counts -- --write -->\n\n';
const END = '\n\n<!-- end of counts -->';

/** The README with the table between its two marks. */
export function withCounts(readme: string, table: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error('README.md has no place for the counts of the catalogue');
  return readme.slice(0, start + START.length) + table + readme.slice(end);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const table = countSeed(readSeed());
  const readme = new URL('../../README.md', import.meta.url);
  if (process.argv.includes('--write')) writeFileSync(readme, withCounts(readFileSync(readme, 'utf8'), table));
  else console.log(table);
}
