import { beforeAll, describe, expect, it } from 'vitest';
import { systemCtx } from '../../src/ctx.ts';
import type { FetchedDocument } from '../../src/oauth/client-metadata.ts';
import { purgeOAuth } from '../../src/oauth/purge.ts';
import { mailsTo } from '../support/mails.ts';
import { makeMember, makeProfile, PASSWORD, signUp, unique } from '../support/members.ts';
import {
  authorizeUrl,
  connect,
  consent,
  formOf,
  getCode,
  makeClient,
  type OAuthApp,
  pkce,
  REDIRECT,
  redeem,
  signedIn,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';

const DOCUMENT_URL = 'https://reader.example.com/client.json';

let t: OAuthApp;
const fetched: string[] = [];
beforeAll(async () => {
  const fetchDocument = async (url: string): Promise<FetchedDocument> => {
    fetched.push(url);
    return {
      json: { client_id: DOCUMENT_URL, client_name: 'Reader <b>', redirect_uris: [REDIRECT] },
      maxAgeSeconds: null,
    };
  };
  t = await startOAuthApp({}, { fetchDocument });
});

const ask = async (clientId: string, asked = {}) =>
  authorizeUrl(t, {
    client_id: clientId,
    scope: 'posts:write',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...asked,
  });

it('answers a throttled sign-in with 429 and the time to wait', async () => {
  const member = await makeMember(t);
  const visitor = new Visitor(t.origin);
  const { action, token } = formOf((await visitor.visit(await ask(await makeClient(t)))).text);
  const signIn = (password: string) => visitor.post(action, { token, email: member.email, password });
  expect((await signIn('not the password')).status).toBe(422);
  // As after many more attempts, so that the wait outlasts the test on a slow machine.
  await t.pool.query('update sign_in_tries set tries = tries + 40');
  const refused = await signIn(member.password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(refused.text).toContain('Too many attempts. Try again in 15 minutes.');
  t.clock.advance(900_000);
  expect((await signIn(member.password)).status).toBe(303);
});

it('asks again if a profile of the form is not an id', async () => {
  const member = await makeMember(t);
  const { page, visitor } = await signedIn(t, member, await ask(await makeClient(t)));
  const { action, token, scope } = formOf(page.text);
  const answer = await visitor.post(action, { token, answer: 'allow', scope, profile: "x'" });
  expect([answer.status, answer.text.includes('Choose at least one profile.')]).toEqual([422, true]);
});

it.each(['form_post', 'form_post.jwt'])('rejects response_mode=%s before showing a page', async (response_mode) => {
  const client = await makeClient(t, { kind: 'registered' });
  const answer = await new Visitor(t.origin).request(await ask(client, { response_mode, state: 'st' }));
  expect(answer.status).toBe(303);
  const back = new URL(answer.location!);
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'unsupported_response_mode',
    state: 'st',
    iss: t.origin,
  });
});

it('forbids framing, caching and scripts', async () => {
  const { page, answer } = await signedIn(t, await makeMember(t), await ask(await makeClient(t)));
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie().join()).toMatch(/pronet_session=pns_\w+; .*HttpOnly; SameSite=Lax/);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  expect(page.text).not.toContain('<script');
});

it('requires the form token and the browser that started the request', async () => {
  const member = await makeMember(t);
  const { visitor, page } = await signedIn(t, member, await ask(await makeClient(t)));
  const { action, token, profiles, scope } = formOf(page.text);
  expect((await visitor.post(action, { token: 'x', answer: 'allow', profile: profiles[0]! })).status).toBe(403);
  expect(
    (
      await visitor.post(action, [
        ['token', token],
        ['token', token],
        ['answer', 'allow'],
      ])
    ).status,
  ).toBe(400);
  expect((await new Visitor(t.origin).request(action)).status).toBe(404);
  expect((await new Visitor(t.origin).post(action, { token, answer: 'allow', profile: profiles[0]! })).status).toBe(
    404,
  );
  expect((await visitor.post(action, { token, scope, answer: 'allow' })).status).toBe(422);
  const stranger = await makeMember(t);
  expect((await visitor.post(action, { token, scope, answer: 'allow', profile: stranger.profile.id })).status).toBe(
    422,
  );
  expect((await t.call('GET', '/v1/oauth-grants', { token: member.token })).json.data.items).toEqual([]);
});

it('asks for a recent sign-in before an app speaks as the person, and mails the owner when it gets more', async () => {
  const member = await makeMember(t);
  const clientId = await makeClient(t, { kind: 'registered' });
  const { visitor } = await signedIn(t, member, await ask(clientId));
  const mailsAboutApps = async () =>
    (await mailsTo(t, member.email)).filter(({ params }) => 'kind' in params && params.kind === 'app').length;
  const allow = async (scope: string) => {
    const shown = formOf((await visitor.visit(await ask(clientId, { scope, prompt: 'consent' }))).text);
    const form = { token: shown.token, scope, answer: 'allow', profile: shown.profiles[0]! };
    return { answer: await visitor.post(shown.action, form), ...shown };
  };
  t.clock.advance(2 * 3_600_000 + 1);
  expect([(await allow('posts:read')).answer.status, await mailsAboutApps()]).toEqual([303, 1]);
  expect((await allow('posts:write')).answer.status).toBe(422);
  const { answer, action } = await allow('all:all');
  expect([answer.status, answer.text.includes('your last sign-in was more than two hours ago')]).toEqual([422, true]);
  const out = await visitor.post(`${action}/sign-out`, { token: formOf(answer.text).token });
  const { token } = formOf((await visitor.follow(out)).text);
  await visitor.post(`${action}/sign-in`, { token, email: member.email, password: member.password });
  expect([(await allow('all:all')).answer.status, await mailsAboutApps()]).toEqual([303, 2]);
  expect([(await allow('posts:write')).answer.status, await mailsAboutApps()]).toEqual([303, 2]);
});

it('mails the owner about each consent to a client that any program can pretend to be', async () => {
  const member = await makeMember(t);
  const clientId = await makeClient(t);
  const { visitor } = await signedIn(t, member, await ask(clientId));
  for (const times of [1, 2]) {
    const shown = formOf((await visitor.visit(await ask(clientId, { prompt: 'consent' }))).text);
    const form = { token: shown.token, scope: 'posts:write', answer: 'allow', profile: shown.profiles[0]! };
    expect((await visitor.post(shown.action, form)).status).toBe(303);
    const about = (await mailsTo(t, member.email)).filter(({ template }) => template === 'access-created');
    expect(about.map(({ params }) => 'changed' in params)).toEqual([false, true].slice(0, times));
  }
});

it('grants only what the person leaves ticked, and asks for something', async () => {
  const member = await makeMember(t);
  const clientId = await makeClient(t);
  const { verifier, challenge } = pkce();
  const asked = { scope: 'posts:write messages:read messages:write', code_challenge: challenge };
  const { page, visitor } = await signedIn(t, member, await ask(clientId, asked));
  const { action, token, profiles, scope } = formOf(page.text);
  expect(scope).toBe('posts:write messages:read messages:write');
  const none = await visitor.post(action, { token, answer: 'allow', profile: profiles[0]! });
  expect([none.status, none.text.includes('Choose what the app may do')]).toEqual([422, true]);
  expect(none.text).not.toContain('name="scope" value="posts:write" checked');
  const more = { token, answer: 'allow', profile: profiles[0]!, scope: 'posts:write keys:write' };
  const back = await visitor.follow(await visitor.post(action, more));
  const code = new URL(back.location!).searchParams.get('code')!;
  const { json } = await redeem(t, { code, verifier, clientId, answer: new URL(back.location!) });
  expect(json.scope).toBe('posts:write');
  const me = await t.call('GET', '/v1/me', { token: json.access_token });
  expect(me.json.data.scopes).toEqual(['posts:write']);
});

it('returns access_denied if the person denies', async () => {
  const { visitor, page } = await signedIn(t, await makeMember(t), await ask(await makeClient(t), { state: 's' }));
  const { action, token } = formOf(page.text);
  const back = await visitor.follow(await visitor.post(action, { token, answer: 'deny' }));
  const said = Object.fromEntries(new URL(back.location!).searchParams);
  expect(said).toMatchObject({ error: 'access_denied', state: 's', iss: t.origin });
  expect(said['error_description']).toMatch(/nothing was shared.*start a new authorization/);
  expect(said).not.toHaveProperty('code');
});

it('answers a form that is sent twice once', async () => {
  const member = await makeMember(t);
  const { visitor, page } = await signedIn(t, member, await ask(await makeClient(t)));
  const { action, token, profiles, scope } = formOf(page.text);
  const send = (answer: string) => visitor.post(action, { token, answer, scope, profile: profiles[0]! });
  const answers = await Promise.all([send('allow'), send('allow'), send('allow')]);
  answers.push(await send('deny'));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  const { rows } = await t.pool.query("select id from credentials where account_id = $1 and type = 'oauth'", [
    member.accountId,
  ]);
  expect(rows.length).toBe(1);
  const resume = answers[1]!;
  expect((await visitor.follow(resume)).location).toContain('code=');
  for (const path of [action, resume.location!]) {
    const { text } = await visitor.request(path);
    expect(text).toContain('You already answered this request, or it expired. To continue, go back to the app');
    expect(text).toContain('href="/console/apps"');
    expect(text).not.toContain('Nothing was shared');
    const signedOut = await new Visitor(t.origin).request(path);
    expect(signedOut.text).toContain('You already answered this request');
    expect(signedOut.text).not.toContain('href="/console/apps"');
  }
});

it('shows the reason for a suspension, and that signing in canceled a deletion', async () => {
  const clientId = await makeClient(t, { kind: 'registered' });
  const member = await makeMember(t);
  const visitor = new Visitor(t.origin);
  await consent(visitor, await visitor.visit(await ask(clientId)), member);
  await t.pool.query('update accounts set deletion_scheduled_at = $2 where id = $1', [
    member.accountId,
    new Date(t.clock.now().getTime() + 86_400_000),
  ]);
  const back = await signedIn(t, member, await ask(clientId));
  expect(back.page.text).toContain('Signing in canceled the deletion');
  expect(formOf(back.page.text).profiles).toEqual([member.profile.id]);
  await t.pool.query("update accounts set suspended_at = $2, suspension_reason = 'spam <i>' where id = $1", [
    member.accountId,
    t.clock.now(),
  ]);
  const { page, visitor: suspended } = await signedIn(t, member, await ask(clientId));
  expect([page.status, page.location]).toEqual([403, null]);
  expect(page.text).toContain('<q>spam &lt;i&gt;</q>');
  expect(page.text).not.toContain('value="allow"');
  const { action, token } = formOf(page.text);
  const refused = await suspended.follow(await suspended.post(action, { token, answer: 'deny' }));
  expect(refused.location).toContain('error=access_denied');
});

it('returns after sign-up and a first profile to the consent page', async () => {
  const visitor = new Visitor(t.origin);
  const { text } = await visitor.visit(await ask(await makeClient(t)));
  const link = /href="(\/console\/sign-up[^"]*)"/.exec(text)![1]!;
  expect(text).toContain('href="/console/reset"');
  expect((await visitor.request(link.replace('sign-up', 'sign-in'))).text).toContain(`href="${link}"`);
  const form = await visitor.request(link);
  const asks = '<strong>Example App</strong> asks for access.';
  expect(form.text).toContain(asks);
  const nobody = await visitor.request('/console/sign-up?next=%2Foauth%2Fconsent%2Fanother');
  expect(nobody.text).not.toContain('asks for access');
  const fields = {
    token: formOf(form.text).token,
    next: /name="next" value="([^"]+)"/.exec(form.text)![1]!,
    email: `new-${Date.now()}@example.com`,
    password: 'seven quiet herons over the lake',
  };
  const weak = await visitor.post('/console/sign-up', { ...fields, password: 'short' });
  expect([weak.status, weak.text.includes(asks)]).toEqual([422, true]);
  const made = await visitor.post('/console/sign-up', fields);
  const newProfile = `/console/profiles/new?next=${encodeURIComponent(fields.next)}`;
  expect([made.status, made.location]).toEqual([303, newProfile]);
  const skipped = await visitor.request(fields.next);
  expect(skipped.text).toContain('You have no profile yet.');
  expect(skipped.text).toContain(`href="${newProfile}"`);
  expect(skipped.text).not.toContain('value="allow"');
  const early = await visitor.post(fields.next, {
    token: formOf(skipped.text).token,
    answer: 'allow',
    scope: 'posts:write',
  });
  expect([early.status, early.text.includes('Create a profile first.')]).toEqual([422, true]);
  const { token } = formOf((await visitor.request(newProfile)).text);
  const profile = { type: 'human', username: unique(), name: 'A New Member' };
  const page = await visitor.follow(
    await visitor.post('/console/profiles/new', { token, next: fields.next, ...profile }),
  );
  expect(page.text).toContain('Allow <span class="name">Example App</span> to act for you?');
  expect(page.text).toContain('A New Member');
  const stranger = await new Visitor(t.origin).request('/console/sign-up?next=//evil.example/');
  expect(stranger.text).not.toContain('evil.example');
});

it('lets a person without a profile allow an app that can create one', async () => {
  const { email } = await signUp(t);
  const asked = await ask(await makeClient(t), { scope: 'posts:write profiles:write' });
  const { visitor, page } = await signedIn(t, { email, password: PASSWORD }, asked);
  expect(page.text).toContain('or allow the app to create it');
  const { action, token, scope } = formOf(page.text);
  const without = { token, answer: 'allow', scope: 'posts:write' };
  expect((await visitor.post(action, without)).text).toContain('Create a profile first.');
  expect((await visitor.post(action, { ...without, scope, drafts_only: 'true' })).status).toBe(422);
  expect((await visitor.follow(await visitor.post(action, { ...without, scope }))).location).toContain('code=');
});

it('limits the app to the chosen profiles', async () => {
  const member = await makeMember(t);
  const other = await makeProfile(t, member);
  const clientId = await makeClient(t);
  const { verifier, challenge } = pkce();
  const visitor = new Visitor(t.origin);
  const page = await visitor.visit(await ask(clientId, { code_challenge: challenge }));
  const back = await consent(visitor, page, member, { profiles: [other.id] });
  const tokens = await redeem(t, {
    code: new URL(back.location!).searchParams.get('code')!,
    verifier,
    clientId,
    answer: new URL(back.location!),
  });
  const me = await t.call('GET', '/v1/me', { token: tokens.json.access_token });
  expect(me.json.data.profiles.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([other.id]);
  const post = (as: string) =>
    t.call('POST', '/v1/posts', { token: tokens.json.access_token, as, body: { body: 'x' } });
  expect((await post(member.profile.id)).json.error_code).toBe('profile_not_attached');
  expect((await post(other.id)).status).toBe(201);
});

describe('clients', () => {
  it('with a metadata document are fetched once, shown with their host, and escaped', async () => {
    const url = await ask(DOCUMENT_URL);
    const { page } = await signedIn(t, await makeMember(t), url);
    await new Visitor(t.origin).visit(url);
    expect(fetched).toEqual([DOCUMENT_URL]);
    expect(page.text).toContain('Reader &lt;b&gt;');
    expect(page.text).toContain('Published by <strong>reader.example.com</strong>');
    expect(page.text).toMatch(new RegExp(`Redirects to</dt>\\s*<dd><strong>${new URL(REDIRECT).host}</strong>`));
    const member = await makeMember(t);
    expect((await redeem(t, await getCode(t, member, { client_id: DOCUMENT_URL }))).status).toBe(200);
    const { json } = await t.call('GET', '/v1/oauth-grants', { token: member.token });
    expect(json.data.items[0].client).toEqual({ id: DOCUMENT_URL, name: 'Reader <b>', host: 'reader.example.com' });
  });

  it('need consent once if the operator registered them, otherwise each time', async () => {
    const member = await makeMember(t);
    for (const kind of ['registered', 'dynamic'] as const) {
      const clientId = await makeClient(t, { kind });
      const visitor = new Visitor(t.origin);
      const first = await consent(visitor, await visitor.visit(await ask(clientId)), member);
      expect(first.location).toContain('code=');
      const again = await visitor.visit(await ask(clientId));
      expect(again.location === null, kind).toBe(kind === 'dynamic');
      const wider = await visitor.visit(await ask(clientId, { scope: 'posts:write messages:read' }));
      expect(wider.text, kind).toContain('Messages (read)');
    }
  });

  it('that speak as the member are not given access again by an old session without a sign-in', async () => {
    const member = await makeMember(t);
    const clientId = await makeClient(t, { kind: 'registered' });
    const visitor = new Visitor(t.origin);
    await consent(visitor, await visitor.visit(await ask(clientId)), member);
    const reading = await makeClient(t, { kind: 'registered' });
    await consent(visitor, await visitor.visit(await ask(reading, { scope: 'posts:read' })), member);
    t.clock.advance(2 * 3_600_000 + 1);
    const again = await visitor.visit(await ask(clientId));
    expect([again.location, again.text.includes('value="allow"')]).toEqual([null, true]);
    expect((await visitor.visit(await ask(reading, { scope: 'posts:read' }))).location).toContain('code=');
  });

  it("need consent each time at an address on the person's machine, even if the operator registered them", async () => {
    const redirect_uri = 'http://127.0.0.1:1234/back';
    const clientId = await makeClient(t, { kind: 'registered', redirectUris: [redirect_uri] });
    const visitor = new Visitor(t.origin);
    const first = await consent(
      visitor,
      await visitor.visit(await ask(clientId, { redirect_uri })),
      await makeMember(t),
    );
    expect(first.location).toContain('code=');
    const other = await visitor.visit(await ask(clientId, { redirect_uri: 'http://127.0.0.1:6666/back' }));
    expect([other.location, other.text.includes('value="allow"')]).toEqual([null, true]);
  });

  it('need consent again after a revocation, and with prompt=consent', async () => {
    const member = await makeMember(t);
    const clientId = await makeClient(t, { kind: 'registered' });
    const visitor = new Visitor(t.origin);
    await consent(visitor, await visitor.visit(await ask(clientId)), member);
    expect((await visitor.visit(await ask(clientId))).location).toContain('code=');
    const asked = await visitor.visit(await ask(clientId, { prompt: 'consent' }));
    expect([asked.location, asked.text.includes('Allow')]).toEqual([null, true]);
    expect((await consent(visitor, asked, member)).location).toContain('code=');
    const list = async () => (await t.call('GET', '/v1/oauth-grants', { token: member.token })).json.data.items;
    const items = await list();
    expect(items.length).toBe(3);
    await t.call('DELETE', `/v1/oauth-grants/${items[0].id}`, { token: member.token });
    expect(await list()).toEqual([]);
    expect((await visitor.visit(await ask(clientId))).location).toBeNull();
  });

  it('can register dynamically, and expire after a day unless used', async () => {
    const register = (body: object) => t.call('POST', '/oauth/register', { body });
    const answer = await register({
      redirect_uris: [REDIRECT],
      client_name: 'Self',
      logo_uri: 'https://x.example',
      scope: 'a',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      client_name: 'Self',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
    });
    expect(answer.json).not.toHaveProperty('client_secret');
    for (const [body, error] of [
      [{ redirect_uris: ['http://app.example.com/back'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['com.example.app:/back'] }, 'invalid_redirect_uri'],
      [{}, 'invalid_redirect_uri'],
      [{ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
      [{ redirect_uris: [REDIRECT], client_name: 'Pronet Security' }, 'invalid_client_metadata'],
    ] as const) {
      const refused = await register(body);
      expect([refused.status, refused.json.error]).toEqual([400, error]);
    }
    const used = await connect(t);
    t.clock.advance(86_400_001);
    const visit = async (clientId: string) => new Visitor(t.origin).request(await ask(clientId));
    const { status, text } = await visit(answer.json.client_id);
    expect([status, text]).toEqual([400, expect.stringContaining('until the app has registered again')]);
    expect(text).not.toContain('Go back');
    expect((await visit(used.clientId)).status).toBe(303);
    // How an app asks before it sends a person.
    const known = async (client_id: string) => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', client_id, refresh_token: 'none' });
      return (await (await fetch(`${t.origin}/oauth/token`, { method: 'POST', body })).json()).error;
    };
    expect([await known(answer.json.client_id), await known(used.clientId)]).toEqual([
      'invalid_client',
      'invalid_grant',
    ]);
    expect((await purgeOAuth(systemCtx(t.deps, 'test'))).purged).toBeGreaterThan(0);
    const { rows } = await t.pool.query('select client_id from oauth_clients where client_id = any($1)', [
      [answer.json.client_id, used.clientId],
    ]);
    expect(rows).toEqual([{ client_id: used.clientId }]);
  });
});

it('limits registrations per address, and rejects them if disabled', async () => {
  const limited = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true' });
  const body = { redirect_uris: [REDIRECT] };
  const answers = [];
  for (let n = 0; n < 21; n++) answers.push((await limited.call('POST', '/oauth/register', { body })).status);
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(201));
  const refused = await limited.call('POST', '/oauth/register', { body });
  expect(refused.json.error_description).toMatch(/^Too many registrations .* 20 apps an hour: reuse the client_id/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect(answers[20]).toBe(429);
  const closed = await startOAuthApp({ OAUTH_REGISTRATION: 'off' });
  expect((await closed.call('POST', '/oauth/register', { body })).status).toBe(403);
  const metadata = await closed.call('GET', '/.well-known/oauth-authorization-server');
  expect(metadata.json).not.toHaveProperty('registration_endpoint');
});

it('builds URLs from the configuration, whatever Host says, and answers any origin', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://web.example' };
  const metadata = await t.call('GET', '/.well-known/oauth-authorization-server', { headers });
  expect(metadata.text).not.toContain('evil.example');
  expect(metadata.headers['access-control-allow-origin']).toBe('*');
  for (const path of ['', '/mcp']) {
    const { json } = await t.call('GET', `/.well-known/oauth-protected-resource${path}`, { headers });
    expect(json).toMatchObject({ resource: t.origin + path, authorization_servers: [t.origin] });
  }
  const url = new URL(await ask(await makeClient(t)));
  const begun = await t.app.inject({ url: url.pathname + url.search, headers });
  expect(begun.statusCode).toBe(303);
  expect(JSON.stringify(begun.headers)).not.toContain('evil.example');
  const token = await t.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers,
    payload: { grant_type: 'authorization_code' },
  });
  expect([token.statusCode, token.json().error]).toEqual([400, 'invalid_request']);
  expect(token.headers['access-control-allow-origin']).toBe('*');
  expect(token.headers['access-control-allow-credentials']).toBeUndefined();
});
