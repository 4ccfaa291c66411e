import type { NotificationType } from '../../core/enums.ts';
import { idOrNull, newId } from '../../core/ids.ts';
import type { Call } from '../../db/statement.ts';
import type { DispatchedEvent } from '../../events/dispatcher.ts';
import { withContinued } from './continue.ts';
import { findActsOfDeleted, findBetween, findOwnOfDeleted, type GoneRow } from './gone.ts';
import { KINDS } from './kinds/index.ts';
import { type CompiledKind, type EndedRow, FOUND_AT_ONCE, type LostRow } from './kinds/kind.ts';

/** As many acts and notifications as one turn of the dispatcher removes because of blocks, deletions and ended groups. */
const REMOVED_AT_ONCE = 1000;

type Events = readonly DispatchedEvent[];

/** A notification that somebody gets. `place`: that of its event in the batch. */
type Wish = Record<'id' | 'recipient_id' | 'group_id' | 'object_id', string> &
  Record<'actor_id' | 'managed_id', string | null> & {
    place: number;
    type: NotificationType;
    at: Date;
    needs_human: boolean;
  };

/** What a batch of events changes. `unfinished`: the events that may end more. */
export type Change = {
  wishes: Wish[];
  lost: LostRow[];
  ended: string[];
  settled: string[];
  unfinished: Set<DispatchedEvent>;
};

/** A statement that finds a part of the change. */
type Read<Row> = { call: Call<Row>; take(rows: Row[]): void };
type Reads = Read<unknown>[];
const read = <Row>(call: Call<Row>, take: (rows: Row[]) => void) =>
  ({ call, take }) satisfies Read<Row> as Read<unknown>;

/** As many of the found rows as this turn may remove. The events of the others, from which row `n` comes, stay unfinished. */
function takeSome<Row extends { n: number }>(rows: readonly Row[], events: Events, change: Change): Row[] {
  const { lost, ended, unfinished } = change;
  const taken = rows.slice(0, Math.max(0, REMOVED_AT_ONCE - lost.length - ended.length));
  const found = Map.groupBy(rows, ({ n }) => n);
  for (const [n, { length }] of found) if (length === FOUND_AT_ONCE) unfinished.add(events[n - 1]!);
  for (const { n } of rows.slice(taken.length)) unfinished.add(events[n - 1]!);
  return taken;
}

/** Who is notified by this kind. */
function findNew(one: CompiledKind, events: Events, change: Change, now: Date): Reads {
  const made = events.flatMap((event, place) => {
    const act = one.madeBy[event.type]?.(event);
    return act ? [{ event, act, place }] : [];
  });
  if (made.length === 0) return [];
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
  return [
    read(one.findNew.call(values), (rows) => {
      for (const { n, recipient_id, managed_id } of rows) {
        const { act, event, place } = made[n]!;
        const ids = { recipient_id, group_id: act.groupId, actor_id: act.actorId, object_id: act.objectId };
        // Done, undone and done again: still one act.
        const key = Object.values(ids).join();
        if (known.has(key) && !one.repeats) continue;
        known.add(key);
        // Several people may learn of one event, each by a notification of its own.
        const id = managed_id === null ? event.id : newId();
        const needs_human = act.needsHuman ?? false;
        change.wishes.push({ ...ids, place, id, type: one.type, at: event.created_at, needs_human, managed_id });
      }
    }),
  ];
}

/** What ends the notifications of this kind, or settles them. */
function findPast(one: CompiledKind, events: Events, change: Change, now: Date): Reads {
  const past = events.flatMap((event) => {
    const act = one.undoneBy?.[event.type]?.(event);
    return act ? [{ ...act, event }] : [];
  });
  const acts = past.filter((act) => act.actorId !== undefined);
  const groups = new Map(
    past.flatMap(({ groupId, actorId, event }) => (actorId === undefined ? [[groupId, event]] : [])),
  );
  const settled = new Set(events.flatMap(({ type, object_id }) => (one.settledBy?.includes(type) ? object_id : [])));
  const reads: Reads = [];
  if (acts.length > 0) {
    const values = {
      now,
      group_ids: acts.map((act) => act.groupId),
      actor_ids: acts.map((act) => act.actorId),
      object_ids: acts.map((act) => act.objectId),
    };
    reads.push(read(one.findLost.call(values), (rows) => change.lost.push(...rows)));
  }
  if (groups.size > 0) {
    const call = one.findEnded.call({ now, group_ids: [...groups.keys()] });
    reads.push(read(call, endAll([...groups.values()], change)));
  }
  if (settled.size > 0) {
    const call = one.findSettled.call({ now, group_ids: [...settled] });
    reads.push(read(call, (rows) => change.settled.push(...rows.map(({ id }) => id))));
  }
  return reads;
}

const endAll = (events: Events, change: Change) => (rows: EndedRow[]) =>
  void change.ended.push(...takeSome(rows, events, change).map(({ id }) => id));
const loseAll = (events: Events, change: Change) => (rows: GoneRow[]) =>
  void change.lost.push(...takeSome(rows, events, change));

/** What blocks and deletions of profiles end. */
function findGone(events: Events, change: Change): Reads {
  const reads: Reads = [];
  const blocks = events.filter(({ type }) => type === 'block.created');
  if (blocks.length > 0) {
    const ones = blocks.map(({ data }) => idOrNull(data['blocker_profile_id']));
    const call = findBetween.call({ ones, others: blocks.map(({ object_id }) => object_id) });
    reads.push(read(call, loseAll(blocks, change)));
  }
  const deletions = events.filter(({ type }) => type === 'profile.deleted');
  if (deletions.length > 0) {
    const values = { deleted_ids: deletions.map(({ object_id }) => object_id) };
    reads.push(read(findActsOfDeleted.call(values), loseAll(deletions, change)));
    reads.push(read(findOwnOfDeleted.call(values), endAll(deletions, change)));
  }
  return reads;
}

const concerns = ({ madeBy, undoneBy, settledBy }: CompiledKind, type: DispatchedEvent['type']): boolean =>
  type in madeBy || (undoneBy !== undefined && type in undoneBy) || (settledBy?.includes(type) ?? false);

/** The statements that find what these events change. `take` adds what they found to `change`. */
export function findChange(events: Events, now: Date): { change: Change; reads: Reads } {
  const change: Change = { wishes: [], lost: [], ended: [], settled: [], unfinished: new Set() };
  const told = withContinued(events);
  const types = [...new Set(told.map(({ type }) => type))];
  const concerned = KINDS.filter((one) => types.some((type) => concerns(one, type)));
  const reads = concerned.flatMap((one) => [...findNew(one, events, change, now), ...findPast(one, told, change, now)]);
  return { change, reads: [...reads, ...findGone(told, change)] };
}
