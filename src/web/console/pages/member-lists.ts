import type { z } from 'zod';
import type { PostItem } from '../../../areas/posts/schemas.ts';
import { quotesPage, reactionsPage } from '../../public/post-lists.ts';
import { postView } from '../../public/post-view.ts';
import { followPage } from '../../public/profile-page.ts';
import { actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { cardsFor } from '../post-cards.ts';
import { moved, readerFor } from '../public-reader.ts';
import { asideFor } from '../side-column.ts';
import { pageAddress } from './relation-forms.ts';

const SAVED = '/home/saved';
const PER_PAGE = '20';
const PUBLIC = { hasPublicPage: true } as const;

/** Followers, reactions and quotes in the shell, and the posts that the acting profile has saved. */
export function memberListPages(pages: ConsolePages): void {
  for (const direction of ['followers', 'following'] as const) {
    pages.get(
      `/@:word/${direction}`,
      `home.list_${direction}`,
      (page) => show(page, 'people', (read, word, cursor) => followPage(read, word, direction, cursor)),
      PUBLIC,
    );
  }
  pages.get(
    '/posts/:word/reactions',
    'home.list_reactions',
    (page) => show(page, 'people', (read, word, cursor) => reactionsPage(read, word, cursor, page.query('kind'))),
    PUBLIC,
  );
  pages.get('/posts/:word/quotes', 'home.list_quotes', (page) => show(page, 'quotes', quotesPage), PUBLIC);
  pages.get(SAVED, 'home.list_saved', showSaved);
}

type Read = ReturnType<typeof readerFor>;
type Data = { head: { title: string } };
type List = (
  read: Read,
  word: string,
  cursor: string | undefined,
) => Promise<{ path: string; data?: never } | { data: Data; path?: never }>;

async function show(page: ConsoleContext, view: 'people' | 'quotes', list: List) {
  const acting = await actingProfile(page);
  const found = await list(readerFor(page, acting), page.param('word'), page.query('cursor'));
  if (found.data === undefined) return moved(page, found.path);
  const [cards, aside] = await Promise.all([cardsFor(page, acting), asideFor(page, acting)]);
  const { head, ...data } = found.data;
  return page.show(`home/${view}`, { shell: 'list', acting, cards, ...aside, ...data, title: head.title, head });
}

async function showSaved(page: ConsoleContext) {
  const acting = await actingProfile(page);
  if (!acting) return page.redirect('/home');
  const cursor = page.query('cursor');
  const [list, cards] = await Promise.all([
    page.call<{ items: z.output<typeof PostItem>[]; next_cursor: string | null }>('GET', '/v1/bookmarks', {
      profileId: acting.profile.id,
      query: { limit: PER_PAGE, cursor },
    }),
    cardsFor(page, acting),
  ]);
  const data = {
    title: 'Saved posts',
    shell: 'list',
    acting,
    cards,
    posts: list.items.map(({ post, profile }) => postView(post, profile)),
    next: list.next_cursor && pageAddress(SAVED, { profile: page.query('profile'), cursor: list.next_cursor }),
  };
  if (page.request.headers['hx-request'] === 'true' && cursor !== undefined) return page.show('posts/cards', data);
  return page.show('home/saved', { ...data, ...(await asideFor(page, acting)) });
}
