import { sessionAuthority } from '../../auth/authorize.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { isInForce } from './in-force.ts';

const submit = writeStatement(
  'appeals.submit',
  { target_type: 'text', target_id: 'uuid', text: 'text' },
  {
    change: sql`appealed as (
    update ${writes('appeals')} ap set status = 'open', text = ${p('text', 'text')}, appealed_at = ${p('now', 'timestamptz')}
    where ap.account_id = ${p('account_id', 'uuid')} and ap.target_type = ${p('target_type', 'text')} and ap.target_id = ${p('target_id', 'uuid')}
      and ap.status = 'possible' and ${isInForce} returning ap.id)`,
    audit: { from: sql`appealed`, objectType: 'appeal', object: sql`appealed.id` },
    answer: sql<{ id: string }>`select id from appealed`,
  },
);

/**
 * Appeals once against the removal of a post by an operator, or against the suspension of the account, although it is suspended.
 * Fails with `appeal_not_possible`.
 */
export async function submitAppeal(
  ctx: Ctx,
  { postId, text }: { postId?: string | undefined; text: string },
): Promise<{ id: string }> {
  const target =
    postId === undefined
      ? { target_type: 'account', target_id: requirePrincipal(ctx).accountId }
      : { target_type: 'post', target_id: idOrNone(postId) };
  const { rows } = await write(ctx, {
    ...sessionAuthority(ctx),
    change: { rows: submit.call(ctx, { ...target, text }) },
  });
  return rows[0] ?? fail('appeal_not_possible');
}
