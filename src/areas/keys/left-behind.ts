import { isLive } from '../../auth/grants.ts';
import type { Principal } from '../../auth/principal.ts';
import { action, type NextAction } from '../../core/next-action.ts';
import { op, type Text, text } from '../../core/operation-text.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, type Statement, statement } from '../../db/statement.ts';

/** What ended credentials set in motion for a profile: numbers of scheduled posts, and of invitations and grants. */
export type LeftBehind = { profile_id: string; scheduled_posts: number; access_grants: number };

/** The end of a key or app. `webhooks`: how many go on (of keys) or were disabled (of apps). */
export type Revocation = { id: string; revoked: boolean; webhooks: number; left: readonly LeftBehind[] };
/** `endsCaller`: the calling key is among those that ended. */
export type KeyRevocation = Revocation & { endsCaller: boolean };

/** More profiles than this are only counted. */
const NAMED_PROFILES = 3;
/** The newest entries of a profile that are read: however often its posts were edited, a revocation must not time out. */
const READ_ENTRIES = 10_000;

/**
 * What `credentials`, a SELECT of ids, created or changed and what goes on after their end. The audit log knows who did it;
 * of each profile it is read from the oldest of these posts and grants on, and from the oldest of the credentials on.
 */
const leftBehind = (name: string, credentials: SQL): Statement<LeftBehind> =>
  statement(
    name,
    sql`with ended as materialized (${credentials}), reached as (
      select pr.id from profiles pr where pr.account_id = ${p('account_id', 'uuid')} and pr.deleted_at is null
      union select cp.profile_id from credential_profiles cp join ended on ended.id = cp.credential_id), live as materialized (
      select po.profile_id, po.id, 'post' as type from posts po join reached on reached.id = po.profile_id
        where po.status = 'scheduled'
      union all select g.profile_id, g.id, 'access_grant' from access_grants g join reached on reached.id = g.profile_id
        where ${isLive}), oldest as (
      select distinct on (profile_id, type) profile_id, type, id from live order by profile_id, type, id)
    select live.profile_id, count(distinct live.id) filter (where live.type = 'post')::int as scheduled_posts,
      count(distinct live.id) filter (where live.type = 'access_grant')::int as access_grants
    from oldest cross join lateral (select principal_id, object_id from audit_log where profile_id = oldest.profile_id
      and id > greatest(oldest.id, (select id from ended order by id limit 1))
      and operation = any (case oldest.type when 'post'
        then array['posts.create', 'posts.create_with_images', 'posts.update', 'posts.replace_images', 'posts.publish']
        else array['access.invite', 'access.resend', 'access.update'] end)
      order by id desc limit ${READ_ENTRIES}::int) al
    join live on live.id = al.object_id and live.type = oldest.type
    where al.principal_id in (select id from ended)
    group by live.profile_id order by live.profile_id`,
  );

export const leftByKeys = leftBehind(
  'keys.left_behind',
  sql`select id from unnest(${p('credential_ids', 'uuid[]')}) as id`,
);

/** By all authorizations of the app, as with `oauth_grants.revoke`. */
export const leftByApp = leftBehind(
  'keys.left_behind_by_app',
  sql`select c.id from oauth_grants named join oauth_grants g on g.client_id = named.client_id
    join credentials c on c.id = g.credential_id
    where named.credential_id = ${p('oauth_grant_id', 'uuid')} and c.account_id = ${p('account_id', 'uuid')}`,
);

/** Sentences and actions for the hint of a revocation. The caller can list what is left of its own `profiles` only. */
export function hintsOfLeft(
  left: readonly LeftBehind[],
  profiles: Principal['profiles'],
): { sentences: Text[]; actions: NextAction[] } {
  const total = (count: 'scheduled_posts' | 'access_grants') => left.reduce((sum, row) => sum + row[count], 0);
  const [posts, grants] = [total('scheduled_posts'), total('access_grants')];
  const sentences = [
    ...(posts > 0
      ? [
          text`Scheduled posts that it created or changed, and that will still be published: ${posts}. ${op('posts.update')} with status draft cancels one.`,
        ]
      : []),
    ...(grants > 0
      ? [
          text`Invitations and grants to manage profiles that it gave or changed, and that remain: ${grants}. ${op('access.revoke')} ends one.`,
        ]
      : []),
  ];
  const actions = left
    .filter(({ profile_id }) => profiles.has(profile_id))
    .slice(0, NAMED_PROFILES)
    .flatMap(({ profile_id, scheduled_posts, access_grants }) => [
      ...(scheduled_posts > 0
        ? [action('posts.list_of_profile', { profile_id, status: 'scheduled' }, 'List the scheduled posts.')]
        : []),
      ...(access_grants > 0 ? [action('access.list', { profile_id }, 'List the invitations and grants.')] : []),
    ]);
  return { sentences, actions };
}
