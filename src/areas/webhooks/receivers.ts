import type { Target } from './due.ts';

/** Receivers that take longer share the slots of `webhooks.deliver_slow`. */
const SLOW_MS = 1000;
/** How much of the last time counts after one more request: a receiver that once took 10 s is slow for ten requests. */
const KEPT = 0.8;
/** Runs of one account that `webhooks.deliver` has at once in a process. The others go to the slow ones. */
const RUNS_PER_ACCOUNT = 5;
const KNOWN_MAX = 20_000;

type Receiver = Pick<Target, 'id' | 'account_id'>;

/** How long the receivers of webhooks took recently. Each process knows what it saw, and protects its own slots. */
export class Receivers {
  readonly #recentMs = new Map<string, number>();
  readonly #runs = new Map<string, number>();

  note({ id, account_id }: Receiver, durationMs: number): void {
    for (const key of [id, account_id]) {
      const recentMs = Math.max(durationMs, (this.#recentMs.get(key) ?? 0) * KEPT);
      this.#recentMs.delete(key);
      this.#recentMs.set(key, recentMs);
    }
    const [oldest] = this.#recentMs.keys();
    if (this.#recentMs.size > KNOWN_MAX) this.#recentMs.delete(oldest!);
  }

  /** A new webhook counts as the others of its account, so that nobody gets quick slots by creating webhooks. */
  isSlow({ id, account_id }: Receiver): boolean {
    return (this.#recentMs.get(id) ?? this.#recentMs.get(account_id) ?? 0) > SLOW_MS;
  }

  /** Begins a run that expects a quick receiver. Returns what ends it; null if the receiver must wait among slow ones. */
  begin(receiver: Receiver): (() => void) | null {
    const { account_id } = receiver;
    const runs = this.#runs.get(account_id) ?? 0;
    if (this.isSlow(receiver) || runs >= RUNS_PER_ACCOUNT) return null;
    this.#runs.set(account_id, runs + 1);
    return () => {
      const left = this.#runs.get(account_id)! - 1;
      if (left > 0) this.#runs.set(account_id, left);
      else this.#runs.delete(account_id);
    };
  }
}
