import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

const JOB_STATES = ['waiting', 'failed', 'running', 'dead'] as const;

export type State = {
  jobs: readonly ({ name: string; late_seconds: number } & Record<(typeof JOB_STATES)[number], number>)[];
  openReports: number;
  /** Whether this version may run on the schema. */
  schemaFits: boolean;
  /** When the last backup was made, if ever. */
  lastBackupMs?: number | undefined;
};

export type StateSources = {
  pool: () => { total: number; idle: number; waiting: number };
  /** Rejects if the database does not respond. */
  state: () => Promise<State>;
  /** The bytes that are free for `DATA_DIR`. */
  freeBytes: () => Promise<number>;
  /** How often a backup is made, if on a schedule. */
  backupEveryMs?: number | undefined;
};

/** A database that hangs must not keep the rest of the metrics from their reader. */
const STATE_MS = 2000;

/** What is read when the metrics are. The values of the database are the same in every process. */
export function measureState(registry: Registry, { pool, state, freeBytes, backupEveryMs }: StateSources): void {
  const registers = [registry];
  const latest = shared(async () => {
    const read = state().catch(() => undefined);
    return Promise.race([read, sleep(STATE_MS, undefined, { ref: false })]);
  });
  measureJobs(registers, latest);
  measureDatabase(registers, latest);
  measureProcess(registers, { pool, freeBytes });
  if (backupEveryMs !== undefined) measureBackups(registers, latest, backupEveryMs);
}

type Latest = () => Promise<State | undefined>;

function measureJobs(registers: Registry[], latest: Latest): void {
  new Gauge({
    name: 'pronet_jobs',
    help: 'Background jobs by name and state.',
    labelNames: ['name', 'state'],
    aggregator: 'max',
    registers,
    async collect() {
      const read = await latest();
      if (read) this.reset();
      for (const job of read?.jobs ?? [])
        for (const one of JOB_STATES) this.set({ name: job.name, state: one }, job[one]);
    },
  });
  new Gauge({
    name: 'pronet_jobs_late_seconds',
    help: 'How long the job that is due for longest waits.',
    labelNames: ['name'],
    aggregator: 'max',
    registers,
    async collect() {
      const read = await latest();
      if (read) this.reset();
      for (const { name, late_seconds } of read?.jobs ?? []) this.set({ name }, late_seconds);
    },
  });
}

function measureDatabase(registers: Registry[], latest: Latest): void {
  new Gauge({
    name: 'pronet_reports_open',
    help: 'Reports that no operator has settled.',
    aggregator: 'max',
    registers,
    async collect() {
      const read = await latest();
      if (read) this.set(read.openReports);
    },
  });
  new Gauge({
    name: 'pronet_schema_fits',
    help: 'Whether this version may run on the schema (1).',
    aggregator: 'min',
    registers,
    async collect() {
      const read = await latest();
      if (read) this.set(Number(read.schemaFits));
    },
  });
  new Gauge({
    name: 'pronet_database_up',
    help: 'Whether the database responded (1). If not, the values from it are those before.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set(Number((await latest()) !== undefined));
    },
  });
}

function measureBackups(registers: Registry[], latest: Latest, everyMs: number): void {
  new Gauge({
    name: 'pronet_last_backup_timestamp_seconds',
    help: 'When the last complete backup was begun (Unix time). 0: never.',
    aggregator: 'max',
    registers,
    async collect() {
      const read = await latest();
      if (read) this.set((read.lastBackupMs ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'pronet_backup_interval_seconds',
    help: 'How often a backup is made.',
    aggregator: 'max',
    registers,
  }).set(everyMs / 1000);
}

function measureProcess(registers: Registry[], { pool, freeBytes }: Pick<StateSources, 'pool' | 'freeBytes'>): void {
  new Gauge({
    name: 'pronet_database_pool_connections',
    help: 'Connections of the pool by use, and requests that wait for one.',
    labelNames: ['use'],
    aggregator: 'sum',
    registers,
    collect() {
      const { total, idle, waiting } = pool();
      this.set({ use: 'in_use' }, total - idle);
      this.set({ use: 'idle' }, idle);
      this.set({ use: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'pronet_data_dir_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set(await freeBytes());
    },
  });
}

/** Calls that begin while another one runs get its result. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
