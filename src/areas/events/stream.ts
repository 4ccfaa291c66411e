import { setTimeout as sleep } from 'node:timers/promises';
import { requirePrincipal } from '../../auth/require.ts';
import type { EventType } from '../../core/enums.ts';
import { ApiError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import type { EventCursor } from '../../events/cursor.ts';
import type { Subscriber } from '../../events/hub.ts';
import type { EventRow } from '../../events/log.ts';
import { type EventReach, isSameReach, narrowReach, reachOf } from '../../events/readers.ts';
import { walkLogs } from './log-walk.ts';
import type { OpenStreams } from './open-streams.ts';
import { chunksOf, Frames } from './stream-frames.ts';

const { heartbeat_ms: HEARTBEAT_MS } = LIMITS.stream;
/** The most that waits in memory for a client. */
const BUFFER_BYTES = 64 * 1024;
const CHUNK_BYTES = BUFFER_BYTES / 4;
const PAGE_ROWS = 200;
const RETRY_MS = 2000;
/** After a shutdown the clients return one after another. */
const RETRY_AFTER_SHUTDOWN_MS = { min: 1000, max: 5000 };
/** How often a stream whose changes of rights are not announced checks them. */
const CHECK_MS = 750;
const ROOM_MS = 20;
const SLOW_MS = 5000;
/** How long the end may wait for a client that does not read. */
const END_MS = 250;

export type Connection = {
  write(text: string): void;
  end(text: string): void;
  destroy(): void;
  /** How many bytes the client has not taken yet, and how many it has. */
  readonly buffered: number;
  readonly taken: number;
};

export type StreamOptions = {
  streams: OpenStreams;
  types: readonly EventType[] | undefined;
  /** Whether each event has its type as its name. */
  named: boolean;
  /** Checks credential, scope and profile again, and updates the context. */
  checkAgain(ctx: Ctx): Promise<void>;
  /** Called once at the end. */
  leave(): void;
  /** How long a client may read nothing while something waits for it. */
  slowMs?: number;
};

/**
 * The events of one client: from the log after the cursor, then from the hub. One that falls behind gets them from the
 * log at its own pace, and is disconnected if it reads nothing for 5 s.
 */
export class EventStream {
  readonly #ctx: Ctx;
  readonly #options: StreamOptions;
  readonly #frames: Frames;
  #reach: EventReach;
  #subscriber: Subscriber | null = null;
  #connection: Connection | null = null;
  /** The client has, or is being sent, everything up to here. */
  #position: number;
  /** New events are sent at once. Otherwise they are read from the log, at least up to `#missed`. */
  #isLive = false;
  #isReading = false;
  #missed = 0;
  #taken = 0;
  /** When the client stopped reading. */
  #stuckSince: number | null = null;
  #sentAt: number;
  #checkedAt = performance.now();
  #isChecking = false;
  #isOutdated = false;
  #isEnded = false;
  #isClosed = false;

  constructor(ctx: Ctx, start: EventCursor, options: StreamOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#frames = new Frames(ctx.keys.cursor, this.accountId, start.epoch, options.named);
    this.#position = start.position;
    this.#sentAt = ctx.now().getTime();
    this.#reach = this.#reachNow();
  }

  get accountId(): string {
    return requirePrincipal(this.#ctx).accountId;
  }

  start(connection: Connection): void {
    this.#connection = connection;
    this.#write(this.#frames.start(this.#position, RETRY_MS));
    this.#options.streams.add(this);
    void this.#read();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isEnded = true;
    this.#options.streams.delete(this);
    this.#options.leave();
    this.#unsubscribe();
  }

  tick(now: Date): void {
    const { validUntil } = requirePrincipal(this.#ctx);
    const isUnwatched = !this.#ctx.credentialCache.listening && performance.now() - this.#checkedAt > CHECK_MS;
    if (isUnwatched || (validUntil && validUntil <= now)) this.check();
    if (this.#isStuck()) this.#connection!.destroy();
    else if (now.getTime() - this.#sentAt >= HEARTBEAT_MS) this.#heartbeat();
  }

  /**
   * Ends the stream, or changes what it sends, if the rights have changed. Sends nothing until that is known. During a
   * check, one more follows.
   */
  async check(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#isLive = false;
    while (this.#isOutdated && !this.#isEnded) {
      this.#isOutdated = false;
      this.#checkedAt = performance.now();
      try {
        await this.#options.checkAgain(this.#ctx);
        this.#follow(this.#reachNow());
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#isChecking = false;
    void this.#read();
  }

  /** Ends the stream because the server stops. */
  drain(): void {
    const { min, max } = RETRY_AFTER_SHUTDOWN_MS;
    this.#end(this.#frames.end('the server stops', Math.round(min + Math.random() * (max - min))));
  }

  /** Sends what the log has, until the client has everything. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (!this.#isEnded && !this.#isLive && !this.#isChecking) await this.#readPage();
    } catch (error) {
      this.#fail(error);
    }
    this.#isReading = false;
  }

  async #readPage(): Promise<void> {
    const reach = this.#reach;
    const isOver = () => this.#isEnded || this.#isChecking || reach !== this.#reach;
    // Before the log is read, so that no event is missed in between.
    await this.#subscribe(reach);
    this.#missed = 0;
    const extent = { after: this.#position, types: this.#options.types, limit: PAGE_ROWS };
    const { log, events, bound } = await walkLogs(this.#ctx, reach, extent);
    for (const { text, position } of chunksOf(events, (row) => this.#frames.event(row), CHUNK_BYTES)) {
      while (!this.#isEnded && this.#connection!.buffered > CHUNK_BYTES) await sleep(ROOM_MS);
      if (isOver()) return;
      this.#write(text);
      this.#position = position;
    }
    if (isOver() || events.length === PAGE_ROWS) return;
    this.#position = Math.max(this.#position, bound ?? log.last_position);
    this.#isLive = bound === null && this.#missed <= this.#position;
  }

  #push(event: EventRow): void {
    if (event.position <= this.#position) return;
    if (this.#isLive) this.#send(this.#frames.event(event), event.position);
    else this.#missed = event.position;
  }

  /** Sends a new text, unless the client has too much to take. */
  #send(text: string, position: number): void {
    if (this.#isEnded) return;
    if (this.#connection!.buffered + Buffer.byteLength(text) > BUFFER_BYTES - CHUNK_BYTES) {
      this.#leaveLive();
      return;
    }
    this.#write(text);
    this.#position = position;
  }

  #write(text: string): void {
    this.#sentAt = this.#ctx.now().getTime();
    this.#connection!.write(text);
  }

  #leaveLive(): void {
    this.#isLive = false;
    void this.#read();
  }

  async #subscribe(reach: EventReach): Promise<void> {
    if (this.#subscriber?.reach === reach) return;
    this.#unsubscribe();
    const subscriber = { reach, push: (event: EventRow) => this.#push(event) };
    await this.#ctx.eventHub.subscribe(subscriber);
    if (this.#isEnded) this.#ctx.eventHub.unsubscribe(subscriber);
    else this.#subscriber = subscriber;
  }

  #unsubscribe(): void {
    if (this.#subscriber !== null) this.#ctx.eventHub.unsubscribe(this.#subscriber);
    this.#subscriber = null;
  }

  #reachNow(): EventReach {
    return narrowReach(reachOf(requirePrincipal(this.#ctx), this.#ctx.acting), this.#options.types);
  }

  #follow(reach: EventReach): void {
    if (this.#isEnded || isSameReach(reach, this.#reach)) return;
    this.#reach = reach;
    this.#leaveLive();
  }

  #isStuck(): boolean {
    const { buffered, taken } = this.#connection!;
    const now = performance.now();
    if (buffered === 0 || taken !== this.#taken) this.#stuckSince = null;
    else this.#stuckSince ??= now;
    this.#taken = taken;
    return this.#stuckSince !== null && now - this.#stuckSince > (this.#options.slowMs ?? SLOW_MS);
  }

  #heartbeat(): void {
    // A client that has not taken the last one is not there: its connection times out.
    if (!this.#isLive || this.#connection!.buffered > 0) return;
    const position = Math.max(this.#position, this.#ctx.eventHub.position ?? 0);
    this.#send(this.#frames.heartbeat(position), position);
  }

  /** The next request gets the error itself. */
  #fail(error: unknown): void {
    const { log, requestId: request_id } = this.#ctx;
    if (!(error instanceof ApiError)) log.error({ err: error, request_id }, 'an event stream failed');
    this.#end(this.#frames.end(`ended: ${error instanceof ApiError ? error.code : 'internal_error'}`));
  }

  #end(farewell: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#connection!.end(farewell);
    setTimeout(() => this.#connection!.destroy(), END_MS).unref();
  }
}
