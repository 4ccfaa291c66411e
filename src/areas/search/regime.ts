import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';

/**
 * How a search continues: `newest` walks from the newest item to the oldest, for words that many items contain; `ranked`
 * sorts all matches by relevance. The first page decides (null), whatever its limit, and the cursor keeps it.
 */
export type Regime = 'newest' | 'ranked' | null;

/** Behind every position in a ranking. */
export const MAX_INT = 2_147_483_647;

/** Condition: `profile` allows being found (`indexable`), or the reader may act as it. */
export const isFoundBy = (profile: SQL): SQL =>
  sql`(${profile}.indexable or ${profile}.id = any(${p('reader_ids', 'uuid[]')}))`;
