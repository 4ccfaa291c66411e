import { PERMISSIONS } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';

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
