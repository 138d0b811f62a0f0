/** How many digits of a computed figure an answer shows. */

/** Far finer than any interval, and no digit that is only arithmetic's noise. */
const SIGNIFICANT_DIGITS = 6;

/** The same figures with six significant digits; whole numbers, texts and what is unknown stay as they are. */
export function shown<T>(figures: T): T {
  if (typeof figures === 'number') {
    return (Number.isInteger(figures) ? figures : Number(figures.toPrecision(SIGNIFICANT_DIGITS))) as T;
  }
  if (typeof figures !== 'object' || figures === null) return figures;
  if (Array.isArray(figures)) return figures.map(shown) as T;
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, shown(value)])) as T;
}
