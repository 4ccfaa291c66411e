import { repeat } from '../core/timers.ts';
import type { StatementContext } from '../db/statement.ts';
import { type EventRow, readAfter, readLog } from './log.ts';
import { type EventReach, reaches } from './readers.ts';

const PAGE_ROWS = 500;
/** How often to look without a notification: always, in case one got lost, and while none can arrive. */
const POLL_MS = 5000;
const FALLBACK_POLL_MS = 500;

export type Subscriber = {
  /** Which events it receives. Does not change while it is subscribed. */
  readonly reach: EventReach;
  /** Called with one event after another, in the order of their positions. Must not throw. */
  push(event: EventRow): void;
};

/** Reads each event once, and nothing without subscribers. */
export class EventHub {
  readonly #sql: () => StatementContext;
  readonly #onError: (error: unknown) => unknown;
  readonly #byProfile = new Map<string, Set<Subscriber>>();
  readonly #byAccount = new Map<string, Set<Subscriber>>();
  /** The position up to which subscribers have received everything; null while there are none. */
  #position: number | null = null;
  #count = 0;
  #listening = false;
  #pending: Promise<void> = Promise.resolve();
  #woken = false;
  readonly #stops: (() => void)[];

  constructor(sql: () => StatementContext, onError: (error: unknown) => unknown) {
    this.#sql = sql;
    this.#onError = onError;
    this.#stops = [
      repeat(POLL_MS, async () => this.wake(), onError),
      repeat(FALLBACK_POLL_MS, async () => void (this.#listening || this.wake()), onError),
    ];
  }

  get size(): number {
    return this.#count;
  }

  /** Subscribers have received everything up to this position. Null: there are none. */
  get position(): number | null {
    return this.#position;
  }

  /** Says whether notifications arrive. Those of the time before are lost, so it looks for new events. */
  setListening(listening: boolean): void {
    this.#listening = listening;
    this.wake();
  }

  /** New events may be in the log. */
  wake(): void {
    if (this.#woken || this.#position === null) return;
    this.#woken = true;
    this.#enqueue(() => {
      this.#woken = false;
      return this.#read();
    }).catch(this.#onError);
  }

  /** Returns the position behind which everything is pushed; read what is before from the log. */
  async subscribe(subscriber: Subscriber): Promise<number> {
    while (this.#position === null) await this.#enqueue(() => this.#begin());
    this.#count++;
    const { profiles, accountId } = subscriber.reach;
    for (const id of profiles.keys()) add(this.#byProfile, id, subscriber);
    if (accountId !== null) add(this.#byAccount, accountId, subscriber);
    return this.#position;
  }

  /** Ends what `subscribe` began. */
  unsubscribe(subscriber: Subscriber): void {
    this.#count--;
    const { profiles, accountId } = subscriber.reach;
    for (const id of profiles.keys()) remove(this.#byProfile, id, subscriber);
    if (accountId !== null) remove(this.#byAccount, accountId, subscriber);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#position = null;
  }

  /** One after another, so that no event is read twice. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#pending.then(work);
    this.#pending = done.catch(() => undefined);
    return done;
  }

  async #begin(): Promise<void> {
    if (this.#position !== null) return;
    const log = await readLog.one(this.#sql());
    this.#position = log!.last_position;
  }

  async #read(): Promise<void> {
    while (this.#position !== null) {
      if (this.#count === 0) {
        this.#position = null;
        return;
      }
      const rows = await readAfter.all(this.#sql(), { after: this.#position, rows: PAGE_ROWS });
      // The condition leaves out those without a position.
      for (const row of rows) this.#deliver(row as EventRow);
      if (rows.length < PAGE_ROWS) return;
    }
  }

  #deliver(event: EventRow): void {
    this.#position = event.position;
    const subscribers =
      event.profile_id === null ? this.#byAccount.get(event.account_id ?? '') : this.#byProfile.get(event.profile_id);
    for (const subscriber of subscribers ?? []) {
      if (reaches(subscriber.reach, event)) subscriber.push(event);
    }
  }
}

function add(index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber): void {
  const set = index.get(key);
  if (set) set.add(subscriber);
  else index.set(key, new Set([subscriber]));
}

function remove(index: Map<string, Set<Subscriber>>, key: string, subscriber: Subscriber): void {
  const set = index.get(key);
  set?.delete(subscriber);
  if (set?.size === 0) index.delete(key);
}
