import { requireActing } from '../auth/require.ts';
import type { NotificationType } from '../core/enums.ts';
import { idOrNull } from '../core/ids.ts';
import type { Ctx } from '../ctx.ts';
import { found } from '../db/authority.ts';
import { changing } from '../db/changing.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type AuthorizedCall, authorizedStatement, type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import type { DispatchedEvent } from './dispatcher.ts';

/** Notifications that members read by what they do elsewhere: they read a conversation, answer a request, decide about a draft. */

const actorOf = (profile: SQL): SQL =>
  sql`(select ac.id from actors ac where ac.entity_id = ${profile} and ac.type = 'profile')`;

/** Condition: the profile has unread messages in the conversation, as a member `cm` with this condition. */
export const hasUnread = (conversation: SQL, profile: SQL, condition = sql`true`): SQL => sql`exists (
    select from conversation_members cm where cm.conversation_id = ${conversation}
      and cm.actor_id = ${actorOf(profile)} and cm.unread_count > 0 and ${condition} offset 0)`;

/** Condition: the profile has not written in the conversation since the message `m`. In `by`, what it wrote is `own`. */
export const isUnanswered = (profile: SQL, by = sql`true`): SQL => sql`m.seq > coalesce((
    select own.seq from messages own where own.conversation_id = m.conversation_id and own.sender_actor_id = ${actorOf(profile)}
      and own.deleted_at is null and ${by} order by own.seq desc limit 1), 0)`;

/** The profile to which the messages of the notification `n` were sent. */
const addressed = sql`coalesce(n.managed_profile_id, n.profile_id)`;

/** Condition: a message of `n` asks for a person. The order of concurrent messages and notifications may differ. */
const asksPerson = (condition: SQL): SQL => sql`n.needs_human and exists (
  select from messages m where m.conversation_id = n.group_id and m.sender_actor_id <> ${actorOf(addressed)}
    and m.needs_human and m.deleted_at is null and m.created_at >= n.created_at - interval '10 seconds' and ${condition})`;

/** Condition: the same, and the profile has not answered. */
const awaitsPerson = asksPerson(isUnanswered(addressed));

/** Condition: a message of the unread notification `n` still asks for a person. */
export const asksForPerson = asksPerson(sql`true`);

/** Condition: there is still a message that the unread notification `n` is about. */
export const stillConcerns: SQL = sql`(${asksForPerson}
    or n.managed_profile_id is null and ${hasUnread(sql`n.group_id`, sql`n.profile_id`)})`;

const markRead = statement(
  'notifications.read_conversations',
  { profile_ids: 'uuid[]', conversation_ids: 'uuid[]', person_account_ids: 'uuid[]', now: 'timestamptz' },
  sql`with locked as (
      select n.id from unnest(${p('profile_ids', 'uuid[]')}, ${p('conversation_ids', 'uuid[]')}, ${p('person_account_ids', 'uuid[]')})
        as i(profile_id, conversation_id, person_account_id)
      join notifications n on n.group_id = i.conversation_id and n.type = 'message.created' and n.read_at is null
        and (n.profile_id = i.profile_id or n.managed_profile_id = i.profile_id and exists (
          select from profiles person where person.id = n.profile_id and person.account_id = i.person_account_id))
      where not ${hasUnread(sql`i.conversation_id`, sql`i.profile_id`)} and not (${awaitsPerson})
        and (i.person_account_id is not null or not (${asksForPerson}))
      order by n.profile_id, n.group_id, n.id for update of n
    )
    update ${writes('notifications')} n set read_at = ${p('now', 'timestamptz')} from locked where n.id = locked.id`,
);

/** Who has read a conversation. A signed-in person has also read it for the other profiles of `accountId`. */
export const readerOf = (ctx: Ctx): { profileId: string; accountId: string | null } => ({
  profileId: requireActing(ctx).id,
  accountId: ctx.principal?.type === 'session' ? ctx.principal.accountId : null,
});

/**
 * Marks the notification of a conversation as read if nothing is unread. One that asks for a person must be answered, and
 * only a signed-in person ends it. One that the dispatcher makes at the same moment follows with the event.
 */
export function readNotificationOf(ctx: Ctx, conversationId: string): Call<unknown> {
  const { profileId, accountId } = readerOf(ctx);
  return markRead.call({
    profile_ids: [profileId],
    conversation_ids: [conversationId],
    person_account_ids: [accountId],
    now: ctx.now(),
  });
}

/** Marks as read what the events say was read; no statement if nothing was. */
export function readByEvents(ctx: Ctx, events: readonly DispatchedEvent[]): Call<unknown>[] {
  const reads = events.flatMap(({ type, object_id, data }) => {
    const profileId = idOrNull(data['profile_id']);
    return type === 'conversation.read' && profileId
      ? [{ profileId, conversationId: object_id, accountId: idOrNull(data['person_account_id']) }]
      : [];
  });
  if (reads.length === 0) return [];
  return [
    markRead.call({
      profile_ids: reads.map(({ profileId }) => profileId),
      conversation_ids: reads.map(({ conversationId }) => conversationId),
      person_account_ids: reads.map(({ accountId }) => accountId),
      now: ctx.now(),
    }),
  ];
}

const readAbout = authorizedStatement(
  'notifications.read_about',
  { object_id: 'uuid', type: 'text', now: 'timestamptz' },
  sql`update ${writes('notifications')} set read_at = ${p('now', 'timestamptz')}
    where group_id = ${p('object_id', 'uuid')} and profile_id = ${found.profile_id} and type = ${p('type', 'text')}
      and read_at is null and ${changing}`,
);

/**
 * Marks the notification of what was just answered or decided as read; `settledBy` of its kind does it for late ones.
 */
export const readNotificationAbout = (ctx: Ctx, object_id: string, type: NotificationType): AuthorizedCall<unknown> =>
  readAbout.call({ object_id, type, now: ctx.now() });
