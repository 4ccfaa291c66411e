import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { VERSION } from '../../src/core/version.ts';
import { buildWheel, WHEEL } from '../../src/web/docs/wheel.ts';
import { dispatch } from '../support/events.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { type Answer, consent, formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { png } from '../support/pictures.ts';
import { ROOT } from '../support/source-files.ts';
import { unzip } from '../support/unzip.ts';

const PYTHON = 'python3';
const FOLDER = join(ROOT, 'clients/python');

const BROWSER = `import os, sys
from urllib.parse import quote
from urllib.request import urlopen

urlopen(os.environ["PRONET_BROWSER"] + "/?url=" + quote(sys.argv[1], safe=""))
`;

const KNOWN = `import sqlite3, sys

with sqlite3.connect(sys.argv[1]) as handled:
    handled.execute("insert into events values (?)", (sys.argv[2],))
`;

const run = promisify(execFile);
const works = (...args: string[]) => spawnSync(PYTHON, args).status === 0;
const hasPython = works('-c', 'import sys; assert sys.version_info >= (3, 10)');
const hasPip = works('-m', 'pip', '--version');
const testFiles = (await readdir(join(FOLDER, 'tests'))).filter((name) => name.startsWith('test_'));

let t: OAuthApp;
let member: Member;
let folder: string;
let env: Record<string, string>;
let ended = false;

test('the wheel lists its files with their hashes, and has the same bytes in every time zone', async () => {
  const wheel = await buildWheel();
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect((await buildWheel()).equals(wheel)).toBe(true);
  const files = await unzip(wheel);
  const info = `pronet-${VERSION}.dist-info`;
  const lines = [...files].map(([path, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return path === `${info}/RECORD` ? `${path},,` : `${path},sha256=${hash},${content.length}`;
  });
  expect(`${lines.join('\n')}\n`).toBe(String(files.get(`${info}/RECORD`)));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['pronet/__init__.py', 'pronet/py.typed', `${info}/METADATA`]),
  );
  expect(String(files.get(`${info}/METADATA`))).toContain(readFileSync(join(FOLDER, 'README.md'), 'utf8'));
  expect(readFileSync(join(FOLDER, 'README.md'), 'utf8')).toContain(WHEEL);
});

describe.skipIf(!hasPython)(`the Python client (${hasPython ? 'on' : 'skipped without'} python3 3.10 or newer)`, () => {
  beforeAll(async () => {
    t = await startOAuthApp();
    void dispatchUntilEnd();
    member = await makeMember(t);
    const { token } = await makeKey(t, member, { profileIds: [member.profile.id] });
    folder = await mkdtemp(join(tmpdir(), 'pronet-python-'));
    await writeFile(join(folder, 'wide.png'), await png({ width: 640, height: 480 }));
    await writeFile(join(folder, 'small.png'), await png({ width: 64, height: 48 }));
    const wheel = await fetch(`${t.origin}/docs/clients/${WHEEL}`);
    expect([wheel.status, wheel.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    await writeFile(join(folder, WHEEL), await wheel.bytes());
    await python(['-m', 'zipfile', '-e', join(folder, WHEEL), join(folder, 'site')]);
    env = {
      PYTHONPATH: join(folder, 'site'),
      HOME: folder,
      PRONET_URL: t.origin,
      PRONET_KEY: token,
      PRONET_PROFILE: member.profile.id,
      PRONET_EMAIL: member.email,
      PRONET_PASSWORD: member.password,
      PRONET_BROWSER: await openBrowser(),
      PRONET_WIDE_PICTURE: join(folder, 'wide.png'),
      PRONET_SMALL_PICTURE: join(folder, 'small.png'),
    };
  });

  afterAll(async () => {
    ended = true;
    await rm(folder, { recursive: true, force: true });
  });

  test('compiles without a warning', async () => {
    for (const part of ['site/pronet', ...['tests', 'examples'].map((name) => join(FOLDER, name))]) {
      await python(['-W', 'error', '-m', 'compileall', '-q', '-f', part], {
        PYTHONPYCACHEPREFIX: join(folder, 'cache'),
      });
    }
  });

  test.each(testFiles)('%s', { timeout: 60_000 }, async (file) => {
    const { stderr } = await python(['-W', 'error', join(FOLDER, 'tests', file)]);
    expect(stderr).toMatch(/\nRan \d+ tests? in .*\n\nOK\n$/);
    expect(stderr, 'a warning that could not be raised').not.toContain('Exception ignored');
  });

  test.skipIf(!hasPip)('pip installs it from the address of the server', { timeout: 60_000 }, async () => {
    const target = join(folder, 'target');
    const options = ['--no-index', '--no-deps', '--disable-pip-version-check', '--quiet', '--target', target];
    await python(['-m', 'pip', 'install', ...options, `${t.origin}/docs/clients/${WHEEL}`]);
    const program = 'import importlib.metadata as m, pronet; print(m.version("pronet"), pronet.__version__)';
    const { stdout } = await python(['-c', program], { PYTHONPATH: target });
    expect(stdout).toBe(`${VERSION} ${VERSION}\n`);
  });

  test('the examples run', async () => {
    const example = async (name: string, ...args: string[]) =>
      (await python([join(FOLDER, 'examples', name), ...args])).stdout;
    expect(await example('first_post.py')).toMatch(/^Posted: http.*\/posts\/.*\nReactions: 1\n$/);
    expect(await example('pages.py')).toMatch(/^1\. Hello from Python!\n/);
    expect(await example('upload.py', join(folder, 'wide.png'))).toMatch(/^640 x 480: http.*\.webp\n/);
    expect(await example('errors.py')).toBe('body.body breaks too_long: at most 3000, here 3001\n');
    // `webbrowser` opens addresses with this command.
    await writeFile(join(folder, 'browser.py'), BROWSER);
    env['BROWSER'] = `${PYTHON} ${join(folder, 'browser.py')} %s`;
    // The second time it finds the tokens of the first.
    for (const _time of [1, 2]) expect(await example('sign_in.py')).toMatch(/^http.*\/posts\/.*\n$/);
  });

  test('the example react_to_comments.py likes a comment', async () => {
    const child = spawn(PYTHON, [join(FOLDER, 'examples/react_to_comments.py')], { cwd: folder, env: all() });
    onTestFinished(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const liked = lines.next();
    const other = await makeMember(t);
    const { json } = await t.call('POST', '/v1/posts', { token: member.token, body: { body: 'What do you think?' } });
    const path = `/v1/posts/${json.data.id}/comments`;
    // Until the stream is open.
    for (let count = 0; count < 20 && (await Promise.race([liked, sleep(500)])) === undefined; count++) {
      expect((await t.call('POST', path, { token: other.token, body: { body: `Thought ${count}` } })).status).toBe(201);
    }
    expect((await liked).value).toMatch(/^Liked [0-9a-f-]{36}$/);
  });

  test('the example answer_comments.py answers the comments of others, once', async () => {
    const scopes = ['posts:write', 'webhooks:write', 'notifications:read'];
    const { token } = await makeKey(t, member, { profileIds: [member.profile.id], scopes });
    const secretFile = join(folder, 'webhook.secret');
    const cursorFile = join(folder, 'answered.cursor');
    const files = { SECRET_FILE: secretFile, CURSOR_FILE: cursorFile, HANDLED_FILE: join(folder, 'handled.db') };
    const more = { PRONET_KEY: token, WEBHOOK_URL: 'https://hooks.example.com/', ...files, PORT: '0' };
    const start = async () => {
      const child = spawn(PYTHON, [join(FOLDER, 'examples/answer_comments.py')], { cwd: folder, env: all(more) });
      const end = async () => {
        if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
      };
      onTestFinished(end);
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      return { end, lines, port: (await lines.next()).value!.replace('listening ', '') };
    };
    const { end, port } = await start();
    const secret = await readFile(secretFile, 'utf8');
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
    const send = async (id: string, actor: string, object: string, key = secret, parent = 'root') => {
      const data = { reply_to_post_id: parent, root_post_id: 'root' };
      const event = {
        id,
        type: 'comment.created',
        actor_profile_id: actor,
        object: { type: 'post', id: object },
        data,
      };
      const body = JSON.stringify({ type: event.type, data: event });
      const at = String(Math.floor(Date.now() / 1000));
      const mac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'));
      const signature = `v1,${mac.update(`${id}.${at}.${body}`).digest('base64')}`;
      const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    const other = await makeMember(t);
    const post = await t.call('POST', '/v1/posts', { token: member.token, body: { body: 'What do you think?' } });
    const path = `/v1/posts/${post.json.data.id}/comments`;
    const { json } = await t.call('POST', path, { token: other.token, body: { body: 'A thought' } });
    const { id } = json.data;
    expect(await send('first', other.profile.id, id)).toBe(204);
    expect(await send('first', other.profile.id, id)).toBe(204);
    expect(await send('its own', member.profile.id, id)).toBe(204);
    expect(await send('an answer', other.profile.id, id, secret, 'a comment')).toBe(204);
    expect(await send('forged', other.profile.id, id, 'whsec_AAAA')).toBe(400);
    expect(await send('gone', other.profile.id, member.profile.id)).toBe(204);
    const answersTo = async (commented: string) =>
      (await t.call('GET', `/v1/posts/${commented}/comments`)).json.data.items.map(
        (item: { post: { body_preview: string } }) => item.post.body_preview,
      );
    expect(await answersTo(id)).toEqual(['Thank you for your comment!']);

    // What happens while it does not run is in the log. An id that a webhook brought is skipped there.
    await end();
    await t.pool.query('delete from idempotency_records');
    const missed = await t.call('POST', path, { token: other.token, body: { body: 'While you were away' } });
    const eventOf = async (commented: string): Promise<{ id: string } | undefined> =>
      (await t.call('GET', '/v1/events?types=comment.created', { token })).json.data.items.find(
        ({ object }: { object: { id: string } }) => object.id === commented,
      );
    await expect.poll(() => eventOf(missed.json.data.id)).toBeDefined();
    const known = spawnSync(PYTHON, ['-c', KNOWN, files.HANDLED_FILE, (await eventOf(id))!.id]);
    expect(known.status, String(known.stderr)).toBe(0);
    const again = await start();
    expect((await again.lines.next()).value).toMatch(/^Answered: /);
    await expect.poll(() => answersTo(missed.json.data.id)).toEqual(['Thank you for your comment!']);
    expect(await answersTo(id)).toEqual(['Thank you for your comment!']);
  });

  test('the example answer_comments.py reads the stream if its webhook is refused', async () => {
    const scopes = ['posts:write', 'webhooks:write', 'notifications:read'];
    const { token } = await makeKey(t, member, { profileIds: [member.profile.id], scopes });
    const SECRET_FILE = join(folder, 'refused.secret');
    const files = {
      SECRET_FILE,
      CURSOR_FILE: join(folder, 'refused.cursor'),
      HANDLED_FILE: join(folder, 'refused.db'),
    };
    const more = { PRONET_KEY: token, WEBHOOK_URL: 'http://example.com/', ...files };
    const child = spawn(PYTHON, [join(FOLDER, 'examples/answer_comments.py')], { cwd: folder, env: all(more) });
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value;
    let line = await next();
    expect(line).toContain('invalid_webhook_url');
    while (line !== undefined && line !== 'no webhook, reading the stream') line = await next();
    const post = await t.call('POST', '/v1/posts', { token: member.token, body: { body: 'Who reads streams?' } });
    const other = await makeMember(t);
    const path = `/v1/posts/${post.json.data.id}/comments`;
    expect((await t.call('POST', path, { token: other.token, body: { body: 'I do' } })).status).toBe(201);
    expect(await next()).toMatch(/^Answered: http/);
    await expect(stat(SECRET_FILE)).rejects.toThrow('ENOENT');
  });
});

function python(args: string[], more: Record<string, string> = {}) {
  return run(PYTHON, args, { cwd: folder, env: all(more) });
}

function all(more: Record<string, string> = {}) {
  return { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env, ...more };
}

/** Test apps have no dispatcher of their own, and streams show what it has dispatched. */
async function dispatchUntilEnd(): Promise<void> {
  while (!ended) {
    await dispatch(t);
    await sleep(50);
  }
}

/** A server that visits the address in `url` as the member, who signs in and decides, and ends where that leads. */
async function openBrowser(): Promise<string> {
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url!, 'http://127.0.0.1');
    const visitor = new Visitor(t.origin);
    const page = await visitor.visit(searchParams.get('url')!);
    const isRefused = searchParams.get('decision') === 'deny';
    const { location } = isRefused ? await refuse(visitor, page) : await consent(visitor, page, member);
    await fetch(location!);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Signs in, and refuses what the app asks for. */
async function refuse(visitor: Visitor, page: Answer): Promise<Answer> {
  const signIn = formOf(page.text);
  const { email, password } = member;
  const { text } = await visitor.follow(await visitor.post(signIn.action, { token: signIn.token, email, password }));
  const form = formOf(text);
  return visitor.follow(await visitor.post(form.action, { token: form.token, answer: 'deny' }));
}
