import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorReads } from '../../src/areas/posts/readers.ts';
import '../../src/areas/profiles/sitemap.ts';
import '../../src/areas/profiles/suggestions.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

/** The other tables of these statements are empty here. */
const TABLES = ['profiles', 'accounts', 'profile_counters'];

let client: pg.Client;
/**
 * 50,000 profiles. Indexes that the statements do not use are dropped first: maintaining them would take most of the
 * time.
 */
beforeAll(async () => {
  client = await openPlanDatabase();
  await client.query(`drop index profiles_search_idx, profiles_words_idx, profiles_typos_idx; alter table profiles alter column search_text drop expression,
      alter column search_vector drop expression;
    alter table accounts drop constraint accounts_email_unique;
    alter table profiles drop constraint profiles_account_id_accounts_id_fk;
    alter table profile_counters drop constraint profile_counters_profile_id_profiles_id_fk`);
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), '', '', '', now(), now() from generate_series(1, 50000)`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, search_text, search_vector, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'member', 'Member', 'M', '{}', '', '', now(), now() from accounts`);
  await client.query('insert into profile_counters (profile_id, shard, followers) select id, 0, 1 from profiles');
  await client.query('analyze');
}, 180_000);

const NONE = '00000000-0000-0000-0000-000000000000';
const values = {
  after_id: NONE,
  last_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  limit: 1000,
  rows: 1000,
  ranked_ids: [NONE],
  ...authorReads({ profile_id: NONE, own_ids: [NONE] }),
  account_id: NONE,
  viewer_profile_id: NONE,
  viewer_type: 'human',
  viewer_permissions: [],
  now: new Date(),
  cooldown_since: new Date(0),
};

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each(['profiles.summarize_sitemap', 'profiles.list_sitemap'])('%s uses the index', async (statement) => {
    const nodes = await planOf(client, statement, values, { generic });
    expect(indexesOf(nodes)).toContain('profiles_sitemap_idx');
    expect(wastes(nodes, TABLES)).toEqual([]);
  });

  it('profiles.list_suggestions scans no table, and sorts only its candidates', async () => {
    const nodes = await planOf(client, 'profiles.list_suggestions', values, { generic });
    expect(indexesOf(nodes)).toEqual(
      expect.arrayContaining(['profiles_autofollow_idx', 'profiles_pkey', 'profile_counters_pk']),
    );
    expect(
      nodes.filter((node) => node['Node Type'] === 'Seq Scan' && TABLES.includes(node['Relation Name'] ?? '')),
    ).toEqual([]);
  });
});
