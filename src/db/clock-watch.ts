import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../core/start-error.ts';
import type { OutageLines } from './outage.ts';

/** Sessions, schedules and the audit log compare times of servers with those of the database. */
const TOLERANCE_MS = 30_000;
/** For how long a comparison holds for the next job. */
const FRESH_MS = 1000;
const RETRY_MS = 5000;

/** Compares the clock of this machine with that of the database. While they differ, the server must not write. */
export class ClockWatch {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #log: OutageLines;
  #isWrong = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  constructor(pool: Pick<pg.Pool, 'query'>, log: OutageLines) {
    this.#pool = pool;
    this.#log = log;
  }

  get isWrong(): boolean {
    return this.#isWrong;
  }

  /** @throws StartError if the clocks differ */
  async requireRight(): Promise<void> {
    const ms = await this.#difference();
    if (Math.abs(ms) > TOLERANCE_MS) throw new StartError(`${wrongText(ms)} Synchronize both with NTP.`);
  }

  /** Waits for as long as the clocks differ: with the wrong time, a job would purge or seal too much. */
  async untilRight(signal: AbortSignal | null): Promise<void> {
    if (performance.now() - this.#checkedAt > FRESH_MS) await this.check();
    while (this.#isWrong) {
      await sleep(RETRY_MS, undefined, signal ? { signal } : {});
      await this.check();
    }
  }

  /** One line in the log when the clocks begin to differ, and one when they agree again. */
  check(): Promise<void> {
    this.#checking ??= this.#compare().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #compare(): Promise<void> {
    const ms = await this.#difference();
    const wasWrong = this.#isWrong;
    this.#checkedAt = performance.now();
    this.#isWrong = Math.abs(ms) > TOLERANCE_MS;
    if (this.#isWrong && !wasWrong) this.#log.warn({ reason: wrongText(ms) }, 'the clock is wrong: writes are refused');
    if (!this.#isWrong && wasWrong) this.#log.info({}, 'the clock is right again: writes are accepted');
  }

  /** By how many ms this machine is ahead, give or take the time that the answer took. */
  async #difference(): Promise<number> {
    const [askedAt, begunAt] = [Date.now(), performance.now()];
    const { rows } = await this.#pool.query<{ ms: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as ms',
    );
    const ahead = askedAt - Number(rows[0]!.ms);
    // The database looked at its clock at some moment of the round trip.
    return ahead > 0 ? ahead : Math.min(0, ahead + performance.now() - begunAt);
  }
}

const wrongText = (ms: number) =>
  `The clock of this machine is ${Math.round(Math.abs(ms) / 1000)} seconds ${ms > 0 ? 'ahead of' : 'behind'} that of the database.`;
