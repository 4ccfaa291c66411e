import MiniSearch from 'minisearch';
import { once } from '../../core/once.ts';
import { countOf, FIELDS, find, MOST, placeOf, STORED } from './assets/find.js';
import type { ErrorGroup } from './errors.ts';
import { plain } from './markdown.ts';

/** What a search finds: a page, a section of one, or an error code. `tasks` are other words for it. */
export type Entry = {
  kind: string;
  path: string;
  page: string;
  title: string;
  text: string;
  tasks?: string | undefined;
};

/** What the page shows for some words. */
export type Found = { count: string; items: { path: string; title: string; place: string; start: string }[] };
export const MOST_OF_WORDS = 200;
const MOST_OF_TEXT = 150;

/** The index of all entries: `text` is the form that `MiniSearch.loadJSON` reads, `find` answers pages without scripts. */
export function makeIndex(entries: () => readonly Entry[]) {
  const load = once(async () => {
    const index = new MiniSearch({ fields: FIELDS, storeFields: STORED });
    index.addAll(entries().map((entry, id) => ({ id, ...entry, start: startOf(entry.text) })));
    return index;
  });
  return {
    text: async () => JSON.stringify(await load()),
    async find(words: string): Promise<Found> {
      if (words === '') return { count: '', items: [] };
      const found = find(await load(), words);
      const items = found.slice(0, MOST).map((one) => ({
        path: one['path'],
        title: one['title'],
        place: placeOf(one),
        start: one['start'],
      }));
      return { count: countOf(found), items };
    },
  };
}

/** The sections of an article: its beginning, and one for each heading of the second and third level. */
export function sectionsOf(kind: string, page: string, path: string, html: string): Entry[] {
  const [start = '', ...sections] = html.split(/(?=<h[23] id=")/);
  return [
    { kind, path, page, title: page, text: wordsOf(start.replace(/<h1[\s\S]*?<\/h1>/, '')) },
    ...sections.map((section) => {
      const [, id = '', title = ''] = /^<h[23] id="([^"]+)">([\s\S]*?)<a class="anchor"/.exec(section) ?? [];
      const text = section.replace(/^[\s\S]*?<\/h[23]>/, '');
      return { kind, path: `${path}#${id}`, page, title: wordsOf(title), text: wordsOf(text) };
    }),
  ];
}

export function errorEntries(groups: readonly ErrorGroup[]): Entry[] {
  return groups.flatMap(({ status, title, codes }) =>
    codes.map(({ code, message, hintHtml }) => ({
      kind: 'Error code',
      path: `/docs/errors#${code}`,
      page: `${status} ${title}`,
      title: code,
      text: `${message} ${wordsOf(hintHtml)}`,
    })),
  );
}

function startOf(text: string): string {
  return text.length <= MOST_OF_TEXT ? text : `${text.slice(0, MOST_OF_TEXT).replace(/\s+\S*$/, '')} …`;
}

const LEFT_OUT = /<div class="code"[\s\S]*?<\/div>|<p class="tab-name">.*?<\/p>|<wbr>/g;

/** Without code blocks: they are long and repeat each other. */
function wordsOf(html: string): string {
  const spaced = html.replaceAll(LEFT_OUT, '').replaceAll(/<\/(?:p|li|td|th|h\d)>/g, ' $&');
  return plain(spaced).replaceAll(/\s+/g, ' ').trim();
}
