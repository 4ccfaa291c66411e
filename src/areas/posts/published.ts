import type { PostKind, PostStatus } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { changing } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { eventsCall, type NewEvent } from '../../events/emit.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { announce } from './announce.ts';
import { countAnswer, countForAuthor } from './counters.ts';
import { announceMentions } from './mentions.ts';

/** The value of `published_at` for the placeholder `status`. */
export const publishedAt = sql`case when ${p('status', 'text')} = 'published' then ${p('now', 'timestamptz')} end`;

const isScheduled = sql`${p('status', 'text')} = 'scheduled'`;
/** The values of `scheduled_with_id` and `scheduled_under_id` for the placeholders `status` and `credential_id`. */
export const scheduler = {
  with: sql`case when ${isScheduled} then ${p('credential_id', 'uuid')} end`,
  under: sql`case when ${isScheduled} then ${found.grant_id} end`,
};

/** Queues the job that publishes a scheduled post. Call `wakeJobs` after the commit. */
const schedule = statement(
  'posts.schedule',
  { post_id: 'uuid' },
  insertJob('posts.publish_scheduled', {
    payload: sql`jsonb_build_object('post_id', post.id)`,
    startAfter: sql`post.scheduled_at`,
    from: sql`posts post where post.id = ${p('post_id', 'uuid')} and ${changing}`,
  }),
);

export type Publication = {
  id: string;
  authorId: string;
  kind: PostKind;
  status: PostStatus;
  isAnswer: boolean;
  mentions: boolean;
};

/** The statements that follow the insertion or publication of a post: counters, events, job. */
export function publicationCalls(
  ctx: Ctx,
  { id, authorId, kind, status, isAnswer, mentions }: Publication,
): Call<unknown>[] {
  if (status === 'scheduled') return [schedule.call({ post_id: id })];
  if (status === 'pending_approval') return [announce(ctx, id, 'approval')];
  if (status !== 'published') return [];
  return [
    ...(isAnswer ? [countAnswer.call({ post_id: id })] : []),
    ...(kind === 'comment' ? [] : [countForAuthor.call({ profile_id: authorId })]),
    isAnswer ? announce(ctx, id, 'answer') : eventsCall(ctx, [publishedEvent(id, authorId)]),
    ...(mentions ? [announceMentions(ctx, id)] : []),
  ];
}

const publishedEvent = (id: string, authorId: string): NewEvent => ({
  type: 'post.published',
  profileId: authorId,
  actorProfileId: authorId,
  objectId: id,
  data: {
    kind: 'post',
    status: 'published',
    revision: 1,
    reply_to_post_id: null,
    root_post_id: null,
    quoted_post_id: null,
  },
});
