/**
 * Objects and lists inside a record of someone else's list, which may hold anything there. What is something else is read as
 * empty, so that its record is told as lacking what it lacks and the rest of the list goes on.
 */

/** Fields of an object of a price list. */
export type Item = Readonly<Record<string, unknown>>;

const NOTHING: Item = {};

/** The object that stands here; one without fields where none does. */
export function itemIn(value: unknown): Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : NOTHING;
}

/** The elements of the list that stands here, each as an object; none where no list does. */
export function itemsIn(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value.map(itemIn) : [];
}
