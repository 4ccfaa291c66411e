import { type SQL, sql } from './drizzle.ts';

/**
 * A batch cannot end early without an error. If its checks find that there is nothing to change, as in a repeated call,
 * they say so with `setChanging`, and the later statements have the condition `changing`.
 */

/** A select-list expression: whether the later statements of the batch change anything. */
export const setChanging = (condition: SQL): SQL => sql`set_config('pronet.changing', (${condition})::text, true)`;

/** Condition: there is something to change. True unless `setChanging` said otherwise. */
export const changing: SQL = sql`(current_setting('pronet.changing', true) is distinct from 'false')`;
