import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';
import { readEnvFile } from '../support/compose-file.ts';
import type { FakeState } from '../support/fake-docker.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/source-files.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const OWNER = 'operator@example.com';

let folder: string;
let home: string;

const state = () => JSON.parse(readFileSync(join(home, 'state.json'), 'utf8')) as FakeState;
const env = () => readEnvFile(join(folder, '.env'));
/** Where members call: through Caddy, if it is installed. */
const address = () => `http://127.0.0.1:${state().ports[HAS_CADDY ? 'caddy' : 'pronet']}`;

type Ran = { code: number; stdout: string; stderr: string };

function ops(args: string[], more: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const environment = {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      FAKE_DOCKER: home,
      PRONET_WAIT_SECONDS: '20',
      ...more,
    };
    execFile(join(folder, 'ops/pronet'), args, { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

function setVersion(version: string): void {
  writeFileSync(join(folder, 'package.json'), `{\n  "name": "pronet",\n  "version": "${version}",\n}\n`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-'));
  home = join(folder, 'docker');
  mkdirSync(join(home, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'ops'), join(folder, 'ops'), { recursive: true });
  cpSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  const fake = join(ROOT, 'test/support/fake-docker.ts');
  for (const [name, words] of [
    ['docker', ''],
    ['psql', 'psql '],
  ] as const) {
    const asked = name === 'docker' ? 'case "$1 $2" in info* | "compose version") exit 0 ;; esac\n' : '';
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${asked}exec ${process.execPath} ${fake} ${words}"$@"\n`);
    chmodSync(join(home, 'bin', name), 0o755);
  }
  const database = await startEmbedded({
    dataDir: join(folder, 'db'),
    log: quiet,
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });
  const ports: Record<string, number> = {};
  for (const name of ['pronet', 'pronet-2', 'caddy', 'admin']) ports[name] = await freePort();
  const begin: FakeState = { ports, database: database.connection.host!, hasCaddy: HAS_CADDY, images: {}, running: {} };
  writeFileSync(join(home, 'state.json'), JSON.stringify(begin));
  setVersion('1.0.0');
  return async () => {
    for (const { pid } of Object.values(state().running)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
});

type Headers = Record<string, string>;

async function call(path: string, { body, headers = {} }: { body?: object; headers?: Headers } = {}) {
  const answer = await fetch(`${address()}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: Record<string, never> }).data };
}

/** Calls through the proxy until it is stopped, and returns what did not succeed. */
function watch(path: string, headers: Headers) {
  const failures: unknown[] = [];
  let calls = 0;
  let isRunning = true;
  onTestFinished(() => {
    isRunning = false;
  });
  const running = (async () => {
    while (isRunning) {
      const status = await call(path, { headers }).then(
        (answer) => answer.status,
        (error: Error) => String(error.cause ?? error),
      );
      calls += 1;
      if (status !== 200) failures.push(status);
      await sleep(30);
    }
  })();
  return async () => {
    isRunning = false;
    await running;
    expect(calls).toBeGreaterThan(20);
    return failures;
  };
}

test('each command says in one line what is missing', async () => {
  const refusals: [string[], Record<string, string>, string][] = [
    [['up'], {}, 'DOMAIN and EMAIL are missing'],
    [['up'], { DOMAIN: 'https://a.example.com/x', EMAIL: OWNER }, 'DOMAIN must be a host alone'],
    [['up'], { DOMAIN: 'a.example.com', EMAIL: 'nobody' }, 'EMAIL must be an e-mail address'],
    [['upgrade'], {}, '.env is missing'],
    [['rollback'], {}, '.env is missing'],
    [['backup'], {}, '.env is missing'],
    [['restore'], {}, 'restore needs a backup'],
    [['restart'], {}, 'unknown command restart'],
  ];
  for (const [args, more, words] of refusals) {
    const { code, stdout, stderr } = await ops(args, more);
    expect({ code, stdout, lines: stderr.trim().split('\n').length, args }).toEqual({
      code: 1,
      stdout: '',
      lines: 1,
      args,
    });
    expect(stderr).toContain(`ops/pronet: ${words}`);
  }
  const withDocker = async (script: string | null) => {
    const bin = await mkdtemp(join(folder, 'bin-'));
    // The script needs no other program until then.
    symlinkSync(execFileSync('sh', ['-c', 'command -v dirname'], { encoding: 'utf8' }).trim(), join(bin, 'dirname'));
    if (script !== null) writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return (await ops(['up'], { PATH: bin })).stderr;
  };
  expect(await withDocker(null)).toMatch(/^ops\/pronet: docker is missing\. .*\n$/);
  expect(await withDocker('exit 1')).toMatch(/^ops\/pronet: docker has no compose plugin\. .*\n$/);
  expect(await withDocker('[ "$1" != info ]')).toMatch(/^ops\/pronet: the Docker daemon does not respond, .*\n$/);
  expect((await ops(['help'])).stdout).toContain('rollback');
  expect(existsSync(join(folder, '.env'))).toBe(false);
  expect(existsSync(join(folder, '.ops-lock'))).toBe(false);
});

test('from nothing to a post, which survives an upgrade, a rollback, a broken upgrade and a restore', async () => {
  const made = await ops(['up'], { DOMAIN: 'network.example.com', EMAIL: OWNER });
  expect(made, made.stderr + made.stdout).toMatchObject({ code: 0 });
  expect(made.stdout).toContain('https://network.example.com is ready.');
  const password = /^password: (.+)$/m.exec(made.stdout)![1]!;
  expect(env()).toMatchObject({ DOMAIN: 'network.example.com', PRONET_VERSION: '1.0.0' });

  const { data } = await call('/v1/account/sessions', { body: { email: OWNER, password } });
  const headers: Headers = {
    authorization: `Bearer ${(data as unknown as { session: { token: string } }).session.token}`,
  };
  const profile = await call('/v1/profiles', {
    body: { type: 'human', username: 'robin-baker', name: 'Robin' },
    headers,
  });
  headers['x-profile-id'] = profile.data['id']!;
  const post = await call('/v1/posts', { body: { body: 'The first' }, headers });
  expect(post.status).toBe(201);
  const path = `/v1/posts/${post.data['id']}`;

  setVersion('1.1.0');
  const stop = watch(path, headers);
  const upgraded = await ops(['upgrade']);
  expect(upgraded, upgraded.stderr + upgraded.stdout).toMatchObject({ code: 0 });
  expect(env()).toMatchObject({ PRONET_VERSION: '1.1.0', PRONET_PREVIOUS: '1.0.0' });
  expect(Object.keys(state().running)).not.toContain('pronet-2');
  expect(Object.keys(state().images)).toEqual(['1.0.0', '1.1.0']);
  expect(await ops(['upgrade'])).toMatchObject({ code: 0, stdout: expect.stringContaining('1.1.0 runs already') });
  const back = await ops(['rollback']);
  expect(back, back.stderr + back.stdout).toMatchObject({ code: 0 });
  expect(env()).toMatchObject({ PRONET_VERSION: '1.0.0', PRONET_PREVIOUS: '1.1.0' });

  setVersion('1.2.0');
  const before = state().running['pronet'];
  const broken = await ops(['upgrade'], { FAKE_BROKEN: '1' });
  expect(broken).toMatchObject({ code: 1, stderr: 'ops/pronet: the upgrade failed; 1.0.0 runs\n' });
  expect(broken.stdout).toContain('Going back to 1.0.0.');
  expect(env()).toMatchObject({ PRONET_VERSION: '1.0.0', PRONET_PREVIOUS: '1.1.0' });
  expect(state().running).toMatchObject({ pronet: before });
  const failures = await stop();
  if (HAS_CADDY) expect(failures).toEqual([]);

  const copies = join(folder, 'copies');
  const saved = await ops(['backup', copies]);
  expect(saved, saved.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('copy: ') });
  const [name] = await readdir(copies);
  const later = await call('/v1/posts', { body: { body: 'After the backup' }, headers });
  const restored = await ops(['restore', join(copies, name!), '--replace']);
  expect(restored, restored.stderr + restored.stdout).toMatchObject({ code: 0 });
  expect(restored.stdout).toMatch(/in the database pronet_before_\d{14} and/);
  expect((await call(path, { headers })).status).toBe(200);
  expect((await call(`/v1/posts/${later.data['id']}`, { headers })).status).toBe(404);
  expect(await ops(['status'])).toMatchObject({ code: 0, stdout: expect.stringContaining('version: 1.0.0') });
});
