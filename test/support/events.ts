import { onEvents } from '../../src/areas/index.ts';
import { systemCtx } from '../../src/ctx.ts';
import { dispatchAll } from '../../src/events/dispatcher.ts';
import type { CallOptions, TestApp } from './app.ts';

export type EventWire = {
  id: string;
  type: string;
  profile_id: string | null;
  manager_profile_id: string | null;
  object: { type: string; id: string };
  data: Record<string, unknown>;
  expanded?: Record<string, unknown> | null;
  actor?: Record<string, unknown> | null;
};

/** The data of a `profile.updated` that is one of many. */
export const numbered = (n: number) => ({ fields: [String(n)] });
export const numberOf = (event: { data: unknown }) => Number((event.data as ReturnType<typeof numbered>).fields[0]);

/**
 * Gives all committed events their positions, and makes their notifications and deliveries. Test apps have no dispatcher of
 * their own.
 */
export async function dispatch(t: Pick<TestApp, 'deps'>): Promise<number> {
  // The dispatcher writes an event for its next turn if one turn is not enough.
  for (let count = 0; ; ) {
    const dispatched = await dispatchAll(systemCtx(t.deps, 'events.dispatch'), { onEvents });
    if (dispatched === 0) return count;
    count += dispatched;
  }
}

/** `GET /v1/events` after the dispatcher has run. */
export async function listEvents(t: TestApp, by: CallOptions, query = '') {
  await dispatch(t);
  return t.call('GET', `/v1/events?${query}`, by);
}

/** The items of one page. */
export async function eventsFor(t: TestApp, by: CallOptions, query = 'limit=50'): Promise<EventWire[]> {
  const answer = await listEvents(t, by, query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data.items;
}

/** The current cursor. */
export async function cursorOfNow(t: TestApp, by: CallOptions): Promise<string> {
  return encodeURIComponent((await listEvents(t, by, 'cursor=now')).json.data.next_cursor);
}
