import { type SQL, sql } from '../db/drizzle.ts';

/** The number of the advisory lock that a backup holds while it reads the database and the files. */
export const BACKUP_LOCK = 7_300_419;

/** Whether a backup runs. Deleting files waits for it, because the backup has rows that name them. */
export const backupRuns: SQL = sql`exists (select from pg_locks l
  where l.locktype = 'advisory' and l.classid::int8 = 0 and l.objid::int8 = ${BACKUP_LOCK}::int8 and l.objsubid = 1
    and l.database = (select d.oid from pg_database d where d.datname = current_database()))`;
