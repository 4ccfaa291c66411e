import { setTimeout as sleep } from 'node:timers/promises';
import { requirePrincipal } from '../../auth/require.ts';
import type { EventType } from '../../core/enums.ts';
import { ApiError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import type { EventCursor } from '../../events/cursor.ts';
import type { Subscription } from '../../events/hub.ts';
import type { EventRow } from '../../events/log.ts';
import { type EventReach, narrowReach, reaches, reachOf } from '../../events/readers.ts';
import { walkLogs } from './log-walk.ts';
import { chunksOf, Frames } from './stream-frames.ts';

const { heartbeat_ms: HEARTBEAT_MS } = LIMITS.stream;
/** The most that waits in memory for a client. */
const BUFFER_BYTES = 64 * 1024;
const CHUNK_BYTES = BUFFER_BYTES / 4;
const PAGE_ROWS = 200;
const RETRY_MS = 2000;
/** After a shutdown the clients return one after another. */
const RETRY_AFTER_SHUTDOWN_MS = { min: 1000, max: 5000 };
const TICK_MS = 250;
const ROOM_MS = 20;
const SLOW_MS = 5000;
/** How long the end may wait for a client that does not read. */
const END_MS = 250;

/** What a stream needs of its connection. */
export type Connection = {
  /** How many bytes the client has not taken yet. */
  buffered(): number;
  /** Checks credential, scope and profile again. */
  checkAgain(): Promise<void>;
  destroy(): void;
  /** Aborted when the server stops. */
  drain: AbortSignal;
  /** Called once at the end. */
  leave(): void;
  /** How long a client may take nothing while more waits for it. */
  slowMs?: number;
};

/**
 * The events of one client: first those that the log has after the cursor, then new ones from the hub. A client that
 * falls behind gets events from the log again at its own pace, and is disconnected if it reads nothing for 5 s.
 */
export class EventStream {
  readonly #ctx: Ctx;
  readonly #connection: Connection;
  readonly #types: readonly EventType[] | undefined;
  readonly #frames: Frames;
  readonly #stops: (() => void)[] = [];
  #reach: EventReach;
  #subscription: (Subscription & { reach: EventReach }) | null = null;
  /** The client has, or is being sent, everything up to here. */
  #position: number;
  /** New events go to the queue. Otherwise they are read from the log, at least up to `#missed`. */
  #live = false;
  #missed = 0;
  #queue: { text: string; bytes: number; position: number }[] = [];
  #queued = 0;
  /** When the client stopped reading. */
  #stuckSince: number | null = null;
  #sentAt: number;
  #checkedAt = performance.now();
  #ending: string | null = null;
  #wake: () => void = () => undefined;

  constructor(ctx: Ctx, start: EventCursor, types: readonly EventType[] | undefined, connection: Connection) {
    this.#ctx = ctx;
    this.#connection = connection;
    this.#types = types;
    this.#frames = new Frames(ctx.keys.cursor, start.epoch);
    this.#position = start.position;
    this.#reach = this.#reachNow();
    this.#sentAt = ctx.now().getTime();
    const { accountId } = requirePrincipal(ctx);
    const check = oneAtATime(() => this.#checkAgain());
    const tick = () => this.#tick(check);
    const drained = () => this.#drain();
    this.#stops.push(
      connection.leave,
      everyTick(tick),
      // While no evictions arrive, `#tick` checks.
      ctx.credentialCache.watch((changed) => {
        if (changed === accountId || (changed === null && ctx.credentialCache.listening)) check();
      }),
      () => connection.drain.removeEventListener('abort', drained),
    );
    connection.drain.addEventListener('abort', drained);
    // The server began to stop while the stream was opened.
    if (connection.drain.aborted) drained();
  }

  /** Everything to send, until the stream ends. */
  async *frames(): AsyncGenerator<string, void> {
    try {
      yield* this.#send(this.#frames.start(this.#position, RETRY_MS));
      while (this.#ending === null) {
        yield* this.#fromLog();
        yield* this.#fromHub();
      }
    } catch (error) {
      this.#fail(error);
    }
    yield this.#ending ?? '';
  }

  /** The connection is closed. */
  close(): void {
    this.#ending ??= '';
    for (const stop of this.#stops.splice(0)) stop();
    this.#subscription?.end();
    this.#subscription = null;
    this.#wake();
  }

  async *#fromLog(): AsyncGenerator<string, void> {
    while (this.#ending === null && !this.#live) {
      const reach = this.#reach;
      await this.#subscribe(reach);
      this.#missed = 0;
      const extent = { after: this.#position, types: this.#types, limit: PAGE_ROWS };
      const { log, events, bound } = await walkLogs(this.#ctx, reach, extent);
      for (const { text, position } of chunksOf(events, (row) => this.#frames.event(row), CHUNK_BYTES)) {
        await this.#room();
        if (this.#ending !== null || reach !== this.#reach) break;
        yield* this.#send(text);
        this.#position = position;
      }
      if (this.#ending !== null || reach !== this.#reach || events.length === PAGE_ROWS) continue;
      this.#position = Math.max(this.#position, bound ?? log.last_position);
      this.#live = bound === null && this.#missed <= this.#position;
    }
  }

  async *#fromHub(): AsyncGenerator<string, void> {
    while (this.#ending === null && this.#live) {
      const last = this.#queue.at(-1);
      if (last === undefined) await this.#woken();
      else {
        const text = this.#queue.map((each) => each.text).join('');
        this.#clear();
        this.#position = last.position;
        yield* this.#send(text);
      }
    }
  }

  async *#send(text: string): AsyncGenerator<string, void> {
    this.#sentAt = this.#ctx.now().getTime();
    this.#stuckSince = performance.now();
    yield text;
    this.#stuckSince = null;
  }

  /** Waits until the client has taken most of what it was sent. */
  async #room(): Promise<void> {
    this.#stuckSince = performance.now();
    while (this.#ending === null && this.#connection.buffered() > CHUNK_BYTES) await sleep(ROOM_MS);
    this.#stuckSince = null;
  }

  #push(event: EventRow): void {
    if (event.position <= (this.#queue.at(-1)?.position ?? this.#position)) return;
    if (this.#live) this.#enqueue(this.#frames.event(event), event.position);
    else this.#missed = event.position;
  }

  #enqueue(text: string, position: number): void {
    const bytes = Buffer.byteLength(text);
    this.#queue.push({ text, bytes, position });
    this.#queued += bytes;
    if (this.#queued + this.#connection.buffered() > BUFFER_BYTES - CHUNK_BYTES) this.#leaveLive();
    else this.#wake();
  }

  #leaveLive(): void {
    this.#clear();
    this.#live = false;
    this.#wake();
  }

  #clear(): void {
    this.#queue = [];
    this.#queued = 0;
  }

  /** Before the log is read, so that no event is missed in between. */
  async #subscribe(reach: EventReach): Promise<void> {
    if (this.#subscription?.reach === reach) return;
    this.#subscription?.end();
    const subscription = await this.#ctx.eventHub.subscribe({
      profileIds: new Set(reach.profiles.keys()),
      accountId: reach.accountId,
      push: (event) => {
        if (reaches(reach, event)) this.#push(event);
      },
    });
    if (this.#ending === null) this.#subscription = { ...subscription, reach };
    else subscription.end();
  }

  #reachNow(): EventReach {
    return narrowReach(reachOf(requirePrincipal(this.#ctx), this.#ctx.acting), this.#types);
  }

  async #checkAgain(): Promise<void> {
    this.#checkedAt = performance.now();
    try {
      await this.#connection.checkAgain();
    } catch (error) {
      return this.#fail(error);
    }
    const reach = this.#reachNow();
    if (isSame(reach, this.#reach)) return;
    this.#reach = reach;
    this.#leaveLive();
  }

  #tick(check: () => void): void {
    const now = this.#ctx.now();
    const { validUntil } = requirePrincipal(this.#ctx);
    const isUnwatched = !this.#ctx.credentialCache.listening && performance.now() - this.#checkedAt > 3 * TICK_MS;
    if (isUnwatched || (validUntil && validUntil <= now)) check();
    if (this.#stuckSince !== null && performance.now() - this.#stuckSince > (this.#connection.slowMs ?? SLOW_MS))
      this.#connection.destroy();
    if (now.getTime() - this.#sentAt >= HEARTBEAT_MS) this.#heartbeat();
  }

  #heartbeat(): void {
    // A client that has not taken the last one is not there: its connection times out.
    if (!this.#live || this.#queue.length > 0 || this.#connection.buffered() > 0) return;
    const position = Math.max(this.#position, this.#ctx.eventHub.position ?? 0);
    this.#enqueue(this.#frames.heartbeat(position), position);
  }

  #drain(): void {
    const { min, max } = RETRY_AFTER_SHUTDOWN_MS;
    this.#end(this.#frames.end('the server stops', Math.round(min + Math.random() * (max - min))));
  }

  /** The next request gets the error itself. */
  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) this.#ctx.log.error({ err: error }, 'an event stream failed');
    this.#end(this.#frames.end(`ended: ${error instanceof ApiError ? error.code : 'internal_error'}`));
  }

  #end(farewell: string): void {
    if (this.#ending !== null) return;
    this.#ending = farewell;
    this.#wake();
    setTimeout(() => this.#connection.destroy(), END_MS).unref();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

const ticks = new Set<() => void>();
let ticking: NodeJS.Timeout | undefined;

/** Calls `tick` every 250 ms, with one timer for all streams. Returns the function that ends it. */
function everyTick(tick: () => void): () => void {
  ticks.add(tick);
  ticking ??= setInterval(() => {
    for (const each of ticks) each();
  }, TICK_MS);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Calls `action`; while it runs, further calls together cause one more. */
function oneAtATime(action: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  return async function call() {
    again = running;
    if (running) return;
    running = true;
    await action();
    running = false;
    if (again) call();
  };
}

const isSame = (a: EventReach, b: EventReach): boolean =>
  a.accountId === b.accountId && JSON.stringify([...a.profiles]) === JSON.stringify([...b.profiles]);
