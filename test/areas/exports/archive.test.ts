import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { removePostAsOperator } from '../../../src/areas/operator/posts.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { granted, invited } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, becomeContacts } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { dispatch } from '../../support/events.ts';
import { exportOf } from '../../support/exports.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile, PASSWORD } from '../../support/members.ts';
import { makeGrant } from '../../support/oauth-grants.ts';
import { png } from '../../support/pictures.ts';
import { as, makePost } from '../../support/posts.ts';
import { begin as beginVerification } from '../../support/verifications.ts';
import { makeWebhook } from '../../support/webhooks.ts';

let t: TestApp;
let me: Member;
let friend: Member;
let made: Awaited<ReturnType<typeof exportOf>>;
let key: Awaited<ReturnType<typeof makeKey>>;
let second: { id: string };

const call = (by: Member, method: string, path: string, body?: unknown) => t.call(method, path, { ...as(by), body });
const ok = async (answer: ReturnType<typeof call>) => {
  expect([200, 201], (await answer).text).toContain((await answer).status);
  return (await answer).json.data;
};

/** An account with data of every kind, and another one related to it. */
beforeAll(async () => {
  t = await startTestApp();
  [me, friend] = [await makeMember(t), await makeMember(t)];
  second = await makeProfile(t, me, { type: 'ai_agent' });
  key = await makeKey(t, me, { profileIds: [me.profile.id] });
  await makeGrant(t, me);
  const content_base64 = (await png()).toString('base64');
  const post = await makePost(t, as(me), { body: 'My own words' });
  await ok(call(me, 'PATCH', `/v1/posts/${post.id}`, { body: 'My better words' }));
  await makePost(t, as(me), { status: 'draft', body: 'A draft of mine' });
  await ok(call(me, 'POST', '/v1/posts/with-images', { images: [{ content_base64, alt_text: 'Squares' }] }));
  await ok(call(me, 'PUT', `/v1/profiles/${me.profile.id}/avatar`, { content_base64 }));
  await ok(call(me, 'PUT', `/v1/profiles/${me.profile.id}/banner?theme=dark`, { content_base64 }));
  const friendPost = await makePost(t, as(friend), { body: 'Words of a friend' });
  await makePost(t, as(friend), { body: `Thanks, @${me.profile.username}` });
  await makePost(t, as(friend), { body: `@${me.profile.username}`, visibility: 'contacts' });
  // Not readable: the author is no contact.
  await makePost(t, as(await makeMember(t)), { body: `@${me.profile.username}`, visibility: 'contacts' });
  await makePost(t, as(me), { reply_to_post_id: friendPost.id, body: 'My comment' });
  await makePost(t, as(friend), { status: 'draft', body: 'Secret draft of a friend' });
  await ok(call(me, 'PUT', `/v1/posts/${friendPost.id}/reaction`, { reaction_type: 'like', active: true }));
  await ok(call(me, 'POST', '/v1/profile-follows', { followed_profile_id: friend.profile.id }));
  await ok(call(friend, 'POST', '/v1/profile-follows', { followed_profile_id: me.profile.id }));
  await becomeContacts(t, friend, me, 'May I?');
  await askForContact(t, me, await makeMember(t));
  const conversation = await openConversation(t, me, friend);
  await sendMessage(t, as(me), conversation, 'What I wrote');
  await sendMessage(t, as(friend), conversation, 'What was answered');
  const taken = await sendMessage(t, as(friend), conversation, 'Regretted at once');
  await ok(call(friend, 'DELETE', `/v1/conversations/${conversation}/messages/${taken.id}`));
  const elsewhere = await openConversation(t, friend, await makeMember(t));
  await sendMessage(t, as(friend), elsewhere, 'Between two others');
  const report = { target_type: 'post', target_id: friendPost.id, reason: 'spam', comment: 'Look at that' };
  await ok(call(me, 'POST', '/v1/reports', report));
  const hidden = await makePost(t, as(me), { body: 'Removed by an operator' });
  await removePostAsOperator(systemCtx(t.deps, 'posts.remove'), hidden.id, 'No ads');
  await ok(t.call('POST', '/v1/appeals', { token: me.token, body: { post_id: hidden.id, text: 'It is none' } }));
  await block(t, me, await makeMember(t));
  await granted(t, me, friend);
  await invited(t, friend, me);
  // Before the mute, which would leave nothing to notify of.
  await dispatch(t);
  await makePost(t, { token: friend.token, as: me.profile.id }, { body: 'Written for me' });
  await beginVerification(t, me);
  const { id } = await makePost(t, as(await makeMember(t)), { body: 'Of somebody unknown' });
  await t.call('PUT', `/v1/posts/${id}/bookmark`, as(me));
  await t.call('PUT', `/v1/profiles/${friend.profile.id}/mute`, as(me));
  await ok(call(me, 'PATCH', '/v1/notification-preferences', { 'follow.created': { list: false } }));
  await makeWebhook(t, me);
  await ok(call(me, 'POST', '/v1/uploads'));
  made = await exportOf(t, me);
});

/** The number of the account's rows in a table, counted independently. */
const PROFILES = '(select id from profiles where account_id = $1)';
const ACTORS = `(select id from actors where entity_id in ${PROFILES} or entity_id = $1)`;
const ROWS: Readonly<Record<string, string>> = {
  'profiles.json': 'profiles where account_id = $1',
  'verifications.json': `verifications where profile_id in ${PROFILES}`,
  'posts.json': `posts where profile_id in ${PROFILES}`,
  'mentions.json': `post_mentions m join posts po on po.id = m.post_id where m.profile_id in ${PROFILES} and (po.visibility = 'public'
    or exists (select from contacts ct where ct.owner_entity_id = po.profile_id and ct.contact_entity_id = m.profile_id))`,
  'uploads.json': `uploads where profile_id in ${PROFILES}`,
  'reactions.json': `reactions where profile_id in ${PROFILES}`,
  'follows.json': `follows where follower_profile_id in ${PROFILES} or followed_profile_id in ${PROFILES}`,
  'contacts.json': `contacts where owner_entity_id in ${PROFILES}`,
  'contact_requests.json': `contact_requests where requester_profile_id in ${PROFILES} or addressee_profile_id in ${PROFILES}`,
  'bookmarks.json': `bookmarks where profile_id in ${PROFILES}`,
  'mutes.json': `mutes where muter_profile_id in ${PROFILES}`,
  'blocks.json': `blocks where blocker_profile_id in ${PROFILES}`,
  'reports.json': `reports where reporter_profile_id in ${PROFILES}`,
  'appeals.json': "appeals where account_id = $1 and status <> 'possible'",
  'access_grants.json': `access_grants where profile_id in ${PROFILES} or manager_profile_id in ${PROFILES}`,
  'conversations.json': `conversation_members where actor_id in ${ACTORS}`,
  'messages.json': `messages m join conversation_members cm on cm.conversation_id = m.conversation_id and cm.actor_id in ${ACTORS}`,
  'notifications.json': `notifications where profile_id in ${PROFILES}`,
  'notification_preferences.json': `notification_preferences where profile_id in ${PROFILES}`,
  'sessions.json': "credentials where account_id = $1 and type = 'session'",
  'api_keys.json': "credentials where account_id = $1 and type = 'api_key'",
  'oauth_grants.json': "credentials where account_id = $1 and type = 'oauth'",
  'webhooks.json': 'webhooks where account_id = $1',
  'exports.json': 'exports where account_id = $1',
  'audit_log.json': `audit_log where account_id = $1 or profile_id in ${PROFILES}`,
};

describe('the archive contains', () => {
  it.each(Object.entries(ROWS))('%s: every row of the account, and no other', async (path, rows) => {
    const { n } = (await t.pool.query(`select count(*)::int as n from ${rows}`, [me.accountId])).rows[0];
    expect(n, 'beforeAll creates no such row').toBeGreaterThan(0);
    expect(made.json(path)).toHaveLength(n);
    const note = made.json('index.json').files.find((file: { path: string }) => file.path === path);
    expect(note).toEqual({ path, about: expect.stringMatching(/\.$/), items: n });
  });

  it('a file for each list of the test, and no other', () => {
    const jsons = [...made.files.keys()].filter((path) => !path.startsWith('media/')).sort();
    expect(jsons, 'each file has a row in ROWS').toEqual([...Object.keys(ROWS), 'index.json'].sort());
  });

  it('the owner', () => {
    expect(made.json('index.json')).toMatchObject({
      format: 1,
      export_id: made.id,
      account: { id: me.accountId, email: me.email, workspace_name: expect.any(String) },
    });
  });

  it('drafts, earlier versions, texts by managers, and messages', () => {
    const posts = made.json('posts.json');
    const bodies = posts.map(({ body }: { body: string }) => body);
    expect(bodies).toEqual(
      expect.arrayContaining(['My better words', 'A draft of mine', 'My comment', 'Written for me']),
    );
    const edited = posts.find(({ body }: { body: string }) => body === 'My better words');
    expect(edited.earlier_revisions).toEqual([{ revision: 1, body: 'My own words', created_at: expect.any(String) }]);
    expect(edited.earlier_revisions[0].created_at).toBe(new Date(edited.earlier_revisions[0].created_at).toISOString());
    const messages = made.json('messages.json');
    expect(messages.map(({ body, mine }: { body: string; mine: boolean }) => [body, mine])).toEqual([
      ['May I?', false],
      ['What I wrote', true],
      ['What was answered', false],
      ['', false],
    ]);
    expect(made.json('conversations.json')[0].member).toEqual({
      username: friend.profile.username,
      name: friend.profile.name,
    });
    expect(
      made
        .json('profiles.json')
        .map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual([me.profile.id, second.id].sort());
  });

  it('pictures, byte for byte as stored', async () => {
    const { rows } = await t.pool.query(
      `select i.blob_key, 'media/posts/' || i.post_id || '/0.webp' as path from post_images i
        join posts po on po.id = i.post_id where po.profile_id = $1
      union all select avatar_light, 'media/profiles/' || id || '/avatar-light.webp' from profiles where id = $1
      union all select banner_dark, 'media/profiles/' || id || '/banner-dark.webp' from profiles where id = $1`,
      [me.profile.id],
    );
    expect(rows).toHaveLength(3);
    for (const { blob_key, path } of rows) {
      const blob = await t.deps.blobs.open(blob_key);
      expect(made.files.get(path), path).toEqual(await buffer(blob!.stream));
    }
    expect([...made.files.keys()].filter((path) => path.startsWith('media/')).sort()).toEqual(
      rows.map(({ path }) => path).sort(),
    );
    const named = made.json('posts.json').flatMap((post: { images: { file: string }[] }) => post.images);
    expect(named).toEqual([expect.objectContaining({ file: rows[0].path, alt_text: 'Squares' })]);
    expect(made.json('profiles.json')[0]).toMatchObject({ avatar_light: rows[1].path, banner_light: null });
  });
});

describe('the archive does not contain', () => {
  it('secrets: of keys, sessions, authorizations, or the password', async () => {
    const { rows } = await t.pool.query(
      `select encode(s.hash, 'hex') as word from credential_secrets s join credentials c on c.id = s.credential_id where c.account_id = $1
        union all select password_hash from accounts where id = $1`,
      [me.accountId],
    );
    expect(rows.length).toBeGreaterThan(2);
    const secrets = [me.token, key.token, PASSWORD, ...rows.map(({ word }) => word)];
    expect(secrets.filter((secret) => made.text.includes(secret))).toEqual([]);
  });

  it('what belongs to others', async () => {
    const others = ['Secret draft of a friend', 'Words of a friend', 'Between two others', 'Of somebody unknown'];
    expect(others.filter((text) => made.text.includes(text))).toEqual([]);
    expect(made.text).not.toContain('Regretted at once');
    expect(made.text).not.toContain(friend.email);
    const friends = await exportOf(t, friend);
    expect(friends.text).toContain('Secret draft of a friend');
    for (const text of ['My own words', 'A draft of mine', me.email]) expect(friends.text).not.toContain(text);
    const mine = ['posts.json', 'profiles.json', 'api_keys.json', 'sessions.json', 'reactions.json'];
    for (const path of mine) {
      const ids = new Set(made.json(path).map((row: { id?: string; profile_id?: string }) => row.id ?? row.profile_id));
      for (const row of friends.json(path)) expect(ids.has(row.id ?? row.profile_id), path).toBe(false);
    }
  });
});
