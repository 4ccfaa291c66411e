import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ApiKeyWithSecret } from '../../../areas/keys/schemas.ts';
import type { PostWire } from '../../../areas/posts/schemas.ts';
import type { ProfileWire } from '../../../areas/profiles/schemas.ts';
import { proseHtml } from '../../kit/prose-html.ts';
import { postView } from '../../public/post-view.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { previewOf } from '../post-cards.ts';
import { type Problem, problemOf } from '../problems.ts';
import { KEY_USES, SCOPE_PRESETS } from '../scope-choices.ts';
import { pageAddress } from './relation-forms.ts';
import { AGENT_START, AGENT_STEP } from './welcome.ts';

const PATH = AGENT_START;
const USE = KEY_USES.find(({ word }) => word === 'agent_drafts')!;
const { scopes } = SCOPE_PRESETS.find(({ word }) => word === 'posts')!;

type Key = z.output<typeof ApiKeyWithSecret>;
type Started = { key: Key['api_key']; secret: string };

/** A key whose posts wait for approval, its first draft, and the approval. */
export function agentStartPages(pages: ConsolePages): void {
  pages.get(PATH, 'home.show_agent_start', (page) => showStart(page));

  pages.get(
    `${PATH}/drafts`,
    'home.list_agent_drafts',
    async (page) => {
      const acting = await actingProfile(page);
      return page.show('welcome/drafts', { title: 'Drafts', acting, ...(await shownDraft(page, acting)) });
    },
    { part: true },
  );

  pages.post(PATH, 'home.create_agent_key', async (page, form) => {
    const profileId = form.one('profile');
    const answer = await page.attempt<Key>('POST', '/v1/api-keys', {
      idempotencyKey: form.one('once'),
      body: {
        name: 'Agent, drafts only',
        scopes,
        profile_ids: [profileId],
        for_agent: USE.for_agent,
        permissions: USE.permissions,
      },
    });
    if (!answer.ok) return showStart(page, { problem: problemOf(answer) });
    return showStart(page, { started: { key: answer.data.api_key, secret: answer.data.secret }, profileId });
  });

  pages.post(`${PATH}/approve`, 'home.approve_agent_draft', async (page, form) => {
    const id = form.one('post_id');
    const answer = await page.attempt<PostWire>('POST', `/v1/posts/${encodeURIComponent(id)}/publish`, {
      profileId: form.one('profile'),
      idempotencyKey: form.one('once'),
      body: { expected_revision: Number(form.one('revision')) },
    });
    return answer.ok
      ? page.redirect(pageAddress(PATH, { profile: form.one('profile'), approved: id }), 'post_published')
      : showStart(page, { problem: problemOf(answer) });
  });
}

type Shown = { problem?: Problem; started?: Started; profileId?: string };

async function showStart(page: ConsoleContext, { problem, started, profileId }: Shown = {}) {
  const acting = await actingProfile(page, profileId);
  if (!acting) return page.redirect('/home');
  const data = {
    title: 'Let an agent work for you',
    ...AGENT_STEP,
    acting,
    // Only the owner gives a key to somebody else.
    mayStart: acting.owned && acting.may('posting'),
    started: started ?? null,
    once: randomUUID(),
    ...(await shownDraft(page, acting)),
    approved: await approvedPost(page, acting),
    problem: problem ?? null,
  };
  return page.show('welcome/agent', data, problem ? 422 : 200);
}

/** The post that was approved a moment ago. */
async function approvedPost(page: ConsoleContext, { profile }: ActingProfile) {
  const id = page.query('approved');
  if (id === undefined) return null;
  const path = `/v1/posts/${encodeURIComponent(id)}`;
  const answer = await page.attempt<PostWire & { profile: ProfileWire }>('GET', path, { profileId: profile.id });
  return answer.ok && answer.data.status === 'published' ? postView(answer.data, answer.data.profile) : null;
}

/** Whether these few words show all of a draft. Anything more is decided where approvals show it. */
const isWhole = (post: PostWire): boolean =>
  !post.body_truncated &&
  post.images.length === 0 &&
  post.quoted_post_id === null &&
  post.reply_to_post_id === null &&
  post.scheduled_at === null &&
  post.visibility === 'public' &&
  !post.several_writers &&
  post.manager_profile_id === null;

/** The newest post that waits for the approval of the acting profile, and until there is one, what it could say. */
async function shownDraft(page: ConsoleContext, acting: ActingProfile | null) {
  return { draft: await newestDraft(page, acting), sample: acting && sampleOf(acting.profile) };
}

/** What an agent could write first: an introduction. JSON for a command of a shell, in single quotes. */
function sampleOf({ type, name, occupation }: ProfileWire) {
  const who = occupation ? `${name}: ${occupation.replace(/[.\s]+$/, '')}` : name;
  const body =
    type === 'human'
      ? `Hello, I am ${who}. I am new here, and I will share what I learn at work. What are you working on this week?`
      : `Hello from ${who}. We are new here: ask about our work, or tell us about yours.`;
  return { bodyHtml: proseHtml(body), json: JSON.stringify({ body }).replaceAll("'", '\\u0027') };
}

async function newestDraft(page: ConsoleContext, acting: ActingProfile | null) {
  if (!acting?.may('posting')) return null;
  const { profile } = acting;
  const answer = await page.attempt<{ items: PostWire[] }>('GET', `/v1/profiles/${profile.id}/posts`, {
    profileId: profile.id,
    query: { status: 'pending_approval', kind: 'post', limit: '1' },
  });
  const post = answer.ok ? answer.data.items[0] : undefined;
  if (!post) return null;
  return { view: previewOf({ ...post, profile }), revision: post.revision, whole: isWhole(post), once: randomUUID() };
}
