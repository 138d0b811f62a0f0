/**
 * Reads the seed data (one folder a provider, plain JSON and NDJSON) into a catalogue snapshot.
 *
 * The files are written short: a fact that is not there is unknown (`null`), a list that is not there is empty, the
 * provider is the folder's name, and `from` names an entry of the folder's `sources.json`. This is the only place that
 * expands them. Nothing is judged here; `checks.ts` does that.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TSchema } from 'typebox';
import { Accelerator } from '../../src/engine/catalogue/accelerator.js';
import { Availability, InstanceFamily, InstanceType } from '../../src/engine/catalogue/instance.js';
import { MeasuredRow } from '../../src/engine/catalogue/measured-row.js';
import { ModelCard } from '../../src/engine/catalogue/model-card.js';
import { PriceRow, PriceSheet } from '../../src/engine/catalogue/price.js';
import { PriceArea, Provider, Region } from '../../src/engine/catalogue/provider.js';
import { NetworkService, StorageType } from '../../src/engine/catalogue/service.js';
import type { CatalogueSnapshot } from '../../src/engine/catalogue/snapshot-schema.js';
import { SoftwareFeature } from '../../src/engine/catalogue/software.js';

export const SEED_DATA_DIRECTORY = fileURLToPath(new URL('./data/', import.meta.url));

type Json = Record<string, unknown>;

/** Where a row comes from, as `sources.json` of its folder says it. */
interface Source {
  readonly source: string;
  readonly asOf?: string;
  readonly asOfDay?: string;
  readonly confidence: string;
  readonly notes?: string;
}
type Sources = Readonly<Record<string, Source>>;

/** Reads files once and remembers their bytes, so that the version can be a digest of all that was read. */
class SeedFiles {
  readonly #root: string;
  readonly #digest = createHash('sha256');
  constructor(root: string) {
    this.#root = root;
  }
  text(path: string): string | undefined {
    const file = join(this.#root, path);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    this.#digest.update(path).update('\0').update(text).update('\0');
    return text;
  }
  json(path: string): Json | undefined {
    const text = this.text(path);
    return text === undefined ? undefined : parse(text, path, 1);
  }
  lines(path: string): Json[] {
    const rows: Json[] = [];
    const lines = (this.text(path) ?? '').split('\n');
    for (const [index, line] of lines.entries()) if (line !== '') rows.push(parse(line, path, index + 1));
    return rows;
  }
  folder(path: string): Json[] {
    return this.names(path, '.ndjson').flatMap((name) => this.lines(`${path}/${name}`));
  }
  names(path: string, ending: string): string[] {
    const folder = join(this.#root, path);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort();
  }
  version(): string {
    return `seed-${this.#digest.digest('hex').slice(0, 16)}`;
  }
}

function parse(text: string, path: string, line: number): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new Error(`${path}:${line} is not JSON`, { cause });
  }
}

interface ObjectSchema {
  readonly type?: string;
  readonly anyOf?: readonly ObjectSchema[];
  readonly items?: ObjectSchema;
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
}
type Fill = (row: Json) => void;

const absentAs =
  (name: string, value: () => unknown): Fill =>
  (row) => {
    if (row[name] === undefined) row[name] = value();
  };

/** What a missing required property means, by its schema: unknown (`null`) or an empty list. Also in nested objects. */
function fillerOf(schema: ObjectSchema): Fill | undefined {
  if (schema.anyOf !== undefined) return schema.anyOf.map(fillerOf).find((filler) => filler !== undefined);
  if (schema.properties === undefined) return undefined;
  const required = new Set(schema.required ?? []);
  const fills: Fill[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    if (required.has(name)) {
      if (property.anyOf?.some((option) => option.type === 'null')) fills.push(absentAs(name, () => null));
      else if (property.type === 'array') fills.push(absentAs(name, () => []));
    }
    const nested = fillerOf(property.items ?? property);
    if (nested !== undefined)
      fills.push((row) => {
        const value = row[name];
        if (Array.isArray(value)) for (const item of value) nested(item as Json);
        else if (value !== undefined && value !== null) nested(value as Json);
      });
  }
  if (fills.length === 0) return undefined;
  return (row) => {
    for (const fill of fills) fill(row);
  };
}

function completer<T>(schema: TSchema): (row: Json) => T {
  const fill = fillerOf(schema as ObjectSchema);
  return (row) => {
    fill?.(row);
    return row as T;
  };
}

function provenanceOf(from: unknown, notes: unknown, sources: Sources, where: string): Json {
  const source = sources[String(from)];
  if (source === undefined) throw new Error(`${where}: no source named ${String(from)}`);
  const note = [source.notes, notes].filter((part) => typeof part === 'string' && part !== '').join('; ');
  return {
    source: source.source,
    asOf: source.asOf ?? null,
    confidence: source.confidence,
    ...(note === '' ? {} : { notes: note }),
  };
}

/** Replaces `from` (and `notes` beside it) by the provenance it stands for, here and in nested lists. */
function attribute(row: Json, sources: Sources, where: string): Json {
  for (const value of Object.values(row)) {
    const nested = Array.isArray(value) ? value : [value];
    for (const item of nested) if (item !== null && typeof item === 'object') attribute(item as Json, sources, where);
  }
  if (row.from !== undefined) {
    row.provenance = provenanceOf(row.from, row.notes, sources, where);
    delete row.from;
    delete row.notes;
  }
  const provenance = row.provenance as Json | undefined;
  if (provenance !== undefined && provenance.asOf === undefined) provenance.asOf = null;
  return row;
}

const complete = {
  accelerator: completer<CatalogueSnapshot['accelerators'][number]>(Accelerator),
  model: completer<CatalogueSnapshot['models'][number]>(ModelCard),
  software: completer<CatalogueSnapshot['softwareFeatures'][number]>(SoftwareFeature),
  measured: completer<CatalogueSnapshot['measuredRows'][number]>(MeasuredRow),
  provider: completer<CatalogueSnapshot['providers'][number]>(Provider),
  region: completer<CatalogueSnapshot['regions'][number]>(Region),
  area: completer<CatalogueSnapshot['priceAreas'][number]>(PriceArea),
  family: completer<CatalogueSnapshot['families'][number]>(InstanceFamily),
  type: completer<CatalogueSnapshot['instanceTypes'][number]>(InstanceType),
  availability: completer<CatalogueSnapshot['availability'][number]>(Availability),
  storage: completer<CatalogueSnapshot['storageTypes'][number]>(StorageType),
  network: completer<CatalogueSnapshot['networkServices'][number]>(NetworkService),
  sheet: completer<CatalogueSnapshot['priceSheets'][number]>(PriceSheet),
  price: completer<CatalogueSnapshot['priceSheets'][number]['rows'][number]>(PriceRow),
};

/** One line says where a type is sold: `in` maps regions to zones (an empty list speaks for the whole region). */
function availabilityRows(provider: string, line: Json, sources: Sources, where: string): Json[] {
  const regions = line.in as Record<string, readonly string[]>;
  return Object.entries(regions).flatMap(([region, zones]) =>
    (zones.length === 0 ? [null] : zones).map((zone) => ({
      provider,
      instanceType: line.instanceType,
      region,
      zone,
      saleStatus: line.saleStatus ?? 'unknown',
      provenance: provenanceOf(line.from, line.notes, sources, where),
    })),
  );
}

function priceRow(provider: string, line: Json, defaults: Json, sources: Sources, where: string): Json {
  const { from, ...row } = { ...defaults, ...line };
  const source = sources[String(from)];
  if (source === undefined) throw new Error(`${where}: no source named ${String(from)}`);
  return {
    provider,
    ...row,
    effectiveFrom: row.effectiveFrom ?? null,
    source: source.source,
    asOf: source.asOf ?? source.asOfDay ?? 'undated',
    asOfDay: row.asOfDay ?? source.asOfDay ?? null,
    confidence: source.confidence,
  };
}

function readProvider(files: SeedFiles, id: string, into: CatalogueSnapshot): void {
  const folder = `providers/${id}`;
  const sources = (files.json(`${folder}/sources.json`) ?? {}) as unknown as Sources;
  const provider = files.json(`${folder}/provider.json`);
  if (provider === undefined) throw new Error(`${folder}/provider.json is missing`);
  const own = (name: string): Json[] =>
    files
      .lines(`${folder}/${name}.ndjson`)
      .map((row) => ({ provider: id, ...attribute(row, sources, `${folder}/${name}`) }));

  attribute(provider, sources, folder);
  into.providers.push(complete.provider({ id, ...provider }));
  for (const row of own('regions')) into.regions.push(complete.region(row));
  for (const row of own('price-areas')) into.priceAreas.push(complete.area(row));
  for (const row of own('families')) into.families.push(complete.family(row));
  for (const row of own('instance-types')) into.instanceTypes.push(complete.type(row));
  for (const row of own('storage-types')) into.storageTypes.push(complete.storage(row));
  for (const row of own('network-services')) into.networkServices.push(complete.network(row));
  for (const line of files.lines(`${folder}/availability.ndjson`))
    for (const row of availabilityRows(id, line, sources, `${folder}/availability`))
      into.availability.push(complete.availability(row));

  for (const name of files.names(`${folder}/price-sheets`, '.ndjson')) {
    const path = `${folder}/price-sheets/${name}`;
    const [header, ...lines] = files.lines(path);
    const { defaults = {}, ...sheet } = header ?? {};
    const rows = lines.map((line) => complete.price(priceRow(id, line, defaults as Json, sources, path)));
    into.priceSheets.push(
      complete.sheet({ id: name.replace(/\.ndjson$/, ''), provider: id, version: 1, ...sheet, rows }),
    );
  }
}

/** Reads every file of the seed data. The version is a digest of their bytes: equal versions mean equal content. */
export function readSeed(directory: string = SEED_DATA_DIRECTORY): CatalogueSnapshot {
  const files = new SeedFiles(directory);
  const snapshot: CatalogueSnapshot = {
    version: '',
    providers: [],
    regions: [],
    priceAreas: [],
    accelerators: files.folder('accelerators').map((row) => complete.accelerator(attribute(row, {}, 'accelerators'))),
    families: [],
    instanceTypes: [],
    availability: [],
    softwareFeatures: files
      .folder('software-features')
      .map((row) => complete.software(attribute(row, {}, 'software-features'))),
    storageTypes: [],
    networkServices: [],
    models: files.folder('models').map((row) => complete.model(attribute(row, {}, 'models'))),
    priceSheets: [],
    measuredRows: files.folder('measured').map((row) => complete.measured(attribute(row, {}, 'measured'))),
  };
  for (const id of readdirSync(join(directory, 'providers')).sort()) readProvider(files, id, snapshot);
  return { ...snapshot, version: files.version() };
}
