import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../src/areas/home/service.ts';
import { cloneDatabase } from '../support/database.ts';
import { indexesOf, planOf } from '../support/plan.ts';

const PROFILES = 1000;
const EACH = 100;
/** The others are small here. */
const BIG = ['conversations', 'conversation_members', 'contact_requests', 'access_grants', 'posts'];

let client: pg.Client;
let drop: () => Promise<void>;
let own: { id: string; actor_id: string };
/** 100,000 rows of each kind that can be pending (200,000 sides of conversations), few of which are. */
beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as tbl, conname from pg_constraint where contype = 'f' and conrelid::regclass::text = any('{${BIG}}')
    loop execute format('alter table %s drop constraint if exists %I', c.tbl, c.conname); end loop; end $$`);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${PROFILES}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'member', 'Member', 'M', '{}', now(), now() from accounts`);
  await client.query(`insert into actors select gen_random_uuid(), 'profile', id, now(), now() from profiles`);
  await client.query(`create temp table pairs as with numbered as (
      select entity_id as id, id as actor_id, row_number() over () - 1 as n from actors where type = 'profile')
    select a.id, a.actor_id, b.id as other_id, b.actor_id as other_actor_id, k, gen_random_uuid() as made_id
    from numbered a cross join generate_series(1, ${EACH}) k join numbered b on b.n = (a.n + k) % ${PROFILES}`);
  await client.query(`insert into conversations (id, kind, low_actor_id, high_actor_id, created_by_actor_id, created_at, updated_at)
    select made_id, 'direct', least(actor_id, other_actor_id), greatest(actor_id, other_actor_id), actor_id, now(), now() from pairs`);
  await client.query(`insert into conversation_members (conversation_id, actor_id, other_actor_id, unread_count, last_activity_at)
    select made_id, actor_id, other_actor_id, case when k % 20 = 0 then 1 else 0 end, now() - k * interval '1 hour' from pairs
    union all select made_id, other_actor_id, actor_id, 0, now() from pairs`);
  await client.query(`insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, created_at, updated_at)
    select made_id, id, actor_id, other_id, case when k % 20 = 0 then 'pending' else 'withdrawn' end, '', now() + interval '1 day', now(), now() from pairs`);
  await client.query(`insert into access_grants (id, profile_id, manager_profile_id, permissions, status, created_at, updated_at)
    select made_id, id, other_id, '{posting}', case when k % 20 = 0 then 'pending' else 'revoked' end, now(), now() from pairs`);
  await client.query(`insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
    select made_id, id, 'post', case when k % 20 = 0 then 'pending_approval' else 'published' end, 'public', '', 'none', '{}', now(), now(), now() from pairs`);
  await client.query('analyze');
  own = (await client.query('select id, actor_id from pairs limit 1')).rows[0];
}, 180_000);
afterAll(async () => {
  await client?.end();
  await drop?.();
});

it.each([
  ['with its values', false],
  ['once prepared', true],
])('pending items are found with indexes, %s', async (_name, generic) => {
  const values = {
    viewer_profile_id: own.id,
    viewer_type: 'human',
    viewer_permissions: [],
    profile_id: own.id,
    actor_id: own.actor_id,
    account_id: own.id,
    now: new Date(),
    cooldown_since: new Date(0),
    few: 5,
    ...{ sees_messages: true, sees_requests: true, sees_invitations: true, is_managed: true },
    approvable_kinds: ['post'],
    reader_id: own.id,
    reader_account_id: null,
    contact_reader_id: own.id,
    ...{
      reader_ids: [own.id],
      own_ids: [own.id],
      editable_ids: [own.id],
      editable_comment_ids: [own.id],
      signed_in: true,
    },
  };
  const nodes = await planOf(client, 'home.read', values, { generic });
  expect(indexesOf(nodes)).toEqual(
    expect.arrayContaining([
      'conversation_members_unread_idx',
      'contact_requests_incoming_pending_idx',
      'access_grants_invited_idx',
      'posts_profile_unpublished_idx',
    ]),
  );
  const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
  expect(read.filter((table) => BIG.includes(table))).toEqual([]);
});
