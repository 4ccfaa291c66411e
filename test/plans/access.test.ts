import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/access/expire.ts';
import '../../src/areas/access/invite.ts';
import '../../src/areas/access/lists.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { addMembers, openPlanDatabase, pairsOf } from '../support/plan-database.ts';

const PROFILES = 2000;
const EACH = 25;
/** Not accounts: reading all 2,000 of them is faster than 51 lookups. */
const TABLES = [
  'access_grants',
  'profiles',
  'actors',
  'follows',
  'contacts',
  'contact_requests',
  'blocks',
  'grant_usage',
];

const pairs = pairsOf(PROFILES);

let client: pg.Client;
let ids: string[];
/** 50,000 grants of 2,000 profiles: one in 20 is pending, one in 20 is public, and half have ended. */
beforeAll(async () => {
  client = await openPlanDatabase(['access_grants', 'contacts', 'contact_requests', 'grant_usage']);
  await addMembers(client, PROFILES);
  await client.query(`insert into access_grants (id, profile_id, manager_profile_id, permissions, status, public,
      invitation_expires_at, expires_at, accepted_at, created_at, updated_at)
    select gen_random_uuid(), a.id, b.id, '{posting}', case when k % 20 = 0 then 'pending' when k % 2 = 0 then 'revoked' else 'accepted' end,
      k % 20 = 1, now() + k * interval '1 day', now() + (k + 10) * interval '1 day', now(), now(), now() ${pairs(1, EACH)}`);
  await client.query(`insert into grant_usage select id, 'posts_per_day', now()::date, 1, 9 from access_grants`);
  await client.query(
    `insert into contacts select gen_random_uuid(), a.actor_id, a.id, 'profile', b.actor_id, b.id, null, now(), now() ${pairs(1, 10)}`,
  );
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, created_at, updated_at)
    select gen_random_uuid(), a.id, a.actor_id, b.id, 'withdrawn', '', now(), now(), now() ${pairs(1, 10)}`);
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs(1, 10)}`);
  await client.query(`insert into blocks select a.id, b.id, now() ${pairs(500, 10)}`);
  await client.query('analyze');
  ids = (await client.query('select id from numbered limit 2')).rows.map(({ id }) => id);
}, 180_000);

const values = () => ({
  viewer_profile_id: ids[0],
  viewer_type: 'human',
  viewer_permissions: [],
  now: new Date(),
  cooldown_since: new Date(0),
  before_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  rows: 51,
  profile_id: ids[0],
  manager_profile_id: ids[1],
  managed_id: ids[1],
  manager_id: null,
  manager_ids: ids,
  own_account_id: null,
  status: null,
  ids,
  id: ids[0],
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['access.list', 'access_grants_profile_list_idx'],
    ['access.find_managed', 'profiles_pkey'],
    ['access.find', 'access_grants_pkey'],
    ['access.find_many', 'access_grants_pkey'],
    ['access.find_parties', 'access_grants_pkey'],
    ['access.find_recipient', 'profiles_pkey'],
    ['access.find_recipient_again', 'access_grants_pkey'],
    ['access.find_over', 'access_grants_live_unique'],
    ['access.find_managing', 'access_grants_live_unique'],
    ['access.list_over', 'access_grants_ends_idx'],
    ['access.require_no_grant', 'access_grants_live_unique'],
    ['access.list_principals', 'access_grants_public_manager_idx'],
    ['access.list_principals', 'access_grants_public_profile_idx'],
  ])('%s uses %s', async (statement, index) => {
    const nodes = await planOf(client, statement, { ...values(), account_id: ids[0], manager_id: ids[1] }, { generic });
    expect(indexesOf(nodes)).toContain(index);
    expect(wastes(nodes, TABLES)).toEqual([]);
  });

  it.each([
    ['access.list_some', ['access_grants_profile_list_idx']],
    ['access.list_of_manager', ['access_grants_profile_list_idx', 'access_grants_manager_idx']],
  ])('%s sorts at most the grants of one profile', async (statement, indexes) => {
    const nodes = await planOf(client, statement, { ...values(), manager_id: ids[1] }, { generic });
    expect(indexesOf(nodes).some((index) => indexes.includes(index))).toBe(true);
    expect(wastes(nodes, TABLES).filter((waste) => waste !== 'Sort')).toEqual([]);
  });

  /** Combines the rows of several profiles: sorts a page of each, and an account has at most 50. */
  it('access.list_invitations uses an index for each profile, and sorts those pages', async () => {
    const nodes = await planOf(client, 'access.list_invitations', values(), { generic });
    expect(indexesOf(nodes)).toContain('access_grants_invited_idx');
    expect(wastes(nodes, TABLES).filter((waste) => !/Sort/.test(waste))).toEqual([]);
    expect(nodes.filter((node) => /Sort/.test(node['Node Type'])).length).toBeLessThanOrEqual(1);
  });
});
