import { beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../src/jobs/catalog.ts';
import { makeHandlers } from '../../src/jobs/handlers.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { type CallOptions, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { png } from '../support/pictures.ts';
import { auditOf, eventsOf, grantAccess, pathOf, pictures, refusal, revokeGrant, send } from '../support/posts.ts';

/**
 * An agent drafts for a company, a person of another account approves, and the company's owner then reads who did what.
 */

let t: TestApp;
let owner: Member;
let agent: Member & { by: CallOptions; grantId: string };
let editor: Member & { by: CallOptions; grantId: string };
beforeAll(async () => {
  t = await overHttp(await startTestApp());
  owner = await makeMember(t, { type: 'company', name: 'Wavecrest Builders' });
  const [drafting, posting] = [await makeMember(t, { type: 'ai_agent' }), await makeMember(t)];
  const grants = [
    await grantAccess(t, owner, drafting, ['drafting']),
    await grantAccess(t, owner, posting, ['posting']),
  ] as const;
  const key = await makeKey(t, drafting, { scopes: ['posts:all'], profileIds: [owner.profile.id] });
  agent = { ...drafting, by: { token: key.token, as: owner.profile.id }, grantId: grants[0] };
  editor = { ...posting, by: { token: posting.token, as: owner.profile.id }, grantId: grants[1] };
});

const call = (by: CallOptions, method: string, path: string, body?: object) =>
  t.call(method, `/v1/posts${path}`, { ...by, ...(body && { body }) });
const waiting = async (by: CallOptions) => {
  const list = await t.call('GET', `/v1/profiles/${owner.profile.id}/posts?status=pending_approval`, by);
  return list.json.data.items.map(({ id }: { id: string }) => id);
};
const typesOf = async (id: string) => (await eventsOf(t, id)).map(({ type }) => type);
/** Creates a post of the agent that awaits approval. */
const submitDraft = async (body = 'Opening on Monday') => {
  const answer = await call(agent.by, 'POST', '', { body });
  expect([answer.status, answer.json.data.status]).toEqual([201, 'pending_approval']);
  return answer.json.data;
};

it('a draft with a picture is returned with a note, edited, submitted again and approved', async () => {
  const parts = [
    ...pictures(await png({ width: 40, height: 30 })),
    { name: 'body', value: 'The new hall' },
    { name: 'status', value: 'draft' },
  ];
  const made = await send(t, agent.by, parts);
  expect(made.json.data).toMatchObject({ status: 'draft', revision: 1, image_count: 1, ai_disclosure: 'generated' });
  const { id } = made.json.data;
  expect(await waiting(editor.by)).not.toContain(id);

  const handed = await call(agent.by, 'POST', `/${id}/publish`, {});
  expect(handed.json.data).toMatchObject({ status: 'pending_approval', published_at: null });
  expect(handed.json.data.manager_profile_id).toBe(agent.profile.id);
  expect(await waiting(editor.by)).toContain(id);
  const unseen = { token: (await makeMember(t)).token };
  for (const nobody of [{}, unseen]) expect((await call(nobody, 'GET', `/${id}`)).status).toBe(404);

  const read = (await call(editor.by, 'GET', `/${id}`)).json.data;
  const picture = await t.call('GET', pathOf(read.images[0].url));
  expect([picture.status, picture.headers['cache-control']]).toEqual([200, expect.stringContaining('private')]);
  const note = 'Please name the architect.';
  const returned = await call(editor.by, 'POST', `/${id}/return`, { note, expected_revision: read.revision });
  expect(returned.json.data).toMatchObject({ status: 'draft', return_note: note });
  expect((await call(agent.by, 'GET', `/${id}`)).json.data.return_note).toBe(note);
  expect(refusal(await call(editor.by, 'POST', `/${id}/return`, {}))[1]).toBe('post_not_pending');

  const edited = await call(agent.by, 'PATCH', `/${id}`, { body: 'The new hall, by Ana Lima' });
  const again = await call(agent.by, 'POST', `/${id}/publish`, {});
  expect(again.json.data).toMatchObject({ status: 'pending_approval', return_note: null });
  expect(refusal(await call(editor.by, 'POST', `/${id}/publish`, { expected_revision: read.revision }))[1]).toBe(
    'post_changed',
  );
  const published = await call(editor.by, 'POST', `/${id}/publish`, { expected_revision: edited.json.data.revision });
  expect(published.json.data).toMatchObject({
    status: 'published',
    body: 'The new hall, by Ana Lima',
    ai_disclosure: 'generated',
    manager_profile_id: agent.profile.id,
  });
  const seen = (await call({}, 'GET', `/${id}`)).json.data;
  expect((await t.call('GET', pathOf(seen.images[0].url))).status).toBe(200);
  expect(await waiting(editor.by)).not.toContain(id);

  // A decision is in the log of the profile and in that of the drafter.
  expect(await typesOf(id)).toEqual([
    'post.approval_requested',
    'post.returned',
    'post.returned',
    'post.updated',
    'post.approval_requested',
    'post.published',
    'post.published',
  ]);
  const { rows } = await t.pool.query('select approved_by_account_id as approver from posts where id = $1', [id]);
  expect(rows).toEqual([{ approver: editor.accountId }]);
  const byAgent = { account_id: agent.accountId, manager_profile_id: agent.profile.id, grant_id: agent.grantId };
  const byEditor = { account_id: editor.accountId, manager_profile_id: editor.profile.id, grant_id: editor.grantId };
  expect(await auditOf(t, id)).toMatchObject([
    { operation: 'posts.create_with_images', principal_type: 'api_key', ...byAgent },
    { operation: 'posts.publish', principal_type: 'api_key', ...byAgent },
    { operation: 'posts.return', principal_type: 'session', ...byEditor },
    { operation: 'posts.update', principal_type: 'api_key', ...byAgent },
    { operation: 'posts.publish', principal_type: 'api_key', ...byAgent },
    { operation: 'posts.publish', principal_type: 'session', ...byEditor },
  ]);
});

describe('a pending post', () => {
  it('becomes a draft when its drafter edits text or pictures, so that nobody approves the edit by mistake', async () => {
    const { id, revision } = await submitDraft();
    const edit = await call(agent.by, 'PATCH', `/${id}`, { body: 'Opening on Tuesday' });
    expect(edit.json.data.status).toBe('draft');
    const approve = (expected: number) => call(editor.by, 'POST', `/${id}/publish`, { expected_revision: expected });
    expect(refusal(await approve(revision))[1]).toBe('post_changed');
    expect(await waiting(editor.by)).not.toContain(id);
    await call(agent.by, 'POST', `/${id}/publish`, {});
    expect(refusal(await approve(revision))[1]).toBe('post_changed');
    expect((await approve(edit.json.data.revision)).json.data.body).toBe('Opening on Tuesday');
    expect(refusal(await call(agent.by, 'PATCH', `/${id}`, { body: 'On Friday' }))[1], 'it is public').toBe(
      'permission_denied',
    );
  });

  it('stays pending when its approver edits it, with a new revision', async () => {
    const { id, revision } = await submitDraft();
    const edit = await call(editor.by, 'PATCH', `/${id}`, { body: 'Opening on Monday at nine' });
    expect(edit.json.data).toMatchObject({ status: 'pending_approval', revision: revision + 1 });
    expect(refusal(await call(editor.by, 'POST', `/${id}/publish`, { expected_revision: revision }))[1]).toBe(
      'post_changed',
    );
    expect((await call(editor.by, 'POST', `/${id}/publish`, {})).json.data.status).toBe('published');
  });

  it('cannot be approved, returned or removed by its drafter', async () => {
    const { id } = await submitDraft();
    expect((await call(agent.by, 'POST', `/${id}/publish`, {})).json.data.status).toBe('pending_approval');
    for (const [method, path] of [
      ['POST', `/${id}/return`],
      ['DELETE', `/${id}`],
    ] as const) {
      const answer = await call(agent.by, method, path, method === 'POST' ? {} : undefined);
      expect([refusal(answer)[1], answer.json.agent.required_permission]).toEqual(['permission_denied', 'posting']);
    }
    expect(await typesOf(id)).toEqual(['post.approval_requested']);
  });

  it('cannot be submitted with a time: the approver schedules it, and is recorded when it is published', async () => {
    const later = () => new Date(t.clock.now().getTime() + 120_000).toISOString();
    const asked = await call(agent.by, 'POST', '', { body: 'Later', scheduled_at: later() });
    expect(asked.json.data).toMatchObject({ status: 'pending_approval', scheduled_at: null });
    const { id } = asked.json.data;
    const approved = await call(editor.by, 'POST', `/${id}/publish`, { scheduled_at: later(), expected_revision: 1 });
    expect(approved.json.data.status).toBe('scheduled');
    for (const [path, body] of [
      [`/${id}`, { body: 'Sooner' }],
      [`/${id}/publish`, {}],
    ] as const) {
      const method = path.endsWith('publish') ? 'POST' : 'PATCH';
      expect(refusal(await call(agent.by, method, path, body))[1], 'the drafter no longer sees it').toBe(
        'permission_denied',
      );
    }
    t.clock.advance(121_000);
    const worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps), mode: 'manual' });
    await worker.drain();
    await worker.stop();
    expect((await call({}, 'GET', `/${id}`)).json.data.status).toBe('published');
    const { rows } = await t.pool.query('select approved_by_account_id as approver from posts where id = $1', [id]);
    expect(rows).toEqual([{ approver: editor.accountId }]);
  });

  it("stays when the drafter's grant ends, and only the approver sees it", async () => {
    const other = await makeMember(t);
    const grantId = await grantAccess(t, owner, other, ['drafting']);
    const asked = await call({ token: other.token, as: owner.profile.id }, 'POST', '', { body: 'My last one' });
    await revokeGrant(t, grantId);
    const { id } = asked.json.data;
    const late = await call({ token: other.token, as: owner.profile.id }, 'PATCH', `/${id}`, { body: 'Not any more' });
    expect(refusal(late)[1]).toBe('profile_not_attached');
    expect((await call(editor.by, 'POST', `/${id}/publish`, { expected_revision: 1 })).json.data.status).toBe(
      'published',
    );
  });
});
