import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { blockedForReader, isShown, mutes } from '../relations/queries.ts';
import type { FollowerRanking } from './follower-ranking.ts';
import type { ListedProfileRow } from './queries.ts';
import { loadProfiles } from './service.ts';

export type SuggestionRow = ListedProfileRow & { followers_count: number; signup_autofollow: boolean };

/** Condition: `pr` can be suggested to the caller: shown, found by searches, not one of its own, not muted, and no block in between. */
const suggestable = sql`${isShown(sql`pr`)} and pr.indexable and pr.account_id is distinct from ${p('account_id', 'uuid')}
  and pr.id <> all(${p('own_ids', 'uuid[]')}) and not ${blockedForReader(sql`pr.id`)}
  and not ${mutes(p('reader_id', 'uuid'), sql`pr.id`)}`;

/** `LIMITS.signup_suggestions` as a literal: for a placeholder Postgres assumes thousands of rows and sorts all. */
const few = sql`limit 50`;

/** Flagged profiles, the most followed ones, and the oldest ones to fill the list of a new network. */
const list = statement(
  'profiles.list_suggestions',
  {
    ranked_ids: 'uuid[]',
    account_id: 'uuid?',
    own_ids: 'uuid[]',
    reader_ids: 'uuid[]',
    reader_id: 'uuid?',
    reader_account_id: 'uuid?',
  },
  sql<{ id: string; followers_count: number; signup_autofollow: boolean }>`with candidate as (
      select pr.id from profiles pr where pr.signup_autofollow
      union select unnest(${p('ranked_ids', 'uuid[]')})
      union (select pr.id from profiles pr where ${suggestable} order by pr.id ${few})
    )
    select pr.id, counted.followers as followers_count, pr.signup_autofollow from candidate
      join profiles pr on pr.id = candidate.id and ${suggestable}
      cross join lateral (select coalesce(sum(c.followers), 0)::int as followers from profile_counters c where c.profile_id = pr.id) counted
    order by pr.signup_autofollow desc, counted.followers desc, pr.id ${few}`,
);

/**
 * At most 50 profiles: flagged by the operator first, then by followers, then older ones. Without the caller's own and
 * managed ones, those that are not `indexable`, and those that a block or a mute hides. Membership in the most followed is up to a minute old.
 */
export async function listSuggestions(ctx: Ctx, ranking: FollowerRanking): Promise<SuggestionRow[]> {
  const own = [...(ctx.principal?.profiles.keys() ?? [])];
  const suggested = await list.all(ctx, {
    account_id: ctx.principal?.accountId ?? null,
    own_ids: own,
    reader_id: ctx.acting?.id ?? null,
    reader_account_id: ctx.principal?.accountId ?? null,
    reader_ids: ctx.acting ? [ctx.acting.id] : own,
    ranked_ids: await ranking.ids(ctx),
  });
  const facts = new Map(suggested.map(({ id, ...rest }) => [id, rest]));
  const rows = await loadProfiles(ctx, [...facts.keys()]);
  return rows.map((row) => ({ ...row, ...facts.get(row.profile_id)! }));
}
