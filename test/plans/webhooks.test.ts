import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import '../../src/areas/webhooks/deliveries.ts';
import { readRules } from '../../src/areas/webhooks/delivery-columns.ts';
import { type DueRow, listDue } from '../../src/areas/webhooks/due.ts';
import { allStatements } from '../../src/db/statement.ts';
import { buffersOf, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';
import { vacuum } from '../support/vacuum.ts';

const BUSY = '00000000-0000-7000-8000-000000000001';
/** A few pages for each of 50 deliveries, and the descents to the lanes. */
const PAGE_BUFFERS = 700;

let client: pg.Client;
/**
 * 30,000 deliveries of 100 webhooks, half of them of one. Of that one 1,500 are pending: 1,000 of a busy lane, and 500 of 50
 * others.
 */
beforeAll(async () => {
  client = await openPlanDatabase(['webhooks', 'webhook_deliveries']);
  await client.query(`insert into webhooks (id, account_id, url, secret, created_at)
    select case when n = 0 then '${BUSY}'::uuid else gen_random_uuid() end, gen_random_uuid(), 'https://a.example', 's', now()
    from generate_series(0, 99) n`);
  await client.query(`insert into webhook_deliveries (webhook_id, event_id, event_created_at, type, lane, position, status, next_attempt_at, created_at)
    select case when n % 2 = 0 then '${BUSY}'::uuid else w.id end, gen_random_uuid(), now(), 'post.published',
      case when n > 3000 then gen_random_uuid() when n <= 2000 then '${BUSY}' else md5((n / 20)::text)::uuid end, n,
      case when n <= 3000 and n % 2 = 0 then 'pending' else 'succeeded' end,
      case when n <= 3000 and n % 2 = 0 then now() - interval '1 minute' end, now() - n * interval '1 second'
    from generate_series(1, 30000) n join (select id, row_number() over (order by id) - 1 as number from webhooks) w on w.number = n % 100`);
  await vacuum(client, ['webhooks', 'webhook_deliveries']);
}, 120_000);

const later = new Date(Date.now() + 3_600_000);
const page = { webhook_id: BUSY, before: later, before_id: BUSY, rows: 51, rules: readRules, now: later };

it.each(['webhooks.list_deliveries', 'webhooks.list_pending', 'webhooks.list_succeeded', 'webhooks.list_due'])(
  '%s costs a bounded number of pages',
  async (name) => {
    const nodes = await planOf(client, name, page, { generic: true });
    expect(wastes(nodes, ['webhook_deliveries']).filter((waste) => waste.startsWith('Seq Scan'))).toEqual([]);
    const most = name === 'webhooks.list_due' ? 4 * PAGE_BUFFERS : PAGE_BUFFERS;
    expect(await buffersOf(client, allStatements().get(name)!.call(page))).toBeLessThan(most);
  },
);

it('a pass has room for every lane, however busy one of them is', async () => {
  const { text, values } = listDue.call({ webhook_id: BUSY, now: later, rules: readRules });
  const { rows } = await client.query<DueRow>(text, [...values]);
  const lanes = Map.groupBy(rows, ({ lane }) => lane);
  expect([lanes.size, rows.length <= 400]).toEqual([52, true]);
  expect(lanes.get(BUSY)!.length).toBe(Math.floor(400 / lanes.size));
});
