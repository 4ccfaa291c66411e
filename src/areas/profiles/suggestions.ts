import { sql } from 'drizzle-orm';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { blockedForReader, isShown, viewerColumns, viewerValues } from '../relations/queries.ts';
import { profileColumns } from './columns.ts';
import type { FollowerRanking } from './follower-ranking.ts';
import type { ListedProfileRow } from './queries.ts';

export type SuggestionRow = ListedProfileRow & { followers_count: number; signup_autofollow: boolean };

/** Condition: `pr` can be suggested to the caller: it is shown, none of the caller's own, and no block stands between. */
const suggestable = sql`${isShown(sql`pr`)} and pr.account_id is distinct from ${p('account_id', 'uuid')}
  and pr.id <> all(${p('own_ids', 'uuid[]')}) and not ${blockedForReader(sql`pr.id`)}`;

/** As many as `LIMITS.signup_suggestions`, written out: of a placeholder Postgres takes it to be thousands, and sorts all. */
const few = sql`limit 50`;

/** Those that the operator flagged, those with the most followers, and the oldest, who fill the list of a new network. */
const listRows = statement<SuggestionRow>(
  'profiles.list_suggestions',
  sql`with candidate as (
      select pr.id from profiles pr where pr.signup_autofollow
      union select unnest(${p('ranked_ids', 'uuid[]')})
      union (select pr.id from profiles pr where ${suggestable} order by pr.id ${few})
    ), suggested as (
      select pr.id, counted.followers from candidate
        join profiles pr on pr.id = candidate.id and ${suggestable}
        cross join lateral (select coalesce(sum(c.followers), 0)::int as followers from profile_counters c where c.profile_id = pr.id) counted
      order by pr.signup_autofollow desc, counted.followers desc, pr.id ${few}
    )
    select ${profileColumns}, ${viewerColumns}, suggested.followers as followers_count, pr.signup_autofollow
    from suggested join profiles pr on pr.id = suggested.id
    order by pr.signup_autofollow desc, suggested.followers desc, pr.id`,
);

/**
 * Profiles to follow for who has just signed up, at most 50: those that the operator flagged, then by followers, the
 * older first where they have as many. Leaves out the profiles of the caller's account, those that it manages, and those
 * that a block separates from the reader (`blockedForReader`). Counts and order are
 * exact; who belongs to the most followed is up to a minute old (see `FollowerRanking`). One statement, two where the
 * ranking is made.
 */
export async function listSuggestions(ctx: Ctx, ranking: FollowerRanking): Promise<SuggestionRow[]> {
  const own = [...(ctx.principal?.profiles.keys() ?? [])];
  return listRows.all(ctx, {
    ...viewerValues(ctx),
    account_id: ctx.principal?.accountId ?? null,
    own_ids: own,
    reader_id: ctx.acting?.id ?? null,
    reader_account_id: ctx.principal?.accountId ?? null,
    reader_ids: ctx.acting ? [ctx.acting.id] : own,
    ranked_ids: await ranking.ids(ctx),
  });
}
