import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startDispatcher } from '../../src/events/dispatcher.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact } from '../support/contacts.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { dispatch } from '../support/events.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';
import { LANGUAGES } from '../support/python.ts';
import { listen } from '../support/raw-http.ts';
import { ROOT } from '../support/source-files.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

let t: TestApp;
let port: number;
const children: ChildProcess[] = [];
beforeAll(async () => {
  t = await startTestApp();
  port = await listen(t.app);
  const dispatcher = startDispatcher(t.deps);
  atEndOfFile(() => dispatcher.stop());
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(program: string, file: string, env: Record<string, string>) {
  const all = {
    PATH: process.env['PATH'],
    PYTHONPATH: join(ROOT, 'clients/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ...env,
  };
  const child = spawn(program, [join(ROOT, 'examples', file)], { env: all });
  children.push(child);
  const printed = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed.text += text;
    });
  }
  return { child, printed };
}

it.each(LANGUAGES)(
  '%s: the example of a stream survives a cut and a silent connection, and ends with its key',
  {
    timeout: 120_000,
  },
  async (ending, program) => {
    const owner = await makeMember(t);
    const key = await makeKey(t, owner, { scopes: ['notifications:read'], profileIds: [owner.profile.id] });
    await dispatch(t);
    const proxy = await startTcpProxy(port);
    const { child, printed } = run(program, `event-stream.${ending}`, {
      API: `http://127.0.0.1:${proxy.port}`,
      KEY: key.token,
      SILENT_MS: '3000',
    });
    await expect.poll(() => t.deps.eventHub.size, { timeout: 20_000 }).toBe(1);
    const first = await makePost(t, as(owner));
    const line = ({ id }: { id: string }) => `post.published post ${id}\n`;
    await expect.poll(() => printed.text, { timeout: 10_000 }).toBe(line(first));
    await proxy.set({ kind: 'none' });
    const second = await makePost(t, as(owner));
    await expect.poll(() => printed.text, { timeout: 10_000 }).toBe(line(first) + line(second));
    await proxy.set({ kind: 'hang' });
    await expect.poll(() => proxy.accepted, { timeout: 15_000 }).toBeGreaterThan(1);
    await proxy.set({ kind: 'none' });
    const third = await makePost(t, as(owner));
    await expect.poll(() => printed.text, { timeout: 10_000 }).toBe(line(first) + line(second) + line(third));
    const ended = once(child, 'exit');
    await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: owner.token });
    expect((await ended)[0]).toBe(1);
    await proxy.close();
  },
);

it.each(LANGUAGES)(
  '%s: the example of an agent sleeps until it is asked',
  {
    timeout: 120_000,
  },
  async (ending, program) => {
    const [agent, other, another] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const key = await makeKey(t, agent, { profileIds: [agent.profile.id] });
    const asked = await askForContact(t, other, agent);
    const { printed } = run(program, `agent-loop.${ending}`, {
      API: `http://127.0.0.1:${port}`,
      KEY: key.token,
      PROFILE: agent.profile.id,
    });
    await expect
      .poll(() => printed.text, { timeout: 20_000 })
      .toMatch(new RegExp(`accepted ${asked}\nunread conversations \\d`));
    await expect.poll(() => t.deps.eventHub.size, { timeout: 20_000 }).toBe(1);
    const before = printed.text;
    const askedLater = await askForContact(t, another, agent);
    await expect
      .poll(() => printed.text.slice(before.length), { timeout: 20_000 })
      .toMatch(new RegExp(`woken by contact_request.created\naccepted ${askedLater}`));
    for (const requester of [other, another]) {
      const contacts = await t.call('GET', '/v1/contacts', as(requester));
      expect(contacts.json.data.items, contacts.text).toHaveLength(1);
    }
  },
);
