import { ApiError } from '../core/errors.ts';
import { isUnreachable } from './pg-errors.ts';

export type OutageLines = Record<'info' | 'warn', (fields: object, message: string) => void>;

const PROBE_MS = 500;

/**
 * While PostgreSQL is away every connection, request and job fails with the same cause. The log gets one line when that
 * begins and one when it is over.
 */
export class OutageLog {
  readonly #log: OutageLines;
  readonly #probe: () => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(log: OutageLines, probe: () => Promise<unknown>) {
    this.#log = log;
    this.#probe = probe;
  }

  /** Whether an outage is the cause of this error. Then it needs no line of its own. */
  covers(error: unknown): boolean {
    const cause = error instanceof ApiError ? error.cause : error;
    if (!isUnreachable(cause)) return false;
    // A connection that breaks while the process stops is no outage.
    if (this.#isClosed || this.#timer) return true;
    const { code, message } = cause as NodeJS.ErrnoException;
    this.#log.warn({ code, reason: message }, 'the database does not answer');
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
      this.#log.info({ seconds: Math.round((performance.now() - begunAt) / 100) / 10 }, 'the database answers again');
    }, PROBE_MS).unref();
  }
}
