import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';

/** `newest` walks from the newest item, for frequent words; `ranked` sorts all matches. The first page decides. */
export type Regime = 'newest' | 'ranked' | null;

/** Behind every position in a ranking. */
export const MAX_INT = 2_147_483_647;

/** Condition: `profile` allows being found (`indexable`), or the reader may act as it. */
export const isFoundBy = (profile: SQL): SQL =>
  sql`(${profile}.indexable or ${profile}.id = any(${p('reader_ids', 'uuid[]')}))`;
