import { randomUUID } from 'node:crypto';
import type { PostWire } from '../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { Permission } from '../../core/enums.ts';
import { type Problem, problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { ManagedProfile, Visit } from '../visit.ts';

const PATH = '/console/approvals';

const SENTENCES: Record<string, string> = {
  post_changed: 'This post was changed after you opened the page. Review it again below.',
  post_not_pending: 'This post is no longer pending. Somebody else already decided.',
  post_not_found: 'This post no longer exists.',
};

type Post = PostWire & { body: string };

/** Posts pending approval for the person's profiles. */
export function approvalPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.list_approvals', (visit) => showWaiting(visit));

  pages.post(`${PATH}/:profile_id/:post_id/publish`, 'console.publish_post', async (visit, form) => {
    const body = { expected_revision: Number(form.one('revision')) };
    const answer = await visit.attempt('POST', `${postPath(visit)}/publish`, {
      profileId: visit.param('profile_id'),
      idempotencyKey: form.one('once'),
      body,
    });
    return answer.ok ? visit.redirect(PATH, 'post_published') : showWaiting(visit, inWords(problemOf(answer)));
  });

  pages.post(`${PATH}/:profile_id/:post_id/return`, 'console.return_post', async (visit, form) => {
    const note = form.one('note');
    const body = { note, expected_revision: Number(form.one('revision')) };
    const profileId = visit.param('profile_id');
    const answer = await visit.attempt('POST', `${postPath(visit)}/return`, { profileId, body });
    if (answer.ok) return visit.redirect(PATH, 'post_returned');
    return showWaiting(visit, inWords(problemOf(answer)), { id: visit.param('post_id'), note });
  });
}

const postPath = (visit: Visit) => `/v1/posts/${encodeURIComponent(visit.param('post_id'))}`;

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

async function waitingFor(visit: Visit, { profile, permissions }: ManagedProfile) {
  const kind = kindsFor(permissions);
  if (kind === '') return [];
  const answer = await visit.attempt<{ items: Post[] }>('GET', `/v1/profiles/${profile.id}/posts`, {
    profileId: profile.id,
    query: { status: 'pending_approval', kind, view: 'full', limit: '50' },
  });
  return answer.ok ? answer.data.items.map((post) => ({ post, profile: profile as ProfileWire })) : [];
}

async function showWaiting(visit: Visit, problem: Problem | null = null, written?: { id: string; note: string }) {
  const managed = await visit.profiles();
  const waiting = (await Promise.all(managed.map((one) => waitingFor(visit, one)))).flat();
  const ids = [...new Set(waiting.flatMap(({ post }) => post.manager_profile_id ?? []))].slice(0, 50);
  const { items } =
    ids.length === 0
      ? { items: [] }
      : await visit.call<{ items: ProfileWire[] }>('GET', '/v1/profiles/lookup', { query: { ids: ids.join() } });
  const entries = waiting.map(({ post, profile }) => ({
    post,
    profile,
    drafter: items.find(({ id }) => id === post.manager_profile_id),
    once: randomUUID(),
    note: written?.id === post.id ? written.note : '',
  }));
  return visit.show('approvals/list', { title: 'Approvals', entries, problem }, problem ? 422 : 200);
}
