/** Where types are on sale, by region or zone: one row or many in one transaction. */
import type { Availability } from '../engine/catalogue/instance.js';
import type { CatalogueReader, Writes } from './ports.js';
import { Problem, type ProblemError } from './problems.js';
import { unknownReference } from './write-catalogue.js';
import { type OnceOptions, type WriteOnceReply, writeOnce } from './write-once.js';

export interface AvailabilityResult {
  readonly rows: number;
  readonly changed: number;
}

export type SetAvailability = (
  rows: readonly Availability[],
  options: OnceOptions<AvailabilityResult>,
) => Promise<WriteOnceReply>;

export function setAvailability(writes: Writes, reader: CatalogueReader): SetAvailability {
  return async (rows, options) => {
    const errors = [...repeated(rows), ...unknown(rows, reader)];
    if (errors.length > 0) throw new Problem('invalid-catalogue-entry', { errors: errors.slice(0, 100) });
    const done = await writeOnce(writes, options, async (session) => {
      const changed = await session.catalogue.putAvailability(rows);
      for (const [subjectId, after] of byType(rows)) {
        await session.audit(options.actor, {
          action: 'set-availability',
          subjectKind: 'availability',
          subjectId,
          after,
        });
      }
      return { rows: rows.length, changed };
    });
    await reader.refresh();
    return done;
  };
}

export type ListAvailability = (query: {
  readonly provider?: string;
  readonly instanceType?: string;
  readonly region?: string;
}) => readonly Availability[];

export function listAvailability(reader: CatalogueReader): ListAvailability {
  return ({ provider, instanceType, region }) =>
    reader
      .current()
      .catalogue.snapshot.availability.filter(
        (row) =>
          (provider === undefined || row.provider === provider) &&
          (instanceType === undefined || row.instanceType === instanceType) &&
          (region === undefined || row.region === region),
      );
}

function byType(rows: readonly Availability[]): ReadonlyMap<string, readonly Availability[]> {
  const map = new Map<string, Availability[]>();
  for (const row of rows) {
    const key = `${row.provider}/${row.instanceType}`;
    map.set(key, [...(map.get(key) ?? []), row]);
  }
  return map;
}

function repeated(rows: readonly Availability[]): readonly ProblemError[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const key = `${row.provider}/${row.instanceType}@${row.region}/${row.zone ?? ''}`;
    if (!seen.has(key)) return seen.add(key) && [];
    return [
      {
        pointer: `/rows/${index}`,
        code: 'repeated-item',
        detail: { en: `${key} is there twice.`, zh: `${key} 重复。` },
      },
    ];
  });
}

function unknown(rows: readonly Availability[], reader: CatalogueReader): readonly ProblemError[] {
  const { typesByKey, regionsByKey } = reader.current().catalogue;
  return rows.flatMap((row, index) => {
    const at = `/rows/${index}`;
    const region = regionsByKey.get(`${row.provider}/${row.region}`);
    const errors: ProblemError[] = [];
    if (!typesByKey.has(`${row.provider}/${row.instanceType}`))
      errors.push(unknownReference('instance-types', `${row.provider}/${row.instanceType}`, `${at}/instanceType`));
    if (region === undefined) errors.push(unknownReference('regions', `${row.provider}/${row.region}`, `${at}/region`));
    else if (row.zone !== null && region.zones.length > 0 && !region.zones.includes(row.zone)) {
      errors.push({
        pointer: `${at}/zone`,
        code: 'unknown-zone',
        detail: { en: `The region has no zone "${row.zone}".`, zh: `该地域没有可用区 “${row.zone}”。` },
        allowed: region.zones,
      });
    }
    return errors;
  });
}
