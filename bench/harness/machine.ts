import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import pg from 'pg';
import { joinEmbedded } from '../../src/db/embedded.ts';

/** Where and when a measurement was made, without anything that identifies the machine. */
export type Machine = {
  cpu: string;
  cores: number;
  memoryMiB: number;
  os: string;
  node: string;
  postgres: string;
  /** The date of the start in UTC: `2026-01-31`. */
  date: string;
  /** The average number of runnable processes over a minute, at the start and at the end. */
  load: { begin: number; end: number };
};

/** Other work on the machine makes every number worse and the ratios unsteady. */
export const QUIET_LOAD = 1.5;

export const currentLoad = () => Math.round(loadavg()[0]! * 100) / 100;

/** Describes this machine and the database of a running server. The load at the end is added later. */
export async function machineOf(dataDir: string, loadAtBegin: number): Promise<Machine> {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 1024 / 1024),
    os: `${type()} ${release().split('-')[0]}`,
    node: process.versions.node,
    postgres: await postgresVersion(dataDir),
    date: new Date().toISOString().slice(0, 10),
    load: { begin: loadAtBegin, end: currentLoad() },
  };
}

async function postgresVersion(dataDir: string): Promise<string> {
  const joined = await joinEmbedded({ dataDir });
  const client = new pg.Client(joined.connection);
  await client.connect();
  try {
    const { rows } = await client.query('show server_version');
    return String(rows[0].server_version).split(' ')[0]!;
  } finally {
    await client.end();
    await joined.close();
  }
}
