import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../src/areas/index.ts';
import { openLoneTables } from '../support/lone-tables.ts';
import { cachedPlanOf, indexesOf } from '../support/plan.ts';
import { vacuum } from '../support/vacuum.ts';

/** Most members follow, know and ask a few others, so that all rows of a member are fewer than those of a page. */
const PROFILES = 20_000;
const EACH = 3;

let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const tables = ['follows', 'contacts', 'contact_requests', 'blocks', 'profiles'];
  ({ client, drop } = await openLoneTables(tables));
  await client.query(`create temp table member as
    select gen_random_uuid() as id, n from generate_series(0, ${PROFILES - 1}) n`);
  await client.query('create unique index on member (n)');
  await client.query('analyze member');
  const pairs = `from member a cross join generate_series(1, ${EACH}) k join member b on b.n = (a.n + k * 997) % ${PROFILES}`;
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select id, gen_random_uuid(), 'human', 'member-' || n, 'Member', 'M', '{}', now(), now() from member`);
  await client.query(`insert into follows select gen_random_uuid(), a.id, b.id, now() ${pairs}`);
  await client.query(`insert into contacts
    select gen_random_uuid(), a.id, a.id, 'profile', b.id, b.id, null, now(), now() ${pairs}`);
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, created_at, updated_at)
    select gen_random_uuid(), a.id, a.id, b.id, 'pending', '', now() + interval '1 day', now(), now() ${pairs}`);
  await client.query(`insert into blocks select a.id, b.id, now() ${pairs}`);
  await vacuum(client, tables);
}, 180_000);
afterAll(async () => {
  await client?.end();
  await drop?.();
});

it('relations are found by pair, not among all rows of a profile', async () => {
  const used = indexesOf(await cachedPlanOf(client, 'relations.read_viewer'));
  const ofRelations = used.filter((name) => /^(follows|contacts|contact_requests)_/.test(name));
  expect([...new Set(ofRelations)].sort()).toEqual([
    'contact_requests_pair_idx',
    'contacts_entities_idx',
    'follows_pair_unique',
  ]);
  expect(used).not.toContain('blocks_blocker_idx');
});
