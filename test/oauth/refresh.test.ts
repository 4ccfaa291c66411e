import { beforeAll, expect, it } from 'vitest';
import { connect, type OAuthApp, postToken, refresh, startOAuthApp, type TokenAnswer } from '../support/oauth.ts';

let t: OAuthApp;
let strict: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
  strict = await startOAuthApp({ OAUTH_REFRESH_GRACE_SECONDS: '0' });
});

const DAY = 86_400_000;
const works = async (app: OAuthApp, token: string) => (await app.call('GET', '/v1/me', { token })).status;
const refused = (answer: TokenAnswer) => [answer.status, answer.json.error];

it('exchanges a refresh token, for the same client only', async () => {
  const { clientId, tokens } = await connect(t, { scope: 'posts:write feed:read' });
  expect(refused(await refresh(t, 'somebody-else', tokens.refresh_token))).toEqual([401, 'invalid_client']);
  const { clientId: other } = await connect(t);
  expect(refused(await refresh(t, other, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  const next = await refresh(t, clientId, tokens.refresh_token);
  expect(next.status).toBe(200);
  expect(next.headers.get('cache-control')).toContain('no-store');
  expect(next.json.refresh_token).not.toBe(tokens.refresh_token);
  expect(await works(t, next.json.access_token)).toBe(200);
});

it('narrows an access token without changing the refresh token', async () => {
  const { clientId, tokens } = await connect(t, { scope: 'posts:write feed:read' });
  const narrow = await refresh(t, clientId, tokens.refresh_token, { scope: 'feed:read' });
  expect(narrow.json.scope).toBe('feed:read');
  const post = await t.call('POST', '/v1/posts', { token: narrow.json.access_token, body: { body: 'no' } });
  expect([post.status, post.json.error_code]).toEqual([403, 'insufficient_scope']);
  const wide = await refresh(t, clientId, narrow.json.refresh_token);
  expect(wide.json.scope).toBe('posts:write feed:read');
  const wider = await refresh(t, clientId, wide.json.refresh_token, { scope: 'posts:write messages:read' });
  expect(refused(wider)).toEqual([400, 'invalid_scope']);
});

it('allows six parallel refreshes, and revokes the grant for a token of an older generation', async () => {
  const { clientId, tokens } = await connect(t);
  const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(t, clientId, tokens.refresh_token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  for (const { json } of answers) expect(await works(t, json.access_token)).toBe(200);
  const next = await refresh(t, clientId, answers[3]!.json.refresh_token);
  expect(next.status).toBe(200);
  expect(refused(await refresh(t, clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await works(t, next.json.access_token)).toBe(401);
  expect(refused(await refresh(t, clientId, next.json.refresh_token))).toEqual([400, 'invalid_grant']);
});

it('accepts a token again for a minute, then refuses it, and revokes the grant if its successor was used', async () => {
  const { clientId, tokens } = await connect(t);
  const first = await refresh(t, clientId, tokens.refresh_token);
  t.clock.advance(59_000);
  expect((await refresh(t, clientId, tokens.refresh_token)).status).toBe(200);
  t.clock.advance(2000);
  expect(refused(await refresh(t, clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await works(t, first.json.access_token)).toBe(200);
  const second = await refresh(t, clientId, first.json.refresh_token);
  expect(second.status).toBe(200);
  expect(refused(await refresh(t, clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await works(t, second.json.access_token)).toBe(401);
});

it('refuses a sibling of the token that was used, after the grace period', async () => {
  const { clientId, tokens } = await connect(t);
  const branches = await Promise.all([1, 2].map(() => refresh(t, clientId, tokens.refresh_token)));
  const ahead = await refresh(t, clientId, branches[0]!.json.refresh_token);
  t.clock.advance(61_000);
  expect(refused(await refresh(t, clientId, branches[1]!.json.refresh_token))).toEqual([400, 'invalid_grant']);
  expect(await works(t, ahead.json.access_token)).toBe(200);
});

it('without a grace period, accepts one of several parallel refreshes', async () => {
  for (let round = 0; round < 10; round++) {
    const { clientId, tokens } = await connect(strict);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(strict, clientId, tokens.refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter(({ json }) => json.error === 'invalid_grant').length).toBe(5);
    const { rows } = await strict.pool.query('select g.generation from oauth_grants g where g.client_id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ generation: 1 }]);
    for (const { json } of won) expect(await works(strict, json.access_token)).toBe(200);
  }
});

it('expires 30 days after its last use, and 90 days after consent', async () => {
  const idle = await connect(t);
  const busy = await connect(t);
  let newest = busy.tokens.refresh_token;
  for (let month = 0; month < 3; month++) {
    t.clock.advance(29.9 * DAY);
    const next = await refresh(t, busy.clientId, newest);
    expect(next.status, `month ${month}`).toBe(200);
    newest = next.json.refresh_token;
    if (month === 1)
      expect((await refresh(t, idle.clientId, idle.tokens.refresh_token)).json.error).toBe('invalid_grant');
  }
  t.clock.advance(0.4 * DAY);
  expect(refused(await refresh(t, busy.clientId, newest))).toEqual([400, 'invalid_grant']);
});

it('expires an access token after an hour', async () => {
  const { tokens } = await connect(t);
  t.clock.advance(3_599_000);
  expect(await works(t, tokens.access_token)).toBe(200);
  t.clock.advance(2000);
  expect((await t.call('GET', '/v1/me', { token: tokens.access_token })).json.error_code).toBe('expired_credentials');
});

it.each(['access_token', 'refresh_token'] as const)('revokes the grant with its %s', async (kind) => {
  const { clientId, tokens } = await connect(t);
  const revoke = (client_id: string) => postToken(t, { token: tokens[kind], client_id }, '/oauth/revoke');
  const { clientId: stranger } = await connect(t);
  expect((await revoke(stranger)).status).toBe(200);
  expect(await works(t, tokens.access_token)).toBe(200);
  expect((await revoke(clientId)).status).toBe(200);
  expect(await works(t, tokens.access_token)).toBe(401);
  expect(refused(await refresh(t, clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  expect((await revoke(clientId)).status).toBe(200);
  expect((await postToken(t, { token: 'nothing', client_id: clientId }, '/oauth/revoke')).status).toBe(200);
});

it.each(['the app', 'a replayed refresh token'])('disables the webhooks of a grant if %s revokes it', async (by) => {
  const { member, clientId, tokens } = await connect(t, { scope: 'webhooks:write' });
  const made = await t.call('POST', '/v1/webhooks', {
    token: tokens.access_token,
    body: { url: 'https://hooks.example.com/app' },
  });
  expect(made.status).toBe(201);
  if (by === 'the app') {
    await postToken(t, { token: tokens.refresh_token, client_id: clientId }, '/oauth/revoke');
  } else {
    const next = await refresh(t, clientId, tokens.refresh_token);
    await refresh(t, clientId, next.json.refresh_token);
    expect(refused(await refresh(t, clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  }
  const { json } = await t.call('GET', '/v1/webhooks', { token: member.token });
  expect(json.data.items).toMatchObject([{ enabled: false, disabled_reason: 'app_revoked' }]);
});

it('stores no token in plain text', async () => {
  const { tokens } = await connect(t);
  const { rows } = await t.pool.query<{ text: string }>(
    `select (select string_agg(to_jsonb(x)::text, '') from oauth_refresh_tokens x)
      || (select string_agg(to_jsonb(x)::text, '') from oauth_codes x)
      || (select string_agg(to_jsonb(x)::text, '') from credential_secrets x) as text`,
  );
  expect(rows[0]!.text).toContain('codeChallenge');
  for (const token of [tokens.access_token, tokens.refresh_token]) expect(rows[0]!.text).not.toContain(token);
});
