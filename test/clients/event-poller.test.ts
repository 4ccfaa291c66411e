import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { dispatch } from '../support/events.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';
import { LANGUAGES } from '../support/python.ts';
import { listen } from '../support/raw-http.ts';
import { ROOT } from '../support/source-files.ts';

it.each(LANGUAGES)(
  '%s: the example poller continues where it was killed, and ends with its key',
  {
    timeout: 120_000,
  },
  async (ending, program) => {
    const t = await startTestApp();
    const owner = await makeMember(t);
    const key = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds: [owner.profile.id] });
    const folder = await mkdtemp(join(tmpdir(), 'pronet-poller-'));
    const env = { API: `http://127.0.0.1:${await listen(t.app)}`, KEY: key.token, CURSOR_FILE: join(folder, 'cursor') };
    const children: ChildProcess[] = [];
    onTestFinished(async () => {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    let printed = '';
    const start = () => {
      const child = spawn(program, [join(ROOT, `examples/event-poller.${ending}`)], {
        env: { PATH: process.env['PATH'], ...env },
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      children.push(child);
      return child;
    };
    const cursor = () => readFile(env.CURSOR_FILE, 'utf8').catch(() => '');
    const publish = async () => {
      const { id } = await makePost(t, as(owner));
      await dispatch(t);
      return `post.published post ${id}\n`;
    };
    await dispatch(t);
    const first = start();
    await expect.poll(() => t.deps.eventHub.size, { timeout: 20_000 }).toBe(1);
    const before = await cursor();
    const one = await publish();
    await expect.poll(cursor).not.toBe(before);
    const exited = once(first, 'exit');
    first.kill('SIGKILL');
    await exited;
    const two = await publish();
    const second = start();
    await expect.poll(() => printed).toBe(one + two);
    const ended = once(second, 'exit');
    await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: owner.token });
    expect((await ended)[0]).toBe(1);
  },
);
