import { isInForce, permissionsInForce } from '../../../auth/grants.ts';
import { idOrNull } from '../../../core/ids.ts';
import { sql } from '../../../db/drizzle.ts';
import { hasUnread, isUnanswered, stillConcerns } from '../../../events/read-notifications.ts';
import { kind, toOther } from './kind.ts';

/** Condition: no AI agent that manages the profile wrote the message `own`. */
const notByAgent = sql`not exists (select from profiles manager where manager.id = own.manager_profile_id and manager.type = 'ai_agent')`;

/**
 * The profile that got the message, and if it asks for a person, the people behind it: human profiles of its account
 * and human managers with `messaging`. `asks`: nobody but an AI agent has answered.
 */
const recipients = sql`(select who.id, who.managed_id, m.needs_human and ${isUnanswered(sql`who.id`, notByAgent)} as asks
    from messages m cross join lateral (select s.recipient_id as id, null::uuid as managed_id union all
      select human.id, addressed.id from profiles addressed cross join lateral (
        select own.id from profiles own where own.account_id = addressed.account_id
        union select g.manager_profile_id from access_grants g
          where g.profile_id = addressed.id and ${isInForce} and 'messaging' = any(${permissionsInForce})) person
      join profiles human on human.id = person.id and human.type = 'human'
      where addressed.id = s.recipient_id and addressed.type <> 'human' and m.needs_human) who
    where m.id = s.source_id and m.deleted_at is null)`;

/** Messages by conversation. The people behind the recipient learn of those that ask for a person, mute or not. */
export const messageCreated = kind({
  type: 'message.created',
  madeBy: {
    'message.created': (event) => {
      const act = toOther(event);
      const groupId = idOrNull(event.data['conversation_id']);
      return act && groupId
        ? { ...act, groupId, objectId: groupId, needsHuman: event.data['needs_human'] === true }
        : null;
    },
  },
  recipients,
  concerns: ({ group, recipient }) => sql`(r.managed_id is not null or r.asks
    or ${hasUnread(group, recipient, sql`cm.muted_at is null`)})`,
  undoneBy: {
    'message.deleted': (event) => {
      const groupId = idOrNull(event.data['conversation_id']);
      return groupId ? { groupId } : null;
    },
  },
  unreadStays: stillConcerns,
  repeats: true,
});
