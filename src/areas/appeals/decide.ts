import type { APPEAL_TARGET_TYPES } from '../../core/enums.ts';
import type { TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { isInForce } from './in-force.ts';

type Decided = {
  id: string;
  account_id: string;
  target_type: (typeof APPEAL_TARGET_TYPES)[number];
  target_id: string;
  is_in_force: boolean;
};

const decide = writeStatement(
  'appeals.decide',
  { appeal_id: 'uuid', status: 'text' },
  {
    change: sql`decided as (
    update ${writes('appeals')} ap set status = ${p('status', 'text')}, decided_at = ${p('now', 'timestamptz')},
      decided_by_account_id = ${p('account_id', 'uuid')}
    where ap.id = ${p('appeal_id', 'uuid')} and ap.status = 'open' returning ap.*)`,
    audit: {
      from: sql`decided`,
      objectType: 'appeal',
      object: sql`decided.id`,
      account: sql`coalesce(${p('account_id', 'uuid')}, decided.account_id)`,
    },
    answer: sql<Decided>`select ap.id, ap.account_id, ap.target_type, ap.target_id, ${isInForce} as is_in_force from decided ap`,
  },
);

/** Closes an open appeal; no row if it is not open. Belongs into a write of an operator. */
export const decideCall = (tx: TxCtx, appeal_id: string, status: 'accepted' | 'rejected'): Call<Decided> =>
  decide.call(tx, { appeal_id, status });
