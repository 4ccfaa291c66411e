import { g, isWaiting } from '../../auth/grants.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { write } from '../../events/write.ts';
import { actAs } from '../profiles/acting.ts';
import { blockedFrom, isShown } from '../relations/queries.ts';
import { joinViewer, viewerCalls } from '../relations/viewer.ts';
import type { GrantRow } from './columns.ts';
import { recordCalls } from './events.ts';
import { grantCall, NAMED_BY_GRANT, partiesCall, rolesOf } from './find.ts';
import { invitationMail, recipientAgainCall } from './mail.ts';

const PERMISSION = 'access_management';
const { expires_ms, max_resends, resend_gap_ms } = LIMITS.access_grant;
const id = p('id', 'uuid');
const now = p('now', 'timestamptz');
const waitsFor = sql`ceil(extract(epoch from g.last_sent_at - ${p('sent_before', 'timestamptz')}))::int`;

/** Locks the invitation, which is resent a limited number of times. */
const requireMayResend = statement(
  'access.require_may_resend',
  { id: 'uuid', now: 'timestamptz', sent_before: 'timestamptz' },
  sql`with g as (select * from access_grants where id = ${id} for no key update)
    select case when not (${isWaiting}) then ${refuse('access_grant_not_pending')}
      when ${blockedFrom(sql`g.profile_id`, sql`g.manager_profile_id`)} or not ${isShown(sql`m`)} then ${refuse('interaction_not_allowed')}
      when g.resend_count >= ${max_resends}::int then ${refuse('resend_limit_reached')}
      when ${waitsFor} > 0 then ${refuse('resend_limit_reached', sql`jsonb_build_object('seconds', ${waitsFor})`)} end
    from g join profiles m on m.id = g.manager_profile_id`,
);

const resend = statement(
  'access.resend',
  { now: 'timestamptz', invitation_expires_at: 'timestamptz', id: 'uuid' },
  qb
    .update(g)
    .set({
      resendCount: sql`${g.resendCount} + 1`,
      lastSentAt: now,
      invitationExpiresAt: p('invitation_expires_at', 'timestamptz'),
      updatedAt: now,
    })
    .where(eq(g.id, id)),
);

/**
 * Resends a pending invitation and restarts its 30 days, 60 s apart, at most five times. Fails with
 * `access_grant_not_found`, `permission_denied` (the invited side), `interaction_not_allowed`,
 * `access_grant_not_pending`, `resend_limit_reached` (with `retry_after_seconds` if waiting helps).
 */
export async function resendInvitation(ctx: Ctx, grantId: string): Promise<GrantRow> {
  return inTransaction(ctx, async (outer) => {
    const [[grant], [recipient]] = await batch(outer, [
      partiesCall(outer, grantId),
      recipientAgainCall(outer, grantId),
    ]);
    if (!grant) fail('access_grant_not_found');
    const { giver } = rolesOf(outer, grant);
    if (!giver) fail('permission_denied', { agent: { required_permission: PERMISSION } });
    const tx = actAs(outer, giver);
    const { grant_id, profile_id } = grant;
    const at = tx.now();
    const ago = (ms: number) => new Date(at.getTime() - ms);
    const { found, relations } = await write(tx, {
      permissions: [PERMISSION],
      refusals: NAMED_BY_GRANT,
      checks: [requireMayResend.call({ id: grant_id, now: at, sent_before: ago(resend_gap_ms) })],
      change: {
        resent: resend.call({ id: grant_id, now: at, invitation_expires_at: ago(-expires_ms) }),
        recorded: recordCalls(tx, 'access_grant.resent', grant_id),
        found: grantCall(tx, grant_id),
        relations: viewerCalls(outer, [profile_id]),
      },
      jobs: invitationMail(tx, { grantId: grant_id, permissions: grant.grant_permissions }, recipient),
      explain: ({ facts: { seconds } }) =>
        seconds === undefined ? undefined : { retry_after_seconds: Number(seconds) },
    });
    return joinViewer(outer, found, relations.flat())[0]!;
  });
}
