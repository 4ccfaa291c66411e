import { actingProfileId } from '../auth/authorize.ts';
import { requireActing } from '../auth/require.ts';
import type { NotificationType } from '../core/enums.ts';
import { newId } from '../core/ids.ts';
import type { Ctx } from '../ctx.ts';
import { changing } from '../db/changing.ts';
import { sql } from '../db/drizzle.ts';
import { type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';

/**
 * Changes of notifications that have no event. All others are made by the trigger of the event log, `notify_of_event` in
 * the migrations, or by `notifyTogether`. Locks of notifications come last, so these are among the last statements of a batch.
 */

const me = p('profile_id', 'uuid');
const other = p('other_profile_id', 'uuid');
const conversationId = p('conversation_id', 'uuid');
const actorId = p('actor_id', 'uuid');

const removeBetween = statement(
  'notifications.remove_between',
  sql`select withdraw_notifications(array(
      select n.id from notifications n join notification_actors a on a.notification_id = n.id and a.actor_profile_id = side.actor
      where n.profile_id = side.recipient), side.actor)
    from (values (${me}, ${other}), (${other}, ${me})) as side(recipient, actor) where ${changing} order by side.recipient`,
);

/** A statement that removes the notifications of each of two profiles about the other, for a block. */
export const removeNotificationsBetween = (ctx: Ctx, other_profile_id: string): Call<unknown> =>
  removeBetween.call({ profile_id: requireActing(ctx).id, other_profile_id });

const notifyAuthor = statement(
  'notifications.notify_of_removal',
  sql`select notify(po.profile_id, 'post.removed', po.id, null, po.id, ${p('id', 'uuid')}, ${p('now', 'timestamptz')})
    from posts po where po.id = ${p('post_id', 'uuid')} and po.status <> 'removed'
      and not exists (select from notification_refusals(po.profile_id, 'post.removed', null))`,
);

/** A statement that notifies the author of a post that the operator removes, before the removal. */
export const notifyOfRemoval = (ctx: Ctx, post_id: string): Call<unknown> =>
  notifyAuthor.call({ id: newId(), post_id, now: ctx.now() });

/**
 * Condition: a message of the notification `n` asks for a person, and the acting profile has not answered. The times of
 * concurrent messages may differ a little from the order of their notifications.
 */
const awaitsPerson = sql`n.needs_human and exists (
  select from messages m where m.conversation_id = ${conversationId} and m.sender_actor_id <> ${actorId}
    and m.needs_human and m.deleted_at is null and m.created_at >= n.created_at - interval '10 seconds'
    and m.seq > coalesce((
      select own.seq from messages own where own.conversation_id = ${conversationId} and own.sender_actor_id = ${actorId}
        and own.deleted_at is null order by own.seq desc limit 1), 0))`;

const readConversation = statement(
  'notifications.read_conversation',
  sql`with locked as (
      select n.id from notifications n
      where (n.profile_id = ${me} or n.managed_profile_id = ${me} and exists (
          select from profiles person where person.id = n.profile_id and person.account_id = ${p('person_account_id', 'uuid')}))
        and n.type = 'message.created' and n.group_id = ${conversationId} and n.read_at is null
        and not exists (select from conversation_members cm where cm.conversation_id = ${conversationId}
          and cm.actor_id = ${actorId} and cm.unread_count > 0)
        and not (${awaitsPerson})
      order by n.id for update
    )
    update ${writes('notifications')} n set read_at = ${p('now', 'timestamptz')} from locked where n.id = locked.id`,
);

/**
 * A statement that marks the notification of a conversation as read if none of its messages is unread, and none that asks
 * for a person unanswered. A signed-in person has also read it for the other profiles of the account; a program has not.
 */
export function readNotificationOf(ctx: Ctx, conversation_id: string): Call<unknown> {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const person_account_id = ctx.principal?.type === 'session' ? ctx.principal.accountId : null;
  return readConversation.call({ profile_id, actor_id, conversation_id, person_account_id, now: ctx.now() });
}

const readAbout = statement(
  'notifications.read_about',
  sql`update ${writes('notifications')} set read_at = ${p('now', 'timestamptz')}
    where group_id = ${p('object_id', 'uuid')} and profile_id = ${actingProfileId} and type = ${p('type', 'text')}
      and read_at is null and ${changing}`,
);

/** A statement that marks the notification of what the acting profile has just answered or decided as read. */
export const readNotificationAbout = (ctx: Ctx, object_id: string, type: NotificationType): Call<unknown> =>
  readAbout.call({ object_id, type, now: ctx.now() });

/**
 * The last statement of a run of shared writes: the notifications of its events, as the trigger would write them one by one.
 * Only for reactions and for messages that ask for no person.
 */
export const notifyTogether = statement(
  'notifications.notify_together',
  sql`select notify_together(${p('now', 'timestamptz[]')}, ${p('event_2_id', 'uuid[]')})`,
);
