import { ApiError } from '../core/errors.ts';
import { isUnreachable } from './pg-errors.ts';

export type OutageLines = Record<'info' | 'warn', (fields: object, message: string) => void>;

const PROBE_MS = 500;

/** Logs one line when an outage of PostgreSQL begins and one when it ends, instead of every failure. */
export class OutageLog {
  readonly #log: OutageLines;
  readonly #probe: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(log: OutageLines, probe: () => Promise<unknown>) {
    this.#log = log;
    this.#probe = probe;
  }

  /** Whether an outage caused this error, so that the caller need not log it. */
  covers(error: unknown): boolean {
    const cause = error instanceof ApiError ? error.cause : error;
    if (!isUnreachable(cause)) return false;
    // A connection that breaks during shutdown is not an outage.
    if (this.#isClosed || this.#timer) return true;
    const { code, message } = cause as NodeJS.ErrnoException;
    this.#log.warn({ code, reason: message }, 'the database does not respond');
    this.#watch(performance.now());
    return true;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #watch(begunAt: number): void {
    this.#timer = setTimeout(async () => {
      const isBack = await this.#probe().then(
        () => true,
        () => false,
      );
      if (this.#isClosed) return;
      if (!isBack) return this.#watch(begunAt);
      this.#timer = undefined;
      this.#log.info({ seconds: Math.round((performance.now() - begunAt) / 100) / 10 }, 'the database responds again');
    }, PROBE_MS).unref();
  }
}
