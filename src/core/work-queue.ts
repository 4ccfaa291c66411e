import { fail } from './errors.ts';

export type WorkQueueOptions = {
  concurrency: number;
  maxWaiting: number;
  retryAfterSeconds: number;
};

type Waiting = { start: () => void; places: number };

/** Limits how much expensive work a process does at once. A task covers what must not be rejected halfway. */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Set<Waiting>();
  #active = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `task` in order of arrival. Fails with `service_unavailable` and a retry time if fewer than `places` are left;
   * tasks that must not be rejected take none. When `signal` aborts, a waiting task is rejected; a running one has to
   * stop by itself.
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

  /** Passes the slot directly to the next waiting task, so that a newcomer can't overtake it. */
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

/** Limits the bytes of bodies that a process holds at once: a hundred bodies within their limits could be too much. */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #retryAfterSeconds: number;
  #reservedBytes = 0;

  /** `maxBytes` must be at least the size of the largest allowed body, which would never be accepted otherwise. */
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

  /** Reserves until the returned function is called. Fails with `service_unavailable` if the budget is used up. */
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
