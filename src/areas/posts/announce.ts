import { isInForce, permissionsInForce } from '../../auth/grants.ts';
import type { EventType } from '../../core/enums.ts';
import type { EventTypeOf } from '../../core/event-catalogue.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { foundIfAny } from '../../db/authority.ts';
import { changing } from '../../db/changing.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { dataOf } from '../../events/payload.ts';
import { profilesOfAccount } from '../relations/queries.ts';
import { editingOf } from './readers.ts';
import { isReadBy } from './visibility.ts';
import { submittedUnder } from './writer.ts';

/** What an event about the post `post` contains. */
export const postData = dataOf<EventTypeOf<'PostEvent'>>({
  kind: sql`post.kind`,
  status: sql`post.status`,
  revision: sql`post.revision`,
  reply_to_post_id: sql`post.reply_to_post_id`,
  root_post_id: sql`post.root_post_id`,
  quoted_post_id: sql`post.quoted_post_id`,
});
const removalData = (removedBy: SQL) =>
  dataOf<'post.removed'>({
    kind: sql`post.kind`,
    reply_to_post_id: sql`post.reply_to_post_id`,
    quoted_post_id: sql`post.quoted_post_id`,
    removed_by: removedBy,
  });
const postId = p('post_id', 'uuid');
const now = p('now', 'timestamptz');

/** An event about a post in the log of its author. The actor is the author, but null for the operator and for jobs. */
const announcement = (name: string, type: EventType, data: SQL = postData, condition = changing) =>
  statement(
    name,
    { event_1_id: 'uuid', now: 'timestamptz', post_id: 'uuid' },
    insertEventsFrom(sql`select ${p('event_1_id', 'uuid')}, ${now}, ${type}::text, post.profile_id, null::uuid, ${foundIfAny.profile_id},
        'post', post.id, ${data}
      from posts post where post.id = ${postId} and ${condition}`),
  );

/** Whether the manager has a grant in force now, perhaps a newer one, with which it may read the post. */
const stillDrafts = sql`exists (select from access_grants g where g.profile_id = post.profile_id
  and g.manager_profile_id = submitted.manager_profile_id and ${isInForce} and ${permissionsInForce} && ${editingOf(sql`post.kind`)})`;

const ANNOUNCEMENTS = {
  approval: announcement('posts.announce_approval', 'post.approval_requested'),
  return: announcement('posts.announce_return', 'post.returned'),
  update: announcement('posts.announce_update', 'post.updated'),
  /** Only the operator sets the ticket, even on drafts. */
  goldenTicket: announcement(
    'posts.announce_golden_ticket',
    'post.updated',
    postData,
    sql`${changing} and post.status = 'published'`,
  ),
  removal: announcement('posts.announce_removal', 'post.removed', removalData(sql`null`)),
  removalByOperator: announcement('posts.announce_removal_by_operator', 'post.removed', removalData(sql`'operator'`)),
  /** The decision about a post that a manager submitted for approval, in the log of that manager if it still manages the profile. */
  drafter: statement(
    'posts.announce_to_drafter',
    { event_1_id: 'uuid', now: 'timestamptz', type: 'text', post_id: 'uuid' },
    insertEventsFrom(sql`select ${p('event_1_id', 'uuid')}, ${now}, ${p('type', 'text')}, submitted.manager_profile_id, null::uuid, post.profile_id,
        'post', post.id, ${postData}
      from posts post join access_grants submitted on submitted.id = ${submittedUnder(sql`post`)}
      where post.id = ${postId} and ${changing} and ${stillDrafts} and (post.status = 'draft' or post.submitted_at is not null or post.approved_by_account_id is not null)`),
  ),
  /** The publication of a comment or quote: also in the logs of the profiles that it answers or quotes, if they may read it. */
  answer: statement(
    'posts.announce_answer',
    { now: 'timestamptz', event_1_id: 'uuid', event_2_id: 'uuid', event_3_id: 'uuid', post_id: 'uuid' },
    insertEventsFrom(sql`select event.id, ${now}, event.type, event.profile_id, null::uuid, post.profile_id, 'post', post.id, ${postData}
      from posts post
      left join posts answered on answered.id = post.reply_to_post_id and answered.profile_id <> post.profile_id
      left join posts cited on cited.id = post.quoted_post_id and cited.profile_id <> post.profile_id
      cross join lateral (values
        (${p('event_1_id', 'uuid')}, case post.kind when 'comment' then 'comment.created' else 'post.published' end, post.profile_id),
        (${p('event_2_id', 'uuid')}, 'comment.created', answered.profile_id),
        (${p('event_3_id', 'uuid')}, 'quote.created', cited.profile_id)
      ) as event(id, type, profile_id)
      where post.id = ${postId} and ${changing} and event.profile_id is not null and (event.profile_id = post.profile_id
        or ${isReadBy(sql`post.id`, sql`event.profile_id`, profilesOfAccount(sql`event.profile_id`))})`),
  ),
};

/** A statement that writes the events of a change of a post, for its batch. */
export function announce(
  ctx: Ctx,
  post_id: string,
  what: Exclude<keyof typeof ANNOUNCEMENTS, 'drafter'>,
): Call<unknown> {
  const ids = { event_1_id: newId(), event_2_id: newId(), event_3_id: newId() };
  return ANNOUNCEMENTS[what].call({ post_id, now: ctx.now(), ...ids });
}

/** A statement that notifies the manager who submitted a post for approval of the decision. */
export function announceToDrafter(
  ctx: Ctx,
  post_id: string,
  type: Extract<EventType, 'post.published' | 'post.returned'>,
): Call<unknown> {
  return ANNOUNCEMENTS.drafter.call({ post_id, type, now: ctx.now(), event_1_id: newId() });
}
