import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, makePost, refusal, revokeGrant } from '../../support/posts.ts';

/** Managers act for a profile through a grant. */

let t: TestApp;
let owner: Member;
let stranger: Member;
beforeAll(async () => {
  t = await startTestApp();
  [owner, stranger] = [await makeMember(t), await makeMember(t)];
});

const manager = async (...permissions: string[]) => {
  const member = await makeMember(t);
  const grantId = await grantAccess(t, owner, member, permissions);
  return { ...member, grantId, by: { token: member.token, as: owner.profile.id } };
};
const call = (method: string, path: string, by: object, body?: object) =>
  t.call(method, `/v1/posts${path}`, { ...by, ...(body ? { body } : {}) });

describe('drafting', () => {
  it('goes through approval, return, edit, approval and publication', async () => {
    const drafter = await manager('drafting');
    const asked = await call('POST', '', drafter.by, { body: 'May I publish this?' });
    expect(asked.json.data).toMatchObject({
      status: 'pending_approval',
      profile_id: owner.profile.id,
      manager_profile_id: drafter.profile.id,
      published_at: null,
    });
    const { id } = asked.json.data;
    expect((await t.call('GET', `/v1/posts/${id}`)).status).toBe(404);
    expect((await call('GET', `/${id}`, { token: stranger.token })).status).toBe(404);
    expect(refusal(await call('POST', `/${id}/return`, drafter.by, {}))[1]).toBe('permission_denied');

    const returned = await call('POST', `/${id}/return`, as(owner), { note: 'Shorter, please', expected_revision: 1 });
    expect(returned.json.data).toMatchObject({ status: 'draft', return_note: 'Shorter, please' });
    const next = returned.json.agent.next_actions.map(
      ({ method, path }: Record<string, string>) => `${method} ${path}`,
    );
    expect(next).toEqual([`GET /v1/posts/${id}`]);
    expect((await call('GET', `/${id}`, drafter.by)).json.data.return_note).toBe('Shorter, please');
    expect(refusal(await call('POST', `/${id}/return`, as(owner), {}))[1]).toBe('post_not_pending');

    const edited = await call('PATCH', `/${id}`, drafter.by, { body: 'May I?' });
    expect(edited.json.data).toMatchObject({ status: 'draft', body: 'May I?' });
    const again = await call('POST', `/${id}/publish`, drafter.by);
    expect(again.json.data).toMatchObject({ status: 'pending_approval', return_note: null, published_at: null });
    expect((await call('POST', `/${id}/publish`, drafter.by)).json.data.status, 'asked twice').toBe('pending_approval');
    const { revision } = again.json.data;
    expect(refusal(await call('POST', `/${id}/publish`, as(owner), { expected_revision: 1 }))[1]).toBe('post_changed');

    const moved = await call('PATCH', `/${id}`, drafter.by, { body: 'May I, now?' });
    expect(moved.json.data.status, 'an edit by the drafter withdraws it').toBe('draft');
    await call('POST', `/${id}/publish`, drafter.by);
    expect(refusal(await call('POST', `/${id}/publish`, as(owner), { expected_revision: revision }))[1]).toBe(
      'post_changed',
    );
    const published = await call('POST', `/${id}/publish`, as(owner), { expected_revision: revision + 1 });
    expect(published.json.data).toMatchObject({
      status: 'published',
      body: 'May I, now?',
      manager_profile_id: drafter.profile.id,
    });

    expect((await eventsOf(t, id)).map(({ type }) => type)).toEqual([
      'post.approval_requested',
      'post.returned',
      // In the log of the drafter.
      'post.returned',
      'post.updated',
      'post.approval_requested',
      'post.updated',
      'post.approval_requested',
      'post.published',
      'post.published',
    ]);
    const { rows } = await t.pool.query('select approved_by_account_id from posts where id = $1', [id]);
    expect(rows[0].approved_by_account_id).toBe(owner.accountId);
    const audit = await auditOf(t, id);
    expect(audit[0]).toMatchObject({
      operation: 'posts.create',
      account_id: drafter.accountId,
      profile_id: owner.profile.id,
      manager_profile_id: drafter.profile.id,
      grant_id: drafter.grantId,
    });
    expect(audit.at(-1)).toMatchObject({ account_id: owner.accountId, manager_profile_id: null, grant_id: null });
  });

  it('shows who wrote the current version, and that several did', async () => {
    const [first, second, approver] = [await manager('drafting'), await manager('drafting'), await manager('posting')];
    const asked = await call('POST', '', first.by, { body: 'Mine' });
    const { id } = asked.json.data;
    expect(asked.json.data).toMatchObject({ several_writers: false, written_with: null });
    const writerOf = async (by: object = as(owner)) => {
      const { manager_profile_id, several_writers, written_with } = (await call('GET', `/${id}`, by)).json.data;
      return [manager_profile_id, several_writers, written_with];
    };
    await call('PATCH', `/${id}`, second.by, { body: 'Something else' });
    expect(await writerOf()).toEqual([second.profile.id, true, null]);
    await t.call('PUT', `/v1/posts/${id}/images`, { ...first.by, body: {} });
    expect(await writerOf()).toEqual([first.profile.id, true, null]);
    await call('POST', `/${id}/publish`, second.by);
    expect(await writerOf()).toEqual([second.profile.id, true, null]);
    // An approver that edits it is its writer then, and the decision still goes to who submitted it.
    await call('PATCH', `/${id}`, approver.by, { body: 'Corrected' });
    expect(await writerOf()).toEqual([approver.profile.id, true, null]);
    expect((await call('POST', `/${id}/publish`, as(owner))).status).toBe(200);
    const logs = async (type: string) => {
      const { rows } = await t.pool.query('select profile_id from events where object_id = $1 and type = $2', [
        id,
        type,
      ]);
      return rows.map(({ profile_id }) => profile_id).sort();
    };
    expect(await logs('post.published')).toEqual([owner.profile.id, second.profile.id].sort());
  });

  it('does not count its own next edits as those of others', async () => {
    const scopes = ['all:all'];
    const profileIds = [owner.profile.id];
    const key = await makeKey(t, owner, { scopes, profileIds, permissions: ['drafting'] });
    const by = { token: key.token, as: owner.profile.id };
    const { id } = (await call('POST', '', by, { body: 'By a bot' })).json.data;
    await call('POST', `/${id}/return`, as(owner), { note: 'Shorter' });
    await call('PATCH', `/${id}`, by, { body: 'By bot' });
    expect((await call('POST', `/${id}/publish`, by)).json.data).toMatchObject({ several_writers: false });
    expect((await call('GET', `/${id}`, as(owner))).json.data.several_writers).toBe(false);
  });

  it('names the key of a draft only to those who may approve it', async () => {
    const scopes = ['all:all'];
    const profileIds = [owner.profile.id];
    const key = await makeKey(t, owner, { scopes, profileIds, permissions: ['drafting'], name: 'Writing bot' });
    const drafter = await manager('drafting');
    const { id } = (await call('POST', '', { token: key.token, as: owner.profile.id }, { body: 'By a bot' })).json.data;
    const named = async (by: object) => (await call('GET', `/${id}`, by)).json.data.written_with;
    expect(await named(as(owner))).toBe('Writing bot');
    expect(await named(drafter.by)).toBeNull();
    expect(await named({ token: key.token, as: owner.profile.id })).toBeNull();
    const listed = await t.call('GET', `/v1/profiles/${owner.profile.id}/posts?status=pending_approval`, as(owner));
    expect(listed.json.data.items.find((one: { id: string }) => one.id === id).written_with).toBe('Writing bot');
    await call('POST', `/${id}/publish`, as(owner));
    expect(await named(as(owner)), 'published').toBeNull();
  });

  it('is charged to the grant of an approver that has edited it', async () => {
    const drafter = await manager('drafting');
    const approver = await makeMember(t);
    await grantAccess(t, owner, approver, ['posting'], { posts_per_day: 0 });
    const by = { token: approver.token, as: owner.profile.id };
    const { id } = (await call('POST', '', drafter.by, { body: 'A draft' })).json.data;
    await call('PATCH', `/${id}`, by, { body: 'Another text' });
    expect(refusal(await call('POST', `/${id}/publish`, by))[1]).toBe('grant_budget_reached');
  });

  it('tells a former manager nothing of its submissions', async () => {
    const [drafter, stays] = [await manager('drafting'), await manager('drafting')];
    const submit = async ({ by }: { by: object }) => (await call('POST', '', by, { body: 'Mine' })).json.data.id;
    const [old, kept] = [await submit(drafter), await submit(stays)];
    await revokeGrant(t, drafter.grantId);
    for (const id of [old, kept]) expect((await call('POST', `/${id}/return`, as(owner), {})).status).toBe(200);
    const told = async (id: string) => (await eventsOf(t, id)).filter(({ type }) => type === 'post.returned').length;
    expect([await told(old), await told(kept)]).toEqual([1, 2]);
  });

  it('says that what it answers or quotes has changed since it was submitted', async () => {
    const drafter = await manager('drafting');
    const [below, around] = [await makePost(t, as(stranger)), await makePost(t, as(stranger))];
    const answer = (await call('POST', `/${below.id}/comments`, drafter.by, { body: 'I agree' })).json.data.id;
    const quote = (await call('POST', '', drafter.by, { body: 'See', quoted_post_id: around.id })).json.data.id;
    const changed = async () =>
      Promise.all([answer, quote].map(async (id) => (await call('GET', `/${id}`, as(owner))).json.data.target_changed));
    expect(await changed()).toEqual([false, false]);
    t.clock.advance(1000);
    await call('PATCH', `/${below.id}`, as(stranger), { body: 'Something else' });
    await call('DELETE', `/${around.id}`, as(stranger));
    expect(await changed()).toEqual([true, true]);
    expect((await call('GET', `/${answer}`, drafter.by)).json.data.target_changed).toBe(false);
  });

  it('cannot change what others see', async () => {
    const drafter = await manager('drafting');
    const published = await makePost(t, as(owner));
    for (const [method, path, body] of [
      ['PATCH', `/${published.id}`, { body: 'Changed text' }],
      ['DELETE', `/${published.id}`, undefined],
      ['PUT', `/${published.id}/reaction`, { reaction_type: 'like', active: true }],
      ['POST', `/${published.id}/comments`, { body: 'As a comment' }],
    ] as const) {
      const answer = await call(method, path, drafter.by, body);
      expect([method, path.slice(37), answer.status]).toEqual([method, path.slice(37), method === 'POST' ? 201 : 403]);
      if (method === 'POST') expect(answer.json.data.status, 'a comment is pending as well').toBe('pending_approval');
    }
    const scheduled = await makePost(t, as(owner), { scheduled_at: new Date(t.clock.now().getTime() + 3_600_000) });
    expect(refusal(await call('POST', `/${scheduled.id}/publish`, drafter.by))[1]).toBe('permission_denied');
    const ownDraft = await makePost(t, drafter.by, { status: 'draft' });
    expect(refusal(await call('DELETE', `/${ownDraft.id}`, drafter.by))[1]).toBe('permission_denied');
  });
});

describe('posting and commenting', () => {
  it('posting covers publishing, editing, reacting, approving and removing, but not comments', async () => {
    const poster = await manager('posting');
    const made = await call('POST', '', poster.by, { body: 'For the company' });
    expect(made.json.data).toMatchObject({ status: 'published', manager_profile_id: poster.profile.id });
    const { id } = made.json.data;
    expect((await call('PATCH', `/${id}`, poster.by, { body: 'For the firm' })).status).toBe(200);
    expect((await call('PUT', `/${id}/reaction`, poster.by, { reaction_type: 'love', active: true })).status).toBe(200);
    const { rows } = await t.pool.query('select profile_id from reactions where post_id = $1', [id]);
    expect(rows).toEqual([{ profile_id: owner.profile.id }]);
    const refused = await call('POST', `/${id}/comments`, poster.by, { body: 'Hello there' });
    expect([refused.status, refused.json.agent.required_permission]).toEqual([403, 'commenting']);
    const drafter = await manager('drafting');
    const asked = await call('POST', '', drafter.by, { body: 'Approve me' });
    const approved = await call('POST', `/${asked.json.data.id}/publish`, poster.by);
    expect(approved.json.data.status).toBe('published');
    expect((await call('DELETE', `/${id}`, poster.by)).json.data.removed).toBe(true);
    const comment = await makePost(t, as(owner), { reply_to_post_id: asked.json.data.id });
    expect((await call('DELETE', `/${comment.id}`, poster.by)).json.data.removed, 'removing requires posting').toBe(
      true,
    );
  });

  it('commenting covers only comments', async () => {
    const commenter = await manager('commenting');
    const root = await makePost(t, as(stranger));
    const made = await call('POST', `/${root.id}/comments`, commenter.by, { body: 'Kind words' });
    expect(made.json.data).toMatchObject({ status: 'published', kind: 'comment', profile_id: owner.profile.id });
    const edited = await call('PATCH', `/${made.json.data.id}`, commenter.by, { body: 'Kinder words' });
    expect(edited.status).toBe(200);
    expect((await call('DELETE', `/${made.json.data.id}`, commenter.by)).status).toBe(200);
    expect(refusal(await call('POST', '', commenter.by, { body: 'A post' }))[1]).toBe('permission_denied');
    expect(
      refusal(await call('PUT', `/${root.id}/reaction`, commenter.by, { reaction_type: 'like', active: true }))[1],
    ).toBe('permission_denied');
  });

  it('other permissions allow none of this', async () => {
    const other = await manager('messaging', 'networking', 'following', 'profile_editing', 'access_management');
    const draft = await makePost(t, as(owner), { status: 'draft' });
    expect((await call('GET', `/${draft.id}`, other.by)).status).toBe(404);
    expect(refusal(await call('POST', '', other.by, { body: 'A post' }))[1]).toBe('permission_denied');
    expect(refusal(await call('PATCH', `/${draft.id}`, other.by, { body: 'Text' }))[1]).toBe('post_not_found');
    const listed = await t.call('GET', `/v1/profiles/${owner.profile.id}/posts?status=draft`, other.by);
    expect(refusal(listed)[1]).toBe('permission_denied');
  });
});

describe('what a manager sees, and until when', () => {
  it('a session sees drafts of the managed profile, whichever profile its header names', async () => {
    const drafter = await manager('drafting');
    const draft = await makePost(t, as(owner), { status: 'draft', client_reference: 'ref-9' });
    for (const by of [drafter.by, as(drafter), { token: drafter.token }]) {
      const read = await call('GET', `/${draft.id}`, by);
      expect(read.json.data).toMatchObject({ id: draft.id, client_reference: 'ref-9' });
    }
    const list = await t.call('GET', `/v1/profiles/${owner.profile.id}/posts?status=draft&limit=1`, drafter.by);
    expect(list.json.data.items[0].id).toBe(draft.id);
    const edited = await call('PATCH', `/${draft.id}`, as(drafter), { body: 'By the post, not the header' });
    expect(edited.status).toBe(200);
    expect((await auditOf(t, draft.id)).at(-1)).toMatchObject({
      profile_id: owner.profile.id,
      manager_profile_id: drafter.profile.id,
    });
  });

  it('a key sees them only if the profile is attached to it', async () => {
    const drafter = await manager('drafting');
    const draft = await makePost(t, as(owner), { status: 'draft' });
    const without = await makeKey(t, drafter, { profileIds: [drafter.profile.id] });
    const with_ = await makeKey(t, drafter, { profileIds: [owner.profile.id] });
    expect((await call('GET', `/${draft.id}`, { token: without.token, as: drafter.profile.id })).status).toBe(404);
    expect((await call('GET', `/${draft.id}`, { token: with_.token, as: owner.profile.id })).status).toBe(200);
    const header = await call('POST', '', { token: without.token, as: owner.profile.id }, { body: 'No' });
    expect(refusal(header)[1]).toBe('profile_not_attached');
  });

  it('only the owner and managers see manager_profile_id', async () => {
    const poster = await manager('posting');
    const { id } = await makePost(t, poster.by);
    const seen = async (by: object) => (await call('GET', `/${id}`, by)).json.data.manager_profile_id;
    expect([await seen(as(owner)), await seen(poster.by)]).toEqual([poster.profile.id, poster.profile.id]);
    expect([await seen({}), await seen(as(stranger))]).toEqual([null, null]);
    const list = await t.call('GET', `/v1/profiles/${owner.profile.id}/posts?limit=1`, as(stranger));
    expect(list.json.data.items[0]).toMatchObject({ id, manager_profile_id: null });
  });

  it('a grant revoked a moment ago stops the next write, whatever is cached', async () => {
    const poster = await manager('posting');
    const { id } = await makePost(t, poster.by);
    const pending = await makePost(t, (await manager('drafting')).by);
    await revokeGrant(t, poster.grantId);
    for (const [method, path, body] of [
      ['POST', '', { body: 'Too late' }],
      ['PATCH', `/${id}`, { body: 'Too late' }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${pending.id}/publish`, {}],
      ['POST', `/${pending.id}/return`, {}],
      ['PUT', `/${id}/reaction`, { reaction_type: 'like', active: true }],
    ] as const) {
      expect(refusal(await call(method, path, poster.by, body)), `${method} ${path}`).toEqual([
        403,
        'profile_not_attached',
        undefined,
      ]);
    }
    expect((await call('GET', `/${id}`, as(owner))).json.data).toMatchObject({ status: 'published', revision: 1 });
  });

  it('a narrowed grant stops what it no longer allows', async () => {
    const poster = await manager('posting', 'drafting');
    const { id } = await makePost(t, poster.by);
    await t.pool.query("update access_grants set permissions = '{drafting}' where id = $1", [poster.grantId]);
    const late = await call('POST', '', poster.by, { body: 'Too late' });
    // If the permissions were reloaded before the write, it awaits approval, as with drafting.
    expect(['permission_denied', 'pending_approval']).toContain(late.json.error_code ?? late.json.data.status);
    expect(refusal(await call('DELETE', `/${id}`, poster.by))[1]).toBe('permission_denied');
  });

  it('is not transitive, and marks what an AI agent writes for a person', async () => {
    const agent = await makeMember(t, { type: 'ai_agent' });
    await grantAccess(t, owner, agent, ['posting']);
    const made = await makePost(t, { token: agent.token, as: owner.profile.id }, { ai_disclosure: 'none' });
    expect(made.ai_disclosure).toBe('generated');
    const third = await makeMember(t);
    await grantAccess(t, agent, third, ['posting']);
    expect(refusal(await call('POST', '', { token: third.token, as: owner.profile.id }, { body: 'No' }))[1]).toBe(
      'profile_not_attached',
    );
    const second = await makeProfile(t, owner);
    const own = await call('PATCH', `/${made.id}`, { token: owner.token, as: second.id }, { body: 'By its owner' });
    expect(own.status).toBe(200);
  });
});
