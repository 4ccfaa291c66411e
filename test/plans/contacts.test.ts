import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/contacts/contacts.ts';
import '../../src/areas/contacts/create.ts';
import '../../src/areas/contacts/expire.ts';
import '../../src/areas/contacts/requests.ts';
import '../../src/areas/contacts/respond.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { addMembers, openPlanDatabase, pairsOf } from '../support/plan-database.ts';

const PROFILES = 2000;
const EACH = 100;
const TABLES = ['contacts', 'contact_requests', 'profiles', 'actors', 'follows', 'blocks', 'accounts'];

const pairs = pairsOf(PROFILES);

let client: pg.Client;
let ids: string[];
/**
 * 200,000 contacts and as many requests, of 2,000 profiles. Foreign keys are not checked row by row, which would take a
 * minute.
 */
beforeAll(async () => {
  client = await openPlanDatabase(['contacts', 'contact_requests']);
  await addMembers(client, PROFILES);
  await client.query(
    `insert into contacts select gen_random_uuid(), a.actor_id, a.id, 'profile', b.actor_id, b.id, null, now(), now() ${pairs(1, EACH)}`,
  );
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, responded_at, created_at, updated_at)
    select gen_random_uuid(), a.id, a.actor_id, b.id, case when k % 20 = 0 then 'pending' else 'rejected' end, '',
      now() + k * interval '1 day', case when k % 20 = 0 then null else now() end, now(), now() ${pairs(1, EACH)}`);
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs(1, 10)}`);
  await client.query(`insert into blocks select a.id, b.id, now() ${pairs(500, 10)}`);
  await client.query('analyze');
  ids = (await client.query('select id from numbered limit 2')).rows.map(({ id }) => id);
}, 180_000);

const values = (more: Record<string, unknown> = {}) => ({
  viewer_profile_id: ids[0],
  viewer_type: 'human',
  viewer_permissions: [],
  now: new Date(),
  cooldown_since: new Date(0),
  before_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  from_id: '80000000-0000-7000-8000-000000000000',
  rows: 51,
  owner_id: ids[0],
  q: 'member 19',
  status: null,
  id: ids[0],
  profile_id: ids[0],
  profile_type: 'human',
  target_id: ids[1],
  max_open: 500,
  ...more,
});

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['contacts.list', 'contacts_owner_idx'],
    ['contacts.list_oldest', 'contacts_owner_idx'],
    ['contacts.search', 'contacts_owner_idx'],
    ['contacts.search_oldest', 'contacts_owner_idx'],
    ['contacts.list_incoming_requests', 'contact_requests_incoming_idx'],
    ['contacts.list_incoming_waiting', 'contact_requests_incoming_pending_idx'],
    ['contacts.list_outgoing_requests', 'contact_requests_outgoing_idx'],
    ['contacts.list_outgoing_waiting', 'contact_requests_outgoing_pending_idx'],
    ['contacts.find_request', 'contact_requests_pkey'],
    ['contacts.find_request_viewer', 'contact_requests_pkey'],
    ['contacts.find_note', 'contact_requests_incoming_idx'],
    ['contacts.require_addressee_for', 'contact_requests_pending_unique'],
    ['contacts.require_addressee', 'contact_requests_pkey'],
    ['contacts.expire_batch', 'contact_requests_expires_idx'],
  ])('%s uses %s', async (statement, index) => {
    const nodes = await planOf(client, statement, values(), { generic });
    expect(indexesOf(nodes)).toContain(index);
    expect(wastes(nodes, TABLES)).toEqual([]);
  });
});
