import { beforeAll, describe, expect, it } from 'vitest';
import { makeMember, makeProfile } from '../support/members.ts';
import {
  authorizeUrl,
  formOf,
  getCode,
  makeClient,
  type OAuthApp,
  pkce,
  redeem,
  signedIn,
  startOAuthApp,
} from '../support/oauth.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const ask = (clientId: string, scope: string) =>
  authorizeUrl(t, { client_id: clientId, scope, code_challenge: pkce().challenge, code_challenge_method: 'S256' });

describe('an app that was allowed before', () => {
  /** Allows an app as `choice` says, and returns the page of its next request. */
  const nextPage = async (scopes: [string, string], choice: { draftsOnly?: boolean } = {}) => {
    const member = await makeMember(t);
    const second = await makeProfile(t, member);
    await makeProfile(t, member);
    const clientId = await makeClient(t);
    await getCode(t, member, { client_id: clientId, scope: scopes[0] }, { profiles: [second.id], ...choice });
    const { page, visitor } = await signedIn(t, member, await ask(clientId, scopes[1]));
    const ticked = (name: string) =>
      [...page.text.matchAll(new RegExp(`name="${name}" value="([^"]+)" checked`, 'g'))].map(([, value]) => value);
    return { member, second, page, visitor, ticked };
  };
  const WIDER: [string, string] = ['posts:read posts:write', 'posts:read posts:write comments:write'];

  it('keeps its profiles and its limit to drafts, which a click on Allow repeats', async () => {
    const { second, ticked, page, visitor, member } = await nextPage(WIDER, { draftsOnly: true });
    expect([ticked('profile'), ticked('drafts_only')]).toEqual([[second.id], ['true']]);
    expect(page.text).toContain('of notifications and events only those about posts');
    expect(page.text).toMatch(
      new RegExp(`Until now</dt>\\s*<dd>Posts \\(read and write\\), as @${second.username}. Drafts only.</dd>`),
    );
    const { action, token, scope } = formOf(page.text);
    const fields = { token, answer: 'allow', scope, profile: second.id, drafts_only: 'true' };
    await visitor.follow(await visitor.post(action, fields));
    const { json } = await t.call('GET', '/v1/oauth-grants', { token: member.token });
    expect(json.data.items[0].permissions).toEqual(['drafting']);
  });

  it('shows what is new, and only that', async () => {
    const { page, ticked } = await nextPage(WIDER);
    expect(page.text).toMatch(/New<\/dt>\s*<dd><strong>Comments \(write\)<\/strong>/);
    expect(page.text.match(/class="is-new"/g)).toHaveLength(1);
    expect(ticked('drafts_only')).toEqual([]);
    expect((await nextPage([WIDER[1], WIDER[0]])).page.text).toMatch(/New<\/dt>\s*<dd>Nothing/);
  });

  it('is offered the limit to drafts that it had, whatever it asks for', async () => {
    const { ticked } = await nextPage(['posts:write', 'follows:write'], { draftsOnly: true });
    expect(ticked('drafts_only')).toEqual(['true']);
  });

  it('starts from what the form says after a refusal', async () => {
    const { page, visitor, second } = await nextPage(WIDER, { draftsOnly: true });
    const { action, token, scope } = formOf(page.text);
    const again = await visitor.post(action, { token, answer: 'allow', scope });
    expect(again.status).toBe(422);
    expect(again.text).not.toMatch(new RegExp(`value="(${second.id}|true)" checked`));
  });
});

it('keeps its idempotency keys, which another app or account does not share', async () => {
  const member = await makeMember(t);
  const clientId = await makeClient(t);
  const authorize = async (scope: string, as = member, client_id = clientId) =>
    (await redeem(t, await getCode(t, as, { client_id, scope }))).json.access_token;
  const post = (token: string, body = 'Once') =>
    t.call('POST', '/v1/posts', { token, headers: { 'Idempotency-Key': 'first-post' }, body: { body } });
  const first = await post(await authorize('posts:write'));
  expect(first.status).toBe(201);
  const wider = await authorize('posts:write comments:write');
  const again = await post(wider);
  expect([again.json.data.id, again.json.agent.replayed]).toEqual([first.json.data.id, true]);
  expect((await post(wider, 'Another')).json.error_code).toBe('idempotency_key_reused');
  for (const token of [
    await authorize('posts:write', member, await makeClient(t)),
    await authorize('posts:write', await makeMember(t)),
  ]) {
    const { json } = await post(token);
    expect([json.ok, json.agent.replayed]).toEqual([true, undefined]);
    expect(json.data.id).not.toBe(first.json.data.id);
  }
});
