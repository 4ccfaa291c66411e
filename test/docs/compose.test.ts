import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeConfig } from '../../src/config/config.ts';
import { COMPOSE_NAMES, ENV_NAMES, readEnv } from '../../src/config/env.ts';
import { type ComposeFile, readCompose, readEnvFile } from '../support/compose-file.ts';
import { ROOT } from '../support/source-files.ts';
import { readGuide } from './guide.ts';

const REQUIRED = { DOMAIN: 'network.example.com', POSTGRES_PASSWORD: 'secret' };
/** What `ops/pronet` passes to a build. */
const BUILD_NAMES = ['PRONET_COMMIT', 'PRONET_COMMITTED_AT'];

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const { services, volumes } = readCompose(ROOT, REQUIRED);
const SERVERS = ['pronet', 'pronet-2', 'worker'];
const names: readonly string[] = [...ENV_NAMES, ...COMPOSE_NAMES];
/** As they are written, with their variables. */
const written = (parse(text, { merge: true }) as ComposeFile).services;
/** Without profiles, and with the one that `ops/pronet up` chooses. */
const usual = Object.entries(services).filter(([, { profiles = ['https'] }]) => profiles.includes('https'));

test.each(SERVERS)('%s gets every setting of .env, and no unknown ones', (service) => {
  const { env_file, environment = {} } = written[service]!;
  expect(env_file).toBe('.env');
  const own = Object.keys(environment).filter((name) => name !== 'NODE_OPTIONS');
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
  // Constants must not override what an operator may set in .env, except what the container determines.
  const decided = ['HOST', 'PORT', 'METRICS_PORT', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'WORKER'];
  for (const name of own.filter((one) => !decided.includes(one) && !COMPOSE_NAMES.includes(one))) {
    expect(environment[name]).toMatch(new RegExp(`^\\$\\{${name}:?[?-]`));
  }
});

test('uses only variables that .env.example explains, and requires the domain and one secret', () => {
  for (const [, name] of text.matchAll(/\$\{([A-Z_0-9]+)/g)) expect([...names, ...BUILD_NAMES]).toContain(name);
  for (const name of Object.keys(REQUIRED)) {
    expect(() => readCompose(ROOT, { ...REQUIRED, [name]: '' }), name).toThrow(`${name}: `);
  }
  for (const service of SERVERS) {
    const { environment } = services[service]!;
    const config = makeConfig(readEnv('nowhere', environment as NodeJS.ProcessEnv));
    expect(config).toMatchObject({ baseUrl: 'https://network.example.com', loopback: false, signup: 'invite' });
    // The role that runs statements is another than that of the tables.
    expect(new URL(config.databaseUrl!).username).not.toBe(new URL(config.databaseOwnerUrl!).username);
  }
  const own = readCompose(ROOT, { BASE_URL: 'https://own.example.com', POSTGRES_PASSWORD: 'secret' });
  expect(own.services['pronet']!.environment!['BASE_URL']).toBe('https://own.example.com');
});

test('the server accepts the .env that ops/pronet writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-compose-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  const script = readFileSync(join(ROOT, 'ops/pronet'), 'utf8').replace(/^main "\$@".*$/m, 'make_settings > /dev/null');
  const env = { PATH: process.env['PATH']!, DOMAIN: 'network.example.com', EMAIL: 'you@example.com' };
  execFileSync('sh', ['-c', script.replace(/^ROOT=.*$/m, `ROOT=${folder}`)], { env });
  const settings = readEnv(path, {});
  expect(makeConfig({ ...settings, BASE_URL: 'https://network.example.com' }).secretKey).toMatch(/^[0-9a-f]{48}$/);
  expect(settings.BACKUP_KEY).not.toBe(settings.SECRET_KEY);
  // Docker gives the same values.
  expect(readCompose(ROOT, readEnvFile(path)).services['caddy']!.environment).toMatchObject({
    EMAIL: 'you@example.com',
  });
});

test('the server accepts the .env that the guide writes for a proxy of one’s own', async () => {
  const { notRun } = readGuide('docs/guides/operators.md');
  const block = notRun.find(({ script }) => script.includes('POSTGRES_PASSWORD='))!.script;
  const folder = await mkdtemp(join(tmpdir(), 'pronet-compose-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  await writeFile(path, /<<END\n([\s\S]*?)END\n/.exec(block)![1]!);
  const env = readEnv(path, {});
  expect(env).toEqual({ BASE_URL: 'https://network.example.com' });
  expect(makeConfig(env).loopback).toBe(false);
});

test('makes backups in a volume of its own, which the image gives to its user, unless .env says otherwise', () => {
  for (const service of SERVERS) {
    const [, name, place] = /^\$\{(\w+)-(.*)\}$/.exec(written[service]!.environment!['BACKUP_TO']!)!;
    expect([name, services[service]!.volumes]).toEqual(['BACKUP_TO', ['data:/data', `backups:${place}`]]);
    expect(dockerfile).toMatch(new RegExp(`--owner=pronet .* ${place}\\n`));
    const settings = (given: Record<string, string>) => makeConfig(readEnv('nowhere', given)).backups;
    expect(settings({ BACKUP_TO: place! })).toMatchObject({ to: { kind: 'folder', path: place }, keep: 7 });
    expect(settings({ BACKUP_TO: '' }).to).toBeUndefined();
  }
});

test('fits a machine with 2 GiB, with limits and rotated logs for each service', () => {
  const limitOf = ({ mem_limit }: { mem_limit: string }) => Number(/^(\d+)m$/.exec(mem_limit)![1]);
  expect(usual.map(([name]) => name)).toEqual(['pronet', 'postgres', 'caddy']);
  expect(usual.reduce((sum, [, service]) => sum + limitOf(service), 0)).toBeLessThanOrEqual(1792);
  for (const [name, service] of Object.entries(services)) {
    expect(service.logging.options, name).toEqual({ 'max-size': '10m', 'max-file': '5' });
    expect(limitOf(service), name).toBeGreaterThan(0);
    expect(service, name).toMatchObject({ restart: 'unless-stopped', read_only: true, cap_drop: ['ALL'] });
    expect(service.cpu_shares, name).toBeGreaterThan(0);
  }
  for (const service of ['pronet', 'pronet-2']) {
    expect(services[service]!.healthcheck!.test.join(' ')).toContain('/readyz');
  }
});

test('every image has a version, every volume a name, and every file is there', () => {
  for (const [name, { image, volumes: mounts = [] }] of Object.entries(services)) {
    expect(image, name).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
    for (const mount of mounts) {
      const [from] = mount.split(':');
      if (from!.startsWith('./')) expect(existsSync(join(ROOT, from!)), from).toBe(true);
      else expect(Object.keys(volumes), name).toContain(from);
    }
  }
  const used = Object.values(services).flatMap((service) => (service.volumes ?? []).map((one) => one.split(':')[0]));
  expect(Object.keys(volumes).filter((name) => !used.includes(name))).toEqual([]);
});

test('only Caddy listens on addresses that others reach', () => {
  const open = Object.entries(services).filter(([, { ports = [] }]) =>
    ports.some((port) => !/^127\.0\.0\.1:/.test(port)),
  );
  expect(open.map(([name]) => name)).toEqual(['caddy']);
});

test('the container starts like npm start, with the limit of the heap that docker-compose.yml sets', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const command = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)![1]!) as string[];
  expect(scripts.start).toContain(` ${command.join(' ')}`);
  const given = command.filter((word) => word.startsWith('--'));
  const { NODE_OPTIONS } = services['pronet']!.environment!;
  const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit / 2 ** 20)';
  const { stdout } = spawnSync(process.execPath, [...given, '-e', script], {
    env: { NODE_OPTIONS: String(NODE_OPTIONS) },
    encoding: 'utf8',
  });
  // The old objects of NODE_OPTIONS, and three spaces of 16 MiB for new ones.
  expect(Number(stdout)).toBe(384 + 48);
});

const SCRIPTS = ['ops/pronet', 'ops/postgres/server-role.sh', 'ops/monitoring/alertmanager.sh'];

test.each(SCRIPTS)('%s is a script for every shell', (path) => {
  const script = join(ROOT, path);
  expect(spawnSync('sh', ['-n', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect(statSync(script).mode & 0o111, 'can be run').not.toBe(0);
});

const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0;
test.skipIf(!hasShellcheck)('shellcheck, if it is installed, finds nothing in them', () => {
  const { stdout } = spawnSync('shellcheck', SCRIPTS, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('Alertmanager mails to EMAIL by the server of SMTP_URL, and only if both are set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pronet-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'alertmanager'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const made = (env: Record<string, string>) => {
    const ALERTMANAGER_CONFIG = join(folder, 'made.yml');
    const PATH = `${folder}:${process.env['PATH']}`;
    execFileSync('sh', [join(ROOT, 'ops/monitoring/alertmanager.sh')], { env: { PATH, ALERTMANAGER_CONFIG, ...env } });
    return parse(readFileSync(ALERTMANAGER_CONFIG, 'utf8'));
  };
  const EMAIL = 'you@example.com';
  expect(made({ EMAIL, SMTP_URL: '' }).receivers).toEqual([{ name: 'operator' }]);
  const withSmtp = made({
    EMAIL,
    SMTP_URL: "smtps://us%40er:it's%3A@mail.example.com",
    MAIL_FROM: 'Us <a@example.com>',
  });
  expect(withSmtp).toMatchObject({ route: { receiver: 'operator' } });
  expect(withSmtp.receivers[0].email_configs).toEqual([
    {
      to: EMAIL,
      from: 'Us <a@example.com>',
      smarthost: 'mail.example.com:465',
      auth_username: 'us@er',
      auth_password: "it's:",
      require_tls: false,
      send_resolved: true,
    },
  ]);
  const [one] = made({ EMAIL, SMTP_URL: 'smtp://u:p@mail.example.com:2525' }).receivers[0].email_configs;
  expect(one).toMatchObject({ smarthost: 'mail.example.com:2525', require_tls: true });
});
