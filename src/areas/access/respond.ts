import { eq, sql } from 'drizzle-orm';
import type { AccessGrantDecision } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { lockGrantsOf } from '../relations/grant-chains.ts';
import { blockedEitherWay, isShown } from '../relations/queries.ts';
import { type GrantRow, g, isWaiting } from './columns.ts';
import { grantAudit, grantEvents } from './events.ts';
import { endEarlierGrants } from './expire.ts';
import { findGrant, findVisibleGrant, refuseWithoutAccess } from './find.ts';
import { notAnswerable } from './hints.ts';

const now = p('now', 'timestamptz');
const isBlocked = blockedEitherWay(sql`g.profile_id`, sql`g.manager_profile_id`);
/** Only the owner of the invited profile answers: a manager would otherwise pass access on. */
const invited = sql`authority.owned and g.manager_profile_id = authority.profile_id and g.id = ${p('id', 'uuid')}`;

const accept = writeStatement<{ id: string }>('access.accept', {
  authority: 'acting',
  change: sql`g as (
    update access_grants g set status = 'accepted', accepted_at = ${now}, updated_at = ${now}
    from authority, profiles managed
    where ${invited} and ${isWaiting} and managed.id = g.profile_id and ${isShown(sql`managed`)} and not ${isBlocked}
    returning g.*
  )`,
  events: grantEvents('access_grant.accepted'),
  audit: grantAudit,
  answer: sql`select id from g`,
});

const decline = writeStatement<{ id: string }>('access.decline', {
  authority: 'acting',
  change: sql`g as (
    update access_grants g set status = 'declined', declined_at = ${now}, updated_at = ${now}
    from authority where ${invited} and ${isWaiting} returning g.*
  )`,
  events: grantEvents('access_grant.declined'),
  audit: grantAudit,
  answer: sql`select id from g`,
});

const findObstacle = statement(
  'access.explain_response',
  qb
    .select({ waits: sql<boolean>`${isWaiting}`.as('waits'), blocked: sql<boolean>`${isBlocked}`.as('blocked') })
    .from(g)
    .where(eq(g.id, p('id'))),
);

/**
 * Answers an invitation as the owner of the invited profile. After acceptance, the account's sessions may act as the
 * managed profile, and its keys once they are attached to it. Access of a key under an earlier grant is not restored.
 * Fails with `access_grant_not_found`, `permission_denied` (the inviting side), `access_grant_not_pending`,
 * `interaction_not_allowed` (a block in either direction).
 *
 * Locks on acceptance: the grants of the profile, the account (its keys may lose access), the acting profile, the
 * grant.
 */
export async function respondToInvitation(ctx: Ctx, grantId: string, decision: AccessGrantDecision): Promise<GrantRow> {
  return inTransaction(ctx, async (outer) => {
    const { row, manager } = await findVisibleGrant(outer, grantId);
    if (!manager) fail('permission_denied');
    const tx = actAs(outer, manager);
    if (decision === 'accept') {
      await lockGrantsOf(outer, row.managed_profile_id);
      await endEarlierGrants(outer, tx.principal!.accountId, row.managed_profile_id);
    }
    const values = { id: row.grant_id, now: tx.now() };
    if (!(await (decision === 'accept' ? accept : decline).run(tx, values))) return refuse(tx, values);
    return findGrant(outer, row.grant_id);
  });
}

async function refuse(tx: TxCtx, values: { id: string; now: Date }): Promise<never> {
  await refuseWithoutAccess(tx);
  const found = await findObstacle.one(tx, values);
  if (found?.waits && found.blocked) fail('interaction_not_allowed');
  return found?.waits
    ? fail('access_grant_not_found')
    : fail('access_grant_not_pending', { agent: notAnswerable(await findGrant(tx, values.id)) });
}
