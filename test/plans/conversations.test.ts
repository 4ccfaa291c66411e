import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/conversations/lists.ts';
import '../../src/areas/conversations/open.ts';
import '../../src/areas/conversations/other-side.ts';
import '../../src/areas/conversations/send.ts';
import { cachedPlanOf, indexesOf, planOf, scans, wastes } from '../support/plan.ts';
import { addMembers, openPlanDatabase, pairsOf } from '../support/plan-database.ts';

const PROFILES = 2000;
const EACH = 20;
const TABLES = ['conversations', 'conversation_members', 'messages', 'profiles', 'actors', 'blocks', 'contacts'];

const pairs = pairsOf(PROFILES);

let client: pg.Client;
let own: { id: string; actor_id: string; conversation_id: string; message_id: string };
/**
 * 40,000 conversations with 80,000 sides and messages. Foreign keys are not checked row by row, which would take a
 * minute.
 */
beforeAll(async () => {
  client = await openPlanDatabase(['conversations', 'conversation_members', 'messages']);
  await addMembers(client, PROFILES);
  await client.query(`insert into conversations (id, kind, low_actor_id, high_actor_id, created_by_actor_id, last_seq, last_message_at, last_message_preview, created_at, updated_at)
    select gen_random_uuid(), 'direct', least(a.actor_id, b.actor_id), greatest(a.actor_id, b.actor_id), a.actor_id, 2, now() - k * interval '1 hour', 'two', now(), now() ${pairs(1, EACH)}`);
  await client.query(`insert into conversation_members (conversation_id, actor_id, other_actor_id, unread_count, last_activity_at)
    select c.id, s.mine, s.other, case when abs(hashtext(c.id::text)) % 20 = 0 then 1 else 0 end, c.last_message_at from conversations c
    cross join lateral (values (c.low_actor_id, c.high_actor_id), (c.high_actor_id, c.low_actor_id)) s(mine, other)`);
  await client.query(`insert into messages (id, conversation_id, seq, sender_actor_id, kind, body, ai_disclosure, created_at, updated_at)
    select gen_random_uuid(), c.id, s.seq, case s.seq when 1 then c.low_actor_id else c.high_actor_id end, 'text', 'two', 'none', now(), now()
    from conversations c cross join generate_series(1, 2) s(seq)`);
  await client.query(`insert into blocks select a.id, b.id, now() ${pairs(500, 10)}`);
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs(1, 10)}`);
  await client.query(
    `insert into contacts select gen_random_uuid(), a.actor_id, a.id, 'profile', b.actor_id, b.id, null, now(), now() ${pairs(1, 10)}`,
  );
  await client.query('analyze');
  const { rows } = await client.query(`select n.id, n.actor_id, cm.conversation_id, m.id as message_id from numbered n
    join conversation_members cm on cm.actor_id = n.actor_id join messages m on m.conversation_id = cm.conversation_id limit 1`);
  own = rows[0];
}, 180_000);

const values = () => ({
  viewer_profile_id: own.id,
  viewer_type: 'human',
  viewer_permissions: [],
  profile_id: own.id,
  acting_type: 'human',
  now: new Date(),
  cooldown_since: new Date(0),
  actor_id: own.actor_id,
  account_id: own.id,
  conversation_id: own.conversation_id,
  message_id: own.message_id,
  other_profile_id: own.id,
  before: 'infinity',
  before_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  before_seq: 2_147_483_647,
  rows: 51,
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['conversations.find', 'conversation_members_pk'],
    ['conversations.find_viewer', 'conversation_members_pk'],
    ['conversations.find_opened', 'conversations_pair_unique'],
    ['conversations.require_openable', 'conversations_pair_unique'],
    ['conversations.count_unread', 'conversation_members_unread_idx'],
    ['conversations.list_messages', 'messages_conversation_seq_unique'],
    ['conversations.find_message', 'messages_pkey'],
    ['conversations.find_other_side', 'conversations_pair_unique'],
  ])('%s uses %s, without a sort', async (name, index) => {
    const nodes = await planOf(client, name, values(), { generic });
    expect(indexesOf(nodes)).toContain(index);
    expect(wastes(nodes, TABLES)).toEqual([]);
  });
});

it.each([
  ['conversations.list', 'with its values', false, 'conversation_members_list_idx', 'Incremental Sort'],
  ['conversations.list', 'once prepared', true, 'conversation_members_list_idx', 'Incremental Sort'],
  // Postgres knows how few are unread, and sorts these.
  ['conversations.list_unread', 'with its values', false, 'conversation_members_unread_idx', 'Sort'],
  ['conversations.list_unread', 'once prepared', true, 'conversation_members_unread_idx', 'Incremental Sort'],
])('%s sorts only the rows of the minutes that it reads, %s', async (name, _how, generic, index, sort) => {
  const nodes = await planOf(client, name, values(), { generic });
  // The other side is looked up by the conversation, because a profile may have many.
  expect(indexesOf(nodes)).toEqual(expect.arrayContaining([index, 'conversation_members_pk']));
  expect(wastes(nodes, TABLES)).toEqual([sort]);
});

it.each([
  ['check_message', ['conversation_members_pk', 'actors_pkey', 'profiles_pkey']],
  ['send_messages', ['conversations_pkey', 'conversation_members_pk']],
])('%s looks up each conversation', async (name, indexes) => {
  const nodes = await cachedPlanOf(client, `conversations.${name}`);
  expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
  expect(scans(nodes, TABLES)).toEqual([]);
});
