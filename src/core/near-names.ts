/** Longer names are no misspellings of our names, and comparing them would cost time. */
const MAX_LENGTH = 64;
const MAX_FOUND = 3;
/** Shorter words are parts of too many names. */
const LEAST_PART = 4;

/** Words of other APIs for what these fields are called here. */
const OTHER_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    text: ['body'],
    content: ['body', 'content_base64'],
    message: ['body'],
    status_text: ['body'],
    caption: ['alt_text', 'body'],
    alt: ['alt_text'],
    image: ['images', 'content_base64'],
    media: ['images'],
    photos: ['images'],
    pictures: ['images'],
    file: ['images', 'content_base64'],
    data: ['content_base64'],
    user_id: ['profile_id', 'followed_profile_id'],
    account_id: ['profile_id'],
    id: ['profile_id', 'target_id'],
    username: ['profile_id'],
    handle: ['username'],
    display_name: ['name'],
    headline: ['occupation'],
    description: ['bio'],
    about: ['bio'],
    parent_id: ['reply_to_post_id'],
    in_reply_to: ['reply_to_post_id'],
    in_reply_to_id: ['reply_to_post_id'],
    reaction: ['reaction_type'],
    emoji: ['reaction_type'],
    publish_at: ['scheduled_at'],
    privacy: ['visibility'],
    page_size: ['limit'],
    per_page: ['limit'],
    count: ['limit'],
    page: ['cursor'],
    offset: ['cursor'],
    after: ['cursor'],
    next_cursor: ['cursor'],
    query: ['q'],
    search: ['q'],
    events: ['event_types', 'types'],
  }),
);

/** Verbs that APIs use for one another. */
const VERBS: readonly (readonly string[])[] = [
  ['create', 'add', 'new', 'send', 'open', 'invite', 'publish', 'make', 'ask'],
  ['set', 'put', 'update', 'edit', 'patch', 'change', 'replace'],
  ['remove', 'delete', 'revoke', 'destroy', 'clear', 'unset'],
  ['get', 'read', 'show', 'fetch', 'retrieve', 'find'],
  ['list', 'index', 'search'],
];

/** Other words for what members have here. */
const NOUNS: Readonly<Record<string, string>> = {
  picture: 'image',
  photo: 'image',
  person: 'profile',
  people: 'profile',
  member: 'profile',
  user: 'profile',
};

/** The names among `known` that a misspelled one may mean, nearest first. What was given is never among them. */
export function nearNames(given: string, known: readonly string[]): string[] {
  if (given.length > MAX_LENGTH) return [];
  const wanted = snakeCase(given);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const near = known
    .filter((name) => Math.abs(name.length - wanted.length) <= most)
    .map((name) => ({ name, distance: distanceOf(wanted, snakeCase(name)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
  const meant = OTHER_WORDS.get(wanted)?.filter((name) => known.includes(name)) ?? [];
  const longer =
    wanted.length < LEAST_PART ? [] : known.filter((name) => `_${snakeCase(name)}_`.includes(`_${wanted}_`));
  return [...new Set([...near, ...meant, ...longer])].slice(0, MAX_FOUND);
}

/** A name with the words that describe it, and how many it has itself. */
export type Described = { name: string; words: ReadonlySet<string>; size: number };

export function describedBy(name: string, ...texts: readonly string[]): Described {
  return { name, words: new Set(texts.flatMap((text) => [...wordsOf(text)])), size: wordsOf(name).size };
}

/** The names that share more than half of the given words: verbs by meaning, nouns in singular or plural. */
export function nearByWords(given: string, known: readonly Described[], isFirst = (_name: string) => false): string[] {
  if (given.length > MAX_LENGTH) return [];
  const wanted = [...wordsOf(given)];
  return known
    .map(({ name, words, size }) => {
      const shared = wanted.filter((word) => words.has(word) || [...words].some((one) => isAlike(word, one))).length;
      return { name, shared, size };
    })
    .filter(({ shared }) => shared > wanted.length / 2)
    .sort((a, b) => b.shared - a.shared || Number(isFirst(b.name)) - Number(isFirst(a.name)) || a.size - b.size)
    .map(({ name }) => name)
    .slice(0, MAX_FOUND);
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

function wordsOf(name: string): Set<string> {
  const words = snakeCase(name).split('_');
  return new Set(words.filter((word) => word !== '').map(stemOf));
}

function stemOf(word: string): string {
  const verb = VERBS.find((alike) => alike.includes(word));
  if (verb) return verb[0]!;
  const noun = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return NOUNS[noun] ?? noun;
}

function isAlike(a: string, b: string): boolean {
  if (a.length > 4 && b.startsWith(a)) return true;
  return a.length > 4 && Math.abs(a.length - b.length) <= 1 && distanceOf(a, b) === 1;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
