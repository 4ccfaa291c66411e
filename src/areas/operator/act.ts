import { requireOperator } from '../../auth/operator.ts';
import type { REPORT_REASONS, REPORT_TARGET_TYPES } from '../../core/enums.ts';
import { failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writeAsOperator } from '../../events/write.ts';
import type { AccountRow } from '../account/columns.ts';
import { notifyOwner } from '../account/mails.ts';
import { lockAccount, readAccount } from '../account/queries.ts';
import { suspendAccount } from '../account/suspension.ts';
import { hideMessage, lockOfMessage } from '../conversations/remove-message.ts';
import { lockAny, lockAuthor } from '../posts/operator-post.ts';
import { removePost } from '../posts/remove.ts';
import { lockOpen, type ReportAct, settleReports } from '../reports/settle.ts';

type Reported = {
  status: string;
  target_type: (typeof REPORT_TARGET_TYPES)[number];
  target_id: string;
  reason: (typeof REPORT_REASONS)[number];
  account_id: string | null;
};

/** A guest, who has no profile, is the account of its actor. */
const find = statement(
  'operator.find_report',
  { report_id: 'uuid' },
  sql<Reported>`select re.status, re.target_type, re.target_id, re.reason, coalesce(pr.account_id, guest.id) as account_id
    from reports re left join profiles pr on pr.id = re.target_profile_id
    left join messages m on re.target_type = 'message' and re.target_profile_id is null and m.id = re.target_id
    left join actors ac on ac.id = m.sender_actor_id and ac.type = 'guest'
    left join accounts guest on guest.id = ac.entity_id
    where re.id = ${p('report_id', 'uuid')}`,
);

export type Act = { act: ReportAct; reason?: string | undefined; until?: Date | null };

/**
 * Acts on an open report as the operator, and closes it with all about the same target. `settled` is 0, and nothing was
 * done, if somebody else has closed it. Undefined: no such report. Fails with `permission_denied`, `invalid_request` (an act
 * that its target or its account does not allow), `cannot_target_self`, `suspended_longer`, `recent_sign_in_required` (suspend, hide).
 */
export async function actOnReport(
  ctx: Ctx,
  reportId: string,
  { act, reason = '', until = null }: Act,
): Promise<{ settled: number } | undefined> {
  requireOperator(ctx, 'reports', 'write');
  return inTransaction(ctx, async (tx) => {
    const report_id = idOrNone(reportId);
    const report = await find.one(tx, { report_id });
    if (report?.status !== 'open') return report && { settled: 0 };
    const { account_id, target_id, target_type } = report;
    if (act === 'hide' && target_type === 'profile') refuseAct(['warn', 'suspend', 'resolve', 'dismiss']);
    if ((act === 'warn' || act === 'suspend') && account_id === null) refuseAct(['hide', 'resolve', 'dismiss']);
    const locked = await writeAsOperator(tx, 'reports', {
      target: act === 'suspend' ? [lockAccount.call({ account_id: account_id! })] : [],
      post:
        act === 'hide' && target_type === 'post'
          ? [lockAuthor, lockAny].map((lock) => lock.call({ post_id: target_id }))
          : [],
      message: act === 'hide' && target_type === 'message' ? [lockOfMessage.call({ message_id: target_id })] : [],
      reports: lockOpen.call({ report_id }),
      found: find.call({ report_id }),
    });
    if (locked.found[0]?.status !== 'open') return { settled: 0 };
    if (act === 'suspend') await suspendAccount(tx, { accountId: account_id!, reason, until });
    if (act === 'hide' && target_type === 'post') await removePost(tx, target_id, reason);
    if (act === 'hide' && target_type === 'message') await hideMessage(tx, target_id);
    const settled = await settleReports(tx, reportId, act);
    if (act === 'warn') {
      const account: AccountRow = (await readAccount.one(tx, { account_id: account_id! }))!;
      const params = { target: target_type, id: target_id, reason: report.reason };
      await notifyOwner(tx, account, { template: 'warned', params });
    }
    return settled;
  });
}

function refuseAct(allowed: readonly ReportAct[]): never {
  return failFields([{ path: 'body.act', rule: 'allowed_values', allowed: [...allowed] }]);
}
