import type pg from 'pg';
import { StartError } from '../core/start-error.ts';

/** Stores the fingerprint of the key at the first start and compares it later: another key can decrypt nothing. */
export async function verifySecretKeyFingerprint(sql: Pick<pg.Pool, 'query'>, fingerprint: string): Promise<void> {
  await sql.query(
    `insert into instance_facts (name, value) values ('secret_key_fingerprint', $1) on conflict (name) do nothing`,
    [fingerprint],
  );
  const { rows } = await sql.query(`select value from instance_facts where name = 'secret_key_fingerprint'`);
  if (rows[0].value !== fingerprint) {
    throw new StartError(
      `SECRET_KEY: this database was created with another key (fingerprint ${rows[0].value}, given ${fingerprint})`,
    );
  }
}
