import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p } from '../../db/statement.ts';

/** Whether a post `po` is no longer as the caller read it. */
export const revisionDiffers = sql`coalesce(po.revision <> ${p('expected_revision', 'int')}, false)`;

/** The revision tells whether the text has changed, or only the status. */
export const refuseChanged = refuse('post_changed', sql`jsonb_build_object('current_revision', po.revision)`);
