import { LIMITS } from '../../core/limits.ts';
import type { MentionCandidate } from '../../core/text-mentions.ts';
import { AT_SIGNS } from '../../core/username.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { blockedForViewer, isShown, viewerProfiles } from '../relations/queries.ts';

export type MentionRow = { text_id: string; profile_id: string; username: string; starts: number[]; ends: number[] };

/** A table with mentions in the texts of an area. */
export type MentionTable = { table: SQL; written: SQL; textColumn: SQL };

export const candidateValues = (candidates: readonly MentionCandidate[]): { candidates: string } => ({
  candidates: JSON.stringify(candidates.map(({ key, start, end }) => ({ key, start_at: start, end_at: end }))),
});

/**
 * CTE `named`: the first candidates whose profile is found and shown. A username is found in any spelling, a former one is
 * not; `known` is a profile id that a candidate `c` has regardless. Locks the profiles. `from` joins what decides whether there is
 * anything to do.
 */
export const namedProfiles = ({
  from = sql``,
  known = sql`null`,
}: {
  from?: SQL;
  known?: SQL;
} = {}): SQL => sql`named as (
    select pr.id as profile_id, c.start_at, c.end_at
    from ${from} jsonb_to_recordset(${p('candidates', 'jsonb')}) as c(key text, start_at int, end_at int)
    left join usernames un on un.key = c.key and un.held_until is null
    join profiles pr on pr.id = coalesce(${known}, un.profile_id) and ${isShown(sql`pr`)}
    order by c.start_at limit ${LIMITS.mentions.max}::int
    for key share of pr
  )`;

export const insertNamed = ({ written, textColumn }: MentionTable, textId: SQL): SQL => sql`
  insert into ${written} (${textColumn}, profile_id, starts, ends)
  select ${textId}, profile_id, array_agg(start_at order by start_at), array_agg(end_at order by start_at)
  from named group by profile_id`;

/** A SELECT of the mentions in the texts `ids`, without hidden profiles and those behind a block (`viewerProfiles`). */
export function selectMentions({ table, textColumn }: MentionTable, viewer: 'anonymous' | 'member'): SQL<MentionRow> {
  const [viewerItem, isVisible] =
    viewer === 'anonymous'
      ? [sql``, sql``]
      : [sql`cross join ${viewerProfiles}`, sql`and not ${blockedForViewer(sql`m.profile_id`)}`];
  return sql<MentionRow>`select m.${textColumn} as text_id, m.profile_id, pr.username, m.starts, m.ends
    from ${table} m join profiles pr on pr.id = m.profile_id and ${isShown(sql`pr`)} ${viewerItem}
    where m.${textColumn} = any(${p('ids', 'uuid[]')}) and m.starts <> '{}' ${isVisible}`;
}

export const exportedMentions = ({ table, textColumn }: MentionTable, textId: SQL): SQL => sql`coalesce((
  select jsonb_agg(jsonb_build_object('profile_id', mn.profile_id, 'start', place.start_at, 'end', place.end_at) order by place.start_at)
  from ${table} mn cross join unnest(mn.starts, mn.ends) as place(start_at, end_at) where mn.${textColumn} = ${textId}), '[]') as mentions`;

/** Violations: mentions not at an `@`, or beyond the end. `texts` selects `id` and `body`. */
export const misplacedMentions = (table: string, textColumn: string, texts: string): string => `
  select m.${textColumn}, m.profile_id from ${table} m join ${texts} texts on texts.id = m.${textColumn}
  cross join unnest(m.starts, m.ends) as place(start_at, end_at)
  where position(substr(texts.body, place.start_at + 1, 1) in '${AT_SIGNS}') = 0 or place.end_at > char_length(texts.body) or place.end_at < place.start_at + 2`;

/** A query for violations: mentions of deleted profiles. */
export const mentionsOfDeleted = (table: string, textColumn: string): string =>
  `select m.${textColumn}, m.profile_id from ${table} m join profiles pr on pr.id = m.profile_id where pr.deleted_at is not null`;

export function mentionsByText(rows: readonly MentionRow[]): ReadonlyMap<string, MentionRow[]> {
  return Map.groupBy(rows, (row) => row.text_id);
}
