import { beforeAll, describe, expect, it } from 'vitest';
import { encodeEventCursor } from '../../../src/events/cursor.ts';
import { granted } from '../../support/access.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, becomeContacts } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { cursorOfNow, dispatch, type EventWire, eventsFor, listEvents } from '../../support/events.ts';
import { block, follow } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, grantAccess, makePost, refusal, revokeGrant } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const typesOf = (items: readonly EventWire[]) => items.map(({ type }) => type);
const react = (by: Member, post: string) =>
  t.call('PUT', `/v1/posts/${post}/reaction`, { ...as(by), body: { reaction_type: 'like', active: true } });

/** Every page from a cursor on, until nothing is left. */
async function readOn(by: CallOptions, query: string, cursor = ''): Promise<EventWire[]> {
  const seen: EventWire[] = [];
  for (let next = cursor; ; ) {
    const { data } = (await listEvents(t, by, `${query}${next && `&cursor=${next}`}`)).json;
    seen.push(...data.items);
    next = encodeURIComponent(data.next_cursor);
    if (!data.has_more) return seen;
  }
}

describe('GET /v1/events', () => {
  it("lists what happened to the caller's profiles, oldest first, each event once", async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(owner));
    await react(other, id);
    await follow(t, other, owner);
    const items = await eventsFor(t, as(owner));
    expect(typesOf(items)).toEqual(['profile.created', 'post.published', 'reaction.changed', 'follow.created']);
    expect(items[2]).toMatchObject({
      profile_id: owner.profile.id,
      actor_profile_id: other.profile.id,
      object: { type: 'post', id },
    });
    expect(await readOn(as(owner), 'limit=1')).toEqual(items);
    expect(await readOn(as(owner), 'limit=2')).toEqual(items);
  });

  it('names the manager that acted, in the log of the profile that it acted for', async () => {
    const [owner, manager, reader] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, manager, ['posting', 'commenting']);
    const asOwner = { token: manager.token, as: owner.profile.id };
    await makePost(t, as(owner));
    await makePost(t, asOwner);
    const parent = (await makePost(t, as(reader))).id;
    await t.call('POST', `/v1/posts/${parent}/comments`, { ...asOwner, body: { body: 'Well said' } });
    const acted = (items: readonly EventWire[]) =>
      items.flatMap((one) => (/^(post|comment)/.test(one.type) ? [[one.type, one.manager_profile_id]] : []));
    const own = [
      ['post.published', null],
      ['post.published', manager.profile.id],
      ['comment.created', manager.profile.id],
    ];
    expect(acted(await eventsFor(t, as(owner)))).toEqual(own);
    expect(acted((await listEvents(t, asOwner)).json.data.items)).toEqual(own);
    expect(acted(await eventsFor(t, as(reader)))).toEqual([
      ['post.published', null],
      ['comment.created', null],
    ]);
  });

  it('continues after its cursor, which is never null', async () => {
    const owner = await makeMember(t);
    const { data: empty, agent } = (await listEvents(t, as(owner), 'cursor=now')).json;
    expect(empty).toMatchObject({ items: [], has_more: false });
    expect(agent.next_actions[0].path).toContain(`cursor=${encodeURIComponent(empty.next_cursor)}&wait=25`);
    const { id } = await makePost(t, as(owner));
    const { data } = (await listEvents(t, as(owner), `cursor=${encodeURIComponent(empty.next_cursor)}`)).json;
    expect(data.items.map(({ object }: EventWire) => object.id)).toEqual([id]);
    const cursor = encodeURIComponent(data.next_cursor);
    expect((await listEvents(t, as(owner), `cursor=${cursor}`)).json.data.items).toEqual([]);
    expect((await listEvents(t, as(owner), `cursor=${cursor}&types=post.published`)).status).toBe(200);
  });

  it('starts at the cursor of home', async () => {
    const owner = await makeMember(t);
    await dispatch(t);
    const { events_cursor } = (await t.call('GET', '/v1/home', as(owner))).json.data;
    const { id } = await makePost(t, as(owner));
    const items = await eventsFor(t, as(owner), `cursor=${encodeURIComponent(events_cursor)}`);
    expect(items.map(({ object }) => object.id)).toEqual([id]);
  });

  it('filters by type', async () => {
    const owner = await makeMember(t);
    await makePost(t, as(owner));
    expect(typesOf(await eventsFor(t, as(owner), 'types=post.published,post.removed'))).toEqual(['post.published']);
    expect(refusal(await listEvents(t, as(owner), 'types=post.liked'))[1]).toBe('invalid_request');
    await makeKey(t, owner);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [owner.profile.id]);
    expect(typesOf(await eventsFor(t, { token: owner.token }, 'types=api_key.created'))).toEqual(['api_key.created']);
    expect(await eventsFor(t, { token: owner.token }, 'types=api_key.revoked')).toEqual([]);
  });

  it('merges the logs of all attached profiles and of the account, and narrows to one by header', async () => {
    const owner = await makeMember(t);
    const second = await makeProfile(t, owner, { type: 'company' });
    await makePost(t, { token: owner.token, as: second.id });
    await makeKey(t, owner, { scopes: ['notifications:read'] });
    await makePost(t, as(owner));
    const all = await eventsFor(t, { token: owner.token });
    expect(typesOf(all)).toEqual([
      'profile.created',
      'profile.created',
      'post.published',
      'api_key.created',
      'post.published',
    ]);
    expect(new Set(all.map(({ profile_id }) => profile_id))).toEqual(new Set([owner.profile.id, second.id, null]));
    expect(typesOf(await eventsFor(t, { token: owner.token, as: second.id }))).toEqual([
      'profile.created',
      'post.published',
    ]);
    expect(await readOn({ token: owner.token }, 'limit=2')).toEqual(all);
  });

  it('shows events of the account to keys with keys:read only', async () => {
    const owner = await makeMember(t);
    const profileIds = [owner.profile.id];
    const plain = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds });
    const strong = await makeKey(t, owner, { scopes: ['notifications:read', 'keys:read'], profileIds });
    expect(typesOf(await eventsFor(t, plain))).toEqual(['profile.created']);
    expect(typesOf(await eventsFor(t, strong))).toEqual(['profile.created', 'api_key.created', 'api_key.created']);
    const without = await makeKey(t, owner, { scopes: ['posts:all'], profileIds });
    expect(refusal(await listEvents(t, without))[1]).toBe('insufficient_scope');
  });

  it('shows a manager the types of its permissions, at the time of reading', async () => {
    const [owner, manager, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const [cursor, others] = [await cursorOfNow(t, as(manager)), await cursorOfNow(t, as(other))];
    const { id } = await makePost(t, as(owner));
    await follow(t, other, owner);
    const managed = { token: manager.token, as: owner.profile.id };
    const grant = await grantAccess(t, owner, manager, ['following']);
    expect(typesOf(await eventsFor(t, managed, `cursor=${cursor}`))).toEqual(['follow.created']);
    await revokeGrant(t, grant);
    await grantAccess(t, owner, manager, ['posting']);
    const posts = await eventsFor(t, managed, `cursor=${cursor}`);
    expect(posts.map(({ object }) => object.id)).toEqual([id]);
    expect(await eventsFor(t, as(other), `cursor=${others}&types=post.published`)).toEqual([]);
  });

  it('ends a page early in a long log without readable types, and reads on behind it', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, manager, ['following']);
    await t.pool.query(
      `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
        select gen_random_uuid(), $2, 'profile.updated', $1, 'profile', $1, '{"fields": []}' from generate_series(1, 12000)`,
      [owner.profile.id, t.clock.now()],
    );
    await follow(t, manager, owner);
    const managed = { token: manager.token, as: owner.profile.id };
    const first = (await listEvents(t, managed, 'limit=5')).json;
    expect(first.data).toMatchObject({ items: [], has_more: true });
    expect(first.agent.next_actions[0].path).not.toContain('wait');
    expect(typesOf(await readOn(managed, 'limit=5'))).toEqual(['follow.created']);
  });
});

describe('a cursor', () => {
  const START = { error_code: 'invalid_cursor', agent: { hint: expect.stringContaining('/v1/home') } };

  it('of another list, another log or of dropped events is refused, with a way to start again', async () => {
    const owner = await makeMember(t);
    await makePost(t, as(owner));
    const cursor = await cursorOfNow(t, as(owner));
    const audit = (await t.call('GET', '/v1/audit-log?limit=1', as(owner))).json.data.next_cursor;
    const encode = (epoch: string, position: number, accountId = owner.accountId) =>
      encodeEventCursor(t.deps.keys.cursor, accountId, { epoch, position });
    const { rows } = await t.pool.query('select epoch, last_position from event_log');
    const [{ epoch, last_position }] = rows;
    const foreign = encode(epoch, last_position, (await makeMember(t)).accountId);
    for (const bad of ['nonsense', audit, encode(owner.profile.id, 1), encode(epoch, last_position + 1000), foreign]) {
      const answer = await listEvents(t, as(owner), `cursor=${encodeURIComponent(bad)}`);
      expect(answer.json, bad).toMatchObject(START);
      expect(answer.json.agent.next_actions).toHaveLength(2);
    }
    expect((await listEvents(t, as(owner), 'cursor=')).json.error_code).toBe('invalid_cursor');
    await t.pool.query('update event_log set dropped_position = 5');
    expect((await listEvents(t, as(owner), `cursor=${encodeURIComponent(encode(epoch, 4))}`)).json).toMatchObject(
      START,
    );
    expect((await listEvents(t, as(owner), `cursor=${encodeURIComponent(encode(epoch, 5))}`)).status).toBe(200);
    expect((await listEvents(t, as(owner), `cursor=${cursor}`)).status).toBe(200);
  });
});

describe('expand', () => {
  const expanded = async (by: CallOptions, query = '') =>
    Object.fromEntries(
      (await eventsFor(t, by, `limit=50&expand=object${query}`)).map(({ type, expanded: object }) => [type, object]),
    );

  it('adds each object as the caller may read it now', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    const { id } = await makePost(t, as(owner), { body: 'To be read' });
    await react(other, id);
    await follow(t, other, owner);
    const request = await askForContact(t, other, owner, 'Hello');
    const conversation = await openConversation(t, other, owner);
    await sendMessage(t, as(other), conversation, `Hello @${owner.profile.username}`);
    const grant = await granted(t, owner, other, ['posting']);
    const objects = await expanded(as(owner));
    expect(objects['profile.created']).toMatchObject({ username: owner.profile.username });
    expect(objects['post.published']).toMatchObject({ id, body_preview: 'To be read', likes_count: 1 });
    expect(objects['reaction.changed']).toEqual(objects['post.published']);
    expect(objects['follow.created']).toBeNull();
    expect(objects['contact_request.created']).toMatchObject({ id: request, message: 'Hello', status: 'pending' });
    expect(objects['conversation.created']).toMatchObject({ id: conversation, title: other.profile.name });
    expect(objects['message.created']).toMatchObject({ conversation_id: conversation, mine: false });
    expect(objects['message.created']!['mentions']).toHaveLength(1);
    expect(objects['access_grant.invited']).toMatchObject({ id: grant, permissions: ['posting'], status: 'accepted' });
    const theirs = await expanded(as(other));
    expect(theirs['message.created']).toMatchObject({ mine: true });
    expect(theirs['access_grant.invited']).toMatchObject({ id: grant });
    expect((await eventsFor(t, as(owner)))[0]).not.toHaveProperty('expanded');
  });

  it('adds the actor, alone or with the object', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    await follow(t, other, owner);
    const [event] = await eventsFor(t, as(owner), 'types=follow.created&expand=actor');
    expect(event).toMatchObject({ actor: { id: other.profile.id, username: other.profile.username } });
    expect(event).not.toHaveProperty('expanded');
    const [both] = await eventsFor(t, as(owner), 'types=profile.created&expand=actor,object');
    expect(both!.actor).toEqual(both!.expanded);
    expect(both!.actor).toMatchObject({ id: owner.profile.id });
    await t.pool.query('update profiles set deleted_at = now() where id = $1', [other.profile.id]);
    const [gone] = await eventsFor(t, as(owner), 'types=follow.created&expand=object,actor');
    expect(gone).toMatchObject({ actor_profile_id: other.profile.id, actor: null, expanded: null });
    await t.pool.query('update profiles set deleted_at = null where id = $1', [other.profile.id]);
    expect((await t.call('GET', '/v1/events?expand=author', as(owner))).status).toBe(400);
  });

  it('is null for what is gone, hidden, or not within the scopes', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    await becomeContacts(t, owner, other, 'Note');
    const { id } = await makePost(t, as(other), { visibility: 'contacts' });
    await t.call('POST', '/v1/posts', { ...as(owner), body: { body: 'Quote', quoted_post_id: id } });
    const gone = await makePost(t, as(owner));
    await t.call('DELETE', `/v1/posts/${gone.id}`, as(owner));
    const key = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds: [owner.profile.id] });
    const objects = await expanded({ ...key, as: owner.profile.id });
    expect(objects['message.created']).toBeNull();
    expect(objects['conversation.created']).toBeNull();
    expect(objects['contact_request.created']).toBeNull();
    expect(objects['post.removed']).toBeNull();
    const mine = await expanded(as(owner));
    expect(mine['message.created']).toMatchObject({ body: 'Note' });
    const [quote] = await eventsFor(t, as(other), 'types=quote.created&expand=object');
    expect(quote?.expanded).toMatchObject({ kind: 'quote' });
    await block(t, owner, other);
    const hidden = await makePost(t, as(owner), {
      visibility: 'members',
      quoted_post_id: (await makePost(t, as(owner))).id,
    });
    expect((await t.call('GET', `/v1/posts/${hidden.id}`, as(other))).status).toBe(404);
    expect((await t.call('GET', `/v1/posts/${quote!.object.id}`, as(other))).status).toBe(200);
    await t.call('PATCH', `/v1/posts/${quote!.object.id}`, { ...as(owner), body: { visibility: 'members' } });
    const [blocked] = await eventsFor(t, as(other), 'types=quote.created&expand=object');
    expect(blocked?.expanded).toBeNull();
  });

  it('reads what is private to a profile as the profile in whose log it is', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    const second = { ...owner, profile: await makeProfile(t, owner) };
    const conversation = await openConversation(t, second, other);
    await sendMessage(t, as(other), conversation, 'To the second');
    const [event] = await eventsFor(t, { token: owner.token }, 'types=message.created&expand=object');
    expect(event).toMatchObject({ profile_id: second.profile.id, expanded: { body: 'To the second', mine: false } });
  });
});
