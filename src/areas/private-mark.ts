import { type PgColumn, type SQL, sql } from '../db/drizzle.ts';
import { p } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { type WriteStatement, writeStatement } from '../events/write-statement.ts';

const profileId = p('profile_id', 'uuid');
const targetId = p('target_id', 'uuid');

type Mark = { table: 'bookmarks' | 'mutes'; owner: PgColumn; target: PgColumn; objectType: string };
type Change = WriteStatement<{ changed: boolean }, { target_id: string }>;

/** A row by which the acting profile marks something for itself: an audit row, no event. Both changes may be repeated. */
export function privateMark({ table, owner, target, objectType }: Mark): { insert: Change; remove: Change } {
  const [by, on] = [sql.identifier(owner.name), sql.identifier(target.name)];
  const change = (name: string, query: SQL): Change =>
    writeStatement(
      `${table}.${name}`,
      { target_id: 'uuid' },
      {
        change: sql`changed as (${query} returning ${on})`,
        audit: { from: sql`changed`, objectType, object: targetId },
        answer: sql<{ changed: boolean }>`select exists (select from changed) as changed`,
      },
    );
  return {
    insert: change(
      'insert',
      sql`insert into ${writes(table)} (${by}, ${on}, created_at) values (${profileId}, ${targetId}, ${p('now', 'timestamptz')})
      on conflict do nothing`,
    ),
    remove: change('delete', sql`delete from ${writes(table)} where ${by} = ${profileId} and ${on} = ${targetId}`),
  };
}
