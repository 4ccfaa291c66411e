import type pg from 'pg';

type Sql = Pick<pg.Pool | pg.Client, 'query'>;

const NAME = 'last_backup_at';

export async function noteBackup(sql: Sql, time: Date): Promise<void> {
  await sql.query(
    `insert into instance_facts (name, value) values ('${NAME}', $1) on conflict (name) do update set value = excluded.value`,
    [time.toISOString()],
  );
}

/** When the newest complete backup was begun. */
export async function lastBackupAt(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ value: string }>(`select value from instance_facts where name = '${NAME}'`);
  return rows[0] ? new Date(rows[0].value) : null;
}
