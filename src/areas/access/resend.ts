import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { blockedEitherWay, isShown } from '../relations/queries.ts';
import { type GrantRow, g, isWaiting } from './columns.ts';
import { grantAudit, grantEvents } from './events.ts';
import { findGrant, findVisibleGrant, refuseWithoutAccess } from './find.ts';
import { mailInvitation } from './mail.ts';

const PERMISSION = 'access_management';
const { expires_ms, max_resends, resend_gap_ms } = LIMITS.access_grant;
const now = p('now', 'timestamptz');
const isBlocked = blockedEitherWay(sql`g.profile_id`, sql`g.manager_profile_id`);

const resend = writeStatement<{ id: string }>('access.resend', {
  authority: 'acting',
  change: sql`g as (
    update access_grants g set resend_count = g.resend_count + 1, last_sent_at = ${now}, updated_at = ${now},
      invitation_expires_at = ${p('invitation_expires_at', 'timestamptz')}
    from authority, profiles m
    where g.id = ${p('id', 'uuid')} and g.profile_id = authority.profile_id and ${isWaiting}
      and m.id = g.manager_profile_id and ${isShown(sql`m`)} and not ${isBlocked}
      and g.resend_count < ${max_resends}::int and coalesce(g.last_sent_at <= ${p('sent_before', 'timestamptz')}, true)
    returning g.*
  )`,
  events: grantEvents('access_grant.resent'),
  audit: grantAudit,
  answer: sql`select id from g`,
});

const m = alias(profiles, 'm');

const findObstacle = statement(
  'access.explain_resend',
  qb
    .select({
      waits: sql<boolean>`${isWaiting}`.as('waits'),
      unreachable: sql<boolean>`${isBlocked} or not ${isShown(sql`m`)}`.as('unreachable'),
      resend_count: g.resendCount,
      last_sent_at: g.lastSentAt,
    })
    .from(g)
    .innerJoin(m, eq(m.id, g.managerProfileId))
    .where(eq(g.id, p('id'))),
);

/**
 * Resends a pending invitation and restarts its 30 days: the first time immediately, then 60 s apart, at most five
 * times. Fails with `access_grant_not_found`, `permission_denied` (the invited side), `interaction_not_allowed`,
 * `access_grant_not_pending`, `resend_limit_reached` (with `retry_after_seconds` if waiting helps).
 */
export async function resendInvitation(ctx: Ctx, grantId: string): Promise<GrantRow> {
  return inTransaction(ctx, async (outer) => {
    const { row, giver } = await findVisibleGrant(outer, grantId);
    if (!giver) fail('permission_denied', { agent: { required_permission: PERMISSION } });
    const tx = actAs(outer, giver);
    const at = tx.now().getTime();
    const values = {
      id: row.grant_id,
      now: tx.now(),
      invitation_expires_at: new Date(at + expires_ms),
      sent_before: new Date(at - resend_gap_ms),
    };
    if (!(await resend.run(tx, values, [PERMISSION]))) return refuse(tx, values);
    await mailInvitation(tx, row.grant_id);
    return findGrant(outer, row.grant_id);
  });
}

async function refuse(tx: TxCtx, values: { id: string; now: Date }): Promise<never> {
  await refuseWithoutAccess(tx);
  const found = (await findObstacle.one(tx, values)) ?? fail('access_grant_not_found');
  if (!found.waits) fail('access_grant_not_pending');
  if (found.unreachable) fail('interaction_not_allowed');
  if (found.resend_count >= max_resends) fail('resend_limit_reached');
  const waitMs = (found.last_sent_at?.getTime() ?? 0) + resend_gap_ms - values.now.getTime();
  return fail('resend_limit_reached', { agent: { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)) } });
}
