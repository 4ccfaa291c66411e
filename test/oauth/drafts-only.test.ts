import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/core/limits.ts';
import { endGrant } from '../support/access.ts';
import type { CallOptions, CallResult } from '../support/app.ts';
import { connectMcp } from '../support/mcp.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import {
  authorizeUrl,
  consent,
  formOf,
  getCode,
  makeClient,
  type OAuthApp,
  pkce,
  redeem,
  refresh,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { as as asMember, grantAccess, makePost } from '../support/posts.ts';

/** An app that may only draft for a profile, like its manager or because the person chose it: whatever its scopes, it can do no more. */
const codeOf = ({ status, json }: CallResult) => [status, json.error_code];
let t: OAuthApp;
let owner: Member;
let manager: Member;
let clientId: string;
let grantId: string;
let app: { access_token: string; refresh_token: string };
let post: { id: string };

const SCOPES = 'posts:all comments:all follows:all messages:all contacts:all profiles:all feed:all notifications:all';
const as = () => ({ token: app.access_token, as: owner.profile.id });
const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<CallResult> =>
  t.call(method, path, { ...as(), headers, ...(body && { body }) });
const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000).toISOString();
const draft = async (fields: object = {}) => {
  const made = await call('POST', '/v1/posts', { body: 'From the app', ...fields });
  expect([made.status, made.json.data.status], made.text).toEqual([201, 'pending_approval']);
  return made.json.data.id as string;
};

beforeAll(async () => {
  t = await startOAuthApp();
  [owner, manager] = [await makeMember(t), await makeMember(t)];
  grantId = await grantAccess(t, owner, manager, ['drafting']);
  clientId = await makeClient(t);
  post = await makePost(t, { token: owner.token, as: owner.profile.id });
});

describe.each([
  ['a manager that may only draft', () => manager, {}],
  ['the owner, who chose drafts only', () => owner, { draftsOnly: true }],
] as const)('an app of %s', (_of, person, chosen) => {
  beforeAll(async () => {
    app = (await redeem(t, await getCode(t, person(), { client_id: clientId, scope: SCOPES }, chosen))).json;
  });

  it('is the same writer after it was authorized again, and another app is not', async () => {
    const id = await draft();
    await t.call('POST', `/v1/posts/${id}/return`, { ...asMember(owner), body: { note: 'Shorter' } });
    const editAs = async (client_id: string, body: string) => {
      const code = await getCode(t, person(), { client_id, scope: SCOPES }, chosen);
      const { access_token: token } = (await redeem(t, code)).json;
      const edited = await t.call('PATCH', `/v1/posts/${id}`, { token, as: owner.profile.id, body: { body } });
      expect(edited.status, edited.text).toBe(200);
      return (await t.call('GET', `/v1/posts/${id}`, asMember(owner))).json.data.several_writers;
    };
    expect(await editAs(clientId, 'From it')).toBe(false);
    expect(await editAs(await makeClient(t), 'From another')).toBe(true);
  });

  it('has one share of the unpublished posts, also after it was authorized again', async () => {
    const id = await draft();
    await t.pool.query(
      `insert into posts (id, profile_id, kind, status, body, visibility, ai_disclosure, revision, ancestor_ids, created_at, updated_at,
          manager_profile_id, grant_id, written_with_id)
        select gen_random_uuid(), profile_id, kind, status, 'Copy', visibility, ai_disclosure, revision, ancestor_ids, created_at,
          updated_at, manager_profile_id, grant_id, written_with_id
        from posts cross join generate_series(2, $2) where id = $1`,
      [id, LIMITS.post.max_unpublished_of_drafter],
    );
    const writeAs = async (client_id: string) => {
      const code = await getCode(t, person(), { client_id, scope: SCOPES }, chosen);
      const { access_token: token } = (await redeem(t, code)).json;
      const body = { body: 'One more', status: 'draft' };
      return (await t.call('POST', '/v1/posts', { token, as: owner.profile.id, body })).status;
    };
    const statuses = [await writeAs(clientId), await writeAs(await makeClient(t))];
    await t.pool.query("delete from posts where body = 'Copy'");
    // The share of a manager is for all of its apps.
    expect(statuses).toEqual([403, person() === manager ? 403 : 201]);
  });

  it('makes posts that wait, and publishes, schedules and approves none', async () => {
    const id = await draft({ status: 'published' });
    for (const [method, path, body] of [
      ['POST', `/v1/posts/${id}/return`, { note: 'mine' }],
      ['PATCH', `/v1/posts/${post.id}`, { body: 'changed after publication' }],
      ['DELETE', `/v1/posts/${post.id}`, undefined],
    ] as const) {
      const answer = await call(method, path, body);
      expect([answer.status, answer.json.error_code], `${method} ${path}`).toEqual([403, 'permission_denied']);
    }
    for (const body of [{}, { scheduled_at: inAnHour() }]) {
      const { data } = (await call('POST', `/v1/posts/${id}/publish`, body)).json;
      expect([data.status, data.scheduled_at]).toEqual(['pending_approval', null]);
    }
    await draft({ scheduled_at: inAnHour() });
    await draft({ reply_to_post_id: post.id });
    const read = await t.call('GET', `/v1/posts/${post.id}/comments`);
    expect(read.json.data.items).toEqual([]);
  });

  it('reacts, follows, writes, asks and edits for nobody', async () => {
    const { profile } = await makeMember(t);
    for (const [method, path, body] of [
      ['PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }],
      ['POST', '/v1/profile-follows', { followed_profile_id: profile.id }],
      ['POST', '/v1/contact-requests', { profile_id: profile.id }],
      ['POST', '/v1/conversations/direct', { profile_id: profile.id }],
      ['PATCH', `/v1/profiles/${owner.profile.id}`, { name: 'Taken over' }],
      ['POST', `/v1/profiles/${owner.profile.id}/access`, { manager_profile_id: profile.id, permissions: ['posting'] }],
    ] as const) {
      const { status, json } = await call(method, path, body);
      expect([status, json.error_code], `${method} ${path}`).toEqual([
        403,
        expect.stringMatching(/permission_denied|insufficient_scope/),
      ]);
    }
  });

  it('creates no key, webhook or export, which need a scope or a person', async () => {
    for (const [path, body] of [
      ['/v1/api-keys', { name: 'x', scopes: ['posts:all'], profile_ids: [owner.profile.id] }],
      ['/v1/webhooks', { url: 'https://hooks.example.com/x' }],
      ['/v1/exports', {}],
    ] as const) {
      expect((await call('POST', path, body)).status, path).toBe(403);
    }
  });

  it('gets no more by repeating a request of the owner, in a batch, or with refreshed tokens', async () => {
    const headers = { 'idempotency-key': 'shared-by-two' };
    const owners = await t.call('POST', '/v1/posts', {
      token: owner.token,
      as: owner.profile.id,
      headers,
      body: { body: 'Hello' },
    });
    expect(owners.json.data.status).toBe('published');
    const repeated = await call('POST', '/v1/posts', { body: 'Hello' }, headers);
    expect([repeated.json.data.status, repeated.json.data.id === owners.json.data.id]).toEqual([
      'pending_approval',
      false,
    ]);

    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call('POST', '/v1/posts', { body: `At once ${n}` })),
    );
    expect(new Set(many.map(({ json }) => json.data.status))).toEqual(new Set(['pending_approval']));

    app = (await refresh(t, clientId, app.refresh_token)).json;
    const client = await connectMcp(t, app.access_token, { headers: { 'X-Profile-Id': owner.profile.id } });
    const tool = await client.callTool({
      name: 'posts_create',
      arguments: { body: 'From a tool', status: 'published' },
    });
    expect(tool.structuredContent).toMatchObject({ status: 'pending_approval' });
  });
});

it('ends with the grant: drafts stay, and no request acts for the profile', async () => {
  app = (await redeem(t, await getCode(t, manager, { client_id: clientId, scope: SCOPES }))).json;
  const id = await draft();
  expect((await endGrant(t, owner, grantId)).status).toBe(200);
  const answers = await Promise.all([
    call('POST', '/v1/posts', { body: 'still here' }),
    call('PATCH', `/v1/posts/${id}`, { body: 'still here' }),
    call('GET', `/v1/profiles/${owner.profile.id}/posts?status=pending_approval`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  const second = await makeProfile(t, owner, { type: 'ai_agent' });
  expect((await t.call('GET', '/v1/me', { token: app.access_token })).text).not.toContain(second.id);
  const key = await makeKey(t, owner, { scopes: ['posts:read'], profileIds: [owner.profile.id] });
  const waiting = await t.call('GET', `/v1/posts/${id}`, { token: key.token, as: owner.profile.id });
  expect(waiting.json.data.status).toBe('pending_approval');
});

describe('the choice of the person', () => {
  const mine = (token: string) => ({ token, as: owner.profile.id });
  const write = (token: string) => t.call('POST', '/v1/posts', { ...mine(token), body: { body: 'From the app' } });
  const authorized = async () => (await t.call('GET', '/v1/oauth-grants', { token: owner.token })).json.data.items;

  it('is offered where an app asks to write posts or comments, and kept when the form is shown again', async () => {
    const shownFor = async (scope: string) => {
      const visitor = new Visitor(t.origin);
      const { challenge } = pkce();
      // A new app: one that was limited before is offered the limit again.
      const client_id = await makeClient(t);
      const asked = { client_id, scope, code_challenge: challenge, code_challenge_method: 'S256' };
      const signIn = await visitor.visit(authorizeUrl(t, asked));
      const { action, token } = formOf(signIn.text);
      const { email, password } = owner;
      const page = await visitor.follow(await visitor.post(action, { token, email, password }));
      return { visitor, page };
    };
    const offered = async (scope: string) => (await shownFor(scope)).page.text.includes('name="drafts_only"');
    expect([await offered('posts:write'), await offered('comments:all'), await offered('all:all')]).toEqual(
      Array(3).fill(true),
    );
    expect([await offered('posts:read'), await offered('messages:all')]).toEqual([false, false]);
    const { visitor, page } = await shownFor('posts:write');
    const form = formOf(page.text);
    const again = await visitor.post(form.action, { token: form.token, answer: 'allow', drafts_only: 'true' });
    expect([again.status, /name="drafts_only" value="true" checked/.test(again.text)]).toEqual([422, true]);
  });

  it('is in the list of apps, in me and in the hint of a refusal', async () => {
    const asked = { client_id: await makeClient(t), scope: SCOPES };
    const { access_token } = (await redeem(t, await getCode(t, owner, asked, { draftsOnly: true }))).json;
    expect((await authorized())[0]).toMatchObject({ client: { id: asked.client_id }, permissions: ['drafting'] });
    const { profiles } = (await t.call('GET', '/v1/me', { token: access_token })).json.data;
    for (const one of profiles) expect(one).toMatchObject({ owned: true, permissions: ['drafting'] });
    const waiting = (await write(access_token)).json.data;
    const back = await t.call('POST', `/v1/posts/${waiting.id}/return`, {
      ...mine(owner.token),
      body: { note: 'Shorter' },
    });
    const actions = back.json.agent.next_actions.map(({ path }: { path: string }) => path);
    expect(actions, 'nothing for the drafter').toEqual([`/v1/posts/${waiting.id}`]);
    const body = { followed_profile_id: manager.profile.id };
    const { json } = await t.call('POST', '/v1/profile-follows', { ...mine(access_token), body });
    expect(json.agent.hint).toMatch(/drafts only/);
    expect(json.agent.hint).not.toMatch(/this key|api-keys/);
    const free = (await redeem(t, await getCode(t, owner, { ...asked, client_id: await makeClient(t) }))).json;
    expect((await authorized())[0].permissions).toBeNull();
    expect((await write(free.access_token)).json.data.status).toBe('published');
  });

  it('is repeated for an app that the operator registered, and never widened by an earlier one', async () => {
    const client_id = await makeClient(t, { kind: 'registered' });
    const first = await redeem(t, await getCode(t, owner, { client_id, scope: 'posts:all feed:read' }));
    expect((await write(first.json.access_token)).json.data.status).toBe('published');
    const visitor = new Visitor(t.origin);
    const ask = async (scope: string, chosen: object | null) => {
      const { verifier, challenge } = pkce();
      const asked = { client_id, scope, code_challenge: challenge, code_challenge_method: 'S256' };
      const url = authorizeUrl(t, { ...asked, ...(chosen ? { prompt: 'consent' } : {}) });
      const page = await visitor.visit(url);
      const answer = chosen ? await consent(visitor, page, owner, chosen) : page;
      const code = answer.location && new URL(answer.location).searchParams.get('code');
      return code ? (await redeem(t, { code, verifier, clientId: client_id, answer: new URL(url) })).json : null;
    };
    await ask('posts:write', { draftsOnly: true });
    const again = await ask('posts:write', null);
    expect((await write(again!.access_token)).json.data.status).toBe('pending_approval');
    expect(await ask('posts:write feed:read', null), 'the earlier consent is not repeated').toBeNull();
    await ask('posts:write feed:read', {});
    await ask('feed:read', {});
    expect(await ask('feed:read', null)).not.toBeNull();
    expect(await ask('posts:write', null), 'nor a wider one with the same permissions').toBeNull();
  });
});

it('limits the sign-ins of the same app from before, also after a refresh', async () => {
  const [person, client] = [await makeMember(t), await makeClient(t)];
  const allow = async (choice: { draftsOnly?: boolean }) =>
    (await redeem(t, await getCode(t, person, { client_id: client, scope: SCOPES }, choice))).json;
  const statusWith = async (token: string) =>
    (await t.call('POST', '/v1/posts', { token, as: person.profile.id, body: { body: 'From before' } })).json.data
      .status;
  const before = await allow({});
  expect(await statusWith(before.access_token)).toBe('published');
  const other = (await redeem(t, await getCode(t, person, { client_id: clientId, scope: SCOPES }))).json;
  await allow({ draftsOnly: true });
  expect(await statusWith(before.access_token)).toBe('pending_approval');
  const { json } = await refresh(t, client, before.refresh_token);
  expect(await statusWith(json.access_token)).toBe('pending_approval');
  expect(await statusWith(other.access_token), 'another app').toBe('published');
});

it('an app without `comments:write` publishes, edits, illustrates and returns no comment, and may remove it', async () => {
  const [me, other, drafter] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  await grantAccess(t, me, drafter, ['drafting']);
  const reply_to_post_id = (await makePost(t, asMember(other))).id;
  const comment = async (fields: object, by: CallOptions = asMember(me)) =>
    (await makePost(t, by, { body: 'A comment', reply_to_post_id, ...fields })).id as string;
  const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  const ids = [await comment({ status: 'draft' }), await comment({ scheduled_at }), await comment({})];
  const pending = await comment({}, { token: drafter.token, as: me.profile.id });
  const revisionOf = async (id: string) => (await t.call('GET', `/v1/posts/${id}`, asMember(me))).json.data.revision;
  const withScopes = async (scopes: string[]): Promise<CallOptions> => ({
    token: (await makeGrant(t, me, { scopes })).token,
    as: me.profile.id,
  });
  for (const scopes of [['posts:write'], ['posts:write', 'posts:read']]) {
    const by = await withScopes(scopes);
    for (const id of [...ids, pending]) {
      const edited = await t.call('PATCH', `/v1/posts/${id}`, { ...by, body: { body: 'Rewritten' } });
      expect(codeOf(edited), scopes.join(' ')).toEqual([403, 'insufficient_scope']);
      expect(await revisionOf(id)).toBe(1);
    }
    for (const [method, path, body] of [
      ['PUT', `${ids[0]}/images`, { images: [] }],
      ['POST', `${ids[0]}/publish`, {}],
      ['POST', `${pending}/return`, {}],
    ] as const)
      expect(codeOf(await t.call(method, `/v1/posts/${path}`, { ...by, body }))).toEqual([403, 'insufficient_scope']);
    const own = (await makePost(t, asMember(me), { status: 'draft' })).id;
    expect((await t.call('PATCH', `/v1/posts/${own}`, { ...by, body: { body: 'Mine' } })).status).toBe(200);
  }
  const by = await withScopes(['posts:write', 'comments:write']);
  expect((await t.call('PATCH', `/v1/posts/${ids[1]}`, { ...by, body: { body: 'Rewritten' } })).status).toBe(200);
  expect((await t.call('POST', `/v1/posts/${ids[0]}/publish`, { ...by, body: {} })).status).toBe(200);
  expect((await t.call('DELETE', `/v1/posts/${ids[2]}`, await withScopes(['posts:write']))).status).toBe(200);
});
