import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openKeys } from '../../src/auth/former-keys.ts';
import { toSecretKey, unseal } from '../../src/auth/secrets.ts';
import { cloneDatabase } from '../support/database.ts';
import { urlOf } from '../support/roles.ts';
import { runCommand, type Started, startServer, startWorker } from './server.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const [A, B] = ['the first key of this test is long enough', 'the second key of this test is long enough'] as const;
const OWNER = { email: 'robin@example.com', password: 'seven quiet herons over the lake' };
const SUMMARY =
  /^secrets of webhooks: (\d) of \d .*\nsecrets of authenticator apps: (\d) .*\nstored responses: (\d) .*\njobs: (\d) /;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pronet-rotate-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

type Answer = { status: number; data: Record<string, never> & { [name: string]: never }; error_code?: string };

/** A member of the server, who is signed in. */
class Member {
  server!: Started;
  headers: Record<string, string> = {};

  async call(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.server.baseUrl}${path}`, {
      method,
      headers: { ...this.headers, ...(body && { 'content-type': 'application/json' }), ...more },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: response.status, ...((await response.json()) as object) } as Answer;
  }

  async must(method: string, path: string, body?: object, more: Record<string, string> = {}) {
    const answer = await this.call(method, path, body, more);
    expect(answer.status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data as unknown as Record<string, string>;
  }

  async signUp(): Promise<void> {
    const { session } = await this.must('POST', '/v1/account', OWNER);
    this.headers = { authorization: `Bearer ${(session as unknown as { token: string }).token}` };
  }

  /** Turns two-step sign-in on; returns the secret and the recovery codes. */
  async secure(): Promise<{ secret: string; codes: string[] }> {
    const { secret } = await this.must('POST', '/v1/account/second-factor', { password: OWNER.password });
    const code = new TOTP({ secret: secret! }).generate();
    const { recovery_codes } = await this.must('POST', '/v1/account/second-factor/confirm', { code });
    return { secret: secret!, codes: recovery_codes as unknown as string[] };
  }

  /** With a code of the next 30 seconds, since each works once. */
  signIn = (code: string) => this.must('POST', '/v1/account/sessions', { ...OWNER, code });
}

const later = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
const newProfile = (username: string) => ({ type: 'human', username, name: 'Robin Baker' });

test('a server with both keys reads what the first one made, and after rotate-key the second one is enough', async () => {
  const { connection, drop } = await cloneDatabase();
  onTestFinished(drop);
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: 'outside', WORKER: 'separate' };
  const first = { ...env, SECRET_KEY: A };
  const both = { ...env, SECRET_KEY: B, SECRET_KEY_PREVIOUS: A };
  const second = { ...env, SECRET_KEY: B };
  const start = (settings: Record<string, string>) => startServer({ cwd, env: settings });
  const run = (args: string[], settings: Record<string, string>) =>
    runCommand(args, { cwd, env: { PORT: '0', ...settings } });
  const refusal = async (args: string[], settings: Record<string, string>) => {
    const { code, stderr } = await run(args, settings);
    expect(code, stderr).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };

  const me = new Member();
  me.server = await start(first);
  await me.signUp();
  const factor = await me.secure();
  const { id: gone } = await me.must('POST', '/v1/profiles', newProfile('robin-gone'));
  await me.must('DELETE', `/v1/profiles/${gone}`);
  await me.must('POST', '/v1/profiles', newProfile('robin-baker'));
  const { secret: signing } = await me.must('POST', '/v1/webhooks', { url: 'https://receiver.example.com/' });
  const retry = { 'idempotency-key': 'made before' };
  const makeKey = () =>
    me.must('POST', '/v1/api-keys', { name: 'Robin', scopes: ['posts:read'], profile_ids: [] }, retry);
  const { secret: apiKey } = await makeKey();
  await me.must('POST', '/v1/account/password-reset', { email: OWNER.email });
  const { next_cursor: cursor } = await me.must('GET', '/v1/events?limit=1');

  expect(await refusal(['serve'], second)).toMatch(/^pronet: SECRET_KEY: .* set SECRET_KEY_PREVIOUS to it\.\n$/);
  expect(await refusal(['rotate-key'], second)).toMatch(/^pronet: SECRET_KEY_PREVIOUS: must be set to /);
  expect(await refusal(['rotate-key'], both)).toMatch(/^pronet: A server or worker still runs with the earlier key/);
  await me.server.end('SIGTERM');

  const left = /^pronet: SECRET_KEY_PREVIOUS: must contain the key with the fingerprint \w{16} until `rotate-key`/;
  expect(await refusal(['serve'], second)).toMatch(left);
  expect(await refusal(['serve'], first)).toMatch(/^pronet: SECRET_KEY: /);

  me.server = await start(both);
  await me.must('GET', `/v1/events?cursor=${cursor}`);
  expect((await makeKey()).secret).toBe(apiKey);
  expect(await me.call('POST', '/v1/profiles', newProfile('robin-gone'))).toMatchObject({
    error_code: 'username_taken',
  });
  await me.signIn(later(factor.secret));
  await me.must('POST', '/v1/webhooks', { url: 'https://receiver.example.com/2' });

  const rotated = await run(['rotate-key'], both);
  expect(rotated, rotated.stderr).toMatchObject({ code: 0, stderr: '' });
  const counts = (text: string) => SUMMARY.exec(text)?.slice(1).map(Number);
  expect(counts(rotated.stdout), rotated.stdout).toEqual([1, 1, 1, expect.any(Number)]);
  expect(counts(rotated.stdout)![3]).toBeGreaterThan(0);
  expect(rotated.stdout).toMatch(/^done: SECRET_KEY_PREVIOUS can be removed\./m);
  expect(counts((await run(['rotate-key'], both)).stdout)).toEqual([0, 0, 0, 0]);
  await me.server.end('SIGTERM');

  me.server = await start(second);
  expect((await makeKey()).secret).toBe(apiKey);
  expect(await me.call('POST', '/v1/profiles', newProfile('robin-gone'))).toMatchObject({
    error_code: 'username_taken',
  });
  await me.signIn(factor.codes[0]!);
  expect(await me.call('GET', `/v1/events?cursor=${cursor}`)).toMatchObject({ error_code: 'invalid_cursor' });

  const pool = new pg.Pool(connection);
  onTestFinished(() => pool.end());
  const keys = await openKeys(pool, [toSecretKey(B, 'SECRET_KEY')]);
  const { rows } = await pool.query('select id, secret from webhooks order by created_at');
  expect(unseal(keys.webhooks, rows[0].secret, rows[0].id)).toBe(signing);
  // Mails that the first key had encrypted.
  const worker = await startWorker({ cwd, env: second });
  await vi.waitFor(async () => expect((await readdir(join(cwd, 'outside', 'mail'))).length).toBeGreaterThan(1), {
    timeout: 60_000,
    interval: 200,
  });
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(worker.output()).not.toContain('"level":"error"');
  expect(await refusal(['serve'], first)).toMatch(/^pronet: SECRET_KEY: /);
});

test('a generated key is replaced by one command, while no server runs', async () => {
  const env = { DATA_DIR: 'own' };
  const file = () => readFile(join(cwd, 'own', 'secret-key'), 'utf8');
  const rotate = () => runCommand(['rotate-key'], { cwd, env });
  expect((await rotate()).stderr).toContain('there is no key to replace');
  const me = new Member();
  me.server = await startServer({ cwd, env });
  await me.signUp();
  const { secret, codes } = await me.secure();
  const before = await file();
  expect((await rotate()).stderr).toBe(
    'pronet: A server, a worker or another command uses this database. Stop it first.\n',
  );
  expect(await file()).toBe(before);
  await me.server.end('SIGTERM');

  const rotated = await rotate();
  expect(rotated, rotated.stderr).toMatchObject({ code: 0 });
  expect(rotated.stdout).toContain('secrets of authenticator apps: 1 of 1 encrypted again');
  const previous = join(cwd, 'own', 'secret-key-previous');
  expect(rotated.stdout).toContain(`done: ${previous} can be removed.`);
  expect(await file()).not.toBe(before);
  expect(await readFile(previous, 'utf8')).toBe(before);

  await rm(previous);
  me.server = await startServer({ cwd, env });
  await me.signIn(later(secret));
  await me.signIn(codes[0]!);
  expect(await me.server.end('SIGTERM')).toMatchObject({ code: 0 });
});
