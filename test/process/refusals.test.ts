import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { UsageError } from '../../src/commands/arguments.ts';
import { execute } from '../../src/commands/execute.ts';
import { makeConfig } from '../../src/config/config.ts';
import { COMPOSE_NAMES, ENV_NAMES, type Env } from '../../src/config/env.ts';
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
  // Refused before anything was created.
  expect((await readdir(cwd)).filter((name) => name !== '.env')).toEqual([]);
  return ended.stderr;
}

describe('a start that cannot continue says why in one line that names the setting', () => {
  test('for a misspelled name in .env', async () => {
    expect(await refusal({}, 'PROT=3000\n')).toContain('PROT is not a setting');
  });

  test('for an invalid value, from .env and from the environment', async () => {
    expect(await refusal({}, 'PORT=many\n')).toContain('PORT:');
    expect(await refusal({ SECRET_KEY: 'short' })).toContain('SECRET_KEY:');
  });

  test.each<[Env, string]>([
    [{ PORT: '70000' }, 'PORT: must be a whole number from 1 to 65535, or 0'],
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE: must be a whole number from 2 to 200'],
    [{ PASSWORD_MIN_LENGTH: '4' }, 'PASSWORD_MIN_LENGTH: must be a whole number from 8 to 64'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ RATE_LIMIT_MULTIPLIER: '0' }, 'RATE_LIMIT_MULTIPLIER: must be a number above 0'],
    [{ DATA_DIR: '~/data' }, 'DATA_DIR: must not begin with ~'],
  ])('for %j', (env, words) => {
    expect(() => makeConfig(env)).toThrow(words);
  });

  test('reports the number of an invalid line in .env, but not its text', async () => {
    const line = await refusal({}, '# a comment\n\nMAIL_FROM="Our\nnetwork"\nhunter2secret\n');
    expect(line).toContain('.env: line 5 is not a setting');
    expect(line).not.toContain('hunter2secret');
  });

  test('rejects a port in use before it creates a database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await refusal({ PORT: String(port) })).toContain(`PORT: ${port} on 127.0.0.1 is in use`);
    } finally {
      other.close();
    }
  });

  test('for a contradiction', async () => {
    expect(await refusal({ HOST: '0.0.0.0' })).toContain('BASE_URL:');
  });

  test('for a certificate in the address of the database that cannot be read', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://pronet@127.0.0.1/pronet?sslrootcert=/missing/ca.pem' });
    expect(line).toMatch(/^pronet: DATABASE_URL: .*\/missing\/ca\.pem/);
  });

  test('for a missing database, with its address but not the password', async () => {
    const line = await refusal({ DATABASE_URL: 'postgres://pronet:hunter2secret@127.0.0.1:1/pronet' });
    expect(line).toContain('DATABASE_URL: cannot connect to 127.0.0.1:1/pronet');
    expect(line).not.toContain('hunter2secret');
  });
});

test.each<Record<string, string>>([
  { HOST: '0.0.0.0', BASE_URL: 'http://127.0.0.1:3000' },
  { BASE_URL: 'https://network.example.com' },
])('seed creates no demo account where others can reach it: %j', async (env) => {
  expect(await refusal(env, '', 'seed')).toContain('seed: HOST or BASE_URL is not a loopback address');
});

test('seed says that the image does not contain its generator', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const name of ['src', 'migrations', 'package.json'])
    await cp(join(root, name), join(cwd, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
  const ended = await runCommand(['seed'], { cwd, main: join(cwd, 'src/main.js') });
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^pronet: seed: needs a checkout of the repository .*\n$/),
  });
});

const COMMANDS = ['serve', 'worker', 'migrate', 'openapi', 'verify', 'backup', 'restore', 'jobs', 'seed', 'admin'];

describe('the command line', () => {
  test('lists its commands', async () => {
    const { code, stdout } = await runCommand(['--help'], { cwd });
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)).toEqual(COMMANDS);
  });

  test.each(COMMANDS)('%s --help and -h print help and do nothing else', async (command) => {
    const print = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => print.mockRestore());
    for (const args of [['--help'], ['-h'], ['create-key', '--help'], ['--media', '--help']]) {
      expect(await execute([command, ...args])).toBe(0);
      expect(print).toHaveBeenLastCalledWith(expect.stringMatching(/^Usage: npm /));
    }
  });

  test('an invalid option ends the process with one line and exit code 2', async () => {
    const ended = await runCommand(['admin', 'invite', '--dys', '3'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^pronet: .*--dys.*\n$/) });
  });

  test.each<[string[], string]>([
    [[], 'no command'],
    [['sevre'], '"sevre"'],
    [['admin'], 'no subcommand'],
    [['admin', 'invte'], '"invte"'],
    [['admin', 'invite', '--dys', '3'], '--dys'],
    [['admin', 'invite', '--days'], '--days needs a value'],
    [['admin', 'invite', '--days', 'many'], '--days'],
    [['admin', 'suspend', '--email', '--lift'], '--email needs a value'],
    [['admin', 'verify-profile', '--undo=yes'], '--undo takes no value'],
    [['admin', 'reports', 'open'], 'unexpected argument open'],
    [['admin', 'create-key', '--email', 'a@example.com', '--scopes', 'nonsense'], 'posts:read, posts:write,'],
    [['seed', '--profiles', '3'], '--profiles'],
    [['serve', '--port', '4000'], 'Set PORT in the environment'],
    ...COMMANDS.slice(0, -1).flatMap((name): [string[], string][] => [
      [[name, '--nonsense'], '--nonsense'],
      [[name, 'surplus'], 'unexpected argument surplus'],
    ]),
  ])('%j is refused with one line', async (args, words) => {
    const refused = await execute(args).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message).toContain(words);
    expect((refused as Error).message).not.toContain('\n');
  });

  test('an old Node.js gets one line, not an error about TypeScript', async () => {
    // NODE_OPTIONS interprets double quotes.
    const old =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.0'}})";
    const ended = await runCommand(['serve'], { cwd, env: { NODE_OPTIONS: `--import=${old}` } });
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^pronet: needs Node\.js .*\n$/),
    });
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

test('leaves a DATA_DIR alone whose postgres folder contains other files', async () => {
  await mkdir(join(cwd, 'data', 'postgres'), { recursive: true });
  await writeFile(join(cwd, 'data', 'postgres', 'notes.txt'), 'mine');
  const ended = await runCommand(['migrate'], { cwd, env: { DATA_DIR: 'data' } });
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pronet: .* is not empty and contains no .*\n$/),
  });
  expect(await readdir(join(cwd, 'data', 'postgres'))).toEqual(['notes.txt']);
});

test('.env.example explains every setting and no other', async () => {
  const text = await readFile(fileURLToPath(new URL('../../.env.example', import.meta.url)), 'utf8');
  const named = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual([...ENV_NAMES, ...COMPOSE_NAMES].toSorted());
});
