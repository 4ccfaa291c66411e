import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PreparedCall } from '../../src/db/pipeline.ts';
import { type CallOptions, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { nodesOf } from '../support/plan.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
let client: pg.PoolClient;
let author: Member;
let reader: Member;
let post: { id: string };
let quote: { id: string };
let run: PreparedCall[] = [];
beforeAll(async () => {
  t = await startTestApp();
  client = await t.pool.connect();
  [author, reader] = [await makeMember(t), await makeMember(t)];
  post = await makePost(t, as(author));
  quote = await makePost(t, as(author), { quoted_post_id: post.id });
  await makePost(t, as(author), { reply_to_post_id: post.id });
  const { executor } = t.deps.database;
  const runCalls = executor.run;
  executor.run = (calls) => {
    run.push(...calls.filter(({ name }) => READS.test(name)));
    return runCalls(calls);
  };
});
afterAll(() => client?.release(true));

/** Not what runs in the background, such as the recording of the last use of a credential. */
const READS = /^(access|contacts|conversations|follows|home|posts|profiles|relations)\./;

type Most = { nodes: number; roundTrips: number };

/** What an operation costs grows with the nodes of the plans that it starts, whether they are executed or not. */
it.each<[string, () => string, () => CallOptions, Most]>([
  ['a post', () => `/v1/posts/${post.id}`, () => ({}), { nodes: 15, roundTrips: 1 }],
  ['a post, for a member', () => `/v1/posts/${post.id}`, () => as(reader), { nodes: 30, roundTrips: 1 }],
  ['a quote', () => `/v1/posts/${quote.id}`, () => ({}), { nodes: 30, roundTrips: 2 }],
  ['a quote as a card', () => `/v1/posts/${quote.id}?view=compact`, () => ({}), { nodes: 15, roundTrips: 1 }],
  ['comments', () => `/v1/posts/${post.id}/comments`, () => ({}), { nodes: 25, roundTrips: 1 }],
  ['comments, for a member', () => `/v1/posts/${post.id}/comments`, () => as(reader), { nodes: 55, roundTrips: 1 }],
  ['quotes', () => `/v1/posts/${post.id}/quotes`, () => ({}), { nodes: 35, roundTrips: 1 }],
  ['posts of a profile', () => `/v1/profiles/${author.profile.id}/posts`, () => ({}), { nodes: 20, roundTrips: 1 }],
  ['own posts', () => `/v1/profiles/${author.profile.id}/posts`, () => as(author), { nodes: 30, roundTrips: 1 }],
  ['a profile', () => `/v1/profiles/${author.profile.id}`, () => ({}), { nodes: 20, roundTrips: 1 }],
  [
    'a profile, for a member',
    () => `/v1/profiles/${author.profile.id}`,
    () => as(reader),
    { nodes: 55, roundTrips: 1 },
  ],
  ['followers', () => `/v1/profiles/${author.profile.id}/followers`, () => ({}), { nodes: 25, roundTrips: 2 }],
  [
    'followers, for a member',
    () => `/v1/profiles/${author.profile.id}/followers`,
    () => as(reader),
    { nodes: 60, roundTrips: 2 },
  ],
  ['contacts', () => '/v1/contacts', () => as(author), { nodes: 50, roundTrips: 2 }],
  ['conversations', () => '/v1/conversations', () => as(author), { nodes: 50, roundTrips: 2 }],
  ['home', () => '/v1/home', () => as(author), { nodes: 120, roundTrips: 2 }],
])('a read of %s starts few plan nodes', async (_name, path, by, most) => {
  await t.call('GET', path(), by());
  run = [];
  expect((await t.call('GET', path(), by())).status).toBe(200);
  const line = t.logLines.map((text) => JSON.parse(text)).findLast((entry) => 'round_trips' in entry);
  let nodes = 0;
  for (const call of run) nodes += (await nodesOf(client, call, { generic: true })).length;
  expect(run.length).toBeGreaterThan(0);
  expect(nodes, run.map(({ name }) => name).join()).toBeLessThanOrEqual(most.nodes);
  expect(line.round_trips).toBeLessThanOrEqual(most.roundTrips);
});
