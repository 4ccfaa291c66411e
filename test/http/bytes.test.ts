import { beforeAll, describe, expect, it } from 'vitest';
import { askMara, type DemoNetwork, fillContacts, fillFeed, makeMembers, startDemo } from '../support/demo-network.ts';
import { type Member, makeKey } from '../support/members.ts';
import { head, listen, sendRaw } from '../support/raw-http.ts';

const KB = 1024;
const TEXT =
  'The model of the tower and the measurements of its first winter are public from today, with everything that we got wrong. Page 40 is the one to read.';

let demo: DemoNetwork;
let members: Member[];
beforeAll(async () => {
  demo = await startDemo();
  await fillFeed(demo);
  members = await makeMembers(demo.t, 52);
  await fillContacts(demo, members.slice(0, 50));
  await askMara(demo, members[50]!, 'We met at the timber days in Graz. I would like to compare how our towers sway.');
  await askMara(demo, members[51]!, 'I teach structural design, and your post on the lift is on my reading list.');
});

const bytesOf = async (method: string, path: string, body?: unknown) => {
  const { status, text, json } = await demo.t.call(method, path, { ...demo.mara, body });
  expect(status, text).toBeLessThan(300);
  return { bytes: Buffer.byteLength(text), data: json.data };
};

describe('compact views', () => {
  it('a feed of 20 posts: 6.5 KB', async () => {
    const { bytes, data } = await bytesOf('GET', '/v1/feed?limit=20&view=compact');
    expect(data.items).toHaveLength(20);
    for (const { post, profile } of data.items)
      expect([post.id, post.body_preview, post.published_at, profile.username]).not.toContain(undefined);
    expect(bytes).toBeLessThanOrEqual(6.5 * KB);
  });

  it('50 contacts: 12 KB', async () => {
    const { bytes, data } = await bytesOf('GET', '/v1/contacts?limit=50&view=compact');
    expect(data.items).toHaveLength(50);
    for (const { contact, profile } of data.items)
      expect([contact.id, contact.created_at, profile.username, profile.name]).not.toContain(undefined);
    expect(bytes).toBeLessThanOrEqual(12 * KB);
  });

  it('home with unread messages, requests and notifications: 1.6 KB', async () => {
    const { bytes, data } = await bytesOf('GET', '/v1/home?view=compact');
    const counts = [data.unread_conversations, data.incoming_contact_requests, data.notifications];
    expect(counts.map(({ count, items }) => [count > 0, items.length])).toEqual(Array(3).fill([true, 1]));
    expect(bytes, JSON.stringify(data)).toBeLessThanOrEqual(1.6 * KB);
  });

  it('me: 0.7 KB', async () => {
    const { bytes, data } = await bytesOf('GET', '/v1/me?view=compact');
    expect(data.profiles[0].profile.id).toBe(demo.mara.as);
    expect(bytes).toBeLessThanOrEqual(0.7 * KB);
  });

  it('two contact requests: 1.8 KB', async () => {
    const { bytes, data } = await bytesOf('GET', '/v1/contact-requests?view=compact&status=pending');
    expect(data.items.map(({ requester_profile }: { requester_profile: object }) => requester_profile)).toEqual(
      [members[51], members[50]].map((one) => expect.objectContaining({ username: one!.profile.username })),
    );
    expect(bytes).toBeLessThanOrEqual(1.8 * KB);
  });

  it('a created post: 0.6 KB', async () => {
    const { bytes, data } = await bytesOf('POST', '/v1/posts?view=compact', { body: TEXT });
    expect([data.id, data.url, data.published_at]).not.toContain(undefined);
    expect(bytes).toBeLessThanOrEqual(0.6 * KB);
  });
});

describe('an error: 0.35 KB', () => {
  const unknown = 'pnk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  it.each([
    [404, 'post_not_found', 'GET', '/v1/posts/none', {}],
    [404, 'profile_not_found', 'GET', '/v1/profiles/none', {}],
    [404, 'conversation_not_found', 'GET', '/v1/conversations/none', {}],
    [404, 'route_not_found', 'GET', '/v1/nothing', {}],
    [404, 'operation_not_found', 'GET', '/v1/meta/operations/none', {}],
    [401, 'credentials_required', 'GET', '/v1/feed', { token: undefined, as: undefined }],
    [401, 'invalid_credentials', 'GET', '/v1/feed', { token: unknown }],
    [400, 'invalid_request', 'POST', '/v1/posts', { body: { body: 'Hello', visiblity: 'members' } }],
    [400, 'invalid_request', 'GET', '/v1/feed?limits=3', {}],
    [400, 'profile_header_required', 'GET', '/v1/feed', { as: undefined }],
    [403, 'profile_not_attached', 'GET', '/v1/feed', { as: '01a2229e-bd69-7276-aee5-0e422c1b6f67' }],
  ])('%i %s', async (status, code, method, path, options) => {
    const answer = await demo.t.call(method, path, { ...demo.mara, ...options });
    expect([answer.status, answer.json.error_code]).toEqual([status, code]);
    expect(answer.json.agent.hint).not.toBe('');
    expect(Buffer.byteLength(answer.text), answer.text).toBeLessThanOrEqual(0.35 * KB);
  });

  it('403 insufficient_scope, with the page of the key', async () => {
    const key = await makeKey(demo.t, demo.owner, { scopes: ['feed:read'], profileIds: [demo.mara.as] });
    const { status, text, json } = await demo.t.call('POST', '/v1/posts', {
      token: key.token,
      as: demo.mara.as,
      body: { body: TEXT },
    });
    expect([status, json.agent.console_url]).toEqual([403, `http://127.0.0.1:3000/console/api-keys/${key.id}`]);
    expect(json.agent.required_scopes).toContain('posts:write');
    // The address of the server and an id of a key are a third of it.
    expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(0.45 * KB);
  });
});

describe('response headers', () => {
  const sizeOf = async (...headers: string[]) => {
    const answer = (await sendRaw(port, head('GET /v1/feed', `X-Profile-Id: ${demo.mara.as}`, ...headers)))!;
    return { size: sumOf(answer.headers), headers: answer.headers };
  };
  const sumOf = (headers: Record<string, string>) =>
    Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0);
  let port: number;
  let credential: string;
  beforeAll(async () => {
    port = await listen(demo.t.app);
    credential = `Authorization: Bearer ${demo.mara.token}`;
  });

  it('are at most 450 bytes for a program', async () => {
    const { size, headers } = await sizeOf(credential);
    expect(headers['ratelimit']).toBeDefined();
    expect(size, JSON.stringify(headers)).toBeLessThanOrEqual(450);
  });

  it('let pages of any origin read all of them', async () => {
    const { headers } = await sizeOf(credential, 'Origin: https://example.com');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
      'cache-control': 'private, no-store',
    });
  });

  it('are the same for every origin where a cache may store them', async () => {
    const read = (...headers: string[]) => sendRaw(port, head('GET /v1/meta/operations', ...headers));
    const [own, foreign] = [await read(), await read('Origin: https://example.com')];
    expect(own!.headers['cache-control']).toContain('public');
    expect(own!.headers['vary']).not.toContain('Origin');
    expect(own!.headers['access-control-allow-origin']).toBe('*');
    expect(Object.keys(own!.headers).sort()).toEqual(Object.keys(foreign!.headers).sort());
  });
});
