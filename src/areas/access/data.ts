import { g, isOpen } from '../../auth/grants.ts';
import { PERMISSIONS } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { and, eq, or, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';
import { unschedule } from '../posts/unschedule.ts';
import { enforceChains, findHeldGrants } from '../relations/grant-chains.ts';

const grantColumns = [
  g.id,
  g.profileId,
  g.managerProfileId,
  g.permissions,
  g.status,
  g.budget,
  g.public,
  g.expiresAt,
  g.acceptedAt,
  g.declinedAt,
  g.revokedAt,
  g.createdAt,
  g.updatedAt,
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'access_grants.json',
    about: 'Access grants of the profiles, and those that let them manage other profiles.',
    lists: [
      listOwned(
        'profile',
        'grants_given',
        g.id,
        [...grantColumns, memberOf(g.managerProfileId).as('member')],
        eq(g.profileId, exportOwner),
      ),
      listOwned(
        'profile',
        'grants_held',
        g.id,
        [...grantColumns, memberOf(g.profileId).as('member')],
        eq(g.managerProfileId, exportOwner),
      ),
    ],
  },
];

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

const revokeGrants = statement(
  'access.revoke_all_of',
  { now: 'timestamptz', profile_id: 'uuid' },
  qb
    .update(g)
    .set({ status: 'revoked', revokedAt: now, updatedAt: now })
    .where(and(or(eq(g.profileId, profileId), eq(g.managerProfileId, profileId)), isOpen))
    .returning({
      id: g.id,
      profile_id: g.profileId,
      manager_profile_id: g.managerProfileId,
      status: g.status,
      other_profile_id:
        sql<string>`case when ${g.profileId} = ${profileId} then ${g.managerProfileId} else ${g.profileId} end`.as(
          'other_profile_id',
        ),
    }),
);

/** Revokes the grants of a profile, those that it holds on others, and what was delegated from these. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const held = await findHeldGrants.all(tx, { profile_id: profileId });
    const grants = await revokeGrants.all(tx, { profile_id: profileId, now: tx.now() });
    const ids = grants.map(({ id }) => id);
    for (const managed of new Set(held.map(({ profile_id }) => profile_id)))
      ids.push(...(await enforceChains(tx, managed)));
    await unschedule(tx, 'grant_revoked', { grantIds: ids });
    return {
      events: grants.map(({ id, other_profile_id, ...data }) => ({
        type: 'access_grant.revoked',
        profileId: other_profile_id,
        actorProfileId: profileId,
        objectId: id,
        data,
      })),
    };
  },
};

export const invariants: Readonly<Record<string, string>> = {
  grant_timestamps_match_its_status: `select id from access_grants where (status = 'accepted' and accepted_at is null)
    or (status = 'declined') <> (declined_at is not null) or (status = 'revoked') <> (revoked_at is not null)
    or (status = 'pending' and accepted_at is not null)`,
  grants_have_known_permissions: `select id from access_grants where cardinality(permissions) = 0
    or not permissions <@ array[${PERMISSIONS.map((permission) => `'${permission}'`).join()}]`,
  invitations_expire: "select id from access_grants where status = 'pending' and invitation_expires_at is null",
  invitations_were_resent_at_most_five_times: `select id from access_grants
    where resend_count not between 0 and ${LIMITS.access_grant.max_resends} or (resend_count > 0) <> (last_sent_at is not null)`,
  budget_usage_matches_writes: `select u.grant_id, u.kind, u.day from grant_usage u left join (
      select bound as grant_id, (l.created_at at time zone 'UTC')::date as day, object_type, count(*) as n
      from audit_log l join access_grants g on g.id = l.grant_id cross join unnest(g.given_under || g.id) as bound group by 1, 2, 3
    ) l on l.grant_id = u.grant_id and l.day = u.day and l.object_type = case u.kind when 'posts_per_day' then 'post'
      when 'messages_per_day' then 'message' when 'contact_requests_per_day' then 'contact_request' end
    where u.used > coalesce(l.n, 0)`,
  delegated_grants_have_ancestors_of_the_same_profile: `select g.id from access_grants g cross join unnest(g.given_under) as giver
    where giver = g.id or not exists (select 1 from access_grants o where o.id = giver and o.profile_id = g.profile_id)`,
  delegated_grants_stay_within_their_givers: `select g.id from access_grants g
    cross join lateral jsonb_each_text(g.given_by) given left join access_grants o on o.id = given.value::uuid
    where g.status in ('pending', 'accepted') and (given.key <> all(g.permissions) or o.id is null or o.profile_id <> g.profile_id
      or o.status <> 'accepted' or given.key <> all(o.permissions)
      or coalesce(g.expires_at, 'infinity') > coalesce(o.expires_at, 'infinity')
      or exists (select 1 from jsonb_each_text(o.budget) bound
        where coalesce((g.budget->>bound.key)::int > bound.value::int, true)))`,
  ended_invitations_have_events: `select g.id from access_grants g
    join events i on i.object_id = g.id and i.type = 'access_grant.invited' and i.profile_id = g.profile_id
    where g.status <> 'pending' and not exists (select 1 from events e where e.object_id = g.id and e.type = 'access_grant.' || g.status)`,
};
