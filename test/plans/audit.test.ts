import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/account/created-mails.ts';
import '../../src/areas/audit/list.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { indexesOf, type PlanNode, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
let client: pg.Client;
let busy: { profile: string; account: string; manager: string };
/** 50,000 entries: a tenth of them of one profile, the others of a thousand; a hundredth through a grant. */
beforeAll(async () => {
  client = await openPlanDatabase();
  await client.query(`create temp table members as select gen_random_uuid() as profile, gen_random_uuid() as account, n
    from generate_series(0, 1000) n`);
  await client.query(`insert into audit_log (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, object_type, object_id, request_id)
    select (lpad(to_hex(e.n), 12, '0') || repeat('0', 20))::uuid, now(), 'posts.create', 'session', null, m.account, m.profile,
      case when e.n % 100 = 0 then manager.profile end, 'post', gen_random_uuid(), 'made'
    from (select n, case when n % 10 = 0 then 0 else 1 + n % 1000 end as of_member from generate_series(1, 50000) n) e
    join members m on m.n = e.of_member cross join (select profile from members where n = 1000) manager`);
  await vacuum(client, ['audit_log']);
  const { rows } = await client.query('select profile, account from members where n in (0, 1000) order by n');
  busy = { ...rows[0], manager: rows[1].profile };
}, 120_000);

const values = (fields: object) => ({
  whole_ids: [busy.profile],
  shared_ids: [],
  all_of_account_id: busy.account,
  only_principal_id: null,
  account_id: busy.account,
  before_id: LAST_ID,
  from_id: NOBODY,
  rows: 51,
  ...fields,
});

/** The log is read along indexes, and only the rows of one page are sorted. */
function expectWalks(nodes: readonly PlanNode[]) {
  expect(wastes(nodes, ['audit_log']).filter((waste) => waste.startsWith('Seq Scan'))).toEqual([]);
  expect(indexesOf(nodes)).not.toContain('audit_log_pkey');
  expect(nodes.filter((node) => node['Node Type'] === 'Limit').length).toBeGreaterThanOrEqual(3);
}

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    ['audit.list', {}, ['audit_log_account_idx', 'audit_log_profile_idx']],
    ['audit.list_operation', { operation: 'posts.remove' }, ['audit_log_account_idx', 'audit_log_profile_idx']],
    ['audit.list_manager', {}, ['audit_log_manager_idx']],
    ['audit.list_operation_of_manager', { operation: 'posts.remove' }, ['audit_log_manager_idx']],
  ])('%s uses its indexes', async (statement, fields, indexes) => {
    const given = values({ manager_profile_id: busy.manager, ...fields });
    const nodes = await planOf(client, statement, given, { generic });
    expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
    expectWalks(nodes);
  });

  it.each(['account.mail_created', 'account.mail_many_created', 'account.count_created'])(
    '%s reads the entries of one account',
    async (statement) => {
      const job = { payload: {}, start_after: new Date(), singleton_key: busy.account };
      const given = { account_id: busy.account, from_id: NOBODY, ...job };
      const nodes = await planOf(client, statement, given, { generic });
      expect(indexesOf(nodes)).toContain('audit_log_account_idx');
      expect(wastes(nodes, ['audit_log'])).toEqual([]);
    },
  );
});
