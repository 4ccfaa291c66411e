import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { findMentions, mayMention } from '../../core/text-mentions.ts';
import type { Ctx } from '../../ctx.ts';
import { changing } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import {
  candidateValues,
  insertNamed,
  type MentionRow,
  type MentionTable,
  namedProfiles,
  selectMentions,
} from '../profiles/mentions.ts';
import { blockedWithAny, isShown, profilesOfAccount } from '../relations/queries.ts';
import { postData } from './announce.ts';
import { readsFor } from './reads.ts';
import { isReadBy } from './visibility.ts';

export const ofPosts: MentionTable = {
  table: sql`post_mentions`,
  written: writes('post_mentions'),
  textColumn: sql`post_id`,
};
const postId = p('post_id', 'uuid');
const body = p('body', 'text');

const read = readsFor('posts.read_mentions', { ids: 'uuid[]' }, (viewer) => selectMentions(ofPosts, viewer));

export const readMentions = (ctx: Ctx, ids: readonly string[]): Call<MentionRow> => read(ctx, { ids });

/** The ids of the posts whose texts may mention somebody. */
export function idsWithMentions(rows: readonly { id: string; body: string }[]): string[] {
  return [...new Set(rows.filter((row) => mayMention(row.body)).map(({ id }) => id))];
}

const insert = statement(
  'posts.insert_mentions',
  { candidates: 'jsonb', post_id: 'uuid' },
  sql`with ${namedProfiles()} ${insertNamed(ofPosts, postId)}`,
);

/** Statements that store the mentions of a new post; none for a text without candidates. Locks the profiles. */
export function insertMentions(post_id: string, text: string): Call<unknown>[] {
  const candidates = findMentions(text);
  return candidates.length === 0 ? [] : [insert.call({ post_id, ...candidateValues(candidates) })];
}

const edited = sql`edited as (select id, body from posts where id = ${postId} and body <> ${body} and ${changing})`;
const emptied = sql`update ${writes('post_mentions')} m set starts = '{}', ends = '{}' from edited
  where m.post_id = edited.id and m.starts <> '{}'`;

/** A text without candidates that equals the earlier one has nothing to remove. */
const clear = statement(
  'posts.clear_mentions',
  { post_id: 'uuid' },
  sql`update ${writes('post_mentions')} set starts = '{}', ends = '{}' where post_id = ${postId} and starts <> '{}' and ${changing}`,
);

/** A name that the earlier text mentions stays with its profile: the profile may have a new name since. */
const replace = statement(
  'posts.replace_mentions',
  { post_id: 'uuid', body: 'text', candidates: 'jsonb' },
  sql`with ${edited}, earlier as (
    select translate(lower(substr(edited.body, place.start_at + 2, place.end_at - place.start_at - 1)), '_-', '') as key, m.profile_id
    from edited join post_mentions m on m.post_id = edited.id
    cross join unnest(m.starts, m.ends) as place(start_at, end_at)
  ), ${namedProfiles({
    from: sql`edited cross join`,
    known: sql`(select earlier.profile_id from earlier where earlier.key = c.key limit 1)`,
  })}, stored as (
    ${insertNamed(ofPosts, postId)}
    on conflict (post_id, profile_id) do update set starts = excluded.starts, ends = excluded.ends
    returning profile_id
  )
  ${emptied} and m.profile_id not in (select profile_id from stored)`,
);

/** Updates the mentions of a post, and locks their profiles. Must run before its text changes. */
export function replaceMentions(post_id: string, text: string): Call<unknown> {
  const candidates = findMentions(text);
  if (candidates.length === 0) return clear.call({ post_id });
  return replace.call({ post_id, body: text, ...candidateValues(candidates) });
}

const mentioned = sql`m.id`;
/**
 * An event for each mentioned profile that can read the post, except its author and those notified of a comment or a
 * quote. Once per post and profile.
 */
const announce = statement(
  'posts.announce_mentions',
  { post_id: 'uuid', event_ids: 'uuid[]', now: 'timestamptz' },
  sql`with notified as (
    update ${writes('post_mentions')} m set announced = true from posts po
    where m.post_id = ${postId} and po.id = m.post_id and po.status = 'published' and not m.announced and m.starts <> '{}'
      and ${changing}
    returning m.profile_id as id
  )
  ${insertEventsFrom(sql`select (${p('event_ids', 'uuid[]')})[row_number() over (order by ${mentioned})], ${p('now', 'timestamptz')}, 'mention.created',
      ${mentioned}, null::uuid, post.profile_id, 'post', post.id, ${postData}
    from notified m join posts post on post.id = ${postId}
    join profiles pr on pr.id = ${mentioned} and ${isShown(sql`pr`)}
    cross join lateral (select ${profilesOfAccount(mentioned)} as ids, ${profilesOfAccount(sql`post.profile_id`)} as others offset 0) mine
    where ${mentioned} <> post.profile_id
      and not exists (select from posts one where one.id in (post.reply_to_post_id, post.quoted_post_id) and one.profile_id = ${mentioned})
      and not ${blockedWithAny(mentioned, sql`mine.others`)} and not ${blockedWithAny(sql`post.profile_id`, sql`mine.ids`)}
      and ${isReadBy(sql`post.id`, mentioned, sql`mine.ids`)}
    order by ${mentioned}`)}`,
);

/** A statement that notifies the profiles that a published post newly mentions. */
export function announceMentions(ctx: Ctx, post_id: string): Call<unknown> {
  const event_ids = Array.from({ length: LIMITS.mentions.max }, newId);
  return announce.call({ post_id, now: ctx.now(), event_ids });
}
