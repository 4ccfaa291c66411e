import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/follows/follow.ts';
import '../../src/areas/follows/lists.ts';
import '../../src/areas/safety/block.ts';
import '../../src/areas/safety/blocks.ts';
import { allStatements } from '../../src/db/statement.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { addMembers, openPlanDatabase, pairsOf } from '../support/plan-database.ts';

const PROFILES = 700;
const EACH = 100;
const TABLES = [
  'follows',
  'blocks',
  'contacts',
  'contact_requests',
  'profiles',
  'accounts',
  'actors',
  'profile_counters',
];

const pairs = pairsOf(PROFILES);

let client: pg.Client;
let ids: string[];
/**
 * 70,000 follows and blocks, and a tenth as many contacts and requests, of 700 profiles. Foreign keys are not
 * checked row by row, which would take a minute.
 */
beforeAll(async () => {
  client = await openPlanDatabase(['contacts', 'contact_requests', 'follows', 'blocks']);
  await addMembers(client, PROFILES);
  await client.query(`insert into usernames select replace(username, '-', ''), username, id, null from profiles`);
  await client.query('insert into profile_counters (profile_id, shard, followers) select id, 0, 1 from profiles');
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs(1, EACH)}`);
  await client.query(`insert into blocks select a.id, b.id, now() - k * interval '1 minute' ${pairs(500, EACH)}`);
  await client.query(
    `insert into contacts select gen_random_uuid(), a.actor_id, a.id, 'profile', b.actor_id, b.id, null, now(), now() ${pairs(1, 10)}`,
  );
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, responded_at, created_at, updated_at)
    select gen_random_uuid(), a.id, a.actor_id, b.id, case when k % 5 = 0 then 'pending' else 'rejected' end, '',
      now() + interval '1 day', case when k % 5 = 0 then null else now() end, now(), now() ${pairs(200, 10)}`);
  await client.query('analyze');
  ids = (await client.query('select id from numbered limit 50')).rows.map(({ id }) => id);
}, 180_000);

const values = () => ({
  viewer_profile_id: ids[0],
  viewer_type: 'human',
  viewer_permissions: [],
  now: new Date(),
  cooldown_since: new Date(0),
  before: new Date(),
  before_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  rows: 51,
  ids: ids.slice(1),
  ref_id: ids[0],
  ref_key: null,
  profile_id: ids[0],
  followed_id: ids[1],
  blocked_id: ids[1],
  other_profile_id: ids[1],
  withdraws: true,
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['follows.list_followers anonymous', 'follows_followed_idx'],
    ['follows.list_followers member', 'follows_followed_idx'],
    ['follows.list_followers seen', 'follows_followed_idx'],
    ['follows.list_following anonymous', 'follows_follower_idx'],
    ['follows.list_following member', 'follows_follower_idx'],
    ['follows.list_following seen', 'follows_follower_idx'],
    ['follows.find_target', 'follows_pair_unique'],
    ['relations.read_viewer', 'follows_pair_unique'],
  ])('%s uses %s', async (statement, index) => {
    const nodes = await planOf(client, statement, values(), { generic });
    expect(indexesOf(nodes)).toContain(index);
    expect(wastes(nodes, TABLES)).toEqual([]);
  });

  it.each([
    ['follows.require_target', ['profiles_pkey']],
    ['follows.insert', ['profile_counters_pk']],
    ['follows.delete', ['follows_pair_unique']],
    ['follows.remove_between', ['follows_pair_unique']],
    ['contacts.remove_between', ['contacts_entities_idx']],
    ['contacts.end_between', ['contact_requests_pending_unique']],
    ['safety.delete_block', ['blocks_blocked_idx']],
    ['safety.list_blocks', ['blocks_blocker_idx', 'profiles_account_idx']],
  ])('%s finds its rows with %s', async (statement, indexes) => {
    const named = allStatements()
      .get(statement)!
      .parameters.filter((name) => typeof name === 'string');
    const given = {
      ...Object.fromEntries(named.map((name) => [name, null])),
      held_scopes: [],
      permissions: [],
      ...values(),
    };
    const nodes = await planOf(client, statement, given, { generic });
    expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
    // The rows it found are sorted, so that locks are taken in order; no table is scanned.
    expect(wastes(nodes, TABLES).filter((waste) => waste.startsWith('Seq Scan'))).toEqual([]);
  });
});
