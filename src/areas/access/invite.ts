import { isOpen, isWaiting } from '../../auth/grants.ts';
import { recentSignInCalls, speaksForProfile } from '../../auth/recent-sign-in.ts';
import { requireActing } from '../../auth/require.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { authorizedStatement, batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { createdCalls, mailOwnerOf } from '../account/created-mails.ts';
import { actingAs, NAMED_IN_PATH } from '../profiles/acting.ts';
import { grantsLockCall } from '../relations/grant-chains.ts';
import { blockedFrom, isShown } from '../relations/queries.ts';
import { joinViewer, viewerCalls } from '../relations/viewer.ts';
import type { GrantRow } from './columns.ts';
import { ancestorGrantIds, limitOf, ownGrant, refuseMoreThanOwn } from './delegation.ts';
import { recordCalls } from './events.ts';
import { expiredCall, expireGrant } from './expire.ts';
import { grantCall } from './find.ts';
import { exceedsOwnGrant, existing } from './hints.ts';
import { invitationMail, recipientCall } from './mail.ts';
import type { InviteInput } from './schemas.ts';

const PERMISSION = 'access_management';
const profileId = p('profile_id', 'uuid');
const target = p('manager_profile_id', 'uuid');
const now = p('now', 'timestamptz');

const TERMS = { new_permissions: 'text[]', expires_at: 'timestamptz?', budget: 'jsonb?' } as const;
const asked = sql`(select ${p('new_permissions', 'text[]')} as permissions, ${p('expires_at', 'timestamptz')} as expires_at,
  nullif(jsonb_strip_nulls(${p('budget', 'jsonb')}), '{}') as budget) asked`;

/**
 * Locks the invited profile against concurrent deletion. Only owners learn which profiles share their account: to a manager's
 * dry run they are like any other, and without one it invites all that don't.
 */
const requireTarget = statement(
  'access.require_target',
  { profile_id: 'uuid', manager_profile_id: 'uuid', owned: 'bool', tries: 'bool' },
  sql`with target as (
    select pr.id, ${blockedFrom(profileId, sql`pr.id`)} as blocked,
      pr.account_id = (select own.account_id from profiles own where own.id = ${profileId}) as is_own from profiles pr
    where pr.id = ${target} and ${isShown(sql`pr`)}
    for key share of pr
  )
  select case when target.id is null then ${refuse('profile_not_found')}
    when target.is_own and ${p('owned', 'bool')} then ${refuse('same_account')}
    when target.is_own and not ${p('tries', 'bool')} or target.blocked then ${refuse('interaction_not_allowed')} end
  from (select 1) one left join target on true`,
);

const requireNoGrant = statement(
  'access.require_no_grant',
  { profile_id: 'uuid', manager_profile_id: 'uuid', now: 'timestamptz' },
  sql`select ${refuse('access_grant_exists', sql`jsonb_build_object('grant_id', g.id, 'waits', ${isWaiting})`)}
    from access_grants g where g.profile_id = ${profileId} and g.manager_profile_id = ${target} and ${isOpen}`,
);

const requireWithinOwn = authorizedStatement(
  'access.require_within_own',
  { ...TERMS, held_permissions: 'text[]?' },
  sql`select ${refuseMoreThanOwn(sql`asked`, null)} from ${asked} left join ${ownGrant} on true`,
);

/** What a manager gives is delegated under its own grant, which gives every permission. */
const insertGrant = authorizedStatement(
  'access.invite',
  {
    ...TERMS,
    id: 'uuid',
    profile_id: 'uuid',
    manager_profile_id: 'uuid',
    credential_id: 'uuid?',
    public: 'bool',
    invitation_expires_at: 'timestamptz',
    now: 'timestamptz',
  },
  sql`insert into ${writes('access_grants')} (id, profile_id, manager_profile_id, permissions, status, budget, given_under, given_by,
      given_with_id, public, invitation_expires_at, expires_at, created_at, updated_at)
    select ${p('id', 'uuid')}, ${profileId}, ${target}, asked.permissions, 'pending', asked.budget, ${ancestorGrantIds},
      coalesce((select jsonb_object_agg(permission, own.id) from unnest(asked.permissions) as permission where own.id is not null), '{}'),
      ${p('credential_id', 'uuid')}, ${p('public', 'bool')}, ${p('invitation_expires_at', 'timestamptz')}, asked.expires_at, ${now}, ${now}
    from ${asked} left join ${ownGrant} on true`,
);

/**
 * Invites a profile to manage another one. A manager cannot grant more than it has. Fails with `profile_not_found`,
 * `permission_denied`, `cannot_target_self`, `same_account`, `interaction_not_allowed` (a block, or for a manager, a
 * profile of the owner's account),
 * `access_grant_exists`, `invalid_request` (expires in the past), `recent_sign_in_required`.
 */
export async function invite(ctx: Ctx, idOrUsername: string, input: InviteInput): Promise<GrantRow> {
  const target = idOrNone(input.manager_profile_id);
  return inTransaction(ctx, async (outer) => {
    const tx = await actingAs(outer, idOrUsername, PERMISSION);
    const { id: managed, owned } = requireActing(tx);
    if (target === managed) fail('cannot_target_self');
    const terms = termsOf(tx, input);
    const [[expired], [recipient]] = await batch(tx, [
      expiredCall(tx, managed, target),
      recipientCall(tx, managed, target),
    ]);
    if (expired) await expireGrant(tx, expired);
    // The event of the invitation must follow the one of the expiry.
    const at = tx.now();
    const values = { ...terms, ...limitOf(tx), id: newId(), profile_id: managed, manager_profile_id: target, now: at };
    const invitation_expires_at = new Date(at.getTime() + LIMITS.access_grant.expires_ms);
    const { found, relations } = await write(tx, {
      permissions: [PERMISSION],
      refusals: NAMED_IN_PATH,
      locks: [grantsLockCall(managed)],
      checks: [
        requireTarget.call({ ...values, owned, tries: tx.dryRun }),
        requireNoGrant.call(values),
        requireWithinOwn.call(values),
        ...(speaksForProfile(terms.new_permissions) ? recentSignInCalls(tx) : []),
      ],
      change: {
        inserted: insertGrant.call({
          ...values,
          credential_id: tx.principal?.id ?? null,
          public: input.public,
          invitation_expires_at,
        }),
        recorded: recordCalls(tx, 'access_grant.invited', values.id),
        found: grantCall(tx, values.id),
        relations: viewerCalls(outer, [target]),
      },
      jobs: [
        ...invitationMail(tx, { grantId: values.id, permissions: values.new_permissions }, recipient),
        ...(owned ? createdCalls(tx, { kind: 'access', id: values.id }) : []),
      ],
      explain: (refusal) => factsOf(refusal, managed),
    });
    if (!owned) await mailOwnerOf(tx, managed, { kind: 'access', id: values.id });
    return joinViewer(outer, found, relations.flat())[0]!;
  });
}

function termsOf(tx: TxCtx, { permissions, budget, expires_at }: InviteInput) {
  return {
    new_permissions: [...new Set(permissions)],
    budget: budget ? JSON.stringify(budget) : null,
    expires_at: expires_at == null ? null : futureTimestamp(expires_at, tx.now(), 'body.expires_at'),
  };
}

function factsOf({ code, facts }: Refusal, profileId: string): FailureFacts | undefined {
  if (code === 'access_grant_exists') return existing(facts['grant_id'] as string, facts['waits'] === true, profileId);
  return facts['exceeds_own_grant'] ? exceedsOwnGrant : undefined;
}
