import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { DEAD_QUEUE } from '../jobs/catalog.ts';
import type { Contents, Table } from './header.ts';

/** The text of a table is split: a part is in memory as a whole. */
const PART_BYTES = 4 * 1024 * 1024;
const JOBS = 'jobs.job';
/** Of the job library, only what `insertJob` writes and what dead letters have. Its other tables are made at each start. */
const JOB_COLUMNS =
  'id,name,data,start_after,keep_until,singleton_key,group_id,policy,dead_letter,retry_limit,retry_delay,retry_backoff,retry_delay_max,expire_seconds,deletion_seconds,heartbeat_seconds,source_name,source_id,source_created_on,source_retry_count'.split(
    ',',
  );

/** Jobs that have not ended, as if no attempt had been made. Of two with one key, one is enough. */
const OPEN_JOBS = `select distinct on (name, coalesce(singleton_key, id::text)) ${JOB_COLUMNS.join(', ')} from ${JOBS}
  where state < 'active' or (state = 'active' and name <> '${DEAD_QUEUE}') order by name, coalesce(singleton_key, id::text), start_after`;

const RESTORED_JOBS = 'restored_jobs';

const IS_OWN = `n.nspname = 'public' and not exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** What is in the database, in the snapshot of the transaction. */
export async function describeContents(client: pg.Client): Promise<Contents> {
  const { rows: tables } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, (select array_agg(quote_ident(a.attname) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${IS_OWN} and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const { rows: partitions } = await client.query<Contents['partitions'][number]>(PARTITIONS);
  const { rows: sequences } = await client.query<Contents['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
      from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  return { tables: [...tables, { name: JOBS, columns: JOB_COLUMNS }], partitions, sequences };
}

const PARTITIONS = `select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as parent,
    pg_get_expr(c.relpartbound, c.oid) as bounds
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
  where ${IS_OWN} and c.relkind = 'r' and c.relispartition order by 1`;

/** Hands on the rows of a table in parts, in the format of COPY, each compressed. Returns the number of rows. */
export async function dumpTable(
  client: pg.Client,
  { name, columns }: Table,
  onPart: (part: Buffer) => Promise<void>,
): Promise<number> {
  const rows = name === JOBS ? OPEN_JOBS : `select ${columns.join(', ')} from ${name}`;
  const stream = client.query(to(`copy (${rows}) to stdout`));
  let chunks: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const part = await promisify(zstdCompress)(Buffer.concat(chunks));
    [chunks, bytes] = [[], 0];
    await onPart(part);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return stream.rowCount;
}

const FOREIGN_KEYS = `select conrelid::regclass::text as on_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`;

/** Fills the tables of an empty schema, in the transaction of the caller. */
export class Loader {
  readonly #client: pg.Client;
  readonly #contents: Contents;
  #keys: { on_table: string; name: string; definition: string }[] = [];
  #table: string | undefined;
  #copy: (Writable & { rowCount: number }) | undefined;

  constructor(client: pg.Client, contents: Contents) {
    this.#client = client;
    this.#contents = contents;
  }

  /** Foreign keys are checked at the end, and triggers have run when the rows were written. */
  async begin(): Promise<void> {
    const { tables, partitions } = this.#contents;
    // Those that the migrations have made may have other bounds.
    const { rows: made } = await this.#client.query<{ name: string }>(PARTITIONS);
    for (const { name } of made) await this.#client.query(`drop table ${name}`);
    for (const { name, parent, bounds } of partitions)
      await this.#client.query(`create table ${name} partition of ${parent} ${bounds}`);
    this.#keys = (await this.#client.query(FOREIGN_KEYS)).rows;
    await this.#client.query(
      `create temporary table ${RESTORED_JOBS} on commit drop as select ${JOB_COLUMNS.join(', ')} from ${JOBS} limit 0`,
    );
    // Migrations may have written rows.
    await this.#client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { on_table, name } of this.#keys)
      await this.#client.query(`alter table ${on_table} drop constraint ${name}`);
    for (const { name } of this.#own()) await this.#client.query(`alter table ${name} disable trigger user`);
  }

  /** A part of a table, in the order of the parts. */
  async load(name: string, part: Readable): Promise<void> {
    const table = this.#contents.tables.find((one) => one.name === name);
    if (!table) throw new Error(`${name} is not in the header of the backup`);
    if (this.#table !== name) {
      await this.#endTable();
      this.#table = name;
      const target = name === JOBS ? RESTORED_JOBS : name;
      this.#copy = this.#client.query(from(`copy ${target} (${table.columns.join(', ')}) from stdin`));
    }
    const rows = await promisify(zstdDecompress)(await buffer(part));
    const written = Promise.withResolvers<void>();
    this.#copy!.once('error', written.reject);
    this.#copy!.write(rows, (error) => (error ? written.reject(error) : written.resolve()));
    await written.promise;
    this.#copy!.off('error', written.reject);
  }

  async end(): Promise<void> {
    await this.#endTable();
    // Not those of the job library itself, nor those that this version no longer has.
    const columns = JOB_COLUMNS.join(', ');
    await this.#client.query(
      `insert into ${JOBS} (${columns}) select ${columns} from ${RESTORED_JOBS} where name in (select name from jobs.queue)`,
    );
    for (const { name } of this.#own()) await this.#client.query(`alter table ${name} enable trigger user`);
    for (const { on_table, name, definition } of this.#keys)
      await this.#client.query(`alter table ${on_table} add constraint ${name} ${definition}`);
    for (const { name, value } of this.#contents.sequences)
      await this.#client.query('select setval($1, $2)', [name, value]);
    // Cursors that clients got after the backup: their positions will be those of other events.
    await this.#client.query('update event_log set epoch = gen_random_uuid()');
  }

  #own(): Table[] {
    return this.#contents.tables.filter(({ name }) => name !== JOBS);
  }

  async #endTable(): Promise<void> {
    if (!this.#copy) return;
    const copy = this.#copy;
    this.#copy = undefined;
    copy.end();
    await once(copy, 'finish');
  }
}
