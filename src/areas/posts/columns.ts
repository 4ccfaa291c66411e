import { AT_SIGNS } from '../../core/username.ts';
import { alias, type SQL, type SQLWrapper, sql } from '../../db/drizzle.ts';
import { selectList } from '../../db/query.ts';
import { postRevisions, posts, reactions } from '../../db/schema/posts.ts';

/** The post, the root of a comment, the viewer's own reaction, and earlier texts. */
export const po = alias(posts, 'po');
export const ro = alias(posts, 'ro');
export const re = alias(reactions, 're');
export const rv = alias(postRevisions, 'rv');

/** The columns of the post itself. Its visibility is that of its root. */
export const postFields = {
  id: po.id,
  profile_id: po.profileId,
  kind: po.kind,
  status: po.status,
  body: po.body,
  ai_disclosure: po.aiDisclosure,
  reply_to_post_id: po.replyToPostId,
  root_post_id: po.rootPostId,
  quoted_post_id: po.quotedPostId,
  is_golden_ticket: po.isGoldenTicket,
  client_reference: po.clientReference,
  revision: po.revision,
  manager_profile_id: po.managerProfileId,
  written_with_id: po.writtenWithId,
  several_writers: po.severalWriters,
  submitted_at: po.submittedAt,
  return_note: po.returnNote,
  scheduled_at: po.scheduledAt,
  published_at: po.publishedAt,
  edited_at: po.editedAt,
  created_at: po.createdAt,
  updated_at: po.updatedAt,
};

export const postColumns: SQL = selectList(postFields);

/** Whether a text has an `@`: without one it mentions nobody. */
export const hasAt = (body: SQLWrapper): SQL<boolean> => sql<boolean>`translate(${body}, ${AT_SIGNS}, '') <> ${body}`;

const shards = (counted: SQL) =>
  sql<number[][]>`array(select ${counted} from post_counters pc where pc.post_id = po.id)`.as('counts');
/** Those that not everybody may read are counted, too, and left out here. All quotes are in one shard. */
const quotes = sql`case pc.quotes when 0 then 0 else pc.quotes - quotes_for_some(pc.post_id) end`;
const all = sql`array[pc.likes, pc.replies, pc.comments, ${quotes}]`;

/** The counts of `po`, one row for each of its shards: likes, replies, comments, quotes. */
export const counts = shards(all);
/** The same, without comments below `po` if this condition is true. */
export const countsUnless = (isClosed: SQL) =>
  shards(sql`case when ${isClosed} then array[pc.likes, 0, 0, ${quotes}] else ${all} end`);

/** The sums over the shards. */
export function countsOf(shards: readonly number[][]) {
  const sum = (column: number) => shards.reduce((total, shard) => total + shard[column]!, 0);
  return { reply_count: sum(1), likes_count: sum(0), comments_count: sum(2), quotes_count: sum(3) };
}
