import { detachCalls } from '../../auth/detach.ts';
import { currentStatus, g, isWaiting, permissionsInForce } from '../../auth/grants.ts';
import { requirePrincipal } from '../../auth/require.ts';
import type { AccessGrantDecision } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { readNotificationAbout } from '../../events/read-notifications.ts';
import { write } from '../../events/write.ts';
import { lockAccount } from '../account/queries.ts';
import { actAs } from '../profiles/acting.ts';
import { grantsLockCall } from '../relations/grant-chains.ts';
import { blockedFrom, isShown } from '../relations/queries.ts';
import { joinViewer, viewerCalls } from '../relations/viewer.ts';
import { recordCalls } from './events.ts';
import { expiredOfAccountCall, expireGrant } from './expire.ts';
import {
  type GrantWithManaged,
  grantCall,
  managedCall,
  NAMED_BY_GRANT,
  type Parties,
  partiesCall,
  rolesOf,
} from './find.ts';
import { answeredByManager, notAnswerable } from './hints.ts';

const id = p('id', 'uuid');
const now = p('now', 'timestamptz');

/** Locks the invitation, which the other side may be revoking. */
const requireWaiting = statement(
  'access.require_waiting',
  { id: 'uuid', now: 'timestamptz' },
  sql`with g as (select * from access_grants where id = ${id} for no key update)
    select case when not (${isWaiting})
      then ${refuse('access_grant_not_pending', sql`jsonb_build_object('status', ${currentStatus})`)} end from g`,
);

const requireAcceptable = statement(
  'access.require_acceptable',
  { id: 'uuid' },
  sql`select case when ${blockedFrom(sql`g.manager_profile_id`, sql`g.profile_id`)} then ${refuse('interaction_not_allowed')}
      when not ${isShown(sql`managed`)} or ${permissionsInForce} = '{}' then ${refuse('access_grant_not_found')} end
    from access_grants g join profiles managed on managed.id = g.profile_id where g.id = ${id}`,
);

const accept = statement(
  'access.accept',
  { now: 'timestamptz', id: 'uuid' },
  qb.update(g).set({ status: 'accepted', acceptedAt: now, updatedAt: now }).where(eq(g.id, id)),
);
const decline = statement(
  'access.decline',
  { now: 'timestamptz', id: 'uuid' },
  qb.update(g).set({ status: 'declined', declinedAt: now, updatedAt: now }).where(eq(g.id, id)),
);

/**
 * Answers an invitation as the owner of the invited profile. Access of a key under an earlier grant is not restored.
 * Fails with `access_grant_not_found`, `permission_denied` (the inviting side), `access_grant_not_pending`,
 * `interaction_not_allowed` (a block).
 */
export async function respondToInvitation(
  ctx: Ctx,
  grantId: string,
  decision: AccessGrantDecision,
): Promise<GrantWithManaged> {
  return inTransaction(ctx, async (outer) => {
    const { accountId } = requirePrincipal(outer);
    const { parties, expired } = await batch(outer, {
      parties: partiesCall(outer, grantId),
      expired: decision === 'accept' ? expiredOfAccountCall(outer, grantId, accountId) : null,
    });
    const grant = parties[0] ?? fail('access_grant_not_found');
    // Only the owner of the invited profile answers: a manager would otherwise pass access on.
    const { manager, giver } = rolesOf(outer, grant);
    const invites = giver !== null && grant.manager_account_id !== accountId;
    if (!manager) fail('permission_denied', { agent: answeredByManager(grant, invites) });
    for (const one of expired ?? []) await expireGrant(outer, one);
    return answer(outer, actAs(outer, manager), grant, decision);
  });
}

async function answer(
  outer: TxCtx,
  tx: TxCtx,
  { grant_id, managed_profile_id, profile_id }: Parties,
  decision: AccessGrantDecision,
): Promise<GrantWithManaged> {
  const { accountId } = requirePrincipal(tx);
  const accepts = decision === 'accept';
  const values = { id: grant_id, now: tx.now() };
  const { rows, managed, ...read } = await write(tx, {
    permissions: [],
    refusals: NAMED_BY_GRANT,
    locks: accepts ? [grantsLockCall(managed_profile_id), lockAccount.call({ account_id: accountId })] : [],
    checks: [
      requireWaiting.call(values),
      // Keys lose what they had under an earlier grant before the new one counts.
      ...(accepts ? [requireAcceptable.call(values), ...detachCalls(tx, [accountId])] : []),
    ],
    change: {
      answered: (accepts ? accept : decline).call(values),
      recorded: recordCalls(tx, accepts ? 'access_grant.accepted' : 'access_grant.declined', grant_id),
      notifications: [
        readNotificationAbout(tx, grant_id, 'access_grant.invited'),
        readNotificationAbout(tx, grant_id, 'access_grant.resent'),
      ],
      rows: grantCall(tx, grant_id),
      managed: managedCall([{ managed_profile_id }]),
      relations: viewerCalls(outer, [profile_id, managed_profile_id]),
    },
    explain: ({ code, facts }) =>
      code === 'access_grant_not_pending' ? notAnswerable(grant_id, facts['status'] === 'accepted') : undefined,
  });
  const relations = read.relations.flat();
  return { row: joinViewer(outer, rows, relations)[0]!, managed: joinViewer(outer, managed, relations)[0]! };
}
