import { requireOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import type { APPEAL_STATUSES, APPEAL_TARGET_TYPES } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writeAsOperator } from '../../events/write.ts';
import { notifyOwner } from '../account/mails.ts';
import { readAccount } from '../account/queries.ts';
import { suspendAccount } from '../account/suspension.ts';
import { decideCall } from '../appeals/decide.ts';
import { isInForce } from '../appeals/in-force.ts';
import { restorePost } from '../posts/restore.ts';

export type AppealStatus = Exclude<(typeof APPEAL_STATUSES)[number], 'possible'>;
export type AppealDecision = 'accept' | 'reject';

/** An appeal with what it is about. */
export type QueuedAppeal = {
  id: string;
  account_id: string;
  email: string;
  target_type: (typeof APPEAL_TARGET_TYPES)[number];
  target_id: string;
  text: string;
  reason: string | null;
  target_text: string | null;
  is_in_force: boolean;
  appealed_at: Date;
  decided_at: Date | null;
};

const list = statement(
  'operator.list_appeals',
  { status: 'text', before_id: 'uuid', rows: 'int' },
  sql<QueuedAppeal>`select ap.id, ap.account_id, owner.email, ap.target_type, ap.target_id, coalesce(ap.text, '') as text,
      case ap.target_type when 'account' then owner.suspension_reason else target.removal_note end as reason,
      target.body as target_text, ${isInForce} as is_in_force, coalesce(ap.appealed_at, ap.act_at) as appealed_at, ap.decided_at
    from (select * from appeals where status = ${p('status', 'text')} and id < ${p('before_id', 'uuid')}
      order by id desc limit ${p('rows', 'int')}) ap
    join accounts owner on owner.id = ap.account_id
    left join posts target on ap.target_type = 'post' and target.id = ap.target_id
    order by ap.id desc`,
);

/** Appeals with one status, newest decision first. Fails with `permission_denied`. */
export async function listAppeals(ctx: Ctx, input: PageInput & { status: AppealStatus }): Promise<Page<QueuedAppeal>> {
  requireOperator(ctx, 'appeals');
  const filters = { status: input.status };
  return pageById(ctx, input, 'id', (from) => list.all(ctx, { ...filters, ...from }), filters);
}

/**
 * Decides about an open appeal, and mails its author. `accept` publishes the post again, or lifts the suspension, unless another
 * decision came in between. Undefined: no such appeal is open. Fails with `permission_denied`, `recent_sign_in_required`.
 */
export async function decideAppeal(
  ctx: Ctx,
  appealId: string,
  decision: AppealDecision,
): Promise<{ appealId: string; restored: boolean } | undefined> {
  return inTransaction(ctx, async (tx) => {
    const { rows } = await writeAsOperator(tx, 'appeals', {
      recent: recentSignInCalls(tx),
      rows: decideCall(tx, idOrNone(appealId), decision === 'accept' ? 'accepted' : 'rejected'),
    });
    const [appeal] = rows;
    if (!appeal) return undefined;
    const { id, target_type: target, target_id } = appeal;
    const restored = decision === 'accept' && appeal.is_in_force;
    if (restored && target === 'post') await restorePost(tx, target_id);
    if (restored && target === 'account') await suspendAccount(tx, { accountId: target_id, reason: null });
    const account = await readAccount.one(tx, { account_id: appeal.account_id });
    if (account)
      await notifyOwner(tx, account, { template: 'appeal-decided', params: { target, id: target_id, decision } });
    return { appealId: id, restored };
  });
}
