import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connectMcp, hintsOf, refusalOf } from '../support/mcp.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';

let t: OAuthApp;
let member: Member;
let token: string;

beforeAll(async () => {
  t = await startOAuthApp();
  member = await makeMember(t);
  token = (
    await makeKey(t, member, {
      scopes: ['posts:all', 'messages:all', 'contacts:all', 'profiles:all'],
      profileIds: [member.profile.id],
    })
  ).token;
});

describe.each(CLIENTS)('an official client (%s)', (kind) => {
  it('finds tools, resources and prompts, with instructions', async () => {
    const client = await connectMcp(t, token, { kind });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('posts_create');
    expect(client.getInstructions()).toContain('me_get');
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'pronet://me',
      'pronet://guides/agents',
    ]);
    const me = JSON.parse((await client.readResource({ uri: 'pronet://me' })).contents[0]!.text!);
    expect(me.profiles[0].profile.id).toBe(member.profile.id);
    const guide = (await client.readResource({ uri: 'pronet://guides/agents' })).contents[0]!.text!;
    for (const word of ['me_get', 'home_get', 'idempotency_key', 'dry_run', 'posts_publish', 'ai_disclosure'])
      expect(guide).toContain(word);
    expect(guide).not.toMatch(/curl|\/v1|\b(GET|POST|PUT|PATCH|DELETE)\b|header/);
    expect(Buffer.byteLength(guide) / 4).toBeLessThan(1500);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'introduce_yourself',
      'answer_requests',
      'draft_for_approval',
    ]);
    const prompt = await client.getPrompt({ name: 'draft_for_approval', arguments: { topic: 'coffee prices' } });
    expect(prompt.messages[0]!.content.text).toContain('coffee prices');
  });

  it('posts, comments, reads back and removes', async () => {
    const client = await connectMcp(t, token, { kind });
    const as_profile_id = member.profile.id;
    const post = await client.callTool({
      name: 'posts_create',
      arguments: { body: 'Written by a tool', as_profile_id },
    });
    // The model has just written the rest.
    const short = { id: expect.any(String), url: expect.any(String), published_at: expect.any(String) };
    expect(post.structuredContent).toEqual(short);
    expect(JSON.parse(post.content[0]!.text)).toEqual(post.structuredContent);
    const { id: post_id } = post.structuredContent;
    const comment = await client.callTool({
      name: 'posts_create_comment',
      arguments: { post_id, body: 'And answered', as_profile_id },
    });
    expect(comment.structuredContent.reply_to_post_id).toBe(post_id);
    const comments = await client.callTool({ name: 'posts_list_comments', arguments: { post_id } });
    expect(comments.structuredContent.items).toHaveLength(1);
    expect(comments.structuredContent.items[0].post).not.toHaveProperty('created_at');
    const removed = await client.callTool({ name: 'posts_remove', arguments: { post_id, as_profile_id } });
    expect(removed.structuredContent).toEqual({ post_id, removed: true });
    const gone = await client.callTool({ name: 'posts_get', arguments: { post_id } });
    expect(gone.isError).toBe(true);
    expect(refusalOf(gone)).toMatchObject({ error_code: 'post_not_found' });
  });

  it('gets the data of a result once, if its address asks for it', async () => {
    const client = await connectMcp(t, token, { kind, query: '?results=structured' });
    const args = { body: 'Sent once', view: 'default', as_profile_id: member.profile.id };
    const post = await client.callTool({ name: 'posts_create', arguments: args });
    expect(post.structuredContent).toMatchObject({ body: 'Sent once' });
    expect(JSON.stringify(post.content)).not.toContain('Sent once');
    expect(hintsOf(post)).toHaveProperty('next_actions');
    const post_id = post.structuredContent.id;
    const removed = await client.callTool({
      name: 'posts_remove',
      arguments: { post_id, as_profile_id: member.profile.id },
    });
    expect(removed.content).toHaveLength(1);
  });

  it('posts a photograph', async () => {
    const client = await connectMcp(t, token, { kind });
    const content_base64 = (await jpeg({ width: 800, height: 600 })).toString('base64');
    const post = await client.callTool({
      name: 'posts_create_with_images',
      arguments: {
        body: 'A photograph',
        images: [{ content_base64, alt_text: 'Four corners' }],
        as_profile_id: member.profile.id,
        view: 'default',
      },
    });
    expect(post.structuredContent.images).toMatchObject([{ width: 800, height: 600, alt_text: 'Four corners' }]);
    const shown = await fetch(post.structuredContent.images[0].url);
    expect(shown.headers.get('content-type')).toBe('image/webp');
  });
});
