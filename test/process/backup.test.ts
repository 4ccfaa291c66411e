import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { atEndOfFile } from '../support/end-of-file.ts';
import { png } from '../support/pictures.ts';
import { BUCKET, type S3Server, startS3Server } from '../support/s3-server.ts';
import { runCommand, type Started, startServer } from './server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const BACKUP_KEY = 'a key of a test that has at least 32 characters';
const OWNER = { email: 'robin@example.com', password: 'seven quiet herons over the lake' };

let cwd: string;
let s3: S3Server;
let server: Started;
let headers: Record<string, string>;
/** The ids of the posts that the server acknowledged, in their order. */
const acknowledged: string[] = [];
let isWriting = true;
let writing: Promise<void>;

async function call(baseUrl: string, path: string, body: object | FormData, more: Record<string, string> = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...more, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: Record<string, never> };
  expect(answer.status, path).toBe(201);
  return data as unknown as { id: string; session: { token: string } };
}

async function postWithPicture(number: number): Promise<string> {
  const form = new FormData();
  form.set('body', `Post ${number} with a picture`);
  form.set('images', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'picture.png');
  return (await call(server.baseUrl, '/v1/posts/with-images', form, headers)).id;
}

async function writePosts(): Promise<void> {
  for (let number = 1; isWriting; number++) {
    const id =
      number % 10 === 0
        ? await postWithPicture(number)
        : (await call(server.baseUrl, '/v1/posts', { body: `Post ${number}` }, headers)).id;
    acknowledged.push(id);
    // Enough to see what is lost, and not too many to look for.
    await sleep(50);
  }
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pronet-backup-'));
  s3 = await startS3Server();
  server = await startServer({ cwd, env: { DATA_DIR: 'first' }, atEnd: atEndOfFile });
  const { session } = await call(server.baseUrl, '/v1/account', OWNER);
  headers = { authorization: `Bearer ${session.token}` };
  const profile = { type: 'human', username: 'robin-baker', name: 'Robin Baker' };
  headers['x-profile-id'] = (await call(server.baseUrl, '/v1/profiles', profile, headers)).id;
  writing = writePosts();
  while (acknowledged.length < 30) await sleep(20);
});

afterAll(async () => {
  isWriting = false;
  await writing;
  await s3.close();
  // A server that was killed may still write.
  await rm(cwd, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const run = (args: string[], env: Record<string, string>) => runCommand(args, { cwd, env });

/** Every post of the ledger is there, and its pictures too. */
async function expectPosts(dataDir: string, ids: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const restored = await startServer({ cwd, env: { DATA_DIR: dataDir, ...env } });
  for (const id of ids) {
    const answer = await fetch(`${restored.baseUrl}/v1/posts/${id}`, { headers });
    expect(answer.status, id).toBe(200);
    const { data } = (await answer.json()) as { data: { images: { url: string }[] } };
    for (const { url } of data.images) {
      const { pathname, search } = new URL(url);
      expect((await fetch(`${restored.baseUrl}${pathname}${search}`)).status, url).toBe(200);
    }
  }
  // A session from before goes on, and new rows get ids and positions of their own.
  await call(restored.baseUrl, '/v1/posts', { body: 'After the restore' }, headers);
  expect(await restored.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await run(['verify', '--media', '--audit'], { DATA_DIR: dataDir, ...env })).toMatchObject({ code: 0 });
}

test('an encrypted backup under writes has every write that was acknowledged before it', async () => {
  const before = [...acknowledged];
  const env = { DATA_DIR: 'first', BACKUP_KEY };
  const made = await run(['backup', '--to', 'encrypted'], env);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(acknowledged.length).toBeGreaterThan(before.length);
  const [name] = await readdir(join(cwd, 'encrypted'));
  expect(name).toMatch(/^pronet-\d{8}T\d{6}Z\.tar\.age$/);
  expect(made.stdout).toContain('secret key: in the backup, encrypted');

  const restored = await run(['restore', '--from', 'encrypted'], { DATA_DIR: 'second', BACKUP_KEY });
  expect(restored, restored.stdout + restored.stderr).toMatchObject({ code: 0 });
  expect(restored.stdout).toMatch(/^restored: \d+ rows of \d+ tables, \d+ files$/m);
  expect(restored.stdout).toContain(' 0 are broken');
  await expectPosts('second', before);

  const again = await run(['restore', '--from', 'encrypted'], { DATA_DIR: 'second', BACKUP_KEY });
  expect(again).toMatchObject({
    code: 1,
    stderr: 'pronet: The database is not empty: pronet has run on it. Restore into a new one.\n',
  });
});

test('refuses a backup that was changed, cut off, or encrypted with another key, before it creates anything', async () => {
  const [name] = (await readdir(join(cwd, 'encrypted'))) as [string];
  const path = join(cwd, 'encrypted', name);
  const refusal = async (file: string, key: string) => {
    const { code, stderr } = await run(['restore', '--from', file], { DATA_DIR: 'third', BACKUP_KEY: key });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return stderr;
  };
  const broken = join(cwd, 'broken', name);
  await mkdir(join(cwd, 'broken'));
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(broken, bytes);
  expect(await refusal(broken, BACKUP_KEY)).toContain('The backup is damaged');
  await copyFile(path, broken);
  // At the end of a chunk of age.
  await truncate(broken, (await stat(path)).size >> 1);
  expect(await refusal('broken', BACKUP_KEY)).toContain('The backup is damaged');
  expect(await refusal(path, BACKUP_KEY.toUpperCase())).toContain('another BACKUP_KEY');
  expect(await readdir(cwd)).not.toContain('third');
});

test('a folder that cannot be made or written to ends with one line, and nothing is left', async () => {
  const refusals: [string, string][] = [
    [join(cwd, 'file'), 'file already exists'],
    [join(cwd, 'file', 'folder'), 'not a directory'],
  ];
  await writeFile(join(cwd, 'file'), 'not a folder');
  // A folder that nobody can make, not even root.
  if (process.platform === 'linux') refusals.push(['/proc/backups/folder', 'no such file or directory']);
  if (process.getuid!() !== 0) {
    await mkdir(join(cwd, 'closed'), { mode: 0o500 });
    refusals.push([join(cwd, 'closed'), 'permission denied'], [join(cwd, 'closed', 'folder'), 'permission denied']);
  }
  for (const [place, reason] of refusals) {
    const { code, stdout, stderr } = await run(['backup', '--to', place], { DATA_DIR: 'first' });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `pronet: The backup can't be written to ${place}: ${reason}.\n`,
    });
  }
  expect(await readFile(join(cwd, 'file'), 'utf8')).toBe('not a folder');
});

test('a backup in a bucket, in clear text, has no secret key, and restores with it', async () => {
  const before = [...acknowledged];
  const bucket = {
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    BACKUP_TO: `s3://${BUCKET}/nightly`,
    BACKUP_KEEP: '1',
  };
  const first = await run(['backup'], { DATA_DIR: 'first', ...bucket });
  expect(first, first.stderr).toMatchObject({ code: 0 });
  await sleep(1000);
  const second = await run(['backup'], { DATA_DIR: 'first', ...bucket });
  const address = /^backup: (.*)$/m.exec(first.stdout)![1]!;
  expect(second.stdout).toContain(`removed: ${basename(address)}`);
  expect(second.stdout).toContain('secret key: not in the backup');

  const without = await run(['restore'], { DATA_DIR: 'fourth', ...bucket });
  expect(without).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pronet: SECRET_KEY: must be the key of the network in the backup .*\n$/),
  });
  const SECRET_KEY = (await readFile(join(cwd, 'first', 'secret-key'), 'utf8')).trim();
  const forged = await run(['restore'], { DATA_DIR: 'fourth', SECRET_KEY, BACKUP_KEY, ...bucket });
  expect(forged).toMatchObject({ code: 1, stderr: expect.stringContaining('is not encrypted') });
  const restored = await run(['restore'], { DATA_DIR: 'fourth', SECRET_KEY, ...bucket });
  expect(restored, restored.stdout + restored.stderr).toMatchObject({ code: 0 });
  await expectPosts('fourth', before, { SECRET_KEY });
});
