import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { asksForAnswer } from './list.ts';

/** A conversation in which a message asks for a person. */
export type NeedsHumanRow = {
  notification_id: string;
  conversation_id: string;
  /** The profile to which the message was sent. */
  profile_id: string;
  sender_profile_id: string | null;
  asked_at: Date;
  count: number;
};

const waiting = sql`n.profile_id = ${p('profile_id', 'uuid')} and n.needs_human and n.read_at is null`;

/**
 * Unread notifications of messages that ask for a person, for `GET /v1/home`: rows, each with the number of all, and
 * whether there may be some: this includes those that nobody may answer any more.
 */
export const needsHuman = {
  rows: statement(
    'notifications.list_needs_human',
    { profile_id: 'uuid', few: 'int', now: 'timestamptz' },
    sql<NeedsHumanRow>`select n.id as notification_id, n.group_id as conversation_id,
        coalesce(n.managed_profile_id, n.profile_id) as profile_id,
        sender.id as sender_profile_id,
        coalesce((select m.created_at from messages m
          where m.conversation_id = n.group_id and m.sender_actor_id = sender.actor_id and m.needs_human
            and m.deleted_at is null order by m.seq desc limit 1), n.updated_at) as asked_at, count(*) over ()::int as count
      from notifications n
      left join lateral (
        select a.actor_profile_id as id,
          (select ac.id from actors ac where ac.entity_id = a.actor_profile_id and ac.type = 'profile') as actor_id
        from notification_actors a where a.notification_id = n.id limit 1
      ) sender on true
      where ${waiting} and ${asksForAnswer} order by n.updated_at desc, n.id desc limit ${p('few', 'int')}`,
  ),
  exist: sql`exists (select from notifications n where ${waiting})`,
};
