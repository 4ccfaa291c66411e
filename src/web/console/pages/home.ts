import type { z } from 'zod';
import type { PostItem } from '../../../areas/posts/schemas.ts';
import { TIMEOUTS } from '../../../core/limits.ts';
import { type PostView, postView } from '../../public/post-view.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import { COMPOSER_FORM, composerFor, type Draft, otherThanActing, publish } from '../composer.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { cardsFor } from '../post-cards.ts';
import { MAX_PICTURES, NEW_POST, postProblem, valuesOfForm } from '../post-form.ts';
import type { Problem } from '../problems.ts';
import { changeRelation } from '../relation-changes.ts';
import { readSuggestions, type Suggestion, sideColumn } from '../side-column.ts';
import { NOTICES_AFTER } from './post-write.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';
import { ownPage } from './sign-in.ts';

const HOME = '/home';

const PER_PAGE = '20';
/** A feed with fewer posts is followed by posts of members that could be followed. */
const FEW = 5;
const FOUND_AUTHORS = 6;
const FOUND_OF_EACH = '2';

type Pair = z.output<typeof PostItem>;
type List = { items: Pair[]; next_cursor: string | null };

/** The feed of the acting profile, with a form for a new post. */
export function homePages(pages: ConsolePages): void {
  pages.get(HOME, 'home.show', (page) => showHome(page));

  pages.post(
    HOME,
    'home.create_post',
    async (page, form, upload) => {
      const values = valuesOfForm(form, upload);
      const answer = await publish(page, form, upload, values);
      if (answer.ok) {
        const { id, status, visibility } = answer.data;
        const about = status === 'published' && visibility === 'public' ? id : undefined;
        const as = await otherThanActing(page, form.one('as'));
        return page.redirect(
          pageAddress(ownPage(form.one('next')) ?? HOME, { about, as }),
          NOTICES_AFTER[status as keyof typeof NOTICES_AFTER],
        );
      }
      await upload?.finish();
      const problem = postProblem(answer);
      const once = problem.code === 'idempotency_key_reused' ? crypto.randomUUID() : form.one('once');
      const draft = { values: valuesOfForm(form, upload), as: form.one('as'), once, quote: form.one('quote') };
      return showHome(page, { draft, problem });
    },
    {
      upload: { fileField: 'images', maxFiles: MAX_PICTURES },
      bodyTimeoutMs: TIMEOUTS.http_upload_ms,
    },
  );

  pages.post(`${HOME}/follow`, 'home.follow', async (page, form) => {
    const result = await changeRelation(page, form.one('profile'), form);
    const isPart = page.request.headers['hx-request'] === 'true';
    if (!('notice' in result)) return showRefusal(page, result, HOME, () => showHome(page));
    if (!isPart) return page.redirect(HOME, result.notice);
    const acting = await actingProfile(page, form.one('profile'));
    const path = `/v1/profiles/${encodeURIComponent(form.one('profile_id'))}`;
    const profile = await page.call<Suggestion>('GET', path, { profileId: form.one('profile') });
    const following = form.one('do') === 'follow';
    const cards = { rights: { follows: true } };
    return page.show('home/suggestion', { title: 'Follow', acting, cards, profile: { ...profile, following } });
  });
}

async function showHome(page: ConsoleContext, refused?: { draft: Draft; problem: Problem }) {
  const acting = await actingProfile(page);
  if (!acting) return page.show('home/none', { title: 'Home', shell: 'home' });
  const cursor = page.query('cursor');
  const isPart = page.request.headers['hx-request'] === 'true' && cursor !== undefined;
  const [feed, cards] = await Promise.all([readFeed(page, acting, cursor), cardsFor(page, acting, backOf(page))]);
  const posts = feed.items.map(({ post, profile }) => postView(post, profile));
  const next = feed.next_cursor && pageAddress(HOME, { profile: page.query('profile'), cursor: feed.next_cursor });
  const list = { title: 'Home', shell: 'home', acting, cards, posts, next };
  if (isPart) return page.show('posts/cards', list);
  const suggestions = await readSuggestions(page, acting);
  const isThin = cursor === undefined && next === null && posts.length < FEW;
  const [side, composer, found] = await Promise.all([
    sideColumn(page, suggestions),
    cursor === undefined ? composerFor(page, acting, refused?.draft) : null,
    isThin ? postsOf(page, acting, suggestions, posts) : [],
  ]);
  const data = {
    ...list,
    ...side,
    ...COMPOSER_FORM,
    values: refused?.draft.values ?? NEW_POST,
    composer,
    found,
    isEmpty: posts.length === 0 && cursor === undefined,
    problem: refused?.problem ?? null,
  };
  return page.show('home/home', data, refused ? 422 : 200);
}

/** The page that forms return to. After a form that was refused that is its page, which has the same address. */
function backOf(page: ConsoleContext): string {
  return pageAddress(HOME, { profile: page.query('profile'), cursor: page.query('cursor') });
}

async function readFeed(page: ConsoleContext, { profile }: ActingProfile, cursor: string | undefined): Promise<List> {
  return page.call<List>('GET', '/v1/feed', { profileId: profile.id, query: { limit: PER_PAGE, cursor } });
}

/** The last posts of suggested members, newest first, without those that are shown already. */
async function postsOf(
  page: ConsoleContext,
  { profile }: ActingProfile,
  suggestions: readonly Suggestion[],
  shown: readonly PostView[],
): Promise<PostView[]> {
  const authors = suggestions.filter(({ following }) => !following).slice(0, FOUND_AUTHORS);
  const lists = await Promise.all(
    authors.map(async (author) => {
      const answer = await page.attempt<{ items: Pair['post'][] }>('GET', `/v1/profiles/${author.id}/posts`, {
        profileId: profile.id,
        query: { limit: FOUND_OF_EACH },
      });
      return answer.ok ? answer.data.items.map((post) => postView(post, author)) : [];
    }),
  );
  const known = new Set(shown.map(({ id }) => id));
  return lists
    .flat()
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
}
