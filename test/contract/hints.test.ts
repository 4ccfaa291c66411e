import { beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal.ts';
import { PRINCIPAL_TYPES } from '../../src/core/enums.ts';
import { credentials } from '../../src/core/error-codes/credentials.ts';
import { ERROR_CODES, type ErrorCode, type ErrorSpec } from '../../src/core/error-codes.ts';
import { hintFor, type Reader } from '../../src/core/hints.ts';
import { amountOf, RATE_LIMITS, type RateLimitName } from '../../src/core/limits.ts';
import { action, apiAction } from '../../src/core/next-action.ts';
import { addressOf, apiText, type OperationName, type Text } from '../../src/core/operation-text.ts';
import { ALL_SCOPES, OAUTH_SCOPES } from '../../src/core/scopes.ts';
import { callableActions, mayCall, routeOf } from '../../src/http/may-call.ts';
import { rateLimitFacts } from '../../src/http/rate-limit-advice.ts';
import type { RouteEntry } from '../../src/http/route-contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { makeGrant } from '../support/oauth-grants.ts';
import { operationsIn } from '../support/texts.ts';

const READERS: readonly Reader[] = [...PRINCIPAL_TYPES, 'anonymous'];
const CALL = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1[\w{}/-]*)/g;
const callsIn = (text: string) =>
  [...text.matchAll(CALL)].map(([, method, path]) => ({ method: method!, path: path! }));

let t: TestApp;
let ada: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
});

/** A credential of this kind with every scope and permission the kind can have. */
const strongest = (type: Principal['type']) =>
  ({ type, scopes: type === 'oauth' ? OAUTH_SCOPES : ALL_SCOPES, permissions: null }) as unknown as Principal;

function isOpenTo(route: RouteEntry, reader: Reader): boolean {
  return reader === 'anonymous' ? route.contract.auth.kind !== 'credential' : mayCall(route, strongest(reader));
}

/** Codes about the credential of a request. */
const OF_CREDENTIALS: ReadonlySet<ErrorCode> = new Set([
  ...(Object.keys(credentials) as (keyof typeof credentials)[]),
  'insufficient_scope',
  'profile_not_attached',
  'profile_suspended',
]);

/**
 * Whether a kind of credential can receive a code from an operation: an anonymous caller gets the 401 of operations
 * that require a credential.
 */
function canMeet(route: RouteEntry, code: ErrorCode, reader: Reader): boolean {
  if (route.contract.auth.kind === 'ignored') return reader === 'anonymous';
  if (reader === 'anonymous' && code === 'credentials_required') return true;
  return isOpenTo(route, reader) && !(reader === 'anonymous' && OF_CREDENTIALS.has(code));
}

function closedCalls(text: Text, reader: Reader): string[] {
  return operationsIn(text).filter((name) => !isOpenTo(routeOf(t.app.routes, name)!, reader));
}

/** Only the owner can change a key. The hint for a key says so. */
const ASKS_OWNER = /ask the owner of the account [^.]*from a session/i;

describe('hints of errors', () => {
  it.each(READERS)('name only operations that this kind of credential may call: %s', (reader) => {
    const read = new Set<ErrorCode>();
    const wrong: string[] = [];
    for (const route of t.app.routes) {
      for (const code of route.errors) {
        if (read.has(code) || !canMeet(route, code, reader)) continue;
        read.add(code);
        const { hint, hintFor: others }: ErrorSpec = ERROR_CODES[code];
        const text = hintFor({ any: hint, ...others }, reader);
        wrong.push(...closedCalls(text, reader).map((call) => `${code}: ${call}`));
      }
    }
    expect(read.size).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('mention no other kind of credential', () => {
    for (const [code, spec] of Object.entries<ErrorSpec>(ERROR_CODES)) {
      const [oauth, api_key, session, anonymous] = (['oauth', 'api_key', 'session', 'anonymous'] as const).map(
        (reader) => apiText(spec.hintFor?.[reader] ?? ''),
      ) as [string, string, string, string];
      expect(oauth, code).not.toMatch(/\b(API key|this key|session token)/);
      expect(api_key, code).not.toMatch(/authorization that|access token|this session/);
      expect(session, code).not.toMatch(/this key|this API key|new authorization/);
      expect(anonymous, code).not.toContain('GET /v1/me');
      for (const text of Object.values(spec.hintFor ?? {}).map(apiText)) {
        expect(text, code).toMatch(/^[A-Z][\x20-\x7e]{40,400}\.$/);
        expect(text).not.toBe(apiText(spec.hint));
      }
      if (callsIn(api_key).some(({ path, method }) => method === 'PATCH' && path.startsWith('/v1/api-keys/')))
        expect(api_key, code).toMatch(ASKS_OWNER);
    }
  });

  it.each(Object.keys(RATE_LIMITS) as RateLimitName[])('name the limit %s, in words and as data', (name) => {
    const { max, windowMs } = RATE_LIMITS[name].windows[0];
    const { hint, exceeded_limit } = rateLimitFacts(name, { max, windowMs, retryAfterSeconds: 5 });
    expect(exceeded_limit).toEqual({ name, per: RATE_LIMITS[name].per, max, window_seconds: windowMs / 1000 });
    const text = hintFor(hint!, null);
    expect(apiText(text)).toMatch(
      new RegExp(`^The limit ${name} allows ${amountOf(name, max)} in \\d+ (second|minute|hour|day)s? for each`),
    );
    for (const reader of READERS) expect(closedCalls(text, reader)).toEqual([]);
    const repeats = apiText(text).includes('send the same request again');
    expect(repeats).toBe(name !== 'repeated_invalid_credential');
  });
});

describe('hints of a running server', () => {
  const hintOf = async (path: string, token?: string) => {
    const { json } = await t.call('GET', path, { token });
    return [json.error_code, json.agent.hint] as const;
  };

  it('tell each kind of credential how to get a scope', async () => {
    const key = await makeKey(t, ada, { scopes: ['posts:write'], profileIds: [ada.profile.id] });
    const { token } = await makeGrant(t, ada, { scopes: ['posts:write'] });
    expect(await hintOf('/v1/contacts', key.token)).toEqual([
      'insufficient_scope',
      'This key lacks the scope contacts:read. Only its owner can add scopes, at agent.console_url.',
    ]);
    expect(await hintOf('/v1/contacts', token)).toEqual([
      'insufficient_scope',
      'This token lacks the scope contacts:read. The person can allow more: start a new authorization that also requests the scopes in the WWW-Authenticate header.',
    ]);
    const [, closed] = await hintOf('/v1/account', token);
    expect(closed).toContain('console');
    expect(closed).not.toContain('POST /v1/account/sessions');
  });

  it('recognize the kind of a refused credential by its shape', async () => {
    const key = await makeKey(t, ada, { scopes: ['posts:write'], profileIds: [ada.profile.id] });
    await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: ada.token });
    const [code, hint] = await hintOf('/v1/me', key.token);
    expect([code, hint]).toEqual(['revoked_credentials', apiText(ERROR_CODES.revoked_credentials.hintFor.api_key)]);
    expect((await hintOf('/v1/me', 'x'))[1]).toMatch(/^This is no credential of this server/);
  });

  it('leave out next actions that the credential may not call', async () => {
    const body = { type: 'human', name: 'Kim Example', username: `kim${Date.now()}` };
    const { token } = await makeGrant(t, ada, { scopes: ['profiles:write'] });
    const created = await t.call('POST', '/v1/profiles', { token, body });
    expect(created.status).toBe(201);
    const paths = created.json.agent.next_actions.map(
      ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
    );
    expect(paths).toEqual([`PATCH /v1/profiles/${created.json.data.id}`]);
    const principal = strongest('oauth');
    const actions = [
      action('posts.lookup', {}, ''),
      action('keys.create', {}, ''),
      action('posts.list_of_profile', { profile_id: 'x', status: 'scheduled' }, ''),
    ];
    expect(actions.map(apiAction)).toEqual([
      { method: 'GET', path: '/v1/posts/lookup', why: '' },
      { method: 'POST', path: '/v1/api-keys', why: '' },
      { method: 'GET', path: '/v1/profiles/x/posts?status=scheduled', why: '' },
    ]);
    expect(callableActions(t.app.routes, actions, principal)).toEqual([actions[0], actions[2]]);
    expect(callableActions(t.app.routes, actions, null)).toEqual(actions);
    const former = { ...actions[0]!, operation: 'posts.former' as never };
    expect(callableActions(t.app.routes, [former], null), 'of a response stored by an earlier version').toEqual([]);
  });

  it('list in a 415 every operation that takes forms and that the caller may call', async () => {
    const post = (path: string, token?: string, type = 'application/xml') =>
      t.call('POST', path, {
        token,
        as: token && ada.profile.id,
        headers: { 'content-type': type },
        body: 'x',
      });
    const refused = await post('/v1/posts', ada.token);
    expect(refused.status).toBe(415);
    const forms = t.app.routes.filter(({ contract }) => contract.multipart);
    const named = callsIn(refused.json.agent.hint).map(({ method, path }) => `${method} ${path}`);
    const addresses = forms.map(({ contract }) => addressOf(contract.operation as OperationName).join(' '));
    expect(named.sort()).toEqual(addresses.sort());
    expect(forms.length).toBeGreaterThan(3);
    expect(callsIn((await post('/v1/account/sessions')).json.agent.hint)).toEqual([]);
    expect((await post('/v1/posts/with-images', ada.token)).json.agent.hint).toContain('multipart/form-data');
  });
});
