import { type SQL, sql } from 'drizzle-orm';
import type { AiDisclosure, PostKind, PostStatus, ReactionType, Visibility } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { blockedForReader } from '../relations/queries.ts';
import { editable, readerValues, readingJoins, visible } from './visibility.ts';

export type ImageRow = { id: string; blob_key: string; width: number; height: number; alt_text: string | null };

/** A post as stored in its row, without its author. */
export type PostRow = {
  id: string;
  profile_id: string;
  kind: PostKind;
  status: PostStatus;
  visibility: Visibility;
  body: string;
  ai_disclosure: AiDisclosure;
  reply_to_post_id: string | null;
  root_post_id: string | null;
  quoted_post_id: string | null;
  is_golden_ticket: boolean;
  client_reference: string | null;
  revision: number;
  manager_profile_id: string | null;
  return_note: string | null;
  scheduled_at: Date | null;
  published_at: Date | null;
  edited_at: Date | null;
  created_at: Date;
  updated_at: Date;
  images: ImageRow[] | null;
  likes: number;
  replies: number;
  comments: number;
  quotes: number;
  viewer_reaction: ReactionType | null;
  editable: boolean;
};

export type LoadedPost = PostRow & ProfileRow & { place: number | null };

/** The columns of the post itself, with the alias `po`, but for its author. */
const ownColumns = sql`po.id, po.kind, po.status, po.body, po.ai_disclosure, po.reply_to_post_id,
  po.root_post_id, po.quoted_post_id, po.is_golden_ticket, po.client_reference, po.revision, po.manager_profile_id,
  po.return_note, po.scheduled_at, po.published_at, po.edited_at, po.created_at, po.updated_at`;
export const postColumns = sql`po.profile_id, ${ownColumns}`;

/** Its images, in order, as JSON. */
export const imagesOf = (postId: SQL) => sql`(select json_agg(json_build_object('id', i.id, 'blob_key', i.blob_key,
  'width', i.width, 'height', i.height, 'alt_text', i.alt_text) order by i.position) from post_images i where i.post_id = ${postId})`;

/** Its counts: the sums over its shards. */
export const countsOf = (postId: SQL) => sql`lateral (
  select coalesce(sum(pc.likes), 0)::int as likes, coalesce(sum(pc.replies), 0)::int as replies,
    coalesce(sum(pc.comments), 0)::int as comments, coalesce(sum(pc.quotes), 0)::int as quotes
  from post_counters pc where pc.post_id = ${postId})`;

/**
 * A SELECT of posts as a reader may see them. `wanted` is a SELECT of `id` and `place` (the order), from ids or from
 * the condition of a list. Quoted posts are included as rows without a place.
 */
export const selectPosts = (wanted: SQL): SQL =>
  selectChosen(sql`wanted as (${wanted}), chosen as (
      select id, place from wanted
      union all
      select distinct q.quoted_post_id, null::bigint from wanted w join posts q on q.id = w.id
        where q.quoted_post_id is not null and q.quoted_post_id not in (select id from wanted))`);

/** The last of `ctes` is `chosen`, with `id` and `place`. */
const selectChosen = (ctes: SQL): SQL => sql`with ${ctes}
    select ${ownColumns}, coalesce(ro.visibility, po.visibility) as visibility, ${profileColumns},
      ${imagesOf(sql`po.id`)} as images, n.likes, n.replies, n.comments, n.quotes,
      case when re.reaction_type is not null and not ${blockedForReader(sql`po.profile_id`)}
        then re.reaction_type end as viewer_reaction, ${editable} as editable, chosen.place
    from chosen
    join posts po on po.id = chosen.id
    ${readingJoins}
    cross join ${countsOf(sql`po.id`)} n
    left join reactions re on re.post_id = po.id and re.profile_id = ${p('reader_id', 'uuid')}
    where ${visible}
    order by chosen.place`;

/** One statement that reads posts by `selectPosts`. */
export function readPosts(name: string, wanted: SQL) {
  return readSelected(name, selectPosts(wanted));
}

function readSelected(name: string, select: SQL) {
  const compiled = statement<LoadedPost>(name, select);
  return async (ctx: Ctx, values: Record<string, unknown>): Promise<PostSet> => {
    const rows = await compiled.all(ctx, { ...readerValues(ctx), ...values });
    return { listed: rows.filter((row) => row.place !== null), byId: new Map(rows.map((row) => [row.id, row])) };
  };
}

/** The requested posts in order, and all loaded posts by id. */
export type PostSet = { listed: LoadedPost[]; byId: ReadonlyMap<string, LoadedPost> };

/** Posts by id, in the given order, without those that the caller cannot see. One statement. */
export const loadPosts = readPosts(
  'posts.load',
  sql`select w.id, min(w.place) as place from unnest(${p('ids', 'uuid[]')}) with ordinality as w(id, place) group by w.id`,
);

/** One post by `id` and the one that it quotes. Without the sorting and merging of a list, this is a tenth cheaper. */
export const loadPost = readSelected(
  'posts.read_one',
  selectChosen(sql`chosen as (select one.id, one.place from (values (${p('id', 'uuid')}, 1::bigint),
    ((select q.quoted_post_id from posts q where q.id = ${p('id', 'uuid')}), null)) as one(id, place))`),
);
