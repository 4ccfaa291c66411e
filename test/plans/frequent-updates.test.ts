import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { openPlanDatabase } from '../support/plan-database.ts';

let client: pg.Client;
beforeAll(async () => {
  client = await openPlanDatabase(['conversation_members']);
});

/**
 * The columns of a table that its indexes contain, in keys, expressions, or conditions. Postgres updates a row within its
 * page, without new entries in any index, only if the update changes none of them.
 */
async function indexedColumns(table: string): Promise<string[]> {
  const { rows } = await client.query<{ attname: string }>(
    `select distinct attname from pg_index i
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
        and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid > 0
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where i.indrelid = $1::regclass
      union select attname from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.conrelid = $1::regclass and c.contype in ('p', 'u')`,
    [table],
  );
  return rows.map(({ attname }) => attname);
}

it.each([
  ['conversations', 'last_seq, last_message_at, last_message_preview, updated_at'],
  ['conversation_members', 'unread_count, has_written, last_activity_at, last_read_seq, last_read_at'],
  ['post_counters', 'likes, replies, comments, quotes'],
  ['profile_counters', 'following, followers, posts'],
])('a message, reaction, post or follow changes no indexed column of %s', async (table, changed) => {
  const indexed = await indexedColumns(table);
  expect(indexed).not.toEqual([]);
  expect(indexed.filter((column) => changed.split(', ').includes(column))).toEqual([]);
});

it('a message changes the minute of the last activity at most', async () => {
  const at = ['2026-03-02T10:09:00.000Z', '2026-03-02T10:09:59.999Z', '2026-03-02T10:10:00.000Z'];
  const { rows } = await client.query<{ activity_minute: Date; is_unread: boolean }>(
    `insert into conversation_members (conversation_id, actor_id, other_actor_id, unread_count, last_activity_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n - 1, at::timestamptz from unnest($1::text[]) with ordinality one(at, n)
      returning activity_minute, is_unread`,
    [at],
  );
  expect(rows.map((row) => [row.activity_minute.toISOString(), row.is_unread])).toEqual([
    [at[0], false],
    [at[0], true],
    [at[2], true],
  ]);
});
