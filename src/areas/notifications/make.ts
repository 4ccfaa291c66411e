import type { TxCtx } from '../../ctx.ts';
import { isRetryable, isRolledBack } from '../../db/pg-errors.ts';
import type { PreparedCall } from '../../db/pipeline.ts';
import { batch, type Call } from '../../db/statement.ts';
import type { DispatchedEvent } from '../../events/dispatcher.ts';
import { readByEvents } from '../../events/read-notifications.ts';
import type { OnEvents } from '../on-events.ts';
import { continueCall } from './continue.ts';
import { type Change, findChange } from './find.ts';
import {
  addActors,
  createNotifications,
  lockNotifications,
  markSettled,
  removeActors,
  removeNotifications,
} from './store.ts';

const SAVEPOINT: PreparedCall = { name: 'savepoint', text: 'savepoint notifications', values: [] };
const RELEASE: PreparedCall = { name: 'release', text: 'release savepoint notifications', values: [] };
const ROLL_BACK: PreparedCall = { name: 'roll_back', text: 'rollback to savepoint notifications', values: [] };

/** The statements of a change. Locks the notifications first. */
function writesOf({ wishes, lost, ended, settled }: Change, now: Date): Call<unknown>[] {
  const values = {
    now,
    wishes: JSON.stringify(wishes),
    lost_notification_ids: lost.map(({ notification_id }) => notification_id),
    lost_actor_ids: lost.map(({ actor_profile_id }) => actor_profile_id),
    lost_object_ids: lost.map(({ object_id }) => object_id),
    ended_ids: ended,
    settled_ids: settled,
    touched_ids: [...lost.map(({ notification_id }) => notification_id), ...ended, ...settled],
  };
  const calls = [
    ...(wishes.length > 0 ? [createNotifications.call(values), addActors.call(values)] : []),
    ...(lost.length > 0 ? [removeActors.call(values)] : []),
    ...(ended.length > 0 ? [removeNotifications.call(values)] : []),
    ...(settled.length > 0 ? [markSettled.call(values)] : []),
  ];
  return calls.length > 0 ? [lockNotifications.call(values), ...calls] : [];
}

/** Makes, extends, reads and removes the notifications that events concern. */
async function change(tx: TxCtx, events: readonly DispatchedEvent[]): Promise<void> {
  const now = tx.now();
  const { change: found, reads } = findChange(events, now);
  const results = await batch<readonly Call<unknown>[]>(tx, [SAVEPOINT, ...reads.map(({ call }) => call)]);
  reads.forEach(({ take }, index) => void take(results[index + 1]!));
  const { unfinished } = found;
  const later = unfinished.size > 0 ? [continueCall(tx, [...unfinished])] : [];
  const writes = [...writesOf(found, now), ...later, ...readByEvents(tx, events), RELEASE];
  await batch<readonly Call<unknown>[]>(tx, writes);
}

/** An event whose notifications can't be written must not stop the log: bisection finds it, and it is logged and left out. */
async function makeNotifications(tx: TxCtx, events: readonly DispatchedEvent[]): Promise<void> {
  if (events.length === 0) return;
  try {
    await change(tx, events);
  } catch (err) {
    if (!isRolledBack(err) || isRetryable(err)) throw err;
    await batch(tx, [ROLL_BACK]);
    if (events.length === 1) {
      const { id, type } = events[0]!;
      tx.log.error({ err, event: { id, type } }, 'could not notify of an event');
      return;
    }
    const half = events.length >> 1;
    await makeNotifications(tx, events.slice(0, half));
    await makeNotifications(tx, events.slice(half));
  }
}

export const onEvents: OnEvents = async (tx, events) => {
  await makeNotifications(tx, events);
  return [];
};
