import type { z } from 'zod';
import type { PostItem } from '../../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { POST_KINDS, PROFILE_TYPES } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { withoutAt } from '../../../core/username.ts';
import { KIND_WORDS } from '../../kit/profile-card.ts';
import { type PostView, postView } from '../../public/post-view.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import { chosenDays } from '../chosen-days.ts';
import type { ConsoleContext } from '../console-context.ts';
import { memberEntry } from '../member-entries.ts';
import type { ConsolePages } from '../page-routes.ts';
import { withPendingRequests } from '../pending-requests.ts';
import { countriesOf } from '../places.ts';
import { cardsFor } from '../post-cards.ts';
import { type Problem, problemOf } from '../problems.ts';
import { changeRelation, type Refusal } from '../relation-changes.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';

const PATH = '/console/search';
/** The filters of both kinds of search, as the form names them. */
const FILTERS = {
  people: ['type', 'country', 'verified'],
  posts: ['author', 'kind', 'from', 'to', 'zone', 'pictures'],
} as const;
/** The fields of the form whose parameters in the API have other names. */
const FIELDS = { country_code: 'country', profile_id: 'author', has_images: 'pictures' };
const POST_KIND_WORDS = { post: 'Posts', comment: 'Comments', quote: 'Quotes' };

type Found = z.output<typeof PostItem>;
type Results = { entries: object[]; posts: PostView[]; next: string | null; problem: Problem | null };
const NONE: Results = { entries: [], posts: [], next: null, problem: null };

export function searchPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.search', (page) => showSearch(page));

  pages.post(PATH, 'console.change_found', async (page, form) => {
    const result = await changeRelation(page, page.query('profile') ?? fail('profile_not_found'), form);
    const here = pageAddress(PATH, { ...searchOf(page), cursor: page.query('cursor') });
    if ('notice' in result) return page.redirect(here, result.notice);
    return showRefusal(page, result, here, () => showSearch(page, result));
  });
}

type Query = Record<string, string | undefined>;

const kindOf = (page: ConsoleContext) => (page.query('in') === 'posts' ? 'posts' : 'people');

/** The query of the page without its position in the results. */
function searchOf(page: ConsoleContext): Query {
  const kind = kindOf(page);
  const filters = FILTERS[kind].map((name) => [name, page.query(name)]);
  return {
    profile: page.query('profile'),
    in: kind === 'posts' ? kind : undefined,
    q: page.query('q'),
    ...Object.fromEntries(filters),
  };
}

async function showSearch(page: ConsoleContext, refusal?: Refusal) {
  const acting = await actingProfile(page);
  if (!acting) return page.show('network/none', { title: 'Search' });
  const kind = kindOf(page);
  const { id } = acting.profile;
  const search: Query = { ...searchOf(page), profile: id };
  const q = page.query('q');
  const isAsked = q !== undefined && q.trim() !== '';
  const find = kind === 'posts' ? findPosts : findPeople;
  const [found, cards, countries] = await Promise.all([
    isAsked ? find(page, acting) : NONE,
    kind === 'posts' && isAsked ? cardsFor(page, acting) : null,
    kind === 'people' ? countriesOf(page) : [],
  ]);
  const problem = refusal?.problem ?? found.problem;
  const data = {
    title: 'Search',
    kind,
    acting,
    switchTo: pageAddress(PATH, { in: search['in'], q }),
    entries: found.entries,
    posts: found.posts,
    cards,
    next: found.next && pageAddress(PATH, { ...search, cursor: found.next }),
    here: pageAddress(PATH, { ...search, cursor: page.query('cursor') }),
    tabs: (['people', 'posts'] as const).map((name) => ({
      name,
      path: pageAddress(PATH, { profile: id, in: name === 'posts' ? name : undefined, q }),
    })),
    values: search,
    isAsked,
    isFiltered: FILTERS[kind].some((name) => name !== 'zone' && page.query(name) !== undefined),
    unfiltered: pageAddress(PATH, { profile: id, in: search['in'], q }),
    choices: {
      types: PROFILE_TYPES.map((type) => [type, KIND_WORDS[type]]),
      countries: countries.map(({ code, name }) => [code, name]),
      kinds: POST_KINDS.map((one) => [one, POST_KIND_WORDS[one]]),
    },
    ...refusal,
    problem,
  };
  return page.show('search/search', data, problem ? 422 : 200);
}

type List<I> = { items: I[]; next_cursor: string | null };

async function findPeople(page: ConsoleContext, acting: ActingProfile): Promise<Results> {
  const answer = await page.attempt<List<ProfileWire>>('GET', '/v1/search/profiles', {
    profileId: acting.profile.id,
    query: {
      q: page.query('q'),
      type: page.query('type'),
      country_code: page.query('country'),
      verified: page.query('verified'),
      cursor: page.query('cursor'),
    },
  });
  if (!answer.ok) return { ...NONE, problem: problemOf(answer, FIELDS) };
  const { items, next_cursor: next } = answer.data;
  const members = items.map((profile) => ({ profile }));
  const entries = (await withPendingRequests(page, acting, members)).map((member) => memberEntry(member, acting));
  return { ...NONE, entries, next };
}

async function findPosts(page: ConsoleContext, acting: ActingProfile): Promise<Results> {
  const author = await authorOf(page);
  const days = chosenDays(page);
  if (typeof author === 'object') return { ...NONE, problem: author };
  const answer = await page.attempt<List<Found>>('GET', '/v1/search/posts', {
    profileId: acting.profile.id,
    query: {
      q: page.query('q'),
      profile_id: author,
      kind: page.query('kind'),
      from: days.from,
      to: days.to,
      has_images: page.query('pictures'),
      cursor: page.query('cursor'),
    },
  });
  if (!answer.ok) return { ...NONE, problem: problemOf(answer, FIELDS) };
  const { items, next_cursor: next } = answer.data;
  return {
    ...NONE,
    posts: items.filter(({ post }) => days.has(post.published_at)).map(({ post, profile }) => postView(post, profile)),
    next,
  };
}

/** The id of the author in the filter; a problem if there is no such member. */
async function authorOf(page: ConsoleContext): Promise<string | Problem | undefined> {
  const username = withoutAt(page.query('author')?.trim() ?? '').toLowerCase();
  if (!username) return undefined;
  const answer = await page.attempt<{ id: string }>('GET', `/v1/profiles/${encodeURIComponent(username)}`);
  if (answer.ok) return answer.data.id;
  const problem = problemOf(answer, FIELDS);
  if (answer.error_code !== 'profile_not_found') return problem;
  return {
    ...problem,
    message: 'Please correct the problems below.',
    fields: { author: 'No member has this username.' },
  };
}
