import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/notifications/list.ts';
import '../../src/areas/notifications/read.ts';
import '../../src/areas/notifications/make.ts';
import '../../src/areas/notifications/purge.ts';
import '../../src/events/read-notifications.ts';
import { allStatements } from '../../src/db/statement.ts';
import { indexesOf, type PlanNode, planOf, scans } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

/** The others are empty here. */
const BIG = ['notifications', 'notification_actors'];

let client: pg.Client;
let own: string;
let notification: string;
/** 60,000 notifications of 300 members, of which one in twenty is unread. */
beforeAll(async () => {
  client = await openPlanDatabase(['profiles', ...BIG]);
  await client.query(`insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'human', 'member', 'Member', 'M', '{}', now(), now() from generate_series(1, 300)`);
  await client.query(`insert into notifications (id, profile_id, type, group_id, read_at, created_at, updated_at)
    select gen_random_uuid(), pr.id, case when n % 3 = 0 then 'message.created' else 'comment.created' end, gen_random_uuid(),
      case when n % 20 > 0 then now() end, now(), now() - n * interval '1 hour'
    from profiles pr cross join generate_series(1, 200) n`);
  await client.query(`insert into notification_actors (notification_id, profile_id, actor_profile_id, object_id, created_at)
    select id, profile_id, gen_random_uuid(), gen_random_uuid(), now() from notifications`);
  await client.query('analyze');
  const { rows } = await client.query<{ id: string; profile_id: string }>(
    'select id, profile_id from notifications limit 1',
  );
  [{ id: notification, profile_id: own }] = rows as [{ id: string; profile_id: string }];
}, 180_000);

describe.each([
  ['with its values', false],
  ['once prepared', true],
])('%s', (_name, generic) => {
  it.each([
    'notifications.page',
    'notifications.page_of_unread',
    'notifications.list_first_unread',
    'notifications.count_unread_of_profiles',
    'notifications.mark_one',
    'notifications.mark_up_to',
    'notifications.mark_some',
    'notifications.enqueue_rest',
    'notifications.read_about',
  ])('%s reads the notifications of one profile by an index', async (statement) => {
    const now = new Date();
    const rows = JSON.stringify([{ profile_id: own, types: [] }]);
    const values = new Proxy(
      { types: ['comment.created'], rows, now, updated_at: now, last_at: now, by_person: true } as Record<
        string,
        unknown
      >,
      { get: (known, name: string) => (name in known ? known[name] : name === 'notification_id' ? notification : own) },
    );
    const types = ['comment.created'];
    const given = /\.(list|page)/.test(statement)
      ? { types, readable_types: types, profile_id: own, before: new Date(), before_id: own, rows: 21 }
      : values;
    const nodes = await planOf(client, statement, given, { generic });
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
    expect(scanned.filter((table) => BIG.includes(table))).toEqual([]);
    expect(indexesOf(nodes).filter((index) => index.startsWith('notifications_'))).not.toEqual([]);
  });
});

it.each(['notifications.page', 'notifications.page_of_unread', 'notifications.list_first_unread'])(
  '%s looks up one shown actor of each notification, and the others only for its page',
  async (name) => {
    const values = { types: null, readable_types: null, profile_id: own, before: new Date(), before_id: own, rows: 21 };
    const nodes = await planOf(client, name, values, { generic: true });
    const tables = (node: PlanNode): string[] => [node['Relation Name'] ?? '', ...(node.Plans ?? []).flatMap(tables)];
    const page = nodes.find((node) => node['Node Type'] === 'Limit')!;
    expect(tables(page)).toContain('notifications');
    expect(tables(page).filter((table) => table === 'notification_actors')).toHaveLength(1);
  },
);

it('notifications.list_actors reads the newest acts of each by an index', async () => {
  const values = { profile_id: own, notification_ids: [notification] };
  for (const generic of [false, true]) {
    const nodes = await planOf(client, 'notifications.list_actors', values, { generic });
    expect(scans(nodes, BIG)).toEqual([]);
    expect(indexesOf(nodes)).toContain('notification_actors_newest_idx');
  }
});

/** The others look up what a member has asked for. */
const OF_DISPATCHER =
  /^notifications\.(find_(new|lost|ended|settled|between|acts|own)|lock$|create|add|remove_(actors|notif)|remove$|purge|mark_settled|read_conv)/;

describe('the dispatcher and the job that purges', () => {
  const [at, id] = [[new Date()], '00000000-0000-7000-8000-000000000000'];
  const single: Record<string, unknown> = {
    now: at[0],
    before: at[0],
    before_id: '80000000-0000-7000-8000-000000000000',
  };
  const wish = { place: 0, id, recipient_id: id, type: 'comment.created', group_id: id, actor_id: id, object_id: id };
  const lists: Record<string, unknown> = {
    n: [0],
    wishes: JSON.stringify([{ ...wish, at: at[0], needs_human: false }]),
  };
  const values = new Proxy<Record<string, unknown>>(
    {},
    { get: (_, name: string) => single[name] ?? lists[name] ?? [id] },
  );

  it.each([...allStatements().keys()].filter((name) => OF_DISPATCHER.test(name)))(
    '%s looks up notifications and actors by indexes',
    async (name) => {
      for (const generic of [false, true]) {
        const nodes = await planOf(client, name, values, { generic });
        expect(scans(nodes, BIG)).toEqual([]);
      }
    },
  );
});
