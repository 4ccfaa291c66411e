import { ApiError, type FailureFacts, fail } from './errors.ts';
import { field, text } from './operation-text.ts';

export type WorkQueueOptions = {
  concurrency: number;
  maxWaiting: number;
  /** The places that one group may take. Default: all. */
  maxWaitingOfGroup?: number;
  retryAfterSeconds: number;
};

/** `group`: whose task it is, such as an account. */
export type Turn = { signal?: AbortSignal | undefined; places?: number; group?: string | undefined };

/** Groups that have taken about the same time take turns. */
const STEP_MS = 100;

type Waiting = { places: number; start: () => void; refuse: (error: unknown) => void };

/**
 * Limits how much expensive work a process does at once. A task covers what must not be rejected halfway. Groups take
 * turns by the time that their tasks have taken, so that many or slow tasks of one hardly delay quick ones of another.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  /** The group whose turn is next comes first, unless another one has taken less time. None is empty. */
  readonly #groups = new Map<string | undefined, Set<Waiting>>();
  /** How long the tasks of each group have taken since the queue was idle. */
  readonly #spentMs = new Map<string | undefined, number>();
  #active = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return [...this.#groups.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Runs `task`, in order of arrival within its group. Fails with `rate_limited` if its group has too many places, and
   * with `service_unavailable` if fewer than `places` are left and no group has more than its own: that one gives up its
   * newest task. Tasks that must not be rejected take no places. When `signal` aborts, a waiting task is rejected; a
   * running one has to stop by itself.
   */
  async run<T>(task: () => Promise<T>, turn: Turn = {}): Promise<T> {
    turn.signal?.throwIfAborted();
    if (this.#active < this.#options.concurrency) this.#active += 1;
    else await this.#wait(turn);
    const begunAt = performance.now();
    try {
      return await task();
    } finally {
      const spentMs = performance.now() - begunAt;
      this.#spentMs.set(turn.group, (this.#spentMs.get(turn.group) ?? 0) + spentMs);
      this.#next();
    }
  }

  #wait({ signal, places = 1, group }: Turn): Promise<void> {
    this.#makeRoom(places, group);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { places, start: resolve, refuse: reject };
      const queue = this.#groups.get(group) ?? new Set();
      this.#groups.set(group, queue.add(waiting));
      const leave = () => {
        this.#remove(group, waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #makeRoom(places: number, group: string | undefined): void {
    const { maxWaiting, maxWaitingOfGroup = maxWaiting, retryAfterSeconds } = this.#options;
    const own = placesOf(this.#groups.get(group)) + places;
    if (group !== undefined && own > maxWaitingOfGroup) {
      fail('rate_limited', { agent: tooMuchAtOnce(retryAfterSeconds), internal: 'share of a queue' });
    }
    const isFull = () => [...this.#groups.values()].reduce((sum, one) => sum + placesOf(one), places) > maxWaiting;
    while (isFull()) {
      const [largest] = [...this.#groups].sort(([, one], [, other]) => placesOf(other) - placesOf(one));
      if (!largest || placesOf(largest[1]) <= own) throw busy(retryAfterSeconds, 'the queue is full');
      const newest = [...largest[1]].findLast((one) => one.places > 0)!;
      this.#remove(largest[0], newest);
      newest.refuse(busy(retryAfterSeconds, 'gave way in a full queue'));
    }
  }

  #stepsOf(group: string | undefined): number {
    return Math.floor((this.#spentMs.get(group) ?? 0) / STEP_MS);
  }

  #remove(group: string | undefined, waiting: Waiting): void {
    const queue = this.#groups.get(group);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#groups.delete(group);
  }

  /** Passes the slot directly to the next waiting task, so that a newcomer can't overtake it. */
  #next(): void {
    const [next] = [...this.#groups].sort(([one], [other]) => this.#stepsOf(one) - this.#stepsOf(other));
    if (next === undefined) {
      this.#active -= 1;
      if (this.#active === 0) this.#spentMs.clear();
      return;
    }
    const [group, queue] = next;
    const [first] = queue;
    queue.delete(first!);
    this.#groups.delete(group);
    if (queue.size > 0) this.#groups.set(group, queue);
    first!.start();
  }
}

function placesOf(queue: Iterable<Waiting> = []): number {
  return [...queue].reduce((sum, one) => sum + one.places, 0);
}

/** Of `rate_limited`, for a share of what the process does at once. */
export function tooMuchAtOnce(retryAfterSeconds: number): FailureFacts {
  return {
    hint: text`This account or network address sends too much at once: send the requests one at a time, and wait ${field('retry_after_seconds')} before the next attempt.`,
    retry_after_seconds: retryAfterSeconds,
  };
}

export function busy(retryAfterSeconds: number, internal: string): ApiError {
  return new ApiError('service_unavailable', {
    internal,
    agent: { retry_after_seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
