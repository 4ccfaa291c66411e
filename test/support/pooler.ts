import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from './free-port.ts';

/** PgBouncer refuses to run as root, and only its owner may use the socket of the embedded database. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export type Pooler = { url(database: string): string; stop(): Promise<void> };

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer in transaction mode, for every database of the server at `connection`. */
export async function startPooler(
  connection: pg.ClientConfig,
  { settings = {} }: { settings?: Record<string, string | number> } = {},
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 20,
    max_client_conn: 1000,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, ['[databases]', `* = ${target(connection)}`, '[pgbouncer]', ...lines].join('\n'));
  const user = process.getuid?.() === 0 ? await ownerOf(connection) : undefined;
  if (user) for (const path of [file, folder]) await chown(path, user.uid, user.gid);
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...user });
  const ended = once(child, 'exit');
  await answers(port);
  return {
    url: (database) => `postgres://pronet@127.0.0.1:${port}/${database}?sslmode=disable`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ownerOf({ host }: pg.ClientConfig): Promise<{ uid: number; gid: number }> {
  if (!host?.startsWith('/')) return NOBODY;
  const { uid, gid } = await stat(join(host, '.s.PGSQL.5432'));
  return { uid, gid };
}

function target(connection: pg.ClientConfig): string {
  if (!connection.connectionString) return `host=${connection.host} port=${connection.port} user=${connection.user}`;
  const { hostname, port, username, password } = new URL(connection.connectionString);
  return `host=${hostname} port=${port || 5432} user=${username} password=${decodeURIComponent(password)}`;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const error = await Promise.race([once(socket, 'connect').then(() => null), once(socket, 'error')]).catch((e) => e);
    socket.destroy();
    if (error === null) return;
    if (attempt === 100) throw error;
    await sleep(50);
  }
}
