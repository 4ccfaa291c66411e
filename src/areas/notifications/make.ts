import type { NotificationType } from '../../core/enums.ts';
import { idOrNull, newId } from '../../core/ids.ts';
import type { TxCtx } from '../../ctx.ts';
import { isRetryable, isRolledBack } from '../../db/pg-errors.ts';
import type { PreparedCall } from '../../db/pipeline.ts';
import { batch, type Call } from '../../db/statement.ts';
import type { DispatchedEvent } from '../../events/dispatcher.ts';
import { readByEvents } from '../../events/read-notifications.ts';
import type { OnEvents } from '../on-events.ts';
import { KINDS } from './kinds/index.ts';
import type { CompiledKind, LostRow, NewAct } from './kinds/kind.ts';
import {
  addActors,
  createNotifications,
  findBetween,
  forgetDeleted,
  lockNotifications,
  markSettled,
  removeActors,
  removeNotifications,
} from './store.ts';

const SAVEPOINT: PreparedCall = { name: 'savepoint', text: 'savepoint notifications', values: [] };
const RELEASE: PreparedCall = { name: 'release', text: 'release savepoint notifications', values: [] };
const ROLL_BACK: PreparedCall = { name: 'roll_back', text: 'rollback to savepoint notifications', values: [] };

/** A notification that somebody gets. */
type Wish = NewAct & {
  id: string;
  recipientId: string;
  type: NotificationType;
  at: Date;
  place: number;
  managedId: string | null;
};

/** What a batch of events changes. */
type Change = { wishes: Wish[]; lost: LostRow[]; ended: string[]; settled: string[]; deleted: string[] };

/** A statement that finds a part of the change. */
type Read<Row> = { call: Call<Row>; take(rows: Row[]): void };

/** What a kind looks up because of these events. */
function readsOf(one: CompiledKind, events: readonly DispatchedEvent[], change: Change, now: Date): Read<unknown>[] {
  const made = events.flatMap((event, place) => {
    const act = one.madeBy[event.type]?.(event);
    return act ? [{ event, act, place }] : [];
  });
  const past = events.flatMap((event) => one.undoneBy?.[event.type]?.(event) ?? []);
  const acts = past.filter((act) => act.actorId !== undefined);
  const groups = past.filter((act) => act.actorId === undefined).map(({ groupId }) => groupId);
  const settled = events.flatMap((event) => one.settledBy?.[event.type]?.(event) ?? []);
  const reads: Read<unknown>[] = [];
  const read = <Row>(call: Call<Row>, take: (rows: Row[]) => void) => reads.push({ call, take } satisfies Read<Row>);
  if (made.length > 0) {
    const values = {
      now,
      n: made.map((_, n) => n),
      recipient_ids: made.map(({ act }) => act.recipientId),
      group_ids: made.map(({ act }) => act.groupId),
      actor_ids: made.map(({ act }) => act.actorId),
      object_ids: made.map(({ act }) => act.objectId),
      source_ids: made.map(({ event }) => event.object_id),
      manager_ids: made.map(({ event }) => event.manager_profile_id),
    };
    const known = new Set<string>();
    read(one.findNew.call(values), (rows) => {
      for (const { n, recipient_id, managed_profile_id } of rows) {
        const { act, event, place } = made[n]!;
        // Done, undone and done again: still one act.
        const key = [recipient_id, act.groupId, act.actorId, act.objectId].join();
        if (known.has(key) && !one.repeats) continue;
        known.add(key);
        // Several people may learn of one event, each by a notification of its own.
        const id = managed_profile_id === null ? event.id : newId();
        const recipient = { recipientId: recipient_id, managedId: managed_profile_id };
        change.wishes.push({ ...act, ...recipient, id, type: one.type, at: event.created_at, place });
      }
    });
  }
  if (acts.length > 0) {
    const values = { now, actor_ids: acts.map((act) => act.actorId), object_ids: acts.map((act) => act.objectId) };
    read(one.findLost.call(values), (rows) => change.lost.push(...rows));
  }
  if (groups.length > 0) {
    read(one.findEnded.call({ now, group_ids: groups }), (rows) => change.ended.push(...rows.map(({ id }) => id)));
  }
  if (settled.length > 0) {
    read(one.findSettled.call({ now, group_ids: settled }), (rows) => change.settled.push(...rows.map(({ id }) => id)));
  }
  return reads;
}

/** What blocks take out of the notifications of both sides. */
function readBetween(events: readonly DispatchedEvent[], change: Change): Read<unknown>[] {
  const pairs = events.flatMap(({ type, object_id, data }) => {
    const blocker = idOrNull(data['blocker_profile_id']);
    return type === 'block.created' && blocker ? [[blocker, object_id] as const] : [];
  });
  if (pairs.length === 0) return [];
  const call = findBetween.call({ ones: pairs.map(([one]) => one), others: pairs.map(([, other]) => other) });
  return [{ call, take: (rows: LostRow[]) => change.lost.push(...rows) } satisfies Read<LostRow>];
}

/** The statements of a change. Locks the notifications first. */
function writesOf({ wishes: unordered, lost, ended, settled, deleted }: Change, now: Date): Call<unknown>[] {
  const wishes = unordered.toSorted((a, b) => a.place - b.place);
  const values = {
    now,
    ids: wishes.map(({ id }) => id),
    recipient_ids: wishes.map(({ recipientId }) => recipientId),
    types: wishes.map(({ type }) => type),
    group_ids: wishes.map(({ groupId }) => groupId),
    actor_ids: wishes.map(({ actorId }) => actorId),
    object_ids: wishes.map(({ objectId }) => objectId),
    times: wishes.map(({ at }) => at),
    needs_human: wishes.map(({ needsHuman = false }) => needsHuman),
    managed_ids: wishes.map(({ managedId }) => managedId),
    lost_notification_ids: lost.map(({ notification_id }) => notification_id),
    lost_actor_ids: lost.map(({ actor_profile_id }) => actor_profile_id),
    lost_object_ids: lost.map(({ object_id }) => object_id),
    ended_ids: ended,
    settled_ids: settled,
    deleted_ids: deleted,
    touched_ids: [...lost.map(({ notification_id }) => notification_id), ...ended, ...settled],
  };
  const calls = [
    ...(wishes.length > 0 ? [createNotifications.call(values), addActors.call(values)] : []),
    ...(lost.length > 0 ? [removeActors.call(values)] : []),
    ...(deleted.length > 0 ? [forgetDeleted.call(values)] : []),
    ...(ended.length + deleted.length > 0 ? [removeNotifications.call(values)] : []),
    ...(settled.length > 0 ? [markSettled.call(values)] : []),
  ];
  return calls.length > 0 ? [lockNotifications.call(values), ...calls] : [];
}

/** Makes, extends, reads and removes the notifications that events concern. */
async function change(tx: TxCtx, events: readonly DispatchedEvent[]): Promise<void> {
  const now = tx.now();
  const deleted = events.flatMap(({ type, object_id }) => (type === 'profile.deleted' ? [object_id] : []));
  const found: Change = { wishes: [], lost: [], ended: [], settled: [], deleted };
  const reads = [...KINDS.flatMap((one) => readsOf(one, events, found, now)), ...readBetween(events, found)];
  const results = await batch<readonly Call<unknown>[]>(tx, [SAVEPOINT, ...reads.map(({ call }) => call)]);
  reads.forEach(({ take }, index) => void take(results[index + 1]!));
  await batch<readonly Call<unknown>[]>(tx, [...writesOf(found, now), ...readByEvents(tx, events), RELEASE]);
}

/**
 * An event whose notifications can't be written must not stop the log: it is looked for by halves, and left out with a
 * line in the log of the server.
 */
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
