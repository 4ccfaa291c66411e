import type { Ctx } from '../../ctx.ts';
import type { Call } from '../../db/statement.ts';
import type { DispatchedEvent } from '../../events/dispatcher.ts';
import { eventsCall } from '../../events/emit.ts';
import type { InternalEventType } from '../../events/internal.ts';

/**
 * One event may end any number of notifications, which the dispatcher removes in parts: it writes an event for itself, which
 * comes to its next turn, instead of holding up all others.
 */
const TYPE: InternalEventType = 'notifications.continued';

/** A statement that hands these events to the next turn of the dispatcher. */
export const continueCall = (ctx: Ctx, events: readonly DispatchedEvent[]): Call<unknown> =>
  eventsCall(
    ctx,
    events.map(({ type, profile_id, actor_profile_id, object_id, data }) => ({
      type: TYPE,
      profileId: null,
      objectId: object_id,
      data: { type, profile_id, actor_profile_id, data },
    })),
  );

/** The events with those that an earlier turn has handed over. */
export const withContinued = (events: readonly DispatchedEvent[]): DispatchedEvent[] =>
  events.map((event) => (event.type === TYPE ? { ...event, ...(event.data as Partial<DispatchedEvent>) } : event));
