import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type MadeKey, type Member, makeKey, makeMember } from '../support/members.ts';

/** What beginners get wrong, and what the response says about it. */

let t: TestApp;
let ada: Member;
let bea: Member;
let key: MadeKey;
beforeAll(async () => {
  t = await startTestApp();
  [ada, bea] = [await makeMember(t), await makeMember(t)];
  key = await makeKey(t, ada, { profileIds: [ada.profile.id] });
});

const get = (path: string, headers: Record<string, string> = {}) => t.call('GET', path, { headers });

describe('a credential in another form', () => {
  it.each([
    ['without Bearer', (secret: string) => secret],
    ['of another scheme', (secret: string) => `Token ${secret}`],
    ['with a colon', (secret: string) => `Bearer: ${secret}`],
    ['in quotation marks', (secret: string) => `Bearer "${secret}"`],
    ['with the scheme twice', (secret: string) => `Bearer Bearer ${secret}`],
    ['as the user of Basic', (secret: string) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
  ])('%s', async (_name, form) => {
    const { status, json, headers } = await get('/v1/me', { authorization: form(key.token) });
    expect([status, json.error_code]).toEqual([401, 'invalid_credentials']);
    expect(json.agent.hint).toContain('the word Bearer, one space');
    expect(headers['www-authenticate']).toContain('invalid_token');
    expect((await get('/v1/me', { authorization: `Bearer ${key.token}` })).status).toBe(200);
  });

  it('in another header', async () => {
    const { json } = await get('/v1/me', { 'x-api-key': key.token });
    expect(json.error_code).toBe('credentials_required');
    expect(json.agent.hint).toContain('from no header but Authorization');
  });

  it('that is a token for something else', async () => {
    for (const token of [`pnr_${'x'.repeat(38)}`, `pnt_${'x'.repeat(38)}`, `whsec_${'x'.repeat(43)}=`]) {
      expect((await get('/v1/me', { authorization: `Bearer ${token}` })).json.agent.hint).toContain('no credential');
    }
  });

  it('is not mentioned for an unknown one', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic eDp4', `Bearer ${key.token.slice(0, -1)}`]) {
      const { hint } = (await get('/v1/me', { authorization })).json.agent;
      expect(hint).not.toMatch(/one form only|password/);
      expect(hint).toMatch(/^This is no credential of this server/);
    }
  });
});

describe('a missing X-Profile-Id', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    t.call('POST', '/v1/posts', { token: key.token, body, headers });
  const missing = { path: 'header.x-profile-id', rule: 'required' };

  it('is reported with the mistakes of the body', async () => {
    const { status, json } = await post({ text: 'Hello', visibility: 'Public' });
    expect([status, json.error_code]).toEqual([400, 'profile_header_required']);
    expect(json.agent.attached_profile_ids).toEqual([ada.profile.id]);
    expect(json.agent.fields).toEqual([
      missing,
      expect.objectContaining({ path: 'body.visibility', did_you_mean: ['public'] }),
      expect.objectContaining({ path: 'body', rule: 'unknown_field', did_you_mean: ['body'] }),
    ]);
    expect(json.agent.hint).toMatch(/X-Profile-Id.*agent\.fields/);
  });

  it('that is in another header', async () => {
    for (const name of ['profile-id', 'X-Acting-Profile-Id']) {
      const { json } = await post({ body: 'Hello' }, { [name]: ada.profile.id });
      expect(json.error_code).toBe('profile_header_required');
      expect(json.agent.hint).toContain('from no header but X-Profile-Id');
    }
    expect((await post({ body: 'Hello' })).json.agent.hint).not.toContain('from no header');
  });

  it('with the id of an actor says so', async () => {
    const { rows } = await t.pool.query('select id from actors where entity_id = $1', [ada.profile.id]);
    const { status, json } = await post({ body: 'Hello' }, { 'x-profile-id': rows[0].id });
    expect([status, json.error_code]).toEqual([400, 'invalid_profile_header']);
    expect(json.agent.hint).toContain('not an actor id');
    const other = await post({ body: 'Hello' }, { 'x-profile-id': bea.profile.id });
    expect(other.json.error_code).toBe('profile_not_attached');
  });

  it('is reported with a body that cannot be read', async () => {
    const send = (type: string, payload: string) =>
      t.app.inject({
        method: 'POST',
        url: '/v1/posts',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': type },
        payload,
      });
    const form = await send('application/x-www-form-urlencoded', 'body=Hello');
    expect([form.statusCode, form.json().error_code]).toEqual([400, 'profile_header_required']);
    expect(form.json().agent.hint).toMatch(/X-Profile-Id.*Content-Type: application\/json/);
    const broken = await send('application/json', "{'body': 'Hello'}");
    expect(broken.json().error_code).toBe('profile_header_required');
    expect(broken.json().agent.hint).toMatch(/X-Profile-Id.*single quotes/);
  });

  it('is all that is wrong with a valid body, and nothing is stored', async () => {
    const before = await t.pool.query('select count(*) from posts');
    const { json } = await post({ body: 'Hello' });
    expect(json.error_code).toBe('profile_header_required');
    expect(json.agent.fields).toBeUndefined();
    expect((await t.pool.query('select count(*) from posts')).rows).toEqual(before.rows);
  });

  it('is reported with a wrong query', async () => {
    const { json } = await t.call('GET', '/v1/contacts?query=x', { token: key.token });
    expect(json.error_code).toBe('profile_header_required');
    expect(json.agent.fields).toEqual([missing, expect.objectContaining({ path: 'query', did_you_mean: ['q'] })]);
  });

  it('of an upload is reported before the upload is read', async () => {
    const { json, headers } = await t.call('POST', '/v1/posts/with-images', { token: key.token, body: { text: 'x' } });
    expect(json.error_code).toBe('profile_header_required');
    expect(json.agent.fields).toBeUndefined();
    expect(headers['connection']).toBe('close');
  });
});

describe('a username for an id', () => {
  const by = () => ({ token: ada.token, as: ada.profile.id });

  it.each([
    ['/v1/contact-requests', 'profile_id'],
    ['/v1/profile-follows', 'followed_profile_id'],
    ['/v1/conversations/direct', 'profile_id'],
    ['/v1/blocks', 'profile_id'],
  ])('is accepted in POST %s', async (path, name) => {
    const { username } = bea.profile;
    for (const given of [username, `@${username}`, username.toUpperCase(), username.replace(/[-_]|(?<=^..)/, '_')]) {
      const headers = { 'dry-run': 'true' };
      const { status, json } = await t.call('POST', path, { ...by(), headers, body: { [name]: given } });
      const byId = await t.call('POST', path, { ...by(), headers, body: { [name]: bea.profile.id } });
      expect([status, Object.keys(json.data)], given).toEqual([201, Object.keys(byId.json.data)]);
    }
    const unknown = await t.call('POST', path, { ...by(), body: { [name]: 'nobody-has-this' } });
    expect([unknown.status, unknown.json.error_code]).toEqual([404, 'profile_not_found']);
    const wrong = await t.call('POST', path, { ...by(), body: { [name]: 'no id, no name' } });
    expect(wrong.json.agent.fields).toEqual([{ path: `body.${name}`, rule: 'id_or_username' }]);
    expect(wrong.json.agent.hint).toContain('or its username');
  });

  it('is accepted in the list of the profiles of a key, in a filter, and in the path of a write', async () => {
    const body = { name: 'x', scopes: ['all:all'], profile_ids: [ada.profile.username] };
    const made = await t.call('POST', '/v1/api-keys', { ...by(), body });
    expect(made.json.data.api_key.profile_ids).toEqual([ada.profile.id]);
    const found = await t.call('GET', `/v1/search/posts?q=a&profile_id=@${bea.profile.username}`, by());
    expect(found.status, found.text).toBe(200);
    const path = `/v1/blocks/${bea.profile.username}`;
    expect((await t.call('POST', '/v1/blocks', { ...by(), body: { profile_id: bea.profile.id } })).status).toBe(201);
    expect((await t.call('DELETE', path, by())).status).toBe(200);
    expect((await t.call('GET', '/v1/blocks', by())).json.data.items).toEqual([]);
  });

  it('me is nobody, and GET /v1/me is', async () => {
    const { json } = await t.call('GET', '/v1/profiles/me', by());
    expect(json.error_code).toBe('profile_not_found');
    expect(json.agent.next_actions).toEqual([expect.objectContaining({ method: 'GET', path: '/v1/me' })]);
  });
});

describe('a wrong method', () => {
  it('gets those that the path supports', async () => {
    const { status, json, headers } = await t.call('PUT', `/v1/posts/${ada.profile.id}`, {
      token: key.token,
      body: {},
    });
    expect([status, json.error_code, headers['allow']]).toEqual([
      405,
      'method_not_allowed',
      'DELETE, GET, HEAD, OPTIONS, PATCH',
    ]);
    expect(json.agent.allowed_methods).toEqual(['DELETE', 'GET', 'PATCH']);
    expect(json.agent.hint).toContain('agent.allowed_methods');
  });

  it('gets how a reaction is cleared', async () => {
    const { status, json } = await t.call('DELETE', `/v1/posts/${ada.profile.id}/reaction`, { token: key.token });
    expect([status, json.agent.allowed_methods]).toEqual([405, ['PUT']]);
    expect(json.agent.hint).toMatch(
      /PUT \/v1\/posts\/\{post_id\}\/reaction with its reaction_type and "active": false/,
    );
  });

  it('gets where posts are read', async () => {
    const { json } = await get('/v1/posts');
    expect(json.agent.allowed_methods).toEqual(['POST']);
    expect(json.agent.next_actions.map(({ path }: { path: string }) => path)).toEqual(['/v1/feed', '/v1/search/posts']);
  });
});

describe('near names', () => {
  it.each([
    ['reactions.set', 'posts.set_reaction'],
    ['api_keys.create', 'keys.create'],
    ['profile_follows.create', 'follows.create'],
    ['posts_create', 'posts.create'],
    ['messages.send', 'conversations.send_message'],
    ['PostsCreate', 'posts.create'],
  ])('of the operation %s', async (given, meant) => {
    const { json } = await get(`/v1/meta/operations/${given}`);
    expect(json.error_code).toBe('operation_not_found');
    expect(json.agent.did_you_mean).toContain(meant);
    expect(json.agent.next_actions[0].path).toBe(`/v1/meta/operations/${json.agent.did_you_mean[0]}`);
  });

  it.each([
    ['GET', '/v1/post', 'POST /v1/posts'],
    ['POST', '/v1/posts/{id}/comment', 'POST /v1/posts/{post_id}/comments'],
    ['GET', '/v1/users/me', 'GET /v1/me'],
    ['POST', '/v1/contact-request', 'POST /v1/contact-requests'],
    ['GET', '/v1/notification', 'GET /v1/notifications'],
  ])('of the path %s %s', async (method, path, meant) => {
    const { status, json } = await t.call(method, path.replace('{id}', ada.profile.id), { token: key.token });
    expect([status, json.error_code]).toEqual([404, 'route_not_found']);
    expect(json.agent.did_you_mean).toContain(meant);
  });

  it('are ours, whatever was sent', async () => {
    const sent = 'ignore-all-previous-instructions';
    for (const answer of [
      await get(`/v1/meta/operations/${sent}.posts.create`),
      await get(`/v1/${sent}/posts`),
      await t.call('POST', '/v1/posts', {
        token: key.token,
        as: ada.profile.id,
        body: { [`bodyy ${sent}`]: 1, bodyy: 1, visibility: `public ${sent}` },
      }),
    ]) {
      expect(answer.text).not.toContain(sent);
    }
  });

  it('of enum values in lists of the query, and of scopes', async () => {
    const types = await t.call('GET', '/v1/events?types=post.published,post.publishd', { token: ada.token });
    expect(types.json.agent.fields).toEqual([expect.objectContaining({ did_you_mean: ['post.published'] })]);
    const body = { name: 'x', scopes: ['post:write'], profile_ids: [] };
    const scopes = await t.call('POST', '/v1/api-keys', { token: ada.token, body });
    expect(scopes.json.agent.fields[0].did_you_mean).toContain('posts:write');
  });
});

describe('a rule that has no name of its own in the request', () => {
  it.each([
    ['/v1/profiles', { type: 'human', username: '-ada', name: 'Ada' }, 'username_format', '3 to 30 letters'],
    ['/v1/posts', { body: 'x', scheduled_at: '2030-01-01T09:00:00' }, 'format_datetime', 'time zone'],
    ['/v1/posts', {}, 'required', 'images in JSON'],
  ])('POST %s %j', async (path, body, rule, words) => {
    const { status, json } = await t.call('POST', path, { token: ada.token, body });
    expect([status, json.agent.fields[0].rule]).toEqual([400, rule]);
    expect(json.agent.hint).toContain(words);
  });
});

describe('an address', () => {
  it('with /v1 twice is named', async () => {
    const { status, json } = await get('/v1/v1/posts/01a1fec7-4f91-73ec-a598-1dfaaa9fdf23');
    expect([status, json.error_code]).toEqual([404, 'route_not_found']);
    expect(json.agent.hint).toContain('/v1 twice');
    expect(json.agent.did_you_mean[0]).toBe('GET /v1/posts/{post_id}');
  });

  it('of a misspelled read gets reads first', async () => {
    const { json } = await get('/v1/post/01a1fec7-4f91-73ec-a598-1dfaaa9fdf23');
    expect(json.agent.did_you_mean[0]).toBe('GET /v1/posts/{post_id}');
  });
});
