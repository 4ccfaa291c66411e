import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/operator/accounts.ts';
import '../../src/areas/operator/reports.ts';
import '../../src/areas/operator/waiting.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

/** Posts and messages are looked up by their key, but there are none here. */
const TABLES = ['reports', 'accounts', 'profiles'];
const COUNT = 20_000;
let client: pg.Client;
/** Accounts with a profile each, and four reports for each, most of them closed. */
beforeAll(async () => {
  client = await openPlanDatabase();
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${COUNT}) n`);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), id, 'human', 'member-' || n, 'Member ' || md5(n::text), 'M', '{}', now(), now()
    from (select id, row_number() over () as n from accounts) a`);
  await client.query(`create temp table numbered as select id, row_number() over () as n from profiles`);
  await client.query('analyze numbered');
  await client.query(`insert into reports (id, reporter_profile_id, target_type, target_id, target_profile_id, reason, status, settled_at, created_at, updated_at)
    select gen_random_uuid(), a.id, 'profile', b.id, b.id, 'spam', case when k = 1 and a.n % 100 = 0 then 'open' else 'dismissed' end,
      case when k = 1 and a.n % 100 = 0 then null else now() end, now(), now()
    from numbered a cross join generate_series(1, 4) k join numbered b on b.n = 1 + (a.n + k) % ${COUNT}`);
  await vacuum(client, TABLES);
}, 180_000);

const values = { status: 'open', before_id: LAST_ID, rows: 51, term: '7@example.com', q: 'quartermaine' };

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['operator.list_reports', ['reports_status_idx', 'reports_target_profile_idx', 'profiles_pkey']],
    ['operator.count_open_reports', ['reports_status_idx']],
    ['operator.list_accounts', ['accounts_pkey', 'profiles_account_idx']],
    ['operator.find_account_by_email', ['accounts_email_unique', 'profiles_account_idx']],
    ['operator.search_accounts', ['profiles_search_idx', 'accounts_pkey']],
  ])('%s uses %s', async (statement, indexes) => {
    const nodes = await planOf(client, statement, values, { generic });
    expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
    expect(wastes(nodes, TABLES).filter((waste) => waste.startsWith('Seq Scan'))).toEqual([]);
  });
});
