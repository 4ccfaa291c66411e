import { randomUUID } from 'node:crypto';
import type { PostWire } from '../../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import type { Permission } from '../../../core/enums.ts';
import { DISCLOSURES } from '../../kit/disclosures.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import { recentDecisions } from '../decisions.ts';
import type { ConsolePages } from '../page-routes.ts';
import { readTargets } from '../post-targets.ts';
import { type Problem, problemOf } from '../problems.ts';
import { NOTIFICATIONS } from './notifications.ts';

const PATH = '/console/approvals';

const SENTENCES: Record<string, string> = {
  post_changed: 'This post was changed after you opened the page. Review it again below.',
  post_not_pending: 'This post is no longer pending. Somebody else already decided.',
  post_not_found: 'This post no longer exists.',
};

type Post = PostWire & { body: string };

export function approvalPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.list_approvals', (page) => showWaiting(page));

  pages.post(`${PATH}/:profile_id/:post_id/publish`, 'console.publish_post', async (page, form) => {
    const body = { expected_revision: Number(form.one('revision')) };
    const answer = await page.attempt<PostWire>('POST', `${postPath(page)}/publish`, {
      profileId: page.param('profile_id'),
      idempotencyKey: form.one('once'),
      body,
    });
    if (!answer.ok) return showWaiting(page, inWords(problemOf(answer)));
    const { id, status, visibility } = answer.data;
    const isPublic = status === 'published' && visibility === 'public';
    const home = form.one('back') === 'notifications' ? NOTIFICATIONS : PATH;
    return page.redirect(isPublic ? `${home}?about=${id}` : home, 'post_published');
  });

  pages.post(`${PATH}/:profile_id/:post_id/return`, 'console.return_post', async (page, form) => {
    const note = form.one('note');
    const body = { note, expected_revision: Number(form.one('revision')) };
    const profileId = page.param('profile_id');
    const answer = await page.attempt('POST', `${postPath(page)}/return`, { profileId, body });
    if (answer.ok) return page.redirect(PATH, 'post_returned');
    return showWaiting(page, inWords(problemOf(answer)), { id: page.param('post_id'), note });
  });
}

const postPath = (page: ConsoleContext) => `/v1/posts/${page.segment('post_id')}`;

function inWords(problem: Problem): Problem {
  return { ...problem, message: SENTENCES[problem.code] ?? problem.message };
}

/** The kinds of posts that the person can approve for a profile. */
function kindsFor(permissions: readonly Permission[]): string {
  const kinds = [
    ...(permissions.includes('posting') ? ['post', 'quote'] : []),
    ...(permissions.includes('commenting') ? ['comment'] : []),
  ];
  return kinds.join();
}

async function waitingFor(page: ConsoleContext, { profile, permissions }: ManagedProfile) {
  const kind = kindsFor(permissions);
  if (kind === '') return [];
  const answer = await page.attempt<{ items: Post[] }>('GET', `/v1/profiles/${profile.id}/posts`, {
    profileId: profile.id,
    query: { status: 'pending_approval', kind, view: 'full', limit: '50' },
  });
  if (!answer.ok) return [];
  const targetFor = await readTargets(page, profile.id, answer.data.items);
  return answer.data.items.map((post) => ({
    post,
    profile: profile as ProfileWire,
    ...targetFor(post),
  }));
}

async function showWaiting(
  page: ConsoleContext,
  problem: Problem | null = null,
  written?: { id: string; note: string },
) {
  const managed = await page.profiles();
  const [lists, decided] = await Promise.all([
    Promise.all(managed.map((one) => waitingFor(page, one))),
    recentDecisions(page),
  ]);
  const waiting = lists.flat();
  const ids = [...new Set(waiting.flatMap(({ post }) => post.manager_profile_id ?? []))].slice(0, 50);
  const { items } =
    ids.length === 0
      ? { items: [] }
      : await page.call<{ items: ProfileWire[] }>('GET', '/v1/profiles/lookup', { query: { ids: ids.join() } });
  const entries = waiting.map(({ post, ...about }) => ({
    ...about,
    post,
    disclosure: DISCLOSURES[post.ai_disclosure],
    drafter: items.find(({ id }) => id === post.manager_profile_id),
    once: randomUUID(),
    note: written?.id === post.id ? written.note : '',
  }));
  return page.show('approvals/list', { title: 'Approvals', entries, decided, problem }, problem ? 422 : 200);
}
