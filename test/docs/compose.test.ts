import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeConfig } from '../../src/config/config.ts';
import { COMPOSE_NAMES, ENV_NAMES, readEnv } from '../../src/config/env.ts';
import { ROOT } from '../support/source-files.ts';
import { readGuide } from './guide.ts';

type Service = {
  volumes: string[];
  env_file?: string;
  environment: Record<string, string | number>;
  mem_limit: string;
  logging: { options: Record<string, string> };
  healthcheck: { test: string[] };
};

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const { services, volumes } = parse(text) as { services: { pronet: Service; postgres: Service }; volumes: object };
const names: readonly string[] = [...ENV_NAMES, ...COMPOSE_NAMES];

test('the container gets every setting of .env, and no unknown ones', () => {
  expect(services.pronet.env_file).toBe('.env');
  const own = Object.keys(services.pronet.environment).filter((name) => name !== 'NODE_OPTIONS');
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
  // Constants must not override what an operator may set in .env, except what the container determines.
  const decided = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL'];
  for (const name of own.filter((one) => !decided.includes(one))) {
    expect(services.pronet.environment[name]).toMatch(new RegExp(`^\\$\\{${name}:?[?-]`));
  }
  for (const [, name] of text.matchAll(/\$\{([A-Z_]+)/g)) expect(names).toContain(name);
});

test('the server accepts the .env that the guide writes for Docker', async () => {
  const { notRun } = readGuide('docs/guides/operators.md');
  const block = notRun.find(({ script }) => script.includes('POSTGRES_PASSWORD='))!.script;
  const written = /<<END\n([\s\S]*?)END\n/.exec(block)![1]!;
  const folder = await mkdtemp(join(tmpdir(), 'pronet-compose-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  await writeFile(path, written);
  const env = readEnv(path, {});
  expect(env).toEqual({ BASE_URL: 'https://network.example.com' });
  expect(makeConfig(env).loopback).toBe(false);
});

test('makes backups in a volume of its own, which the image gives to its user, unless .env says otherwise', () => {
  const [, name, place] = /^\$\{(\w+)-(.*)\}$/.exec(String(services.pronet.environment['BACKUP_TO']))!;
  expect([name, services.pronet.volumes]).toEqual(['BACKUP_TO', ['data:/data', `backups:${place}`]]);
  expect(Object.keys(volumes)).toEqual(['data', 'backups', 'postgres']);
  expect(dockerfile).toMatch(new RegExp(`--owner=pronet .* ${place}\\n`));
  const settings = (given: Record<string, string>) => makeConfig(readEnv('nowhere', given)).backups;
  expect(settings({ BACKUP_TO: place! })).toMatchObject({ to: { kind: 'folder', path: place }, keep: 7 });
  expect(settings({ BACKUP_TO: '' }).to).toBeUndefined();
});

test('fits a machine with 2 GiB, limits its logs, and is healthy when ready', () => {
  const limits = Object.values(services).map(({ mem_limit }) => Number(/^(\d+)m$/.exec(mem_limit)![1]));
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(1792);
  for (const { logging } of Object.values(services)) {
    expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
  }
  expect(services.pronet.healthcheck.test.join(' ')).toContain('/readyz');
});

test('the container starts like npm start, with the limit of the heap that docker-compose.yml sets', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const command = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)![1]!) as string[];
  expect(scripts.start).toContain(` ${command.join(' ')}`);
  const given = command.filter((word) => word.startsWith('--'));
  const { NODE_OPTIONS } = services.pronet.environment;
  const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit / 2 ** 20)';
  const { stdout } = spawnSync(process.execPath, [...given, '-e', script], {
    env: { NODE_OPTIONS: String(NODE_OPTIONS) },
    encoding: 'utf8',
  });
  // The old objects of NODE_OPTIONS, and three spaces of 16 MiB for new ones.
  expect(Number(stdout)).toBe(384 + 48);
});
