import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '../process/server.ts';
import type { CallResult } from '../support/app.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { consent, Visitor } from '../support/oauth.ts';
import { callOver } from '../support/over-http.ts';
import { hasPython, LANGUAGES } from '../support/python.ts';
import { ROOT } from '../support/source-files.ts';

/** What somebody can run who has only the address of a server and an account: nothing here comes from the repository. */

const run = promisify(execFile);

let url: string;
/** All that `/llms.txt`, the first text, names. */
let named: string[];
let folder: string;
let env: Record<string, string>;
let me: { id: string };

const fetched = async (address: string): Promise<Buffer> => {
  const response = await fetch(address);
  expect([address, response.status]).toEqual([address, 200]);
  return Buffer.from(await response.arrayBuffer());
};
const addressOf = (end: string | RegExp): string => {
  const found = named.filter((one) => (typeof end === 'string' ? one.endsWith(end) : end.test(one)));
  expect(found, String(end)).toHaveLength(1);
  return found[0]!;
};
/** Downloads a program, and returns its name. */
const download = async (end: string): Promise<string> => {
  const name = basename(end);
  await writeFile(join(folder, name), await fetched(addressOf(end)));
  return name;
};
const ok = async (calling: Promise<CallResult>) => {
  const { status, text, json } = await calling;
  expect(status, text).toBeLessThan(300);
  return json.data;
};
const call = (method: string, path: string, body?: unknown) =>
  ok(callOver(url, method, path, { token: env['PRONET_KEY']!, as: me?.id, body }));

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'pronet-stranger-server-'));
  folder = await mkdtemp(join(tmpdir(), 'pronet-stranger-'));
  atEndOfFile(async () => {
    for (const each of [data, folder]) await rm(each, { recursive: true, force: true });
  });
  const started = await startServer({ cwd: data, env: { WEBHOOK_ALLOW_LOOPBACK: 'true' }, atEnd: atEndOfFile });
  url = started.baseUrl;
  const text = String(await fetched(`${url}/llms.txt`));
  named = [...new Set(text.match(/https?:\/\/[^\s)`]+/g))];

  const body = { email: 'stranger@example.com', password: 'a long walk in the rain' };
  const { session } = await ok(callOver(url, 'POST', '/v1/account', { body }));
  env = { PRONET_URL: url, PRONET_KEY: session.token };
  me = await call('POST', '/v1/profiles', { type: 'human', username: 'stranger', name: 'Sam Stranger' });
  env = { ...env, PRONET_PROFILE: me.id, API: url, KEY: session.token, PROFILE: me.id };

  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const photo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await writeFile(join(folder, 'photo.png'), Buffer.from(photo, 'base64'));
  const quiet = ['--no-audit', '--no-fund', '--silent', '--no-update-notifier', '--cache', join(folder, '.npm')];
  await run('npm', ['install', addressOf(/\/docs\/clients\/.*\.tgz$/), ...quiet], { cwd: folder });
}, 240_000);

/** Starts a program that goes on, and returns a function that waits for a line. */
function start(program: string, args: string[], more: Record<string, string> = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (wanted: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ${args.join(' ')} ended: ${errors}`);
      const match = wanted.exec(value);
      if (match) return match;
    }
  };
}

/** The whole programs in the guides: their blocks that make a client. */
async function samples(language: string, imports: string): Promise<string[]> {
  const guides = named.filter((one) => one.includes('/docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  const texts = await Promise.all(guides.map(async (one) => String(await fetched(`${one.replace(/\.md$/, '')}.md`))));
  const blocks = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`^\`\`\`${language}\\b.*\\n([^]*?)\\n\`\`\``, 'gm')),
  ]);
  const programs = blocks.map((match) => match[1]!).filter((text) => !text.includes('serve_forever'));
  return programs.filter((text) => text.includes(imports) && text.includes('PRONET_KEY'));
}

test('the samples of the guides in JavaScript', async () => {
  const programs = await samples('js', '@pronet/client');
  expect(programs.length).toBeGreaterThan(3);
  for (const [index, program] of programs.entries()) {
    await writeFile(join(folder, `sample-${index}.mjs`), program);
    const { stdout } = await run(process.execPath, [`sample-${index}.mjs`], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    expect(stdout, program).not.toBe('');
  }
});

/** The client for Python, as a variable of the environment. The wheel is not compressed, so Python imports from the file. */
async function pythonClient(): Promise<{ PYTHONPATH: string }> {
  const wheel = addressOf(/\/docs\/clients\/.*\.whl$/);
  await writeFile(join(folder, basename(wheel)), await fetched(wheel));
  return { PYTHONPATH: join(folder, basename(wheel)) };
}

test.skipIf(!hasPython)('the samples of the guides in Python', async () => {
  const path = await pythonClient();
  const programs = await samples('py', 'from pronet import');
  expect(programs.length).toBeGreaterThan(0);
  for (const program of programs) {
    const { stdout } = await run('python3', ['-c', program, 'photo.png'], {
      cwd: folder,
      env: { ...process.env, ...env, ...path },
    });
    expect(stdout, program).not.toBe('');
  }
});

describe.each(LANGUAGES)('%s', (ending, program) => {
  test('the loop of an agent, which wakes up for a message', async () => {
    const waitFor = start(program, [await download(`examples/agent-loop.${ending}`)], await pythonClient());
    const unread = Number((await waitFor(/^unread conversations (\d+)$/))[1]);
    const body = { email: `${ending}@example.com`, password: 'a long walk in the sun' };
    const { session } = await ok(callOver(url, 'POST', '/v1/account', { body }));
    const other = { token: session.token };
    const profile = { type: 'human', username: `other-${ending}`, name: 'Olga Other' };
    const { id } = await ok(callOver(url, 'POST', '/v1/profiles', { ...other, body: profile }));
    const to = (path: string, sent: object) => ok(callOver(url, 'POST', path, { ...other, as: id, body: sent }));
    const { conversation } = await to('/v1/conversations/direct', { profile_id: 'stranger' });
    await to(`/v1/conversations/${conversation.id}/messages`, { body: 'Are you there?' });
    await waitFor(/^woken by message\.created$/);
    await waitFor(new RegExp(`^unread conversations ${unread + 1}$`));
  });

  test.each(['event-poller', 'event-stream'])('%s', async (name) => {
    // Each has a cursor of its own.
    const cursor = { CURSOR_FILE: `${ending}.cursor` };
    const waitFor = start(program, [await download(`examples/${name}.${ending}`)], cursor);
    const posting = setInterval(() => void call('POST', '/v1/posts', { body: 'An event.' }).catch(() => {}), 500);
    onTestFinished(() => clearInterval(posting));
    await waitFor(/post\.published/);
  });
});

describe('the receivers of webhooks', () => {
  test.each([
    [process.execPath, 'examples/webhook-receiver/receiver.mjs'],
    ['python3', 'examples/webhook-receiver/receiver.py'],
  ])('%s %s', async (program, file) => {
    if (program === 'python3' && !hasPython) return;
    const port = String(await freePort());
    const { webhook, secret } = await call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/` });
    const waitFor = start(program, [await download(file)], { PORT: port, WEBHOOK_SECRET: secret });
    await waitFor(/^listening/);
    await call('POST', `/v1/webhooks/${webhook.id}/test`);
    await waitFor(/webhook\.test$/);
    await call('DELETE', `/v1/webhooks/${webhook.id}`);
  });
});

test.skipIf(!hasPython)('the receiver that answers comments', async () => {
  const port = String(await freePort());
  const more = { ...(await pythonClient()), PORT: port, WEBHOOK_URL: `http://127.0.0.1:${port}/` };
  const waitFor = start('python3', [await download('examples/answer_comments.py')], more);
  await waitFor(/^listening/);
  const post = await call('POST', '/v1/posts', { body: 'What do you think?' });
  const body = { email: 'curious@example.com', password: 'a long walk in the fog' };
  const { session } = await ok(callOver(url, 'POST', '/v1/account', { body }));
  const other = { token: session.token };
  const profile = { type: 'human', username: 'curious', name: 'Cleo Curious' };
  const { id } = await ok(callOver(url, 'POST', '/v1/profiles', { ...other, body: profile }));
  const said = { ...other, as: id, body: { body: 'A lot.' } };
  const comment = await ok(callOver(url, 'POST', `/v1/posts/${post.id}/comments`, said));
  await waitFor(/^Answered: http/);
  const { items } = await call('GET', `/v1/posts/${comment.id}/comments`);
  expect(items).toHaveLength(1);
});

test('the agent with the official SDK, which a person signs in to', async () => {
  await symlink(join(ROOT, 'node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'));
  const program = [await download('examples/mcp-agent.mjs')];
  const more = { PORT: String(await freePort()) };
  const waitFor = start(process.execPath, program, more);
  const [, address] = await waitFor(/^Open (http.*)$/);
  const visitor = new Visitor(url);
  const person = { email: 'stranger@example.com', password: 'a long walk in the rain', profile: me };
  const { location } = await consent(visitor, await visitor.visit(address!), person);
  await fetch(location!);
  const [, draft] = await waitFor(/^Draft: (http.*)$/);
  // It has stored its tokens, and its key is the same.
  const [, again] = await start(process.execPath, program, more)(/^Draft: (http.*)$/);
  expect(again).toBe(draft);

  // A person who clears a scope is not asked again.
  const cleared = start(process.execPath, program, { PORT: String(await freePort()), STORE: 'cleared.json' });
  const [, other] = await cleared(/^Open (http.*)$/);
  const allowed = { scope: 'feed:read notifications:read' };
  await fetch((await consent(visitor, await visitor.visit(other!), person, allowed)).location!);
  await cleared(/^No draft: the person did not allow posts:write/);
});

test('the web page', async () => {
  const readme = String(await fetched(addressOf('examples/web/README.md')));
  const [, names] = /for file in ([^;]+);/.exec(readme)!;
  await mkdir(join(folder, 'web'), { recursive: true });
  const base = dirname(addressOf('examples/web/README.md'));
  for (const name of names!.split(' ')) await writeFile(join(folder, 'web', name), await fetched(`${base}/${name}`));
  const waitFor = start(process.execPath, [join('web', 'serve.mjs')], { PORT: String(await freePort()) });
  const [site] = await waitFor(/^http:\/\/127\.0\.0\.1:\d+/);
  const page = String(await fetched(`${site}/`));
  expect(page).toContain(url);
  const script = String(await fetched(`${site}/app.mjs`));
  expect(script).toContain("from '@pronet/client'");
  const client = await readFile(join(folder, 'node_modules/@pronet/client/package.json'), 'utf8');
  const entry = basename(JSON.parse(client).exports['.'].default ?? JSON.parse(client).exports['.'].import);
  expect(String(await fetched(`${site}/client/${entry}`))).toContain('Pronet');
});
