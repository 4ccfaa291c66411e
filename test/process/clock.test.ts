import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { runCommand, type Started, startServer } from './server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Of Debian's package libfaketime: changes the time of day of a process, and nothing else. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

type Answer = {
  data: { session: { token: string }; items: { body_preview: string }[] };
  failing?: string[];
};

describe.skipIf(!existsSync(LIBRARY))('a server whose clock jumps, with the database on another machine', () => {
  let cwd: string;
  let clone: Clone;
  let server: Started | undefined;
  let env: Record<string, string>;
  const shift = (offset: string) => writeFile(join(cwd, 'time'), offset);

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'pronet-clock-'));
    clone = await cloneDatabase();
    env = {
      DATABASE_URL: urlOf(clone.connection),
      DATA_DIR: 'data',
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: join(cwd, 'time'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    await clone.drop();
    await rm(cwd, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, { token, body }: { token?: string; body?: object } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${server!.baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Answer };
  };
  const post = (token: string, text: string) =>
    call('POST', '/v1/posts', { token, body: { body: text, visibility: 'public' } });

  test.each(['+1h', '-25h'])('does not start with a clock that is %s off', async (offset) => {
    await shift(offset);
    const { code, stderr } = await runCommand(['serve'], { cwd, env: { ...env, PORT: '0' } });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('that of the database') });
  });

  test.each(['+35d', '-1h'])('refuses writes while its clock is %s off, and reads go on', async (offset) => {
    await shift('+0');
    server ??= await startServer({ cwd, env, atEnd: atEndOfFile });
    const { json } = await call('POST', '/v1/account', {
      body: { email: `robin${offset}@example.com`, password: 'seven quiet herons over the lake' },
    });
    const { token } = json.data.session;
    const username = `robin-${offset.length}${offset.startsWith('+') ? 'a' : 'b'}`;
    await call('POST', '/v1/profiles', { token, body: { type: 'human', username, name: 'Robin Baker' } });
    expect((await post(token, 'before')).status).toBe(201);

    await shift(offset);
    await expect.poll(async () => (await call('GET', '/readyz')).json.failing, { timeout: 30_000 }).toContain('clock');
    expect((await post(token, 'meanwhile')).status).toBe(503);
    expect((await call('GET', `/v1/profiles/${username}`)).status).toBe(200);

    await shift('+0');
    await expect.poll(async () => (await call('GET', '/readyz')).status, { timeout: 30_000 }).toBe(200);
    expect((await post(token, 'after')).status).toBe(201);
    const { json: listed } = await call('GET', `/v1/profiles/${username}/posts`, { token });
    expect(listed.data.items.map(({ body_preview }) => body_preview)).toEqual(['after', 'before']);
  });

  test('leaves nothing that breaks a rule or a chain', async () => {
    const { code, stdout } = await runCommand(['verify', '--audit'], { cwd, env });
    const broken = stdout.match(/^BROKEN .*/gm) ?? [];
    expect({ code, broken }).toEqual({ code: 0, broken: [] });
  });
});

function urlOf({ connectionString, host, user, database }: pg.ClientConfig): string {
  return connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`;
}
