/** Letters with accents next to those without, `Kreis 2` before `Kreis 10`: not the order of any one country. */
const collator = new Intl.Collator('en', { numeric: true });
const searching = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });

/** Merges lists of cities, sorted and without duplicates: the collator sorts equal names next to each other. */
export function joinCities(lists: readonly (readonly string[])[]): string[] {
  const names = lists.flat().sort(compareNames);
  return names.filter((name, i) => i === 0 || !isSameName(name, names[i - 1]!));
}

/** Whether two names are the same when typed without accents or capitals. */
export function isSameName(a: string, b: string): boolean {
  return searching.compare(a, b) === 0;
}

/** Gives a fixed order to names that the collator treats as equal (`Kreis 1`, `Kreis 01`). */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
