import { eq, gt, sql } from '../db/drizzle.ts';
import { qb, type Selected } from '../db/query.ts';
import { eventLog, events } from '../db/schema/journal.ts';
import { p, statement } from '../db/statement.ts';

export const EVENTS_CHANNEL = 'pronet_events';

/** The columns of an event that readers get. */
export const eventFields = {
  id: events.id,
  created_at: events.createdAt,
  position: events.position,
  type: events.type,
  profile_id: events.profileId,
  account_id: events.accountId,
  actor_profile_id: events.actorProfileId,
  manager_profile_id: events.managerProfileId,
  object_type: events.objectType,
  object_id: events.objectId,
  data: events.data,
};

/** An event with a position. `profile_id` or `account_id` says whose log it is in. */
export type EventRow = Selected<typeof eventFields> & { position: number };

export const readAfter = statement(
  'events.read_after',
  { after: 'bigint', rows: 'bigint' },
  qb
    .select(eventFields)
    .from(events)
    .where(gt(events.position, p('after')))
    .orderBy(events.position)
    .limit(sql.placeholder('rows')),
);

/** The state of the log: its epoch, and the positions of the newest event and of the newest that was dropped. */
export const readLog = statement(
  'events.read_log',
  {},
  qb
    .select({
      epoch: eventLog.epoch,
      last_position: eventLog.lastPosition,
      dropped_position: eventLog.droppedPosition,
    })
    .from(eventLog)
    .where(eq(eventLog.single, true)),
);

export type LogState = { epoch: string; last_position: number; dropped_position: number };
