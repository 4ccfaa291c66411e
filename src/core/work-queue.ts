import { fail } from './errors.ts';

export type WorkQueueOptions = {
  /** How many tasks run at once. */
  concurrency: number;
  /** How many places there are to wait in; who comes when they are taken is refused. */
  maxWaiting: number;
  /** What a refused caller is told. */
  retryAfterSeconds: number;
};

type Waiting = { start: () => void; places: number };

/**
 * Where work of a process that takes much of the machine waits for its turn: decoding pictures, reading lists without
 * end. A task is all of one request that must not be refused halfway.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Set<Waiting>();
  #active = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Tasks that run at this moment. */
  get active(): number {
    return this.#active;
  }

  /** Tasks that wait at this moment. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `task` in its turn, first come first served. Fails with `service_unavailable` and a time to come back when it
   * finds too few free `places` to wait in: one that takes longer takes more of them, one that must not be refused takes
   * none. When `signal` fires, a waiting task gives up its place at once and the promise rejects with the signal's
   * reason; a running one can only stop by itself, and keeps its place until it has.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, places = 1): Promise<T> {
    signal?.throwIfAborted();
    if (this.#active < this.#options.concurrency) this.#active += 1;
    else await this.#turn(signal, places);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turn(signal: AbortSignal | undefined, places: number): Promise<void> {
    const { maxWaiting, retryAfterSeconds } = this.#options;
    const before = [...this.#waiting].reduce((sum, one) => sum + one.places, 0);
    if (before + places > maxWaiting) busy(retryAfterSeconds, 'the queue is full');
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(place);
        reject(signal?.reason);
      };
      const place: Waiting = {
        places,
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.#waiting.add(place);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes over to the next one without being free in between: a newcomer could slip in otherwise. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#active -= 1;
      return;
    }
    this.#waiting.delete(first);
    first.start();
  }
}

/**
 * How many bytes of bodies a process holds at once, over all requests: each is within its own limit, and a hundred of
 * them together are not.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #retryAfterSeconds: number;
  #reservedBytes = 0;

  /** `maxBytes` must be at least the largest single body, or that body can never come in. */
  constructor(maxBytes: number, retryAfterSeconds = 5) {
    this.#maxBytes = maxBytes;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  /**
   * Takes `sizeBytes` (of a body without a stated length: the most it may have) until the returned function is called;
   * calling it again does nothing. Fails with `service_unavailable` when they are not there.
   */
  reserve(sizeBytes: number): () => void {
    if (this.#reservedBytes + sizeBytes > this.#maxBytes) busy(this.#retryAfterSeconds, 'byte budget is used up');
    this.#reservedBytes += sizeBytes;
    let held = sizeBytes;
    return () => {
      this.#reservedBytes -= held;
      held = 0;
    };
  }
}

function busy(retryAfterSeconds: number, internal: string): never {
  fail('service_unavailable', {
    internal,
    agent: { retry_after_seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
