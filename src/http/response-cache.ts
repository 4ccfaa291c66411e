import { LRUCache } from 'lru-cache';
import { FRESH_MS } from '../core/timers.ts';

const MAX_BYTES = 16 * 1024 ** 2;
export const MAX_CACHED_BODY_BYTES = 256 * 1024;
/** Headers and bookkeeping of an entry, so that small responses are bounded too. */
const ENTRY_BYTES = 2048;

/** A response with status 200, as it is sent, without the headers that differ between requests. */
export type CachedResponse = {
  /** Names and values in turn, as `writeHead` takes them. */
  headers: readonly string[];
  notModifiedHeaders: readonly string[];
  tag: string;
  body: Buffer;
  internalRequests: number;
};

type Entry = { response: CachedResponse; startedAt: number };
type Computation = { startedAt: number; response: Promise<CachedResponse | null> };

/**
 * Caches responses to anonymous reads for `FRESH_MS`, also across processes, and lets requests share a running computation.
 *
 * Each write that may change them is counted after its commit, before its response. So a read that begins after that
 * response gets no response stored before, joins no computation begun before (`find` removes both), and none that ends
 * later is stored (`finish`).
 *
 * A change of another process is seen within a second of the beginning of the computation.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => ENTRY_BYTES + 2 * key.length + response.body.length,
  });
  readonly #running = new Map<string, Computation>();
  readonly #writes: () => number;
  readonly #now: () => number;
  /** The number of writes that the contents include. */
  #seen = 0;
  /** Set while there are entries. */
  #sweep: NodeJS.Timeout | undefined;

  /** `writes` counts those that may have changed what anonymous callers read. */
  constructor(writes: () => number, now = () => performance.now()) {
    this.#writes = writes;
    this.#now = now;
  }

  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** A cached response, or the one that is being computed, which is null if it can't be shared. */
  find(key: string): CachedResponse | Promise<CachedResponse | null> | undefined {
    this.#clearAfterWrite();
    const entry = this.#entries.get(key);
    if (entry && this.#isFresh(entry)) return entry.response;
    const computation = this.#running.get(key);
    return computation && this.#isFresh(computation) ? computation.response : undefined;
  }

  /** Begins a computation. The result must be passed to the returned function: null if it must not be shared. */
  begin(key: string): (response: CachedResponse | null) => void {
    this.#clearAfterWrite();
    const { promise, resolve } = Promise.withResolvers<CachedResponse | null>();
    const computation = { startedAt: this.#now(), response: promise };
    const writes = this.#seen;
    this.#running.set(key, computation);
    return (response) => {
      if (this.#running.get(key) === computation) this.#running.delete(key);
      if (response && writes === this.#writes() && this.#isFresh(computation)) {
        this.#entries.set(key, { response, startedAt: computation.startedAt });
        this.#sweep ??= setTimeout(() => this.#removeOld(), FRESH_MS).unref();
      }
      resolve(response);
    };
  }

  #clearAfterWrite(): void {
    const writes = this.#writes();
    if (writes === this.#seen) return;
    this.#seen = writes;
    this.#entries.clear();
    this.#running.clear();
  }

  /** Once a second, so that a server without requests doesn't keep the last responses. */
  #removeOld(): void {
    for (const [key, entry] of this.#entries.entries()) {
      if (!this.#isFresh(entry)) this.#entries.delete(key);
    }
    this.#sweep = this.#entries.size === 0 ? undefined : this.#sweep?.refresh();
  }

  #isFresh({ startedAt }: { startedAt: number }): boolean {
    return this.#now() - startedAt < FRESH_MS;
  }
}
