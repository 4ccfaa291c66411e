import type pg from 'pg';
import { StartError } from '../core/start-error.ts';

type Sql = Pick<pg.Pool | pg.Client, 'query'>;

const CURRENT = 'secret_key_fingerprint';
/** The fingerprints of earlier keys with which a part of the database may still be encrypted, with spaces between. */
const UNFINISHED = 'secret_key_unfinished';
const SINCE = 'secret_key_since';
/** Before the fingerprint of an earlier key: what is kept of it. */
const FORMER = 'former_key:';

/** `current`: what new values are encrypted with. `unfinished`: what some values may still be encrypted with. */
type KeyFacts = { current: string | undefined; unfinished: string[] };

export async function readKeyFacts(sql: Sql): Promise<KeyFacts> {
  const { rows } = await sql.query<{ name: string; value: string }>(
    'select name, value from instance_facts where name in ($1, $2)',
    [CURRENT, UNFINISHED],
  );
  const facts = new Map(rows.map(({ name, value }) => [name, value]));
  return { current: facts.get(CURRENT), unfinished: facts.get(UNFINISHED)?.split(' ') ?? [] };
}

/**
 * Stores the fingerprint of the key at the first start and compares it later: another key can decrypt nothing. Takes a new
 * key if the earlier ones are given, too.
 *
 * @throws StartError if a key is missing with which a part of the database is encrypted
 */
export async function takeSecretKeys(sql: Sql, [given, ...previous]: readonly string[]): Promise<void> {
  await sql.query('insert into instance_facts (name, value) values ($1, $2) on conflict (name) do nothing', [
    CURRENT,
    given,
  ]);
  for (;;) {
    const { current, unfinished } = await readKeyFacts(sql);
    if (current !== given && !previous.includes(current!)) {
      throw new StartError(
        `SECRET_KEY: this database was created with another key (fingerprint ${current}, given ${given}). To replace that key, set SECRET_KEY_PREVIOUS to it.`,
      );
    }
    const missing = unfinished.find((one) => one !== given && !previous.includes(one));
    if (missing !== undefined) {
      throw new StartError(
        `SECRET_KEY_PREVIOUS: must contain the key with the fingerprint ${missing} until \`rotate-key\` has run: a part of the database is encrypted with it.`,
      );
    }
    if (current === given) return;
    const left = [current, ...unfinished].filter((one) => one !== given);
    // Nothing, if another process was faster.
    await sql.query(
      `with taken as (update instance_facts set value = $2 where name = $1 and value = $3 returning 1)
        insert into instance_facts (name, value) select fact.name, fact.value from
          (values ($4, $5::text), ($6, now()::text)) fact(name, value) where exists (select from taken)
        on conflict (name) do update set value = excluded.value`,
      [CURRENT, given, current, UNFINISHED, [...new Set(left)].join(' '), SINCE],
    );
  }
}

/** States that nothing is encrypted with earlier keys any more, if the key is still the current one. */
export async function finishRotation(sql: Sql, current: string): Promise<void> {
  await sql.query(
    'delete from instance_facts where name = $1 and exists (select from instance_facts where name = $2 and value = $3)',
    [UNFINISHED, CURRENT, current],
  );
}

/** Whether a process is connected that was started before the current key was taken. With `any`: whether any process is. */
export async function isInUse(sql: Sql, { any }: { any: boolean }): Promise<boolean> {
  const { rows } = await sql.query<{ used: boolean }>(
    `select exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'pronet-listen' and ($2 or backend_start <
          (select value::timestamptz from instance_facts where name = $1))) as used`,
    [SINCE, any],
  );
  return rows[0]!.used;
}

/** What is kept of earlier keys, encrypted, by their fingerprints. */
export async function readFormerKeys(sql: Sql): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ name: string; value: string }>(
    'select name, value from instance_facts where starts_with(name, $1) order by name',
    [FORMER],
  );
  return new Map(rows.map(({ name, value }) => [name.slice(FORMER.length), value]));
}

export async function writeFormerKey(sql: Sql, fingerprint: string, value: string): Promise<void> {
  await sql.query(
    'insert into instance_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [FORMER + fingerprint, value],
  );
}
