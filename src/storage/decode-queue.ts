import { fail } from '../core/errors.ts';

export type DecodeQueueOptions = {
  /** How many tasks run at once: 1 or 2. Each may take 350 MiB and a thread that everything else needs too. */
  concurrency: number;
  /** How many pictures may wait for their turn; who brings one more is refused. */
  maxWaiting: number;
  /** What a refused caller is told. */
  retryAfterSeconds: number;
};

type Waiting = { start: () => void; pictures: number };

/**
 * The one queue of a process for decoding pictures. A task is all the pictures of one request, one after the other: so
 * that a post is refused before its first picture, never after its third.
 */
export class DecodeQueue {
  readonly #options: DecodeQueueOptions;
  readonly #waiting = new Set<Waiting>();
  #active = 0;

  constructor(options: DecodeQueueOptions) {
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
   * Runs `task` in its turn, first come first served. Fails with `service_unavailable` and a time to come back when too
   * many wait: by `pictures`, since four take four times as long as one. When `signal` fires, a waiting task gives up its place at once and the promise rejects with the signal's
   * reason; a running one can only stop by itself, and keeps its place until it has.
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, pictures = 1): Promise<T> {
    signal?.throwIfAborted();
    if (this.#active < this.#options.concurrency) this.#active += 1;
    else await this.#turn(signal, pictures);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turn(signal: AbortSignal | undefined, pictures: number): Promise<void> {
    const { maxWaiting, retryAfterSeconds } = this.#options;
    const before = [...this.#waiting].reduce((sum, one) => sum + one.pictures, 0);
    if (before + pictures > maxWaiting) busy(retryAfterSeconds, 'decode queue is full');
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(place);
        reject(signal?.reason);
      };
      const place: Waiting = {
        pictures,
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
