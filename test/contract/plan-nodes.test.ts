import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeGrant, endGrant, granted, invite, invited, resendInvite, respondToInvite } from '../support/access.ts';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { askForContact, ask as askOf, contactIdOf, respond, withdraw } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { tryBlock } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { cachedPlanOf } from '../support/plan.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
let client: pg.PoolClient;
let author: Member;
let reader: Member;
let post: { id: string };
let quote: { id: string };
let run: string[] = [];
beforeAll(async () => {
  t = await startTestApp();
  client = await t.pool.connect();
  [author, reader] = [await makeMember(t), await makeMember(t)];
  post = await makePost(t, as(author));
  quote = await makePost(t, as(author), { quoted_post_id: post.id });
  await makePost(t, as(author), { reply_to_post_id: post.id });
  await makePost(t, as(reader), { reply_to_post_id: post.id });
  // All statements pass here, on the pool and in transactions.
  const seen = new WeakSet<pg.PoolClient>();
  t.pool.on('acquire', (acquired) => {
    if (seen.has(acquired)) return;
    seen.add(acquired);
    const { connection } = acquired as unknown as { connection: { bind: (message: { statement: string }) => void } };
    const bind = connection.bind.bind(connection);
    connection.bind = (message) => {
      run.push(message.statement);
      bind(message);
    };
  });
});
afterAll(() => client?.release(true));

/** Neither counts what runs in the background, such as the recording of the last use of a credential. */
const READS = /^(access|contacts|conversations|feed|follows|home|notifications|posts|profiles|relations|search)\./;
const WRITES =
  /^(auth\.(authorize(_owners?)?|detach_unmanaged|notify_credentials|reserve_budget)|access|account|audit|events|contacts|conversations|follows|notifications|posts|reports|safety)\b/;

/** A new post, a reaction and a message start their plans once for all concurrent calls: see `src/db/shared-batch.ts`. */
type Most = { nodes: number; roundTrips: number; statements?: number };

/** What an operation costs grows with the nodes of the plans that it starts, whether they are executed or not. */
it.each<[string, () => string, () => CallOptions, Most]>([
  ['a post', () => `/v1/posts/${post.id}`, () => ({}), { nodes: 12, roundTrips: 1 }],
  ['a post, for a member', () => `/v1/posts/${post.id}`, () => as(reader), { nodes: 25, roundTrips: 1 }],
  ['a quote', () => `/v1/posts/${quote.id}`, () => ({}), { nodes: 20, roundTrips: 2 }],
  ['a quote as a card', () => `/v1/posts/${quote.id}?view=compact`, () => ({}), { nodes: 12, roundTrips: 1 }],
  // Of each comment, it counts those below: one whose author is hidden keeps its place for them.
  ['comments', () => `/v1/posts/${post.id}/comments`, () => ({}), { nodes: 22, roundTrips: 1 }],
  ['comments, for a member', () => `/v1/posts/${post.id}/comments`, () => as(reader), { nodes: 57, roundTrips: 1 }],
  ['quotes', () => `/v1/posts/${post.id}/quotes`, () => ({}), { nodes: 15, roundTrips: 1 }],
  ['posts of a profile', () => `/v1/profiles/${author.profile.id}/posts`, () => ({}), { nodes: 10, roundTrips: 1 }],
  ['own posts', () => `/v1/profiles/${author.profile.id}/posts`, () => as(author), { nodes: 22, roundTrips: 1 }],
  ['a profile', () => `/v1/profiles/${author.profile.id}`, () => ({}), { nodes: 21, roundTrips: 1 }],
  [
    'a profile, for a member',
    () => `/v1/profiles/${author.profile.id}`,
    () => as(reader),
    { nodes: 55, roundTrips: 1 },
  ],
  ['followers', () => `/v1/profiles/${author.profile.id}/followers`, () => ({}), { nodes: 12, roundTrips: 2 }],
  [
    'followers, for a member',
    () => `/v1/profiles/${author.profile.id}/followers`,
    () => as(reader),
    { nodes: 60, roundTrips: 2 },
  ],
  ['contacts', () => '/v1/contacts', () => as(author), { nodes: 50, roundTrips: 2 }],
  ['conversations', () => '/v1/conversations', () => as(author), { nodes: 50, roundTrips: 2 }],
  [
    'posts of a profile with a word',
    () => `/v1/profiles/${author.profile.id}/posts?q=read`,
    () => ({}),
    { nodes: 60, roundTrips: 2 },
  ],
  ['notifications', () => '/v1/notifications', () => as(author), { nodes: 57, roundTrips: 2 }],
  ['found posts', () => '/v1/search/posts?q=read', () => as(reader), { nodes: 170, roundTrips: 3 }],
  ['found profiles', () => '/v1/search/profiles?q=robin', () => as(reader), { nodes: 170, roundTrips: 3 }],
  ['the feed', () => '/v1/feed', () => as(author), { nodes: 100, roundTrips: 3 }],
  ['home', () => '/v1/home', () => as(author), { nodes: 71, roundTrips: 2 }],
])('a read of %s starts few plan nodes', async (_name, path, by, most) => {
  // The first request with a credential looks it up. A repeated one without would be answered from the cache.
  if (by().token) await t.call('GET', path(), by());
  await expectFew(() => t.call('GET', path(), by()), most, READS);
});

const ask = async (message: string) => {
  const other = await makeMember(t);
  return { other, id: await askForContact(t, other, reader, message) };
};

const writeOn =
  (fields: () => Record<string, unknown>, method: string, path: string, body?: object) =>
  async (): Promise<() => Promise<CallResult>> => {
    const { id } = await makePost(t, as(author), fields());
    return () => t.call(method, `/v1/posts/${id}${path}`, { ...as(author), ...(body ? { body } : {}) });
  };
const draft = () => ({ status: 'draft' });

it.each<[string, () => Promise<() => Promise<CallResult>>, Most]>([
  [
    'a new post',
    async () => () => t.call('POST', '/v1/posts', { ...as(author), body: { body: 'Hello' } }),
    { nodes: 30, roundTrips: 1, statements: 2 },
  ],
  [
    'a comment',
    async () => () =>
      t.call('POST', '/v1/posts', { ...as(reader), body: { body: 'Hello', reply_to_post_id: post.id } }),
    // One of them locks the thread, before the next ones read its audience.
    { nodes: 78, roundTrips: 1, statements: 7 },
  ],
  [
    'a reaction',
    async () => () =>
      t.call('PUT', `/v1/posts/${post.id}/reaction`, { ...as(reader), body: { reaction_type: 'like', active: true } }),
    { nodes: 46, roundTrips: 1, statements: 2 },
  ],
  ['the publication of a draft', writeOn(draft, 'POST', '/publish', {}), { nodes: 110, roundTrips: 2 }],
  [
    'the publication of a comment',
    writeOn(() => ({ status: 'draft', reply_to_post_id: post.id }), 'POST', '/publish', {}),
    { nodes: 175, roundTrips: 2 },
  ],
  // Six of them ask whether the app that wrote before is the same one, authorized again.
  ['an edit', writeOn(() => ({}), 'PATCH', '', { body: 'Another text' }), { nodes: 143, roundTrips: 1 }],
  ['the replacement of images', writeOn(draft, 'PUT', '/images', {}), { nodes: 93, roundTrips: 1 }],
  ['the removal of a post', writeOn(() => ({}), 'DELETE', ''), { nodes: 80, roundTrips: 1 }],
  [
    'the return of a pending post',
    async () => {
      const { id } = await makePost(t, as(author), draft());
      await t.pool.query("update posts set status = 'pending_approval' where id = $1", [id]);
      return () => t.call('POST', `/v1/posts/${id}/return`, { ...as(author), body: {} });
    },
    { nodes: 90, roundTrips: 1 },
  ],
  [
    'a report of a post',
    async () => () =>
      t.call('POST', '/v1/reports', {
        ...as(reader),
        body: { target_type: 'post', target_id: post.id, reason: 'spam' },
      }),
    { nodes: 50, roundTrips: 1 },
  ],
  [
    'a contact request',
    async () => {
      const other = await makeMember(t);
      return () => askOf(t, reader, other, 'Hello');
    },
    { nodes: 75, roundTrips: 1 },
  ],
  [
    'an acceptance',
    async () => {
      const { id } = await ask('');
      return () => respond(t, reader, id, 'accept');
    },
    { nodes: 90, roundTrips: 2 },
  ],
  [
    'an acceptance with a note',
    async () => {
      const { id } = await ask('Hello');
      return () => respond(t, reader, id, 'accept');
    },
    { nodes: 115, roundTrips: 2 },
  ],
  [
    'a rejection',
    async () => {
      const { id } = await ask('Hello');
      return () => respond(t, reader, id, 'reject');
    },
    { nodes: 70, roundTrips: 1 },
  ],
  [
    'a withdrawal',
    async () => {
      const id = await askForContact(t, reader, await makeMember(t));
      return () => withdraw(t, reader, id);
    },
    { nodes: 45, roundTrips: 1 },
  ],
  [
    'the removal of a contact',
    async () => {
      const { other, id } = await ask('');
      await respond(t, reader, id, 'accept');
      const contact = await contactIdOf(t, reader, other);
      return () => t.call('DELETE', `/v1/contacts/${contact}`, as(reader));
    },
    { nodes: 55, roundTrips: 1 },
  ],
  [
    'the opening of a conversation',
    async () => {
      const { profile } = await makeMember(t);
      return () => t.call('POST', '/v1/conversations/direct', { ...as(reader), body: { profile_id: profile.id } });
    },
    { nodes: 100, roundTrips: 2 },
  ],
  [
    'a message',
    async () => {
      const id = await openConversation(t, reader, await makeMember(t));
      return () => t.call('POST', `/v1/conversations/${id}/messages`, { ...as(reader), body: { body: 'Hello' } });
    },
    { nodes: 51, roundTrips: 1, statements: 2 },
  ],
  [
    'the deletion of a message',
    async () => {
      const id = await openConversation(t, reader, await makeMember(t));
      const message = await sendMessage(t, as(reader), id);
      return () => t.call('DELETE', `/v1/conversations/${id}/messages/${message.id}`, as(reader));
    },
    { nodes: 65, roundTrips: 1 },
  ],
  [
    'a block',
    async () => {
      const other = await makeMember(t);
      return () => tryBlock(t, reader, other);
    },
    { nodes: 96, roundTrips: 3 },
  ],
  [
    'an invitation to manage a profile',
    async () => {
      const { profile } = await makeMember(t);
      return () => invite(t, reader, reader.profile.id, profile.id);
    },
    { nodes: 87, roundTrips: 3 },
  ],
  [
    'a reminder of an invitation',
    async () => {
      const id = await invited(t, reader, await makeMember(t));
      return () => resendInvite(t, reader, id);
    },
    { nodes: 65, roundTrips: 3 },
  ],
  [
    'the acceptance of an invitation',
    async () => {
      const id = await invited(t, await makeMember(t), reader);
      return () => respondToInvite(t, reader, id);
    },
    { nodes: 90, roundTrips: 3 },
  ],
  [
    'the refusal of an invitation',
    async () => {
      const id = await invited(t, await makeMember(t), reader);
      return () => respondToInvite(t, reader, id, 'decline');
    },
    { nodes: 65, roundTrips: 3 },
  ],
  [
    'a change of a grant',
    async () => {
      const id = await granted(t, reader, await makeMember(t));
      return () => changeGrant(t, reader, id, { public: false });
    },
    // The last one makes drafts of the posts scheduled under it.
    { nodes: 185, roundTrips: 4 },
  ],
  [
    'the revocation of a grant',
    async () => {
      const id = await granted(t, reader, await makeMember(t));
      return () => endGrant(t, reader, id);
    },
    { nodes: 175, roundTrips: 4 },
  ],
])('a write of %s starts few plan nodes', async (_name, prepare, most) => {
  const call = await prepare();
  await t.call('GET', '/v1/me', as(reader));
  await expectFew(call, most, WRITES);
});

async function expectFew(call: () => Promise<CallResult>, most: Most, counted: RegExp): Promise<void> {
  run = [];
  const answer = await call();
  expect(answer.status, answer.text).toBeLessThan(300);
  const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
  const names = run.filter((name) => counted.test(name));
  let nodes = 0;
  for (const name of names) {
    nodes += (await cachedPlanOf(client, name)).length;
  }
  expect(names.length).toBeGreaterThan(0);
  expect(nodes, names.join()).toBeLessThanOrEqual(most.nodes);
  // A change of grants evicts credentials from the cache, perhaps only now: then the request looks its own up again.
  const lookups = run.filter((name) => name === 'auth.load_principal').length;
  expect(line.round_trips - lookups).toBeLessThanOrEqual(most.roundTrips);
  if (most.statements !== undefined) expect(names).toHaveLength(most.statements);
}
