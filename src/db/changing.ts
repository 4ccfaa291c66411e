import { type SQL, sql } from './drizzle.ts';

/** A batch can't end early without an error. Checks that find nothing to change record it; later statements ask. */

/** A select-list expression: whether the later statements of the batch change anything. */
export const setChanging = (condition: SQL): SQL => sql`set_config('pronet.changing', (${condition})::text, true)`;

/** Condition: there is something to change. True unless `setChanging` recorded otherwise. */
export const changing: SQL = sql`(current_setting('pronet.changing', true) is distinct from 'false')`;
