/** Writes catalogue entries, one or thousands, with one statement a table. */
import { createHash } from 'node:crypto';
import type { EntryFacts } from '../application/catalogue-kinds.js';
import { squeeze } from '../engine/catalogue/names.js';
import type { CatalogueTable, Column } from './catalogue-tables.js';
import type { Transaction } from './database.js';
import { Prisma } from './generated/client.js';

/** JSON a statement stays near a few megabytes. */
const CHUNK = 4_000;

/** Names come from the table list alone, never from a request. */
const name = (identifier: string) => Prisma.raw(`"${identifier}"`);
const names = (columns: readonly Column[]) => Prisma.raw(columns.map((column) => `"${column.name}"`).join(', '));

export interface WrittenRow {
  /** Values of the key columns. */
  readonly key: readonly string[];
  readonly isNew: boolean;
}

/** Hash of the content, whatever the order of its fields. */
export function contentHash(facts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/**
 * Inserts or updates. As `seed` it leaves alone what an admin wrote, and what says the same as before; as `admin` it
 * changes what differs. Returns what was written.
 */
export async function writeEntries(
  database: Transaction,
  table: CatalogueTable,
  entries: readonly EntryFacts[],
  origin: 'seed' | 'admin',
): Promise<readonly WrittenRow[]> {
  const { key, columns } = table;
  const all = [...key, ...columns];
  const written: WrittenRow[] = [];
  const shape = Prisma.raw(
    [...all.map((column) => `"${column.name}" ${column.type}`), '"facts" jsonb', '"seedHash" text'].join(', '),
  );
  const isChanged =
    origin === 'seed'
      ? Prisma.sql`kept."origin" = 'seed' AND (kept."seedHash" IS DISTINCT FROM excluded."seedHash" OR kept."retiredAt" IS NOT NULL)`
      : Prisma.sql`kept."facts" IS DISTINCT FROM excluded."facts" OR kept."retiredAt" IS NOT NULL`;
  const assignments = Prisma.raw(columns.map((column) => `"${column.name}" = excluded."${column.name}", `).join(''));
  const keptHash = origin === 'seed' ? Prisma.sql`excluded."seedHash"` : Prisma.sql`kept."seedHash"`;
  for (let start = 0; start < entries.length; start += CHUNK) {
    const rows = entries.slice(start, start + CHUNK).map((facts) => ({
      ...Object.fromEntries(all.map((column) => [column.name, column.of(facts)])),
      facts,
      seedHash: origin === 'seed' ? contentHash(facts) : null,
    }));
    const result = await database.$queryRaw<({ isNew: boolean } & Record<string, string>)[]>`
      INSERT INTO ${name(table.table)} AS kept (${names(all)}, "facts", "origin", "seedHash", "updatedAt")
      SELECT ${names(all)}, "facts", ${origin}, "seedHash", now()
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(${shape})
          ON CONFLICT (${names(key)}) DO UPDATE SET ${assignments} "facts" = excluded."facts",
             "origin" = excluded."origin", "seedHash" = ${keptHash}, "version" = kept."version" + 1,
             "retiredAt" = NULL, "updatedAt" = now()
       WHERE ${isChanged}
      RETURNING ${names(key)}, (xmax = 0) AS "isNew"`;
    for (const row of result) written.push({ key: key.map((column) => String(row[column.name])), isNew: row.isNew });
  }
  if (table.table === 'Accelerator' && written.length > 0) {
    const ids = new Set(written.map((row) => row.key[0]));
    await writeAliases(
      database,
      entries.filter((facts) => ids.has(String(facts.id))),
    );
  }
  return written;
}

async function writeAliases(database: Transaction, accelerators: readonly EntryFacts[]): Promise<void> {
  await database.acceleratorAlias.deleteMany({
    where: { accelerator: { in: accelerators.map(({ id }) => String(id)) } },
  });
  const data = accelerators.flatMap(({ id, name: shown, aliases }) => {
    const spellings = [String(id), String(shown), ...((aliases as readonly string[] | undefined) ?? [])].map(squeeze);
    return [...new Set(spellings)].filter((alias) => alias !== '').map((alias) => ({ alias, accelerator: String(id) }));
  });
  await database.acceleratorAlias.createMany({ data, skipDuplicates: true });
}
