import { expect, it } from 'vitest';
import { INVARIANTS, onEvents } from '../../src/areas/index.ts';
import { runInvariants } from '../../src/db/invariants.ts';
import { startDispatcher } from '../../src/events/dispatcher.ts';
import { startTestApp } from '../support/app.ts';
import { askForContact, respond, withdraw } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { block, tryFollow, unfollow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** What contradicts the notifications of a profile, by ids. */
const CONTRADICTIONS = {
  'acts of blocked members': `select a.object_id from notification_actors a
    join blocks b on (b.blocker_profile_id, b.blocked_profile_id) in ((a.profile_id, a.actor_profile_id), (a.actor_profile_id, a.profile_id))
    where a.profile_id = $1`,
  'notifications of removed posts': `select n.id from notifications n join posts po on po.id = n.group_id and po.status = 'removed'
    where n.profile_id = $1 and n.type = 'reaction.changed'`,
  'unread notifications of answered requests': `select n.id from notifications n join contact_requests cr on cr.id = n.group_id and cr.status <> 'pending'
    where n.profile_id = $1 and n.type = 'contact_request.created' and n.read_at is null`,
  'notifications of withdrawn requests': `select n.id from notifications n join contact_requests cr on cr.id = n.group_id and cr.status = 'withdrawn'
    where n.profile_id = $1 and n.type = 'contact_request.created'`,
  'reactions that are not in exactly one notification': `select re.profile_id from reactions re join posts po on po.id = re.post_id and po.status = 'published'
    where po.profile_id = $1 and not exists (select from blocks b where $1 in (b.blocker_profile_id, b.blocked_profile_id)
        and re.profile_id in (b.blocker_profile_id, b.blocked_profile_id))
      and 1 <> (select count(*) from notification_actors a where a.actor_profile_id = re.profile_id and a.object_id = re.post_id)`,
};

it('notifications are exact after members acted, undid, read, answered, blocked and removed during the dispatch', async () => {
  const t = await startTestApp();
  const author = await makeMember(t);
  const crowd = await Promise.all(Array.from({ length: 25 }, () => makeMember(t)));
  const react = (by: Member, id: string, active = true) =>
    t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(by), body: { reaction_type: 'like', active } });
  const readAll = () => t.call('PUT', '/v1/notifications/read', { ...as(author), body: {} });
  const [kept, removed] = [await makePost(t, as(author)), await makePost(t, as(author))];
  const dispatcher = startDispatcher(t.deps, { onEvents });

  const lives: ((one: Member) => Promise<unknown>)[] = [
    async (one) => {
      await react(one, kept.id);
      await react(one, removed.id);
      await block(t, author, one);
    },
    async (one) => {
      for (const active of [true, false, true]) await react(one, kept.id, active);
      await react(one, removed.id);
      await t.call('DELETE', `/v1/posts/${removed.id}`, as(author));
    },
    async (one) => {
      const request = await askForContact(t, one, author);
      await react(one, kept.id);
      await respond(t, author, request, 'accept');
      await readAll();
    },
    async (one) => {
      await withdraw(t, one, await askForContact(t, one, author));
      await tryFollow(t, one, author);
      await unfollow(t, one, author);
    },
    async (one) => {
      const id = await openConversation(t, one, author);
      await sendMessage(t, as(one), id);
      await t.call('PUT', `/v1/conversations/${id}/read`, { ...as(author), body: {} });
      const comment = await makePost(t, as(one), { reply_to_post_id: kept.id });
      await t.call('DELETE', `/v1/posts/${comment.id}`, as(one));
      await block(t, one, author);
    },
  ];
  await Promise.all(crowd.map((one, n) => lives[n % lives.length]!(one)));
  await dispatcher.stop();
  await dispatch(t);

  for (const [name, query] of Object.entries(CONTRADICTIONS)) {
    expect((await t.pool.query(query, [author.profile.id])).rows, name).toEqual([]);
  }
  expect((await runInvariants(t.pool, INVARIANTS)).filter(({ rows }) => rows.length > 0)).toEqual([]);
  const { items } = (await t.call('GET', '/v1/notifications?limit=50', as(author))).json.data;
  const reactions = items.filter(({ type }: { type: string }) => type === 'reaction.changed');
  const told = reactions.reduce((sum: number, one: { actor_count: number }) => sum + one.actor_count, 0);
  expect(told).toBe(crowd.filter((_, n) => n % lives.length === 1 || n % lives.length === 2).length);
});
