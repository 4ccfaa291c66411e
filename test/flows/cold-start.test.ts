import { beforeAll, expect, it } from 'vitest';
import type { CallOptions } from '../support/app.ts';
import { askMara, type DemoNetwork, makeMembers, startDemo } from '../support/demo-network.ts';
import { makeMember } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { png } from '../support/pictures.ts';

/** Tasks of an agent that knows the address and has a credential. It reads hints, the list of operations by words, and one operation. */

const BUDGET = 10 * 1024;

let demo: DemoNetwork;
beforeAll(async () => {
  demo = await startDemo();
  demo = { ...demo, t: await overHttp(demo.t) };
});

/** An agent that counts what it reads. */
function newcomer({ token }: { token: string }) {
  let bytes = 0;
  let as: string | undefined;
  const call = async (
    method: string,
    path: string,
    { query = '', ...options }: CallOptions & { query?: string } = {},
  ) => {
    const answer = await demo.t.call(
      method,
      `${path}${path.includes('?') ? '&' : '?'}${query}${query && '&'}view=compact`,
      { token, as, ...options },
    );
    bytes += Buffer.byteLength(answer.text);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };
  const plain = async (path: string) => {
    const answer = await demo.t.call('GET', path, { token, as });
    bytes += Buffer.byteLength(answer.text);
    return answer.json;
  };
  return {
    call,
    read: () => bytes,
    /** Starts at the address, and takes the first profile of the credential. */
    async start() {
      const { agent } = await plain('/v1');
      expect(agent.hint).toMatch(/GET \/v1\/meta\/operations .* GET \/v1\/me .* view=compact/);
      const { data } = await call('GET', '/v1/me');
      as = data.profiles[0].profile.id;
    },
    /** Finds an operation by the words of the task, and reads how to call it. */
    async learn(words: string, name: string) {
      const { data } = await plain(`/v1/meta/operations?q=${encodeURIComponent(words)}`);
      const found = data.items.flatMap(({ operations }: { operations: object }) => Object.keys(operations));
      expect(found, words).toContain(name);
      return (await plain(`/v1/meta/operations/${name}`)).data;
    },
  };
}

it('publish with two pictures', async () => {
  const agent = newcomer(demo.mara);
  await agent.start();
  const { method, path, request_schema } = await agent.learn(
    'publish a post with pictures',
    'posts.create_with_images',
  );
  expect(Object.keys(request_schema.body.properties)).toEqual(expect.arrayContaining(['body', 'images']));
  const picture = (await png()).toString('base64');
  const images = ['The tower from the north', 'The tower from the south'].map((alt_text) => ({
    content_base64: picture,
    alt_text,
  }));
  const { data } = await agent.call(method, path, { body: { body: 'Two views of the tower.', images } });
  expect(data.images).toHaveLength(2);
  expect(agent.read()).toBeLessThanOrEqual(BUDGET);
});

it('ask the right person for contact', async () => {
  const agent = newcomer(demo.mara);
  await agent.start();
  const search = await agent.learn('search for a person', 'search.profiles');
  const found = await agent.call(search.method, search.path, { query: 'q=head+of+operations' });
  const [right] = found.data.items;
  expect(right).toMatchObject({ username: 'tomas-ferreira', occupation: 'Head of operations at Harbour Roasters' });
  const ask = await agent.learn('send a contact request', 'contacts.create_request');
  const body = { profile_id: right.username, message: 'May I ask how you plan the routes of your cargo bikes?' };
  const { data } = await agent.call(ask.method, ask.path, { body });
  expect(data.contact_request.status).toBe('pending');
  expect(agent.read()).toBeLessThanOrEqual(BUDGET);
});

it('sort out the requests', async () => {
  const [known, unknown] = await makeMembers(demo.t, 2);
  await askMara(demo, known!, 'We met at the timber days in Graz. May we compare how our towers sway?');
  await askMara(demo, unknown!, 'Buy followers today.');
  const agent = newcomer(demo.mara);
  await agent.start();
  const { agent: hints } = await agent.call('GET', '/v1/home');
  const list = hints.next_actions.find(({ path }: { path: string }) => path.startsWith('/v1/contact-requests?'));
  expect(list.why).toContain('all of them in full');
  const { data, agent: actions } = await agent.call(list.method, list.path);
  expect(actions.next_actions).toHaveLength(2);
  for (const { contact_request, requester_profile } of data.items) {
    const { method, path } = actions.next_actions.find((one: { path: string }) =>
      one.path.includes(contact_request.id),
    );
    const decision = requester_profile.username === known!.profile.username ? 'accept' : 'reject';
    const answer = await agent.call(method, path, { body: { decision } });
    expect(answer.data.contact_request.status).toBe(`${decision}ed`);
  }
  expect(agent.read()).toBeLessThanOrEqual(BUDGET);
});

it('let an assistant draft', async () => {
  const owner = newcomer(demo.owner);
  await owner.start();
  const make = await owner.learn('create an API key for an assistant', 'keys.create');
  const { permissions } = make.request_schema.body.properties;
  expect(JSON.stringify(permissions)).toContain('drafting');
  const body = { name: 'Assistant', scopes: ['posts:all'], profile_ids: [demo.mara.as], permissions: ['drafting'] };
  const made = await owner.call(make.method, make.path, { body });
  const draft = { body: 'The report on the first winter is out.' };
  const pending = await demo.t.call('POST', '/v1/posts', { token: made.data.secret, as: demo.mara.as, body: draft });
  expect(pending.json.data.status).toBe('pending_approval');
  const { agent: hints } = await owner.call('GET', '/v1/home', { as: demo.mara.as });
  const read = hints.next_actions.find(({ path }: { path: string }) => path.endsWith(`/posts/${pending.json.data.id}`));
  const { data: whole, agent: decisions } = await owner.call(read.method, read.path, { as: demo.mara.as });
  expect(whole).toMatchObject({ ...draft, status: 'pending_approval' });
  const { method, path, body: known } = decisions.next_actions[0];
  const done = await owner.call(method, path, { as: demo.mara.as, body: known });
  expect([done.data.id, done.data.status]).toEqual([pending.json.data.id, undefined]);
  expect(owner.read()).toBeLessThanOrEqual(BUDGET);
});

it('an owner who edits a pending post may publish that revision next, and the invitation says where drafts wait', async () => {
  const { t, mara, owner, idOf } = demo;
  const as = { token: owner.token, as: mara.as };
  const made = await t.call('POST', '/v1/api-keys', {
    ...as,
    body: { name: 'Drafts', scopes: ['posts:all'], profile_ids: [mara.as], permissions: ['drafting'] },
  });
  const draft = await t.call('POST', '/v1/posts', { ...as, token: made.json.data.secret, body: { body: 'A draft.' } });
  const edited = await t.call('PATCH', `/v1/posts/${draft.json.data.id}`, { ...as, body: { body: 'A better draft.' } });
  const { revision, status } = edited.json.data;
  expect(status).toBe('pending_approval');
  expect(edited.json.agent.next_actions[0]).toMatchObject({ body: { expected_revision: revision } });
  const other = await makeMember(t);
  const invited = await t.call('POST', `/v1/profiles/${await idOf('aiko-tanaka')}/access`, {
    token: owner.token,
    body: { manager_profile_id: other.profile.id, permissions: ['drafting'] },
  });
  const paths = invited.json.agent.next_actions.map(({ path }: { path: string }) => path);
  expect(paths.some((path: string) => path.endsWith('/posts?status=pending_approval'))).toBe(true);
});
