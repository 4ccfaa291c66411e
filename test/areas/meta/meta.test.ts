import { beforeAll, describe, expect, it } from 'vitest';
import { isForOperators } from '../../../src/http/route-contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

describe('the links at / and /v1', () => {
  it.each(['/', '/v1'])('%s lists all addresses', async (path) => {
    const { status, json, headers } = await t.call('GET', path);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ openapi: 'http://127.0.0.1:3000/openapi.json', version: '0.2.0' });
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers['vary']).toContain('Authorization, X-Profile-Id');
  });

  it('returns 304 for a known entity tag, even among others and as a strong one', async () => {
    const first = await t.call('GET', '/v1/meta');
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"/);
    for (const header of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const again = await t.call('GET', '/v1/meta', { headers: { 'if-none-match': header } });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers['etag']).toBe(tag);
    }
    expect((await t.call('GET', '/v1/meta', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

describe('operations', () => {
  it('lists them and returns one', async () => {
    const list = await t.call('GET', '/v1/meta/operations');
    const listed = Object.assign(
      {},
      ...list.json.data.items.map(({ operations }: { operations: object }) => operations),
    );
    expect(listed['meta.get']).toBe('GET /v1/meta Read the enumerations, limits and error codes');
    const ofMembers = t.app.routes.filter(({ contract }) => !isForOperators(contract));
    expect(Object.keys(listed)).toHaveLength(ofMembers.length);
    const one = await t.call('GET', '/v1/meta/operations/meta.get_operation');
    expect(one.json.data).toMatchObject({
      path: '/v1/meta/operations/{operation}',
      error_codes: expect.arrayContaining(['operation_not_found']),
    });
    expect(one.json.data.response_schema).toBeNull();
    const whole = await t.call('GET', '/v1/meta/operations/meta.get_operation?view=full');
    expect(whole.json.data.response_schema.required).toEqual(['ok', 'data', 'agent']);
    const none = await t.call('GET', '/v1/meta/operations/no.such');
    expect(none.status).toBe(404);
    expect(none.json.error_code).toBe('operation_not_found');
  });
});

it.each([
  ['react to a post', 'posts.set_reaction'],
  ['API key create', 'keys.create'],
  ['send message', 'conversations.send_message'],
])('finds the operation for "%s"', async (words, name) => {
  const { json } = await t.call('GET', `/v1/meta/operations?q=${encodeURIComponent(words)}`);
  const found = json.data.items.flatMap(({ operations }: { operations: object }) => Object.keys(operations));
  expect(found).toContain(name);
  expect(found.length).toBeLessThanOrEqual(20);
});

it('says what to do if no operation has the words', async () => {
  const { status, json } = await t.call('GET', '/v1/meta/operations?q=espresso');
  expect([status, json.data.items]).toEqual([200, []]);
  expect(json.agent.hint).toBe('No operation has these words. GET /v1/meta/operations without q lists all.');
});

it('shows the limits of accounts and addresses, with rates and without', async () => {
  const { limits } = (await t.call('GET', '/v1/meta')).json.data;
  expect(limits.shares).toMatchObject({ connections: { address_percent: 25 }, uploads: { account: 8 } });
  expect(limits.concurrent_streams).toEqual({ credential: 5, account: 20 });
});

describe('methods and paths', () => {
  it('returns 405 with Allow for a known path, 404 for an unknown one', async () => {
    const wrong = await t.call('PUT', '/v1/meta', { body: {} });
    expect(wrong.status).toBe(405);
    expect(wrong.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(wrong.json.error_code).toBe('method_not_allowed');
    const none = await t.call('GET', '/v1/nothing');
    expect([none.status, none.json.error_code]).toEqual([404, 'route_not_found']);
    const options = await t.call('OPTIONS', '/v1/meta');
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

it('says who may sign up, and whether it sends mails', async () => {
  const dataOf = async (app: TestApp) => (await app.call('GET', '/v1/meta')).json.data;
  expect(await dataOf(t)).toMatchObject({ sign_up: 'open', sends_mails: false });
  const env = { SIGNUP: 'invite', SMTP_URL: 'smtp://127.0.0.1:2525' };
  const other = await startTestApp(env);
  expect(await dataOf(other)).toMatchObject({ sign_up: 'invite', sends_mails: true });
});

it('says which code runs', async () => {
  expect((await t.call('GET', '/v1/meta')).json.data).toMatchObject({ commit: null, committed_at: null });
});
