/** Whether the seed data has the shape that the engine's schemas declare, every row by itself. */
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';

/** Faults of single rows, at most `limit`: which list, which row, where in it, and what is wrong. */
export function findShapeFaults(snapshot: CatalogueSnapshot, limit = 50): readonly string[] {
  const faults: string[] = [];
  const lists = CatalogueSnapshot.properties as unknown as Readonly<Record<string, { items?: TObject }>>;
  for (const [list, { items }] of Object.entries(lists)) {
    if (items === undefined) continue;
    const compiled = Compile(items);
    const rows = snapshot[list as keyof CatalogueSnapshot] as unknown as readonly { readonly id?: string }[];
    for (const [index, row] of rows.entries()) {
      const name = row.id ?? '';
      if (compiled.Check(row)) continue;
      for (const error of compiled.Errors(row))
        faults.push(`${list}[${index}] ${name} ${error.instancePath}: ${error.message}`);
      if (faults.length >= limit) return faults.slice(0, limit);
    }
  }
  return faults;
}
