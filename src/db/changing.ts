import { type SQL, sql } from './drizzle.ts';

/**
 * A batch cannot end early without an error. If its checks find nothing to change, as in a repeated call, they record
 * that with `setChanging`, and later statements test `changing`.
 */

/** A select-list expression: whether the later statements of the batch change anything. */
export const setChanging = (condition: SQL): SQL => sql`set_config('pronet.changing', (${condition})::text, true)`;

/** Condition: there is something to change. True unless `setChanging` recorded otherwise. */
export const changing: SQL = sql`(current_setting('pronet.changing', true) is distinct from 'false')`;
