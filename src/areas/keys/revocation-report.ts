import { isGivenWith, isLive } from '../../auth/grants.ts';
import type { Principal } from '../../auth/principal.ts';
import { action, type NextAction } from '../../core/next-action.ts';
import { op, type Text, text } from '../../core/operation-text.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';

/** What ended or narrowed credentials set in motion for a profile: numbers of scheduled posts, and of invitations and grants. */
export type LeftBehind = { profile_id: string; scheduled_posts: number; access_grants: number };

/** What a change of a key leaves behind. `webhooks`: how many of its webhooks send less now; null if it lost nothing. */
export type KeyLoss = { webhooks: number; left: readonly LeftBehind[] } | null;

/** The end of a key. `webhooks`: how many were disabled. `endsCaller`: the calling key is among those that ended. */
export type KeyRevocation = {
  id: string;
  revoked: boolean;
  webhooks: number;
  left: readonly LeftBehind[];
  endsCaller: boolean;
};

/** More profiles than this are only counted. */
const NAMED_PROFILES = 3;

/** What these credentials scheduled or last changed, and gave or widened, and what goes on after their end. */
export const leftByKeys = statement(
  'keys.left_behind',
  { credential_ids: 'uuid[]', now: 'timestamptz' },
  sql<LeftBehind>`select profile_id, count(*) filter (where is_post)::int as scheduled_posts, count(*) filter (where not is_post)::int as access_grants
    from (
      select po.profile_id, true as is_post from posts po
      where po.status = 'scheduled' and po.scheduled_with_id = any(${p('credential_ids', 'uuid[]')})
      union all select g.profile_id, false from access_grants g
      where ${isLive} and ${isGivenWith(p('credential_ids', 'uuid[]'))}) remains
    group by profile_id order by profile_id`,
);

/** The enabled webhooks of these keys, which send only what their key may read. */
export const countWebhooks = statement(
  'keys.count_webhooks',
  { account_id: 'uuid', credential_ids: 'uuid[]' },
  sql<{ count: number }>`select count(*)::int as count from webhooks w
    where w.account_id = ${p('account_id', 'uuid')} and w.enabled and w.created_by_id = any(${p('credential_ids', 'uuid[]')})`,
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
