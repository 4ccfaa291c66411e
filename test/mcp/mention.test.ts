import { expect, it } from 'vitest';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { type Action, connectMcp, hintsOf, type Result } from '../support/mcp.ts';
import { makeKey, makeMember } from '../support/members.ts';
import { startOAuthApp } from '../support/oauth.ts';
import { as, makePost } from '../support/posts.ts';

it('finds a person by a misspelt name, reads its feed and answers a mention with the default tools', async () => {
  const t = await startOAuthApp();
  const [me, other] = [await makeMember(t), await makeMember(t, { name: 'Tomás Ferreira' })];
  const { token } = await makeKey(t, me, { scopes: ['all:all'], profileIds: [me.profile.id] });
  const client = await connectMcp(t, token);
  const listed = new Set((await client.listTools()).tools.map(({ name }) => name));
  const acting = { as_profile_id: me.profile.id };
  const call = async (name: string, args: Record<string, unknown>): Promise<Result> => {
    expect([...listed]).toContain(name);
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError, result.content[0]!.text).toBeFalsy();
    return result;
  };
  const actionsOf = (result: Result): Action[] => hintsOf(result).next_actions ?? [];

  const found = await call('search_profiles', { ...acting, q: 'tomas fereira' });
  expect(found.structuredContent.items[0].id).toBe(other.profile.id);
  const [follow] = (await call('tools_find', { words: 'follow a profile' })).structuredContent.tools;
  expect(follow).toMatchObject({ name: 'follows_create', required: ['followed_profile_id'] });
  const given = { ...acting, followed_profile_id: other.profile.id };
  await call('tools_call', { tool: follow.name, arguments: given });
  const post = await makePost(t, as(other), { body: `What do you think, @${me.profile.username}?` });
  const feed = await call('feed_list', acting);
  expect(feed.structuredContent.items[0].post.id).toBe(post.id);

  await dispatch(t);
  const home = await call('home_get', acting);
  expect(home.structuredContent.notifications.items[0]).toMatchObject({
    type: 'mention.created',
    object: { type: 'post', id: post.id },
  });
  const [toRead] = actionsOf(home);
  const unread = await call(toRead!.tool, toRead!.arguments);
  const [toPost, toMark] = actionsOf(unread);
  const seen = await call(toPost!.tool, toPost!.arguments);
  const answer = actionsOf(seen).find(({ tool }) => tool === 'posts_create')!;
  await call(answer.tool, { ...answer.arguments, body: 'A lot!' });
  await call(toMark!.tool, toMark!.arguments);
  expect((await call('home_get', acting)).structuredContent.notifications?.count ?? 0).toBe(0);

  // What has a part of its own does not take the place of a mention.
  await makePost(t, as(other), { body: `And this, @${me.profile.username}?` });
  await sendMessage(t, as(other), await openConversation(t, other, me));
  await dispatch(t);
  const { unread_conversations, notifications } = (await call('home_get', acting)).structuredContent;
  expect([unread_conversations.count, notifications.count]).toEqual([1, 2]);
  expect(notifications.items.map(({ type }: { type: string }) => type)).toEqual(['mention.created']);
  const { structuredContent } = await client.callTool({ name: 'home_get', arguments: { ...acting, view: 'default' } });
  expect(structuredContent.notifications.items).toHaveLength(2);
});
