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

/** Letters that no normalization takes apart, as `isSameName` compares them. */
const PLAIN: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i' };

/** A name as searches compare it: without accents, capitals and signs. */
export function plainName(name: string): string {
  const letters = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return letters.replace(/\p{L}/gu, (letter) => PLAIN[letter] ?? letter).replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** The places of which one of the names contains `q`; all without one, and none if it has no letter or digit. */
export function havingText<Place>(
  places: readonly Place[],
  q: string | undefined,
  namesOf: (place: Place) => string[],
): readonly Place[] {
  if (q === undefined) return places;
  const wanted = plainName(q);
  if (wanted === ' ') return [];
  return places.filter((place) => namesOf(place).some((name) => plainName(name).includes(wanted)));
}

/** Gives a fixed order to names that the collator treats as equal (`Kreis 1`, `Kreis 01`). */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
