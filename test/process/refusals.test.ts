import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ENV_NAMES } from '../../src/config/env.ts';
import { runCommand } from './server.ts';

vi.setConfig({ testTimeout: 120_000 });

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pronet-refusal-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

async function refusal(env: Record<string, string>, dotEnv = '', command = 'serve'): Promise<string> {
  await writeFile(join(cwd, '.env'), dotEnv);
  const ended = await runCommand([command], { cwd, env });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(/^pronet: .*\n$/);
  // Refused before anything was made.
  expect((await readdir(cwd)).filter((name) => name !== '.env')).toEqual([]);
  return ended.stderr;
}

describe('a start that can not go on says why in one line that names the setting', () => {
  test('a misspelt name in .env', async () => {
    expect(await refusal({}, 'PROT=3000\n')).toContain('PROT is not a setting');
  });

  test('a value that can not be, from .env and from the environment', async () => {
    expect(await refusal({}, 'PORT=many\n')).toContain('PORT:');
    expect(await refusal({ SECRET_KEY: 'short' })).toContain('SECRET_KEY:');
  });

  test('a contradiction', async () => {
    expect(await refusal({ HOST: '0.0.0.0' })).toContain('BASE_URL:');
  });

  test('a database that is not there: the line tells where, never the password', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://pronet:hunter2secret@127.0.0.1:1/pronet' });
    expect(line).toContain('DATABASE_URL: can not connect to 127.0.0.1:1/pronet');
    expect(line).not.toContain('hunter2secret');
  });
});

test.each<Record<string, string>>([
  { HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:3000' },
  { BASE_URL: 'https://network.example.com' },
])('seed makes no demo account where others can call it: %j', async (env) => {
  expect(await refusal(env, '', 'seed')).toContain('seed: HOST or BASE_URL is not a loopback address');
});

describe('the command line', () => {
  test('tells its commands, and refuses others and wrong options with one line', async () => {
    expect(await runCommand(['--help'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('migrate'),
    });
    const unknown = await runCommand(['sevre'], { cwd });
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringMatching(/^pronet: .*\n$/) });
    const option = await runCommand(['admin', 'invite', '--dys', '3'], { cwd });
    expect(option).toMatchObject({ code: 1, stderr: expect.stringMatching(/^pronet: .*--dys.*\n$/) });
  });

  test('prints the OpenAPI document without a database', async () => {
    const { code, stdout } = await runCommand(['openapi'], { cwd, env: { BASE_URL: 'https://network.example.com/' } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://network.example.com' }],
    });
    expect(await readdir(cwd)).toEqual([]);
  });
});

test('.env.example explains every setting and no other', async () => {
  const text = await readFile(fileURLToPath(new URL('../../.env.example', import.meta.url)), 'utf8');
  const named = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(ENV_NAMES.toSorted());
});
