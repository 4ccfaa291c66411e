import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readCompose, readEnvFile } from './compose-file.ts';
import { ROOT } from './source-files.ts';

/**
 * A `docker` for tests of `ops/pronet`: services of docker-compose.yml are processes of this machine. `FAKE_DOCKER` is a
 * folder for its state, its volumes and logs. With `FAKE_BROKEN`, an image is built that does not start.
 */
const HOME = process.env['FAKE_DOCKER']!;
const STATE = join(HOME, 'state.json');
const READY_MS = 60_000;
const SERVERS = ['pronet', 'pronet-2', 'worker'];

type Running = { pid: number; made: string };
export type FakeState = {
  ports: Record<string, number>;
  /** The folder of the socket of the PostgreSQL that takes the place of the container. */
  database: string;
  hasCaddy: boolean;
  images: Record<string, { broken: boolean }>;
  running: Record<string, Running>;
};

const state = JSON.parse(readFileSync(STATE, 'utf8')) as FakeState;
const save = () => writeFileSync(STATE, JSON.stringify(state));

const [program, ...words] = process.argv.slice(2);
if (program === 'psql') await psql(words);
else await docker(program!, words);

async function docker(command: string, args: string[]): Promise<void> {
  if (command === 'image') return image(args[0]!, args[1]!.split(':')[1]!);
  if (command !== 'compose') throw new Error(`docker ${command} is not known here`);
  const rest = args[0] === '--project-directory' ? args.slice(2) : args;
  while (rest[0] === '--profile') rest.splice(0, 2);
  const [name, ...options] = rest;
  switch (name) {
    case 'logs':
    case 'ps':
      return;
    case 'build':
      state.images[fileFor().services['pronet']!.image.split(':')[1]!] = {
        broken: process.env['FAKE_BROKEN'] === '1',
      };
      return save();
    case 'up':
      return up(options);
    case 'stop':
    case 'rm':
      for (const service of options.filter((word) => !word.startsWith('--'))) await stop(service);
      return save();
    case 'cp':
      return copyFileSync(options[0]!.replace(/^\w+:/, ''), join(options[1]!, options[0]!.split('/').at(-1)!));
    case 'exec':
    case 'run':
      return inside(
        options.filter((word) => !['--rm', '--no-deps', '-T'].includes(word)),
        name === 'exec',
      );
    default:
      throw new Error(`docker compose ${name} is not known here`);
  }
}

function image(action: string, tag: string): void {
  end(state.images[tag] ? 0 : 1);
  if (action === 'rm') delete state.images[tag];
  save();
}

function end(code: number): void {
  process.exitCode = code;
}

function fileFor() {
  return readCompose('.', { ...readEnvFile('.env'), ...process.env });
}

function environmentOf(service: string): Record<string, string> {
  const database = (role: string) => `postgres://${role}@localhost/pronet?host=${encodeURIComponent(state.database)}`;
  const { environment } = fileFor().services[service]!;
  return {
    PATH: process.env['PATH']!,
    FAKE_DOCKER: HOME,
    ...(SERVERS.includes(service) ? readEnvFile('.env') : {}),
    ...environment,
    ...(SERVERS.includes(service) && {
      HOST: '127.0.0.1',
      PORT: String(state.ports[service]),
      METRICS_PORT: '',
      DATABASE_URL: database(new URL(environment!['DATABASE_URL']!).username),
      DATABASE_OWNER_URL: database(new URL(environment!['DATABASE_OWNER_URL']!).username),
      DATA_DIR: join(HOME, 'data'),
      BACKUP_TO: join(HOME, 'backups'),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_ENABLED: 'false',
      // Shorter than by default, and longer than Caddy takes to notice.
      SHUTDOWN_DELAY_MS: '1500',
    }),
    ...(service === 'caddy' && {
      DOMAIN: `http://127.0.0.1:${state.ports['caddy']}`,
      UPSTREAMS: `127.0.0.1:${state.ports['pronet']} 127.0.0.1:${state.ports['pronet-2']}`,
      CADDY_ADMIN: `127.0.0.1:${state.ports['admin']}`,
      HOME,
    }),
  };
}

async function up(options: string[]): Promise<void> {
  const { services } = fileFor();
  const profiles = (readEnvFile('.env')['COMPOSE_PROFILES'] ?? '').split(',');
  const named = options.filter((word, index) => !word.startsWith('--') && options[index - 1] !== '--wait-timeout');
  const all = Object.keys(services).filter(
    (name) => !services[name]!.profiles || services[name]!.profiles.some((profile) => profiles.includes(profile)),
  );
  for (const service of named.length > 0 ? named : all) {
    if (service === 'postgres' || (service === 'caddy' && !state.hasCaddy)) continue;
    if (!(await run(service, services[service]!.image))) return end(1);
  }
}

/** Starts a service, or replaces it if its image or its settings changed. */
async function run(service: string, image: string): Promise<boolean> {
  const env = environmentOf(service);
  const made = JSON.stringify([image, env]);
  const running = state.running[service];
  if (running && isAlive(running.pid) && running.made === made) return true;
  await stop(service);
  const built = state.images[image.split(':')[1]!];
  if (service !== 'caddy' && !built) throw new Error(`No such image: ${image}`);
  const log = openSync(join(HOME, `${service}.log`), 'a');
  const [file, args] =
    service === 'caddy'
      ? ['caddy', ['run', '--config', 'ops/proxy/Caddyfile']]
      : [process.execPath, built!.broken ? ['--eval', 'process.exit(1)'] : [join(ROOT, 'src/main.js'), 'serve']];
  const cwd = service === 'caddy' ? '.' : HOME;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', log, log] });
  child.unref();
  state.running[service] = { pid: child.pid!, made };
  save();
  const url =
    service === 'caddy' ? `http://127.0.0.1:${state.ports['admin']}/config/` : `http://127.0.0.1:${env['PORT']}/readyz`;
  for (const until = Date.now() + READY_MS; Date.now() < until && child.exitCode === null; await sleep(50)) {
    if ((await fetch(url).catch(() => null))?.ok) return true;
  }
  return false;
}

async function stop(service: string): Promise<void> {
  const running = state.running[service];
  if (!running) return;
  if (isAlive(running.pid)) process.kill(running.pid, 'SIGTERM');
  while (isAlive(running.pid)) await sleep(20);
  delete state.running[service];
  save();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays until its parent asks, which is nobody here.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Runs a program with the files and the network of a service. */
function inside([service, ...command]: string[], mustRun: boolean): void {
  const isThere = service === 'postgres' || (service === 'caddy' && state.hasCaddy) || !!state.running[service!];
  if (mustRun && !isThere) {
    end(1);
    return;
  }
  const places: [string, string][] = [
    ['/docker-entrypoint-initdb.d', join(process.cwd(), 'ops/postgres')],
    ['/etc/caddy', join(process.cwd(), 'ops/proxy')],
    ['/backups', join(HOME, 'backups')],
    ['/data', join(HOME, 'data')],
    [
      `https://${readEnvFile('.env')['DOMAIN']}/`,
      `http://127.0.0.1:${state.ports[state.hasCaddy ? 'caddy' : 'pronet']}/`,
    ],
    ['src/main.js', join(ROOT, 'src/main.js')],
  ];
  const isOwn = (word: string) => existsSync(word) && word.startsWith(HOME);
  const args = command.map((word) =>
    isOwn(word) ? word : places.reduce((text, [from, to]) => text.replaceAll(from, to), word),
  );
  const [file, ...rest] = args;
  mkdirSync(join(HOME, 'data'), { recursive: true });
  mkdirSync(join(HOME, 'backups'), { recursive: true });
  const { status } = spawnSync(file === 'node' ? process.execPath : file!, rest, {
    cwd: HOME,
    env: environmentOf(service!),
    stdio: 'inherit',
  });
  end(status ?? 1);
}

/** Runs each `-c`, or without any its standard input, as the superuser of the cluster. */
async function psql(args: string[]): Promise<void> {
  const value = (name: string) => args[args.indexOf(name) + 1];
  const database = args.includes('-d') ? value('-d') : value('--dbname');
  const client = new pg.Client({ host: state.database, port: 5432, user: 'postgres', database: database! });
  await client.connect();
  try {
    for (const [index, word] of args.entries()) if (word === '-c') await client.query(args[index + 1]!);
    if (!args.includes('-c')) await client.query(readFileSync(0, 'utf8'));
  } finally {
    await client.end();
  }
}
