import { LIMITS } from '../core/limits.ts';
import { sql } from '../db/drizzle.ts';
import { p, type StatementContext, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { isUnrevoked } from './credential-state.ts';

const FLUSH_MS = 5000;

/** Updates `last_used_at` and the sliding expiry of sessions (30 days after the last use, at most 90) in one statement. */
const writeUsage = statement(
  'auth.write_usage',
  { idle: 'interval', max_age: 'interval', ids: 'uuid[]', times: 'timestamptz[]' },
  sql`update ${writes('credentials')} c set last_used_at = greatest(c.last_used_at, u.at),
      expires_at = case when c.type = 'session'
        then least(greatest(c.expires_at, u.at + ${p('idle')}::interval), c.created_at + ${p('max_age')}::interval)
        else c.expires_at end
    from unnest(${p('ids', 'uuid[]')}, ${p('times')}::timestamptz[]) as u(id, at)
    where c.id = u.id and ${isUnrevoked}`,
);

/** Buffers the last use of each credential and writes it later, so that a read causes no write. */
export class UsageRecorder {
  readonly #lastUse = new Map<string, Date>();
  readonly #ctx: StatementContext;
  readonly #onError: (error: unknown) => unknown;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(sql: StatementContext['sql'], onError: (error: unknown) => unknown) {
    this.#ctx = { sql, stats: { statements: 0, roundTrips: 0 }, isTx: false };
    this.#onError = onError;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  record(credentialId: string, at: Date): void {
    this.#lastUse.set(credentialId, at);
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#lastUse.size === 0) return;
    const entries = [...this.#lastUse].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#lastUse.clear();
    const { idle_ms, max_age_ms } = LIMITS.session;
    try {
      await writeUsage.all(this.#ctx, {
        ids: entries.map(([id]) => id),
        times: entries.map(([, at]) => at),
        idle: `${idle_ms} milliseconds`,
        max_age: `${max_age_ms} milliseconds`,
      });
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
