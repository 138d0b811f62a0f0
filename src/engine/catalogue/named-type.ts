/** The one instance type that a name means, where a family or several types will not do. */
import { type Fault, fault } from '../question-error.js';
import type { HardwareShape } from '../workload/scenario.js';
import type { Catalogue } from './catalogue.js';
import type { InstanceType } from './instance.js';
import { similarity, squeeze } from './names.js';

/** Most names shown of those that would be accepted. */
const MOST_ALLOWED = 20;

/** A type by its id in any spelling, `provider/id` where clouds share it; else why it is none, and what would be. */
export function namedType(
  catalogue: Catalogue,
  name: string,
  pointer: string,
): { readonly found: InstanceType } | { readonly fault: Fault } {
  const { byName, byFamily } = catalogue.derive(indexTypes);
  const key = squeeze(name);
  const spelt = byName.get(key) ?? byName.get(pinned(name)) ?? [];
  const exact = spelt.filter((type) => type.id === name || keyOf(type) === name);
  const types = exact.length > 0 ? exact : spelt;
  const [only] = types;
  if (only !== undefined && types.length === 1) return { found: only };
  if (only !== undefined)
    return {
      fault: fault('ambiguous-instance-type', pointer, { value: name }, types.map(keyOf).slice(0, MOST_ALLOWED)),
    };
  const members = byFamily.get(key) ?? byFamily.get(pinned(name));
  if (members !== undefined)
    return { fault: fault('family-is-no-type', pointer, { value: name }, members.map(keyOf).slice(0, MOST_ALLOWED)) };
  return { fault: fault('unknown-instance-type', pointer, { value: name }, nearest(catalogue, name)) };
}

/** The hardware of the one type that a name means; a fault where its accelerators are not published. */
export function namedShape(
  catalogue: Catalogue,
  name: string,
  pointer: string,
): { readonly shape: HardwareShape } | { readonly fault: Fault } {
  const resolved = namedType(catalogue, name, pointer);
  if ('fault' in resolved) return resolved;
  const { found } = resolved;
  const offer = catalogue.offers.find(({ type, shapeIndex }) => type === found && shapeIndex >= 0);
  const shape = offer === undefined ? undefined : catalogue.shapes[offer.shapeIndex];
  if (shape !== undefined) return { shape };
  return { fault: fault('layout-illegal', pointer, { why: `the accelerators of ${found.id} are not published` }) };
}

function keyOf({ provider, id }: InstanceType): string {
  return `${provider}/${id}`;
}

/** `provider/id` in a spelling that no bare id has. */
function pinned(name: string): string {
  const slash = name.indexOf('/');
  return slash < 0 ? squeeze(name) : `${squeeze(name.slice(0, slash))}/${squeeze(name.slice(slash + 1))}`;
}

/** Ids of like spelling, of the provider that the name begins with or of all. */
function nearest(catalogue: Catalogue, name: string): readonly string[] {
  const slash = name.indexOf('/');
  const provider = [...catalogue.providersById.keys()].find((id) => squeeze(id) === squeeze(name.slice(0, slash + 1)));
  const key = squeeze(provider === undefined ? name : name.slice(slash + 1));
  const types = [...catalogue.typesByKey.values()].filter((t) => provider === undefined || t.provider === provider);
  return [...new Set(types.map(({ id }) => id))]
    .map((id) => ({ id, likeness: similarity(key, squeeze(id)) }))
    .filter(({ likeness }) => likeness > 0.2)
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, 5)
    .map(({ id }) => id);
}

function indexTypes(catalogue: Catalogue) {
  const byName = new Map<string, InstanceType[]>();
  const byFamily = new Map<string, InstanceType[]>();
  const put = (map: Map<string, InstanceType[]>, name: string, type?: InstanceType) => {
    const list = map.get(name) ?? [];
    if (type !== undefined) list.push(type);
    map.set(name, list);
  };
  for (const type of catalogue.typesByKey.values()) {
    for (const name of [squeeze(type.id), pinned(keyOf(type))]) put(byName, name, type);
    for (const name of [squeeze(type.family), pinned(`${type.provider}/${type.family}`)]) put(byFamily, name, type);
  }
  // A family without published types is a family all the same.
  for (const family of catalogue.familiesByKey.values())
    for (const name of [squeeze(family.id), pinned(`${family.provider}/${family.id}`)]) put(byFamily, name);
  return { byName, byFamily };
}
