import { evictionCall } from '../../auth/credential-eviction.ts';
import { isLive } from '../../auth/grants.ts';
import { recentSignInCalls, speaksForProfile } from '../../auth/recent-sign-in.ts';
import type { Budget } from '../../core/enums.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { authorizedStatement, batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { createdCalls, mailOwnerOf } from '../account/created-mails.ts';
import { actAs } from '../profiles/acting.ts';
import { chainCalls, changesOf, grantsLockCall, managersLockCall } from '../relations/grant-chains.ts';
import { joinViewer, viewerCalls } from '../relations/viewer.ts';
import { ancestorGrantIds, exceeds, hasWiderTerms, limitOf, ownGrant, refuseMoreThanOwn } from './delegation.ts';
import { recordCalls } from './events.ts';
import {
  completeChange,
  type GrantChange,
  grantCall,
  NAMED_BY_GRANT,
  partiesCall,
  rolesOf,
  type Terms,
} from './find.ts';
import { exceedsOwnGrant, inviteAgain, publicBefore } from './hints.ts';
import type { UpdateGrantInput } from './schemas.ts';

const PERMISSION = 'access_management';
const id = p('id', 'uuid');
const g = sql`g`;
const after = sql`after`;

/** FROM item `after`: the new terms. Omitted limits stay, null removes one, and a budget of null removes them all. */
const newTerms = sql`(select coalesce(${p('new_permissions', 'text[]')}, one.permissions) as permissions,
    case when ${p('sets_end', 'bool')} then ${p('expires_at', 'timestamptz')} else one.expires_at end as expires_at,
    case when ${p('clears_budget', 'bool')} then null
      else nullif(jsonb_strip_nulls(coalesce(one.budget, '{}') || coalesce(${p('budget', 'jsonb')}, '{}')), '{}') end as budget
  from access_grants one where one.id = ${id}) after`;

const requireLive = statement(
  'access.require_live',
  { id: 'uuid', now: 'timestamptz', asks: 'bool' },
  sql`with g as (select * from access_grants where id = ${id} for no key update)
    select case when not (${isLive}) then ${refuse('access_grant_not_pending')}
      when ${p('asks', 'bool')} and not g.public then ${refuse('access_grant_not_pending', sql`'{"public": true}'`)} end from g`,
);

const requireWithinOwn = authorizedStatement(
  'access.require_change_within_own',
  {
    new_permissions: 'text[]?',
    sets_end: 'bool',
    expires_at: 'timestamptz?',
    clears_budget: 'bool',
    budget: 'jsonb?',
    id: 'uuid',
    held_permissions: 'text[]?',
  },
  sql`select ${refuseMoreThanOwn(after, g)}
    from access_grants g cross join ${newTerms} left join ${ownGrant} on true where g.id = ${id}`,
);

/**
 * What a manager adds is delegated under its own grant. The giver of a permission is the profile that adds it; a later
 * end or a higher limit gives every permission again. Who gave it before stays known.
 */
const update = authorizedStatement(
  'access.update',
  {
    public: 'bool?',
    credential_id: 'uuid?',
    now: 'timestamptz',
    new_permissions: 'text[]?',
    sets_end: 'bool',
    expires_at: 'timestamptz?',
    clears_budget: 'bool',
    budget: 'jsonb?',
    id: 'uuid',
  },
  sql`with before as (
    insert into ${writes('access_grant_givers')} (grant_id, credential_id)
    select g.id, g.given_with_id from access_grants g cross join ${newTerms}
    where g.id = ${id} and g.given_with_id is not null and ${exceeds(after, g)}
    on conflict do nothing)
  update ${writes('access_grants')} g set permissions = after.permissions, expires_at = after.expires_at, budget = after.budget,
    given_under = case when ${exceeds(after, g)}
      then array(select distinct giver from unnest(g.given_under || ${ancestorGrantIds}) as giver where giver <> g.id)
      else g.given_under end,
    given_by = (select coalesce(jsonb_object_agg(one.permission, one.giver), '{}') from (
      select permission, case when ${hasWiderTerms(after, g)} or permission <> all(g.permissions)
        then to_jsonb(own.id) else g.given_by->permission end as giver
      from unnest(after.permissions) as permission) one where one.giver is not null),
    given_with_id = case when ${exceeds(after, g)} then ${p('credential_id', 'uuid')} else g.given_with_id end,
    public = coalesce(${p('public', 'bool')}, g.public), updated_at = ${p('now', 'timestamptz')}
  from ${newTerms} left join ${ownGrant} on true
  where g.id = ${id}`,
);

/**
 * Changes a grant or a pending invitation, effective from the manager's next call. Grants delegated from it are
 * narrowed or ended, never widened. What everyone can see on the page of the manager needs its consent, and it accepts what
 * it has read: nothing becomes public after the invitation was sent, unless the caller owns the manager too. The manager can take that back. Fails with `access_grant_not_found`, `permission_denied` (even for the manager
 * itself), `access_grant_not_pending` (it has ended, or is not public and should be), `recent_sign_in_required`,
 * `invalid_request`.
 */
export async function updateGrant(ctx: Ctx, grantId: string, input: UpdateGrantInput): Promise<GrantChange> {
  return inTransaction(ctx, async (outer) => {
    const [[grant]] = await batch(outer, [partiesCall(outer, grantId)]);
    if (!grant) fail('access_grant_not_found');
    const { giver, manager } = rolesOf(outer, grant);
    const side = giver ?? (isHiding(input) ? manager : null);
    if (!side) fail('permission_denied', { agent: { required_permission: PERMISSION } });
    const { grant_id, managed_profile_id, profile_id, manager_account_id } = grant;
    const values = { ...valuesOf(outer, grant_id, input), asks: input.public === true && manager === null };
    const tx = actAs(outer, side);
    const widens = isWider(input, grant);
    const speaks = widens && speaksForProfile(input.permissions ?? grant.grant_permissions);
    const [withdrawn, bounded] = chainCalls(tx, managed_profile_id);
    const changed = await write(tx, {
      permissions: giver ? [PERMISSION] : [],
      refusals: NAMED_BY_GRANT,
      locks: [grantsLockCall(managed_profile_id), managersLockCall([grant_id])],
      checks: [requireLive.call(values), requireWithinOwn.call(values), ...(speaks ? recentSignInCalls(tx) : [])],
      change: {
        updated: update.call(values),
        recorded: recordCalls(tx, 'access_grant.updated', grant_id),
        evicted: evictionCall(tx, manager_account_id ? [manager_account_id] : []),
        withdrawn,
        bounded,
        found: grantCall(tx, grant_id),
        relations: viewerCalls(outer, [profile_id]),
      },
      jobs: widens && side.owned ? createdCalls(tx, { kind: 'access', id: grant_id, changed: true }) : [],
      explain: (refusal) => factsOf(refusal, managed_profile_id),
    });
    if (widens && !side.owned)
      await mailOwnerOf(tx, managed_profile_id, { kind: 'access', id: grant_id, changed: true });
    const below = await completeChange(
      tx,
      outer,
      'grant_narrowed',
      grant,
      changesOf(changed.withdrawn, changed.bounded),
    );
    return { row: joinViewer(outer, changed.found, changed.relations.flat())[0]!, ...below };
  });
}

/** Whether the grant allows more or longer than before. */
function isWider({ permissions, budget, expires_at }: UpdateGrantInput, before: Terms): boolean {
  const { grant_permissions, ends_at, limits } = before;
  const isLater = expires_at !== undefined && ends_at !== null && !(expires_at && new Date(expires_at) <= ends_at);
  const isMore = Object.entries(limits ?? {}).some(([kind, limit]) => {
    const wanted = budget === null ? null : budget?.[kind as Budget];
    return wanted === null || (wanted ?? 0) > limit;
  });
  return isLater || isMore || permissions?.some((one) => !grant_permissions.includes(one)) === true;
}

/** The one change that the manager makes itself. */
const isHiding = (input: UpdateGrantInput): boolean => input.public === false && Object.keys(input).length === 1;

function valuesOf(ctx: Ctx, id: string, { permissions, budget, expires_at, public: isPublic }: UpdateGrantInput) {
  const now = ctx.now();
  return {
    ...limitOf(ctx),
    id,
    now,
    credential_id: ctx.principal?.id ?? null,
    new_permissions: permissions ? [...new Set(permissions)] : null,
    budget: budget ? JSON.stringify(budget) : null,
    clears_budget: budget === null,
    sets_end: expires_at !== undefined,
    expires_at: expires_at == null ? null : futureTimestamp(expires_at, now, 'body.expires_at'),
    public: isPublic ?? null,
  };
}

function factsOf({ code, facts }: Refusal, profileId: string): FailureFacts | undefined {
  if (code === 'access_grant_not_pending') return facts['public'] ? publicBefore(profileId) : inviteAgain(profileId);
  return facts['exceeds_own_grant'] ? exceedsOwnGrant : undefined;
}
