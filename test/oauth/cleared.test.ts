import { beforeAll, expect, it } from 'vitest';
import { type Member, makeMember, makeProfile } from '../support/members.ts';
import {
  authorizeUrl,
  consent,
  getCode,
  makeClient,
  type OAuthApp,
  pkce,
  redeem,
  refresh,
  startOAuthApp,
  Visitor,
} from '../support/oauth.ts';
import { makePost } from '../support/posts.ts';

/** What a person clears on the consent page, an app no longer has by any of its sign-ins. */
let t: OAuthApp;
let person: Member;
beforeAll(async () => {
  t = await startOAuthApp();
});

const BOTH = 'posts:read posts:write messages:read messages:write';
const signIn = async (client_id: string, scope: string, chosen: Parameters<typeof getCode>[3] = {}) =>
  (await redeem(t, await getCode(t, person, { client_id, scope }, chosen))).json;
const conversations = async (token: string) =>
  (await t.call('GET', '/v1/conversations', { token, as: person.profile.id })).status;

it('ends the earlier sign-ins that have a cleared scope, with their tokens, and keeps the others', async () => {
  person = await makeMember(t);
  const [client, other] = [await makeClient(t), await makeClient(t)];
  const wide = await signIn(client, BOTH);
  const posts = await signIn(client, 'posts:read posts:write');
  const ofOther = await signIn(other, BOTH);
  const scheduled_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  const post = await makePost(t, { token: wide.access_token, as: person.profile.id }, { scheduled_at });
  expect(await conversations(wide.access_token)).toBe(200);
  const narrow = await signIn(client, BOTH, { scope: 'posts:read posts:write' });
  expect(await conversations(wide.access_token)).toBe(401);
  expect((await refresh(t, client, wide.refresh_token)).json.error).toBe('invalid_grant');
  expect(await conversations(ofOther.access_token)).toBe(200);
  for (const { access_token: token } of [posts, narrow]) {
    expect(await conversations(token)).toBe(403);
    expect((await t.call('GET', `/v1/posts/${post.id}`, { token, as: person.profile.id })).json.data.status).toBe(
      'draft',
    );
  }
});

it('ends nothing where an app asks for less, or signs in again', async () => {
  person = await makeMember(t);
  const client = await makeClient(t);
  const wide = await signIn(client, BOTH);
  await signIn(client, 'posts:write');
  await signIn(client, BOTH);
  expect(await conversations(wide.access_token)).toBe(200);
});

it('ends the earlier sign-ins for a profile that is not chosen any more', async () => {
  person = await makeMember(t);
  const second = await makeProfile(t, person);
  const client = await makeClient(t);
  const both = await signIn(client, BOTH, { profiles: [person.profile.id, second.id] });
  await signIn(client, BOTH, { profiles: [person.profile.id, second.id] });
  expect(await conversations(both.access_token)).toBe(200);
  const one = await signIn(client, BOTH, { profiles: [person.profile.id] });
  expect(await conversations(both.access_token)).toBe(401);
  expect(await conversations(one.access_token)).toBe(200);
});

it('lists on the page what all sign-ins together may do', async () => {
  person = await makeMember(t);
  const client_id = await makeClient(t);
  await signIn(client_id, BOTH);
  await signIn(client_id, 'posts:read posts:write');
  const visitor = new Visitor(t.origin);
  const asked = {
    client_id,
    scope: BOTH,
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    prompt: 'consent',
  };
  const refused = await consent(visitor, await visitor.visit(authorizeUrl(t, asked)), person, { profiles: [] });
  expect(refused.text).toMatch(/New<\/dt>\s*<dd>Nothing<\/dd>/);
  expect(refused.text).toMatch(/Until now<\/dt>\s*<dd>Messages \(read and write\), Posts \(read and write\)/);
});
