import { discardFiles } from '../../adapters/storage/garbage.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

const now = p('now', 'timestamptz');

/** SQL that deletes the exports that match. Their files become garbage in the same statement. */
export const removeExports = (matching: SQL): SQL<{ removed: number }> =>
  sql`with gone as (delete from ${writes('exports')} where ${matching} returning blob_key), garbage as (
      ${discardFiles(sql`select blob_key, ${now}, null::uuid from gone where blob_key is not null`)}
    )
    select count(*)::int as removed from gone`;

/** Deletes all exports, pending ones too: any session may have read their URLs, which need no credential. */
export const endExports = statement(
  'exports.end',
  { account_id: 'uuid', now: 'timestamptz' },
  removeExports(sql`account_id = ${p('account_id', 'uuid')}`),
);
