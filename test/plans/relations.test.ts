import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import '../../src/areas/index.ts';
import { SESSION } from '../../src/db/client.ts';
import { allStatements } from '../../src/db/statement.ts';
import { cachedPlanOf, indexesOf, type PlanNode } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

/** Most members have one row in each table. Statements must still suit a member who has a million. */
const PROFILES = 20_000;

/** Indexes by one side of a pair, and the column of the other side. */
const ONE_SIDED: Record<string, string> = {
  follows_follower_idx: 'followed_profile_id',
  follows_followed_idx: 'follower_profile_id',
  contacts_owner_idx: 'contact_entity_id',
  contact_requests_incoming_idx: 'requester_profile_id',
  contact_requests_incoming_pending_idx: 'requester_profile_id',
  contact_requests_outgoing_idx: 'addressee_profile_id',
  contact_requests_outgoing_pending_idx: 'addressee_profile_id',
  conversation_members_list_idx: 'conversation_id',
  conversation_members_unread_idx: 'conversation_id',
  access_grants_manager_idx: 'profile_id',
  reactions_profile_idx: 'post_id',
  mutes_muted_idx: 'muter_profile_id',
  bookmarks_post_idx: 'profile_id',
};

let client: pg.Client;
beforeAll(async () => {
  const tables = [
    ...[
      'follows',
      'contacts',
      'contact_requests',
      'conversation_members',
      'access_grants',
      'reactions',
      'mutes',
      'bookmarks',
    ],
    ...['blocks', 'profiles', 'actors'],
  ];
  client = await openPlanDatabase(tables);
  await client.query(`create temp table member as select gen_random_uuid() as id, gen_random_uuid() as actor_id,
    gen_random_uuid() as object_id, n from generate_series(0, ${PROFILES - 1}) n`);
  await client.query('create unique index on member (n)');
  await client.query('analyze member');
  const pairs = `from member a join member b on b.n = (a.n + 997) % ${PROFILES}`;
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select id, gen_random_uuid(), 'human', 'member-' || n, 'Member', 'M', '{}', now(), now() from member`);
  await client.query("insert into actors select actor_id, 'profile', id, now(), now() from member");
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs}`);
  await client.query(`insert into contacts
    select gen_random_uuid(), a.actor_id, a.id, 'profile', b.actor_id, b.id, null, now(), now() ${pairs}`);
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, created_at, updated_at)
    select gen_random_uuid(), a.id, a.actor_id, b.id, 'pending', '', now() + interval '1 day', now(), now() ${pairs}`);
  await client.query(`insert into conversation_members (conversation_id, actor_id, other_actor_id, last_activity_at, unread_count)
    select a.object_id, a.actor_id, b.actor_id, now() - a.n * interval '1 minute', a.n % 2 ${pairs}`);
  await client.query(`insert into access_grants (id, profile_id, manager_profile_id, permissions, status, created_at, updated_at)
    select gen_random_uuid(), a.id, b.id, '{posting}', 'accepted', now(), now() ${pairs}`);
  await client.query(`insert into reactions (post_id, profile_id, reaction_type, created_at, updated_at)
    select b.object_id, a.id, 'like', now(), now() ${pairs}`);
  await client.query(`insert into mutes select a.id, b.id, now() ${pairs}`);
  await client.query(`insert into blocks select a.id, b.id, now() ${pairs}`);
  await client.query(`insert into bookmarks select a.id, b.object_id, now() ${pairs}`);
  await vacuum(client, tables);
  await client.query(`set random_page_cost = ${SESSION.random_page_cost}`);
}, 180_000);

it('relations are found by pair', async () => {
  const used = indexesOf(await cachedPlanOf(client, 'relations.read_viewer'));
  const ofRelations = used.filter((name) => /^(follows|contacts|contact_requests)_/.test(name));
  expect([...new Set(ofRelations)].sort()).toEqual([
    'contact_requests_pair_idx',
    'contacts_entities_idx',
    'follows_pair_unique',
  ]);
  expect(used).not.toContain('blocks_blocker_idx');
});

it('no statement looks for a pair among all rows of one side', async () => {
  const looking: string[] = [];
  for (const name of allStatements().keys()) {
    if (name.startsWith('test.')) continue;
    for (const node of (await cachedPlanOf(client, name)) as (PlanNode & { Filter?: string })[]) {
      const other = ONE_SIDED[node['Index Name'] ?? ''];
      if (other && new RegExp(`\\b${other} = `).test(node.Filter ?? '')) looking.push(`${name}: ${node['Index Name']}`);
    }
  }
  expect(looking).toEqual([]);
});
