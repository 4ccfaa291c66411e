import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { newId } from '../../../src/core/ids.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { ACCOUNT_ERASERS, makeHandlers } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, becomeContacts, makeContacts } from '../../support/contacts.ts';
import { messagesOf, openConversation, sendMessage, sideOf } from '../../support/conversations.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeKey, makeMember, makeProfile, PASSWORD, signUp } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, makePost } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const DAY = 86_400_000;
const codeOf = (answer: { status: number; json: { error_code?: string } }) => [answer.status, answer.json.error_code];
const remove = (token: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  t.call('DELETE', '/v1/account', { token, body: { password }, headers });
const signIn = (email: string) => t.call('POST', '/v1/account/sessions', { body: { email, password: PASSWORD } });
const runJob = () => makeHandlers(t.deps)['account.erase'](systemCtx(t.deps, 'job.account.erase'), {});
const templatesTo = async (email: string) => (await mailsTo(t, email)).map(({ template }) => template);
const count = async (text: string, values: unknown[]) =>
  (await t.pool.query(`select count(*)::int as n from ${text}`, values)).rows[0].n as number;

/** A member related to another one in every possible way. */
async function makeKnownMember() {
  const [gone, friend] = [await makeMember(t), await makeMember(t)];
  const key = await makeKey(t, gone, { profileIds: [gone.profile.id] });
  const post = await makePost(t, as(gone), { body: 'Written by one who goes' });
  const below = await makePost(t, as(friend));
  const comment = await makePost(t, as(gone), { reply_to_post_id: below.id, body: 'A comment of one who goes' });
  await t.call('PATCH', `/v1/posts/${post.id}`, { ...as(gone), body: { body: 'Edited by one who goes' } });
  await t.call('PUT', `/v1/posts/${below.id}/reaction`, { ...as(gone), body: { reaction_type: 'like', active: true } });
  const image = { content_base64: (await png()).toString('base64') };
  const avatar = await t.call('PUT', `/v1/profiles/${gone.profile.id}/avatar`, { ...as(gone), body: image });
  expect(avatar.status, avatar.text).toBe(200);
  await becomeContacts(t, friend, gone);
  const conversation = await openConversation(t, gone, friend);
  await sendMessage(t, as(gone), conversation, 'Keep this letter');
  return {
    gone,
    friend,
    key,
    post,
    below,
    comment,
    conversation,
    avatar: avatar.json.data.media.avatar.light.medium_url,
  };
}

/** What a friend and a stranger see of them: statuses, and the length of each list. */
async function seen({ gone, friend, post, below, conversation, avatar }: Awaited<ReturnType<typeof makeKnownMember>>) {
  const get = (path: string, who = {}) => t.call('GET', path, who);
  const { id, username } = gone.profile;
  const comments = await get(`/v1/posts/${below.id}/comments`);
  const reactions = await get(`/v1/posts/${below.id}/reactions`);
  const contacts = await get('/v1/contacts', as(friend));
  const lookup = await get(`/v1/profiles/lookup?ids=${id}`, as(friend));
  const side = await sideOf(t, as(friend), conversation);
  return {
    profile: [(await get(`/v1/profiles/${username}`)).status, (await get(`/v1/profiles/${id}`, as(friend))).status],
    posts: (await get(`/v1/profiles/${id}/posts`)).status,
    post: [(await get(`/v1/posts/${post.id}`)).status, (await get(`/v1/posts/${post.id}`, as(friend))).status],
    avatar: (await get(new URL(avatar).pathname)).status,
    lists: [comments, reactions, contacts, lookup].map(({ json }) => json.data.items.length),
    title: side.conversation.title,
    letters: (await messagesOf(t, as(friend), conversation)).map(({ body }) => body),
  };
}

const HIDDEN = {
  profile: [404, 404],
  posts: 404,
  post: [404, 404],
  avatar: 404,
  lists: [0, 0, 0, 0],
  title: 'Deleted member',
  letters: ['Keep this letter'],
};

describe('DELETE /v1/account', () => {
  it('ends sessions, refuses keys and hides profiles; signing in undoes it all', async () => {
    const known = await makeKnownMember();
    const { gone, friend, key } = known;
    const other = (await signIn(gone.email)).json.data.session.token;
    const before = await seen(known);
    expect(before).toMatchObject({ profile: [200, 200], post: [200, 200], avatar: 200, lists: [1, 1, 1, 1] });
    const { status, json } = await remove(gone.token);
    const due = new Date(json.data.account.deletion_scheduled_at).getTime();
    expect([status, Math.round((due - t.clock.now().getTime()) / DAY)]).toEqual([200, 30]);
    for (const token of [gone.token, other, key.token])
      expect(codeOf(await t.call('GET', '/v1/me', { token }))).toEqual([401, 'revoked_credentials']);
    expect(
      codeOf(await t.call('POST', '/v1/posts', { token: key.token, as: gone.profile.id, body: { body: 'x' } })),
    ).toEqual([401, 'revoked_credentials']);
    expect(await seen(known)).toEqual(HIDDEN);
    const write = await t.call('POST', `/v1/conversations/${known.conversation}/messages`, {
      ...as(friend),
      body: { body: 'Hello?' },
    });
    expect(write.status).toBe(403);

    t.clock.advance(29 * DAY);
    await runJob();
    const back = await signIn(gone.email);
    expect([back.status, back.json.data.account.deletion_scheduled_at]).toEqual([201, null]);
    expect((await t.call('GET', '/v1/me', { token: key.token })).status).toBe(200);
    expect(codeOf(await t.call('GET', '/v1/me', { token: gone.token }))[0]).toBe(401);
    friend.token = (await signIn(friend.email)).json.data.session.token;
    expect(await seen(known)).toEqual(before);
    expect(await templatesTo(gone.email)).toEqual([
      'verify-email',
      'access-created',
      'deletion-scheduled',
      'deletion-cancelled',
    ]);
    const audit = await t.pool.query(
      `select operation from audit_log where object_id = $1 and object_type = 'account' order by id`,
      [gone.accountId],
    );
    expect(audit.rows.map(({ operation }) => operation)).toEqual([
      'account.create',
      'account.remove',
      'account.create_session',
    ]);
  });

  it('requires the password, and a session of an account that is not suspended', async () => {
    const me = await signUp(t);
    expect(codeOf(await remove(me.token, 'not the right one'))).toEqual([403, 'wrong_password']);
    expect(codeOf(await t.call('DELETE', '/v1/account', { token: me.token }))).toEqual([400, 'invalid_request']);
    const key = await makeKey(t, me);
    expect(codeOf(await remove(key.token))).toEqual([403, 'insufficient_scope']);
    expect(
      (await remove(me.token, PASSWORD, { 'dry-run': 'true' })).json.data.account.deletion_scheduled_at,
    ).not.toBeNull();
    expect(
      (await t.call('GET', '/v1/account', { token: me.token })).json.data.account.deletion_scheduled_at,
    ).toBeNull();
    await t.pool.query('update accounts set suspended_at = now() where id = $1', [me.accountId]);
    t.deps.credentialCache.clear();
    expect(codeOf(await remove(me.token))).toEqual([403, 'profile_suspended']);
  });

  it('removes the profile from its managers, and returns it', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await t.pool.query(
      `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, accepted_at, created_at, updated_at)
        values ($1, $2, $3, '{posting}', 'accepted', $4, $4, $4)`,
      [newId(), owner.profile.id, manager.profile.id, t.clock.now()],
    );
    t.deps.credentialCache.clear();
    const managed = async () =>
      (await t.call('GET', '/v1/me', { token: manager.token })).json.data.profiles.map(
        ({ profile }: { profile: { id: string } }) => profile.id,
      );
    const write = () =>
      t.call('POST', '/v1/posts', { token: manager.token, as: owner.profile.id, body: { body: 'For another' } });
    expect([await managed(), (await write()).status]).toEqual([[owner.profile.id, manager.profile.id], 201]);
    // A cache that no notification has reached yet: the write itself must notice.
    const evict = t.deps.credentialCache.evictAccount;
    t.deps.credentialCache.evictAccount = () => undefined;
    await remove(owner.token);
    const late = await write();
    t.deps.credentialCache.evictAccount = evict;
    expect(codeOf(late)).toEqual([403, 'profile_not_attached']);
    t.deps.credentialCache.clear();
    expect(await managed()).toEqual([manager.profile.id]);
    await signIn(owner.email);
    expect([await managed(), (await write()).status]).toEqual([[owner.profile.id, manager.profile.id], 201]);
  });
});

describe('the erasure job', () => {
  it('keeps only the messages that others have', async () => {
    const known = await makeKnownMember();
    const { gone, friend, key, post, comment, below } = known;
    const asked = await makeMember(t);
    await askForContact(t, gone, asked, 'A note of one who goes');
    const second = await makeProfile(t, gone, { type: 'ai_agent' });
    await remove(gone.token);
    t.clock.advance(30 * DAY);
    expect(codeOf(await signIn(gone.email))).toEqual([401, 'invalid_credentials']);
    await runJob();
    friend.token = (await signIn(friend.email)).json.data.session.token;
    expect(await seen(known)).toEqual(HIDDEN);
    const { accountId } = gone;
    for (const table of ['workspaces', 'credentials', 'one_time_tokens', 'profiles'])
      expect([table, await count(`${table} where account_id = $1`, [accountId])]).toEqual([table, 0]);
    expect(await count('accounts where id = $1', [accountId])).toBe(0);
    expect(await count(`actors where entity_id = $1`, [accountId])).toBe(0);
    expect(codeOf(await t.call('GET', '/v1/me', { token: key.token }))).toEqual([401, 'invalid_credentials']);
    const texts = await t.pool.query(
      `select body as text from posts where id = any($1) union all select body from post_revisions where post_id = any($1)
        union all select message from contact_requests where requester_profile_id = any($2)
        union all select concat(name, bio, occupation) from profiles where id = any($2)`,
      [
        [post.id, comment.id],
        [gone.profile.id, second.id],
      ],
    );
    expect(texts.rows.map(({ text }) => text).sort()).toEqual(['', '', '', 'Deleted member', 'Deleted member']);
    expect((await t.call('GET', `/v1/posts/${below.id}`)).json.data).toMatchObject({
      comments_count: 0,
      likes_count: 0,
    });
    const audit = await t.pool.query(
      `select operation, principal_type from audit_log where object_id = $1 order by id desc limit 1`,
      [accountId],
    );
    expect(audit.rows).toEqual([{ operation: 'job.account.erase', principal_type: 'system' }]);
    // The address is available again, the username never is.
    const again = await signUp(t, { email: gone.email });
    const taken = await t.call('POST', '/v1/profiles', {
      token: again.token,
      body: { type: 'human', username: gone.profile.username, name: 'Somebody Else' },
    });
    expect(codeOf(taken)).toEqual([409, 'username_taken']);
  });

  it('continues an interrupted run, and leaves other accounts alone', async () => {
    const due = await makeMember(t);
    const profiles = [due.profile.id, (await makeProfile(t, due)).id];
    const later = await makeMember(t);
    await remove(due.token);
    t.clock.advance(DAY);
    await remove(later.token);
    t.clock.advance(29 * DAY);
    const ctx = systemCtx(t.deps, 'job.account.erase');
    let erased = 0;
    const breaksOff = eraseDueAccounts(ctx, {
      ...ACCOUNT_ERASERS,
      async eraseProfile(tx, target) {
        if (erased++ > 0) throw new Error('cut off');
        await ACCOUNT_ERASERS.eraseProfile(tx, target);
      },
    });
    await expect(breaksOff).rejects.toThrow('cut off');
    expect(await count('profiles where id = any($1) and deleted_at is null', [profiles])).toBe(1);
    expect(codeOf(await signIn(due.email))).toEqual([401, 'invalid_credentials']);
    expect(await eraseDueAccounts(ctx, ACCOUNT_ERASERS)).toEqual({ erased: 1 });
    expect(await eraseDueAccounts(ctx, ACCOUNT_ERASERS)).toEqual({ erased: 0 });
    expect((await signIn(later.email)).status).toBe(201);
  });

  it('erases once if several run concurrently', async () => {
    const members: Member[] = [];
    for (let n = 0; n < 3; n++) members.push(await makeMember(t));
    await makeContacts(t, members[0]!, members[1]!);
    for (const { token } of members) await remove(token);
    t.clock.advance(30 * DAY);
    const ctx = () => systemCtx(t.deps, 'job.account.erase');
    const runs = await Promise.all([1, 2, 3].map(() => eraseDueAccounts(ctx(), ACCOUNT_ERASERS)));
    expect(runs.reduce((sum, { erased }) => sum + erased, 0)).toBe(3);
    const ids = members.map(({ profile }) => profile.id);
    expect(await count(`events where type = 'profile.deleted' and object_id = any($1)`, [ids])).toBe(3);
  });
});
