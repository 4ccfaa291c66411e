import { beforeAll, expect, it } from 'vitest';
import { connectMcp, refusalOf } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';

/** The client of the previous generation, which many programs still use. */

let t: OAuthApp;
let member: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  token = (await makeKey(t, member, { scopes: ['posts:all'], profileIds: [member.profile.id] })).token;
});

it('initializes, lists, posts, and reads a failure', async () => {
  const client = await connectMcp(t, token, { kind: 'client 1' });
  expect(client.getInstructions()).toContain('me_get');
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('posts_create');
  const post = await client.callTool({
    name: 'posts_create',
    arguments: { body: 'From an old client', view: 'default', as_profile_id: member.profile.id },
  });
  expect(post.structuredContent).toMatchObject({ body: 'From an old client', profile_id: member.profile.id });
  const empty = await client.callTool({ name: 'posts_create', arguments: { as_profile_id: member.profile.id } });
  expect(empty.isError).toBe(true);
  expect(refusalOf(empty)).toMatchObject({ error_code: 'empty_post' });
  const me = await client.readResource({ uri: 'pronet://me' });
  expect(JSON.parse(me.contents[0]!.text!).profiles[0].profile.id).toBe(member.profile.id);
});
