import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { qb, selectList } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { postCounters, postRevisions, posts, reactions } from '../../db/schema/posts.ts';

/** The post, the root of a comment, the account of its author, the viewer's own reaction, and earlier texts. */
export const po = alias(posts, 'po');
export const ro = alias(posts, 'ro');
export const oa = alias(accounts, 'oa');
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
  return_note: po.returnNote,
  scheduled_at: po.scheduledAt,
  published_at: po.publishedAt,
  edited_at: po.editedAt,
  created_at: po.createdAt,
  updated_at: po.updatedAt,
};

/** `postFields` for a `sql` template. */
export const postColumns: SQL = selectList(postFields);

/** Whether the text of `po` has an `@`: without one it mentions nobody. */
export const hasAt = sql<boolean>`position('@' in ${po.body}) > 0`;

export type ImageRow = { id: string; blob_key: string; width: number; height: number; alt_text: string | null };

/** The images of `po`, in order, as JSON. */
const pictures = sql<ImageRow[] | null>`(
  select json_agg(i order by i.position) from post_images i where i.post_id = po.id)`;
export const images = pictures.as('images');

const total = (column: SQL, name: string) => sql<number>`coalesce(sum(${column}), 0)::int`.as(name);

/** The counts of `po`: the sums over its shards. */
export const counted = qb
  .select({
    likes: total(sql`likes`, 'likes'),
    replies: total(sql`replies`, 'replies'),
    comments: total(sql`comments`, 'comments'),
    quotes: total(sql`quotes`, 'quotes'),
  })
  .from(postCounters)
  .where(sql`post_id = ${po.id}`)
  .as('counted');
