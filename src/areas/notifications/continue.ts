import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import type { DispatchedEvent } from '../../events/dispatcher.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import type { InternalEventType } from '../../events/internal.ts';

/**
 * One event may end any number of notifications, which the dispatcher removes in parts: it writes an event for itself, which
 * comes to its next turn, instead of holding up all others.
 */
const TYPE: InternalEventType = 'notifications.continued';

const insert = statement(
  'notifications.continue',
  { now: 'timestamptz', events: 'jsonb' },
  insertEventsFrom(sql`select e.id, ${p('now', 'timestamptz')}, ${TYPE}::text, null::uuid, null::uuid, null::uuid, 'event', e.object_id, e.data
    from jsonb_to_recordset(${p('events', 'jsonb')}) as e(id uuid, object_id uuid, data jsonb)`),
);

/** A statement that hands these events to the next turn of the dispatcher. */
export const continueCall = (ctx: Ctx, events: readonly DispatchedEvent[]): Call<unknown> =>
  insert.call({
    now: ctx.now(),
    events: JSON.stringify(
      events.map(({ type, profile_id, actor_profile_id, object_id, data }) => ({
        id: newId(),
        object_id,
        data: { type, profile_id, actor_profile_id, data },
      })),
    ),
  });

/** The events with those that an earlier turn has handed over. */
export const withContinued = (events: readonly DispatchedEvent[]): DispatchedEvent[] =>
  events.map((event) => (event.type === TYPE ? { ...event, ...(event.data as Partial<DispatchedEvent>) } : event));
