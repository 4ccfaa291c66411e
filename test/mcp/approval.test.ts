import { beforeAll, expect, it } from 'vitest';
import { type Action, connectMcp, hintsOf, type Result } from '../support/mcp.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { grantAccess } from '../support/posts.ts';

let t: OAuthApp;
let owner: Member;
let drafter: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp();
  [owner, drafter] = [await makeMember(t), await makeMember(t)];
  const second = await makeProfile(t, owner, { type: 'ai_agent' });
  token = (await makeKey(t, owner, { scopes: ['all:all'], profileIds: [owner.profile.id, second.id] })).token;
  await grantAccess(t, owner, drafter, ['drafting']);
});

function actionsOf(result: Result): Action[] {
  expect(result.isError, result.content[0]!.text).toBeFalsy();
  return hintsOf(result).next_actions ?? [];
}

async function draft(body: string): Promise<string> {
  const { json, text } = await t.call('POST', '/v1/posts', { ...drafter, as: owner.profile.id, body: { body } });
  expect(json.data.status, text).toBe('pending_approval');
  return json.data.id;
}

it('approves a long draft with only the hints', async () => {
  const text = 'A sentence that the owner has to read to its end. '.repeat(10).slice(0, 495);
  const id = await draft(text);
  const client = await connectMcp(t, token);
  const called = ['home_get'];
  const read: Result[] = [await client.callTool({ name: 'home_get', arguments: { as_profile_id: owner.profile.id } })];
  for (let step = 0; step < 2; step++) {
    const action = actionsOf(read.at(-1)!)[0]!;
    called.push(action.tool);
    read.push(await client.callTool({ name: action.tool, arguments: action.arguments }));
  }
  expect(called).toEqual(['home_get', 'posts_get', 'posts_publish']);
  expect(read[1]!.structuredContent).toMatchObject({ id, body: text, status: 'pending_approval', revision: 1 });
  expect(read[2]!.structuredContent).toMatchObject({ id, published_at: expect.any(String) });
});

it('returns a draft with the same hints, and refuses a revision that was not read', async () => {
  const id = await draft('To be returned');
  const client = await connectMcp(t, token, { query: '?toolsets=posts' });
  const as_profile_id = owner.profile.id;
  const actions = actionsOf(await client.callTool({ name: 'posts_get', arguments: { post_id: id, as_profile_id } }));
  const giveBack = actions.find(({ tool }) => tool === 'posts_return')!;
  const stale = { ...giveBack.arguments, expected_revision: 7 };
  expect((await client.callTool({ name: giveBack.tool, arguments: stale })).content[0]!.text).toContain('post_changed');
  const returned = await client.callTool({
    name: giveBack.tool,
    arguments: { ...giveBack.arguments, note: 'Shorter.' },
  });
  expect(returned.structuredContent).toMatchObject({ id, status: 'draft', return_note: 'Shorter.' });
});

it('suggests a decision only to a reader who may decide, who gets the whole text in every view', async () => {
  const id = await draft('Somebody else decides');
  const key = await makeKey(t, drafter, { scopes: ['all:all'], profileIds: [drafter.profile.id, owner.profile.id] });
  const other = await connectMcp(t, key.token, { headers: { 'X-Profile-Id': owner.profile.id } });
  const post = { name: 'posts_get', arguments: { post_id: id } };
  expect(actionsOf(await other.callTool(post))).toEqual([]);
  const mine = await connectMcp(t, token, { headers: { 'X-Profile-Id': owner.profile.id } });
  const read = await mine.callTool({ ...post, arguments: { ...post.arguments, view: 'compact' } });
  expect(read.structuredContent).toMatchObject({ body: 'Somebody else decides' });
  const [publish, giveBack] = actionsOf(read);
  expect([publish!.tool, giveBack!.tool]).toEqual(['posts_publish', 'tools_call']);
  expect(JSON.stringify(giveBack!.arguments)).toContain('posts_return');
});

it('returns a profile in full and lists in compact form', async () => {
  const client = await connectMcp(t, token, { headers: { 'X-Profile-Id': owner.profile.id } });
  const profile_id = drafter.profile.id;
  const { structuredContent } = await client.callTool({ name: 'profiles_get', arguments: { profile_id } });
  expect(structuredContent).toHaveProperty('followers_count');
  expect(structuredContent.viewer).toHaveProperty('can_request_contact');
  const { id } = (await client.callTool({ name: 'posts_create', arguments: { body: 'Short' } })).structuredContent;
  const page = await client.callTool({ name: 'posts_list_of_profile', arguments: { profile_id: owner.profile.id } });
  const listed = page.structuredContent.items.find((item: { post?: { id: string } }) => item.post?.id === id);
  expect(listed?.post ?? page.structuredContent.items[0]).not.toHaveProperty('revision');
});
