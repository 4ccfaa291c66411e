import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { enqueueNew } from './create.ts';

const now = p('now', 'timestamptz');
const targetId = p('target_id', 'uuid');

/** Also has the pending export of the member mailed. No row: no account with a confirmed address. */
const insertFor = writeStatement(
  'exports.create_for_member',
  { export_id: 'uuid', target_id: 'uuid', confirms_by_mail: 'bool' },
  {
    change: sql`made as (
    insert into ${writes('exports')} as x (id, account_id, status, is_mailed, created_at, updated_at)
    select ${p('export_id', 'uuid')}, a.id, 'pending', true, ${now}, ${now} from accounts a
    where a.id = ${targetId} and (a.email_verified_at is not null or not ${p('confirms_by_mail', 'bool')})
    on conflict (account_id) where status = 'pending' do update set is_mailed = true
    returning x.id)`,
    audit: {
      from: sql`made`,
      objectType: 'export',
      object: sql`made.id`,
      profile: sql`null::uuid`,
      account: sql`coalesce(${p('account_id', 'uuid')}, ${targetId})`,
    },
    answer: sql<{ id: string }>`select id from made`,
  },
);

/**
 * Starts an export of all data of an account, as an operator, after its owner has asked for it. Only the owner gets its address, by mail.
 * Undefined: no account with a confirmed address. Fails with `permission_denied`, `recent_sign_in_required`.
 */
export async function createExportFor(ctx: Ctx, accountId: string): Promise<{ exportId: string } | undefined> {
  const target_id = idOrNone(accountId);
  const export_id = newId();
  const { rows } = await writeAsOperator(ctx, 'requests', {
    recent: recentSignInCalls(ctx),
    rows: insertFor.call(ctx, { export_id, target_id, confirms_by_mail: !ctx.config.emailsCountAsVerified }),
    job: enqueueNew.call({ export_id }),
  });
  const [row] = rows;
  if (!row) return undefined;
  whenCommitted(ctx, () => wakeJobs('exports.make'));
  return { exportId: row.id };
}
