import { and, eq, inArray, sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actingAs, refuseWithoutProfile } from '../profiles/acting.ts';
import { lockGrantsOf } from '../relations/grant-chains.ts';
import { blockedEitherWay, isShown } from '../relations/queries.ts';
import { type GrantRow, g, isLive } from './columns.ts';
import { ancestorGrantIds, givenByOwnGrant, isWithinOwnGrant, ownGrantCte } from './delegation.ts';
import { grantAudit, grantEvents } from './events.ts';
import { expireGrant } from './expire.ts';
import { findGrant } from './find.ts';
import { exceedsOwnGrant, existing } from './hints.ts';
import { mailInvitation } from './mail.ts';
import type { InviteInput } from './schemas.ts';

const PERMISSION = 'access_management';
const me = p('profile_id', 'uuid');
const target = p('manager_profile_id', 'uuid');
const now = p('now', 'timestamptz');
const terms = {
  permissions: p('new_permissions', 'text[]'),
  expiresAt: p('expires_at', 'timestamptz'),
  budget: sql`nullif(jsonb_strip_nulls(${p('budget', 'jsonb')}), '{}')`,
};

const insertGrant = writeStatement<{ grant_id: string }>('access.invite', {
  authority: 'acting',
  change: sql`${ownGrantCte}, target as (
    select pr.id from profiles pr cross join authority
    where pr.id = ${target} and pr.id <> authority.profile_id and ${isShown(sql`pr`)}
      and not ${blockedEitherWay(me, target)} and ${isWithinOwnGrant(terms, null)}
    for key share of pr
  ), g as (
    insert into access_grants (id, profile_id, manager_profile_id, permissions, status, budget, given_under, given_by,
      public, invitation_expires_at, expires_at, created_at, updated_at)
    select ${p('id', 'uuid')}, authority.profile_id, target.id, ${terms.permissions}, 'pending', ${terms.budget}, ${ancestorGrantIds}, ${givenByOwnGrant(terms.permissions)},
      ${p('public', 'bool')}, ${p('invitation_expires_at', 'timestamptz')}, ${terms.expiresAt}, ${now}, ${now}
    from target cross join authority
    on conflict (profile_id, manager_profile_id) where status in ('pending', 'accepted') do nothing
    returning *
  )`,
  events: grantEvents('access_grant.invited'),
  audit: grantAudit,
  answer: sql`select g.id as grant_id from g`,
});

const findObstacle = statement(
  'access.explain_invite',
  qb
    .select({
      blocked: sql<boolean>`${blockedEitherWay(me, target)}`.as('blocked'),
      grant_id: sql<string | null>`${g.id}`.as('grant_id'),
      status: g.status,
      live: sql<boolean | null>`${isLive}`.as('live'),
    })
    .from(profiles)
    .leftJoin(
      g,
      and(eq(g.profileId, me), eq(g.managerProfileId, profiles.id), inArray(g.status, ['pending', 'accepted'])),
    )
    .where(and(eq(profiles.id, target), isShown(sql`profiles`))),
);

/**
 * Invites a profile to manage another one. A manager with `access_management` cannot grant more than it has. Fails with
 * `profile_not_found`, `permission_denied`, `cannot_target_self`, `interaction_not_allowed` (a block in either
 * direction), `access_grant_exists`, `invalid_request` (expires in the past).
 *
 * Locks: the grants of the profile, the two profiles, the new grant; before them the manager's account if an expired
 * grant is in the way.
 */
export async function invite(ctx: Ctx, idOrUsername: string, input: InviteInput): Promise<GrantRow> {
  const managerId = idOrNone(input.manager_profile_id);
  return inTransaction(ctx, async (outer) => {
    const tx = await actingAs(outer, idOrUsername, PERMISSION);
    if (managerId === tx.acting!.id) fail('cannot_target_self');
    await lockGrantsOf(tx, tx.acting!.id);
    const at = tx.now();
    const values = {
      id: newId(),
      profile_id: tx.acting!.id,
      manager_profile_id: managerId,
      new_permissions: [...new Set(input.permissions)],
      budget: input.budget ? JSON.stringify(input.budget) : null,
      public: input.public,
      expires_at: input.expires_at == null ? null : futureTimestamp(input.expires_at, at, 'body.expires_at'),
      invitation_expires_at: new Date(at.getTime() + LIMITS.access_grant.expires_ms),
      now: at,
    };
    let made = await insertGrant.run(tx, values, [PERMISSION]);
    if (!made) {
      await expireGrant(tx, await refuse(tx, values));
      // The event of the invitation must follow the one of the expiry.
      made = (await insertGrant.run(tx, { ...values, now: tx.now() }, [PERMISSION])) ?? fail('access_grant_exists');
    }
    await mailInvitation(tx, made.grant_id);
    return findGrant(outer, made.grant_id);
  });
}

/** Explains why the invitation was refused, or returns the id of an expired grant that has to be ended first. */
async function refuse(tx: TxCtx, values: Record<string, unknown>): Promise<string> {
  await refuseWithoutProfile(tx, PERMISSION);
  const found = await findObstacle.one(tx, values);
  if (!found) fail('profile_not_found');
  if (found.blocked) fail('interaction_not_allowed');
  if (found.grant_id === null) fail('permission_denied', { agent: exceedsOwnGrant });
  if (found.live)
    fail('access_grant_exists', {
      agent: existing(found.grant_id, found.status === 'pending', values['profile_id'] as string),
    });
  return found.grant_id;
}
