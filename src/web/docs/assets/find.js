// What a search finds, in the page and on the server.
export const FIELDS = ['title', 'page', 'tasks', 'text'];
export const STORED = ['kind', 'path', 'page', 'title', 'start'];
export const MOST = 20;

const BOOST = { title: 4, page: 2, tasks: 2 };
/** Each word costs a pass over all words that begin with it. */
const MOST_WORDS = 10;
const wordsIn = (text) => [...new Set(text.toLowerCase().match(/[^\p{Z}\p{P}\s]+/gu))].slice(0, MOST_WORDS);
const OPTIONS = {
  tokenize: wordsIn,
  prefix: (word) => word.length > 1,
  fuzzy: (word) => (word.length > 4 ? 0.2 : false),
  boost: BOOST,
  // Who searches for a task wants to do it; the name of a code still finds it first.
  boostDocument: (_id, _term, { kind }) => (kind === 'Error code' ? 0.4 : 1),
};

/** Entries with all words, of which the first ten count; if there are none, those with some. */
export function find(index, words) {
  const all = index.search(words, { ...OPTIONS, combineWith: 'AND' });
  return all.length > 0 ? all : index.search(words, OPTIONS);
}

export function countOf({ length }) {
  if (length === 0) return 'Nothing found. Try other words.';
  const more = length > MOST ? `, the best ${MOST} are shown` : '';
  return `${length} ${length === 1 ? 'result' : 'results'}${more}`;
}

/** Where an entry is, next to its title. */
export const placeOf = ({ kind, page, title }) => (page === title ? kind : `${kind} · ${page}`);
