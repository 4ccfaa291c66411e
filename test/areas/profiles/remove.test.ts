import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Erasure } from '../../../src/areas/erasure.ts';
import { areas, ERASURES } from '../../../src/areas/index.ts';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeProfile, unique } from '../../support/members.ts';
import {
  account,
  block,
  contact,
  endSessions,
  follow,
  grant,
  type Owner,
  owner,
  settledOwner,
  statementsOf,
} from './fixtures.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const remove = (id: string, token: string, more = {}) => t.call('DELETE', `/v1/profiles/${id}`, { token, ...more });
const codeOf = ({ status, json }: Awaited<ReturnType<TestApp['call']>>) => `${status} ${json.error_code}`;
const rowsOf = async (text: string, ...values: unknown[]) => (await t.pool.query(text, values)).rows;

/** Creates a post, comment or quote through the API; returns its id. */
async function post(by: Owner, body: object): Promise<string> {
  const answer = await t.call('POST', '/v1/posts', {
    token: by.token,
    as: by.profile.id,
    body: { body: 'x', ...body },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.id;
}

async function react(by: Owner, postId: string): Promise<void> {
  const now = t.clock.now();
  await t.pool.query(`insert into reactions values ($1, $2, 'like', $3, $3)`, [postId, by.profile.id, now]);
  await t.pool.query(
    `insert into post_counters (post_id, shard, likes) values ($1, 3, 1)
      on conflict (post_id, shard) do update set likes = post_counters.likes + 1`,
    [postId],
  );
}

const countsOf = async (postId: string) =>
  (
    await rowsOf(
      `select coalesce(sum(likes), 0) as likes, coalesce(sum(replies), 0) as replies, coalesce(sum(comments), 0) as comments,
      coalesce(sum(quotes), 0) as quotes from post_counters where post_id = $1`,
      postId,
    )
  )[0];

describe('DELETE /v1/profiles/{profile_id}', () => {
  it('removes the profile for everybody, permanently', async () => {
    const me = await owner(t, { name: 'Private Name' });
    await t.call('PATCH', `/v1/profiles/${me.profile.id}`, { token: me.token, body: { bio: 'Private text' } });
    const { status, json } = await remove(me.profile.id, me.token);
    expect([status, json.data]).toEqual([200, { profile_id: me.profile.id, removed: true }]);
    for (const word of [me.profile.id, me.profile.username]) {
      expect(codeOf(await t.call('GET', `/v1/profiles/${word}`, { token: me.token }))).toBe('404 profile_not_found');
    }
    expect(codeOf(await remove(me.profile.id, me.token))).toBe('404 profile_not_found');
    expect(codeOf(await t.call('GET', '/v1/profiles', { token: me.token, as: me.profile.id }))).toBe(
      '403 profile_not_attached',
    );
    expect((await t.call('GET', '/v1/profiles', { token: me.token })).json.data.items).toEqual([]);
    expect(await rowsOf('select username, held_until from usernames where profile_id = $1', me.profile.id)).toEqual([
      { username: 'deleted', held_until: null },
      { username: 'deleted', held_until: null },
    ]);
    expect((await rowsOf('select username, name, bio from profiles where id = $1', me.profile.id))[0]).toEqual({
      username: 'deleted',
      name: 'Deleted member',
      bio: null,
    });
    expect(
      await rowsOf(`select account_id from events where object_id = $1 and type = 'profile.deleted'`, me.profile.id),
    ).toEqual([{ account_id: me.accountId }]);
    expect(
      await rowsOf(
        `select profile_id from audit_log where object_id = $1 and operation = 'profiles.remove'`,
        me.profile.id,
      ),
    ).toHaveLength(1);
    expect(await rowsOf('select 1 from actors where entity_id = $1', me.profile.id)).toHaveLength(1);
  });

  it('is for its owner, from a session', async () => {
    const me = await owner(t);
    const manager = await owner(t);
    await grant(t, {
      profileId: me.profile.id,
      managerId: manager.profile.id,
      permissions: ['profile_editing', 'access_management', 'posting'],
    });
    for (const { token } of [manager, await account(t)]) {
      const refused = await remove(me.profile.id, token);
      expect(codeOf(refused)).toBe('403 permission_denied');
      expect(refused.json.agent.hint).toMatch(/^Only the account that owns a profile can delete it/);
    }
    const key = await makeKey(t, me, { profileIds: [me.profile.id] });
    expect(codeOf(await remove(me.profile.id, key.token))).toBe('403 insufficient_scope');
    expect(codeOf(await t.call('DELETE', `/v1/profiles/${me.profile.id}`))).toBe('401 credentials_required');
    expect(codeOf(await remove(unique(), me.token))).toBe('404 profile_not_found');
    expect(codeOf(await remove(me.profile.username, manager.token))).toBe('403 permission_denied');
    const other = await makeProfile(t, me);
    const refused = await remove(me.profile.id, me.token, { as: other.id });
    expect(codeOf(refused)).toBe('403 permission_denied');
    expect(refused.json.agent.hint).toMatch(/^X-Profile-Id names another profile than the path: omit it/);
    await endSessions(t, me.accountId);
    expect(codeOf(await remove(me.profile.id, me.token))).toBe('401 revoked_credentials');
    expect((await t.call('GET', `/v1/profiles/${me.profile.id}`)).status).toBe(200);
  });

  it('changes nothing in a dry run', async () => {
    const me = await owner(t);
    const dry = await remove(me.profile.id, me.token, { headers: { 'dry-run': 'true' } });
    expect([dry.status, dry.json.data.removed]).toEqual([200, true]);
    expect((await t.call('GET', `/v1/profiles/${me.profile.id}`)).status).toBe(200);
  });

  it('removes posts, comments, quotes and reactions, and adjusts counts', async () => {
    const [me, other] = [await owner(t), await owner(t)];
    const root = await post(other, {});
    const theirs = await post(other, { reply_to_post_id: root });
    const mine = await post(me, { reply_to_post_id: theirs });
    await post(other, { reply_to_post_id: mine });
    await post(me, { reply_to_post_id: root });
    await post(me, { quoted_post_id: root });
    const gone = await post(me, { reply_to_post_id: root });
    await t.call('DELETE', `/v1/posts/${gone}`, { token: me.token, as: me.profile.id });
    const draft = await post(me, { quoted_post_id: root, status: 'draft' });
    for (const by of [me, other]) await react(by, root);
    await react(other, mine);
    expect(await countsOf(root)).toEqual({ likes: 2, replies: 2, comments: 4, quotes: 1 });
    expect(await countsOf(theirs)).toEqual({ likes: 0, replies: 1, comments: 2, quotes: 0 });
    const image = unique('blob');
    await t.pool.query(
      `insert into post_images (id, post_id, position, blob_key, width, height) values ($1, $2, 0, $3, 1, 1)`,
      [newId(), draft, image],
    );

    expect((await remove(me.profile.id, me.token)).status).toBe(200);
    expect(await countsOf(root)).toEqual({ likes: 1, replies: 1, comments: 2, quotes: 0 });
    expect(await countsOf(theirs)).toEqual({ likes: 0, replies: 0, comments: 1, quotes: 0 });
    expect(await countsOf(mine)).toMatchObject({ replies: 1, comments: 1 });
    const kept = `select id from posts where profile_id = $1 and status <> 'removed'`;
    expect(await rowsOf(kept, me.profile.id)).toEqual([]);
    expect(await rowsOf(kept, other.profile.id)).toHaveLength(3);
    expect(await rowsOf('select 1 from reactions where profile_id = $1', me.profile.id)).toEqual([]);
    expect(await rowsOf('select 1 from post_images where blob_key = $1', image)).toEqual([]);
    expect(
      await rowsOf('select due_at <= $2 as due from media_garbage where blob_key = $1', image, t.clock.now()),
    ).toEqual([{ due: true }]);
  });

  it('removes follows and contacts, but no blocks, with their counts and an event for each other side', async () => {
    const [me, a, b, c] = [await owner(t), await owner(t), await owner(t), await owner(t)];
    await follow(t, me.profile.id, a.profile.id);
    await follow(t, a.profile.id, me.profile.id);
    await follow(t, b.profile.id, me.profile.id);
    await follow(t, a.profile.id, b.profile.id);
    await contact(t, me.profile.id, a.profile.id);
    await contact(t, b.profile.id, a.profile.id);
    await block(t, c.profile.id, me.profile.id);
    await block(t, me.profile.id, c.profile.id);
    await contact(t, me.profile.id, (await account(t)).accountId, { guest: true });
    await post(me, {});
    await remove(me.profile.id, me.token);
    const counts = async (one: Owner) =>
      (await t.call('GET', `/v1/profiles/${one.profile.id}`, { token: one.token })).json.data;
    expect(await counts(a)).toMatchObject({ followers_count: 0, following_count: 1, contacts_count: 1 });
    expect(await counts(b)).toMatchObject({ followers_count: 1, following_count: 0, contacts_count: 1 });
    for (const text of [
      'select 1 from follows where follower_profile_id = $1 or followed_profile_id = $1',
      'select 1 from contacts where owner_entity_id = $1 or contact_entity_id = $1',
      'select 1 from profile_counters where profile_id = $1',
    ]) {
      expect(await rowsOf(text, me.profile.id)).toEqual([]);
    }
    expect(
      await rowsOf('select from blocks where $1 in (blocker_profile_id, blocked_profile_id)', me.profile.id),
    ).toHaveLength(2);
    const events = `select type, profile_id, data from events where actor_profile_id = $1 and profile_id <> $1 order by type, profile_id, data->>'follower_profile_id' desc`;
    const [mine, first, second] = [me, a, b].map(({ profile }) => profile.id);
    const unfollowed = (follower_profile_id = mine, followed_profile_id = mine) => ({
      type: 'follow.removed',
      profile_id: follower_profile_id === mine ? followed_profile_id : follower_profile_id,
      data: { follower_profile_id, followed_profile_id },
    });
    expect(await rowsOf(events, mine!)).toEqual([
      { type: 'contact.removed', profile_id: first, data: { contact_profile_id: mine } },
      unfollowed(first),
      unfollowed(mine, first),
      unfollowed(second),
    ]);
  });

  it('ends grants in both directions and detaches the profile from keys, immediately', async () => {
    const [me, manager] = [await owner(t), await owner(t)];
    const onMe = await grant(t, { profileId: me.profile.id, managerId: manager.profile.id, permissions: ['posting'] });
    const onOther = await grant(t, {
      profileId: manager.profile.id,
      managerId: me.profile.id,
      permissions: ['posting'],
      status: 'pending',
    });
    const managersKey = await makeKey(t, manager, { scopes: ['profiles:read'], profileIds: [me.profile.id] });
    const seen = await t.call('GET', '/v1/profiles', { token: managersKey.token, as: me.profile.id });
    expect(seen.status).toBe(200);
    await remove(me.profile.id, me.token);
    const grants = await rowsOf('select status, revoked_at is not null as at from access_grants where id = any($1)', [
      onMe,
      onOther,
    ]);
    expect(grants).toEqual([
      { status: 'revoked', at: true },
      { status: 'revoked', at: true },
    ]);
    expect(codeOf(await t.call('GET', '/v1/profiles', { token: managersKey.token, as: me.profile.id }))).toBe(
      '403 profile_not_attached',
    );
    expect(await rowsOf('select 1 from credential_profiles where profile_id = $1', me.profile.id)).toEqual([]);
    const events = await rowsOf(
      `select object_id from events where type = 'access_grant.revoked' and profile_id = $1`,
      manager.profile.id,
    );
    expect(events.map(({ object_id }) => object_id).sort()).toEqual([onMe, onOther].sort());
  });

  it('happens once for 20 concurrent calls', async () => {
    const [me, other] = [await owner(t), await owner(t)];
    await follow(t, me.profile.id, other.profile.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(me.profile.id, me.token)));
    expect(answers.map(codeOf).sort()).toEqual([
      '200 undefined',
      ...Array.from({ length: 19 }, () => '404 profile_not_found'),
    ]);
    expect((await t.call('GET', `/v1/profiles/${other.profile.id}`)).json.data.followers_count).toBe(0);
    expect(
      await rowsOf(`select 1 from events where object_id = $1 and type = 'profile.deleted'`, me.profile.id),
    ).toHaveLength(1);
  });

  it('does not deadlock with the deletion of related profiles', async () => {
    const owners: Owner[] = [];
    for (let i = 0; i < 12; i++) owners.push(await owner(t));
    const posts = await Promise.all(owners.map((by) => post(by, {})));
    for (const a of owners) {
      for (const b of owners) if (a !== b) await follow(t, a.profile.id, b.profile.id);
      for (const id of posts) await react(a, id);
    }
    const answers = await Promise.all(owners.map((one) => remove(one.profile.id, one.token)));
    expect(answers.map(({ status }) => status)).toEqual(owners.map(() => 200));
    const ids = owners.map(({ profile }) => profile.id);
    expect(await rowsOf('select sum(followers) as n from profile_counters where profile_id = any($1)', ids)).toEqual([
      { n: null },
    ]);
    for (const id of posts) expect((await countsOf(id)).likes).toBe(0);
  });

  it('waits for other deletions, however long they take', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => owner(t)));
    const erasures = t.app.erasures as Erasure[];
    erasures.push({ profile: () => setTimeout(800, {}) });
    try {
      const answers = await Promise.all(owners.map((one) => remove(one.profile.id, one.token)));
      expect(answers.map(codeOf)).toEqual(owners.map(() => '200 undefined'));
    } finally {
      erasures.pop();
    }
  });

  it('does not keep a connection for long while it waits', async () => {
    const [slow, waiting] = [await owner(t), await owner(t)];
    const erasures = t.app.erasures as Erasure[];
    erasures.push({ profile: () => setTimeout(3500, {}) });
    try {
      const removing = remove(slow.profile.id, slow.token);
      await setTimeout(300);
      const headers = { 'idempotency-key': unique() };
      expect(codeOf(await remove(waiting.profile.id, waiting.token, { headers }))).toBe('503 service_unavailable');
      expect((await removing).status).toBe(200);
    } finally {
      erasures.pop();
    }
  });

  it('takes a number of statements that is independent of the amount of data', async () => {
    const me = await settledOwner(t);
    const before = await statementsOf(t, () => remove(me.profile.id, me.token));
    const big = await settledOwner(t);
    for (let i = 0; i < 5; i++) await follow(t, (await owner(t)).profile.id, big.profile.id);
    expect(await statementsOf(t, () => remove(big.profile.id, big.token))).toBe(before);
  });

  it('deletes the data of every area', () => {
    const missing = areas.filter(({ erasure }) => erasure !== undefined && !ERASURES.includes(erasure));
    expect(
      missing.map(({ name }) => name),
      'not in ERASURES of src/areas/index.ts',
    ).toEqual([]);
  });
});
