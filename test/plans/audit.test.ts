import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/account/created-mails.ts';
import '../../src/areas/audit/list.ts';
import { keepAuditPartitions } from '../../src/areas/audit/partitions.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { allStatements } from '../../src/db/statement.ts';
import { buffersOf, indexesOf, type PlanNode, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
let client: pg.Client;
let busy: { profile: string; account: string; manager: string };
const EMPTY = ['audit_log_before', 'audit_log_1970_11', 'audit_log_1970_12'];

/** The index of the whole table by the name of the one of a partition. */
let indexes: Map<string, string>;

/** 50,000 entries in ten months: a tenth of them of one profile, the others of a thousand; a hundredth through a grant. */
beforeAll(async () => {
  client = await openPlanDatabase();
  for (const month of ['1969-11-15', '1970-06-15']) await keepAuditPartitions(client, new Date(month), null);
  await client.query(`create temp table members as select gen_random_uuid() as profile, gen_random_uuid() as account, n
    from generate_series(0, 1000) n`);
  await client.query(`insert into audit_log (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, object_type, object_id, request_id)
    select (lpad(to_hex(e.n::bigint << 19), 12, '0') || repeat('0', 20))::uuid, now(), 'posts.create', 'session', null, m.account, m.profile,
      case when e.n % 100 = 0 then manager.profile end, 'post', gen_random_uuid(), 'made'
    from (select n, case when n % 10 = 0 then 0 else 1 + n % 1000 end as of_member from generate_series(1, 50000) n) e
    join members m on m.n = e.of_member cross join (select profile from members where n = 1000) manager`);
  await vacuum(client, ['audit_log']);
  const { rows } = await client.query('select profile, account from members where n in (0, 1000) order by n');
  busy = { ...rows[0], manager: rows[1].profile };
  const { rows: parts } = await client.query<{ part: string; whole: string }>(
    `select c.relname as part, p.relname as whole from pg_inherits i join pg_class c on c.oid = i.inhrelid
      join pg_class p on p.oid = i.inhparent where p.relkind = 'I'`,
  );
  indexes = new Map(parts.map(({ part, whole }) => [part, whole]));
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

const usedOf = (nodes: readonly PlanNode[]) => indexesOf(nodes).map((name) => indexes.get(name) ?? name);

/** The log is read along indexes, and only the rows of one page are sorted. */
function expectWalks(nodes: readonly PlanNode[]) {
  // A partition without rows has no index to offer.
  const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  expect(read.filter((name) => !EMPTY.includes(name!))).toEqual([]);
  expect(nodes.filter((node) => node['Node Type'] === 'Append').length).toBeGreaterThanOrEqual(3);
  expect(usedOf(nodes)).not.toContain('audit_log_pkey');
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
  ])('%s uses its indexes', async (statement, fields, used) => {
    const given = values({ manager_profile_id: busy.manager, ...fields });
    const nodes = await planOf(client, statement, given, { generic, given: true });
    expect(usedOf(nodes)).toEqual(expect.arrayContaining(used));
    expectWalks(nodes);
  });

  it.each(['account.mail_created', 'account.mail_many_created', 'account.count_created'])(
    '%s reads the entries of one account',
    async (statement) => {
      const job = { payload: {}, start_after: new Date(), singleton_key: busy.account };
      const given = { account_id: busy.account, from_id: NOBODY, ...job };
      const nodes = await planOf(client, statement, given, { generic, given: true });
      expect(usedOf(nodes)).toContain('audit_log_account_idx');
      expect(wastes(nodes, [...indexes.keys()])).toEqual([]);
    },
  );
});

it('reads a page from the newest months that fill it', async () => {
  const { call } = allStatements().get('audit.list')!;
  // 18 here. A look into each of the twelve partitions would add two or three to each walk.
  expect(await buffersOf(client, call(values({})))).toBeLessThan(36);
});
