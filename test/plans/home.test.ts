import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorReads } from '../../src/areas/posts/readers.ts';
import '../../src/areas/home/attention.ts';
import '../../src/areas/home/service.ts';
import { indexesOf, planOf } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

const PROFILES = 300;
const EACH = 100;
/** The others are small here. */
const BIG = ['conversations', 'conversation_members', 'contact_requests', 'access_grants', 'posts'];

let client: pg.Client;
let own: { id: string; actor_id: string };
/** 30,000 rows of each kind that can be pending (60,000 sides of conversations), few of which are. */
beforeAll(async () => {
  client = await openPlanDatabase(BIG);
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

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['conversations.list_first_unread', 'conversation_members_unread_idx'],
    ['home.read_pending', 'contact_requests_incoming_pending_idx'],
    ['home.read_pending', 'access_grants_invited_idx'],
    ['home.read_pending', 'posts_profile_unpublished_idx'],
    ['contacts.list_first_waiting', 'contact_requests_incoming_pending_idx'],
    ['access.list_first_waiting', 'access_grants_invited_idx'],
    ['posts.list_awaiting', 'posts_profile_unpublished_idx'],
    ['posts.list_returned', 'posts_profile_unpublished_idx'],
    ['posts.count_returned', 'posts_profile_unpublished_idx'],
    ['home.list_grants', 'access_grants_live_unique'],
    ['conversations.count_unread_of_actors', 'conversation_members_unread_idx'],
    ['contacts.count_waiting_of_profiles', 'contact_requests_incoming_pending_idx'],
    ['access.count_waiting_of_profiles', 'access_grants_invited_idx'],
    ['posts.count_awaiting_of_profiles', 'posts_profile_unpublished_idx'],
    ['posts.count_drafts_of_programs', 'posts_profile_unpublished_idx'],
  ])('%s uses %s', async (statement, index) => {
    const values = {
      viewer_profile_id: own.id,
      profile_id: own.id,
      actor_id: own.actor_id,
      account_id: own.id,
      now: new Date(),
      few: 5,
      rows: 5,
      approvable_kinds: ['post'],
      draftable_kinds: ['post'],
      ...authorReads({ profile_id: own.id, own_ids: [own.id] }),
      actor_ids: [own.actor_id],
      profile_ids: [own.id],
      posts_of: [own.id],
      comments_of: [own.id],
    };
    const nodes = await planOf(client, statement, values, { generic });
    expect(indexesOf(nodes)).toContain(index);
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
    expect(read.filter((table) => BIG.includes(table))).toEqual([]);
  });
});
