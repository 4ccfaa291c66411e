import type { z } from 'zod';
import type { PostWire, Revision } from '../../../areas/posts/schemas.ts';
import type { PostStatus } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { DISCLOSURES } from '../../kit/disclosures.ts';
import { actingProfile } from '../acting-profile.ts';
import { chosenDays } from '../chosen-days.ts';
import { type ConsoleContext, failAs } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { rightsFor, type WholePost } from '../post-form.ts';
import { problemOf } from '../problems.ts';

export const POSTS = '/console/posts';
const TABS = {
  published: 'Published',
  draft: 'Drafts',
  pending_approval: 'Waiting for approval',
  scheduled: 'Scheduled',
} as const satisfies Partial<Record<PostStatus, string>>;
type Tab = keyof typeof TABS;
const FILTERS = ['q', 'from', 'to', 'zone', 'kind'] as const;
const PER_PAGE = '20';

export const postOf = (page: ConsoleContext) => ({
  profileId: page.param('profile_id'),
  /** The post in `/v1`. */
  path: `/v1/posts/${page.segment('post_id')}`,
  /** The page of the post. */
  here: `${POSTS}/${page.segment('profile_id')}/${page.segment('post_id')}`,
});

/** The post of the path, if the person acts for its author. Fails with `post_not_found`. */
export async function findOwnPost(page: ConsoleContext): Promise<WholePost> {
  const { profileId, path } = postOf(page);
  if (!page.principal.profiles.has(profileId)) fail('post_not_found');
  const answer = await page.attempt<WholePost>('GET', path, { profileId });
  if (!answer.ok) failAs(answer);
  return answer.data.profile_id === profileId ? answer.data : fail('post_not_found');
}

export function postPages(pages: ConsolePages): void {
  pages.get(POSTS, 'console.list_posts', async (page) => showList(page));

  pages.get(`${POSTS}/:profile_id/:post_id/revisions`, 'console.list_revisions', async (page) => {
    const { profileId, path, here } = postOf(page);
    const post = await findOwnPost(page);
    const { items, next_cursor } = await page.call<{
      items: z.output<typeof Revision>[];
      next_cursor: string | null;
    }>('GET', `${path}/revisions`, { profileId, query: { cursor: page.query('cursor') } });
    const title = 'Earlier versions';
    return page.show('posts/revisions', { title, post, revisions: items, next: next_cursor, to: here });
  });

  const removal = `${POSTS}/:profile_id/:post_id/remove`;
  pages.get(removal, 'console.ask_to_remove_own_post', (page) => showRemoval(page));

  pages.post(removal, 'console.remove_own_post', async (page) => {
    const { profileId, path } = postOf(page);
    const answer = await page.attempt('DELETE', path, { profileId });
    if (!answer.ok) return showRemoval(page, { problem: problemOf(answer) }, 422);
    return page.redirect(`${POSTS}?profile=${encodeURIComponent(profileId)}`, 'post_removed');
  });
}

async function showRemoval(page: ConsoleContext, data: object = {}, status?: number) {
  const post = await findOwnPost(page);
  if (!rightsFor(page, post.profile_id, post.kind, post.status).removes) fail('permission_denied');
  return page.show('posts/remove', { title: 'Remove this post?', post, to: postOf(page).here, ...data }, status);
}

async function showList(page: ConsoleContext) {
  const acting = await actingProfile(page);
  if (!acting) return page.show('posts/none', { title: 'Posts' });
  const asked = page.query('status') ?? 'published';
  const status: Tab = Object.hasOwn(TABS, asked) ? (asked as Tab) : 'published';
  const values = Object.fromEntries(FILTERS.map((name) => [name, page.query(name)]));
  const isFiltered = status === 'published' && FILTERS.some((name) => name !== 'zone' && values[name] !== undefined);
  const { profile } = acting;
  const days = chosenDays(page);
  const answer = await page.attempt<{ items: PostWire[]; next_cursor: string | null }>(
    'GET',
    `/v1/profiles/${profile.id}/posts`,
    {
      profileId: profile.id,
      query: {
        ...(status === 'published' ? { q: values['q'], kind: values['kind'], from: days.from, to: days.to } : {}),
        status,
        limit: PER_PAGE,
        cursor: page.query('cursor'),
      },
    },
  );
  const mayWrite = acting.may('posting') || acting.may('drafting');
  const isHidden = !answer.ok && answer.error_code === 'permission_denied';
  const problem = answer.ok || isHidden ? null : problemOf(answer);
  const posts = answer.ok ? answer.data.items.filter((post) => !isFiltered || days.has(post.published_at)) : [];
  const data = {
    title: 'Posts',
    acting,
    switchTo: POSTS,
    tabs: tabsFor(profile.id, status),
    status,
    mayWrite,
    isHidden,
    isFiltered,
    values,
    problem,
    entries: posts.map((post) => ({
      post,
      disclosure: DISCLOSURES[post.ai_disclosure],
      ...rightsFor(page, profile.id, post.kind, post.status),
    })),
    next: answer.ok ? nextOf(page, answer.data.next_cursor) : null,
  };
  return page.show('posts/list', data, problem ? 422 : 200);
}

function tabsFor(profileId: string, current: Tab) {
  return Object.entries(TABS).map(([status, label]) => ({
    label,
    path: `${POSTS}?profile=${profileId}&status=${status}`,
    current: status === current,
  }));
}

/** The address of the next page, with the current choices. */
function nextOf(page: ConsoleContext, cursor: string | null): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams({ cursor });
  for (const name of ['profile', 'status', ...FILTERS]) {
    const value = page.query(name);
    if (value !== undefined) query.set(name, value);
  }
  return `${POSTS}?${query}`;
}
