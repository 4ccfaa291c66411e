import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, logLineOf, makePost, pictures, refusal, send, walk } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

/** A post with comments, quotes, reactions and earlier versions, and an author with posts. */
async function makeThread(count: number) {
  const author = await makeMember(t);
  const root = await makePost(t, as(author));
  const ids = {
    comments: [] as string[],
    quotes: [] as string[],
    posts: [root.id] as string[],
    drafts: [] as string[],
  };
  for (let index = 0; index < count; index++) {
    // Several posts share a millisecond, so that the id decides their order.
    if (index % 3 === 0) t.clock.advance(2);
    ids.comments.push((await makePost(t, as(ben), { reply_to_post_id: root.id })).id);
    ids.quotes.unshift((await makePost(t, as(ben), { quoted_post_id: root.id })).id);
    ids.posts.unshift((await makePost(t, as(author))).id);
    ids.drafts.unshift((await makePost(t, as(author), { status: 'draft' })).id);
    await t.call('PATCH', `/v1/posts/${root.id}`, { ...as(author), body: { body: `Text ${index}` } });
  }
  return { author, root: root.id as string, ids };
}

describe('paging through a list', () => {
  it('returns each item once, while others are inserted', async () => {
    const { author, root, ids } = await makeThread(10);
    const insert = async () => {
      t.clock.advance(3);
      await makePost(t, as(author));
      await makePost(t, as(author), { status: 'draft' });
      await makePost(t, as(ben), { quoted_post_id: root });
    };
    for (const limit of [1, 3, 50]) {
      const comments = await walk(t, `/v1/posts/${root}/comments`, { limit, between: insert });
      expect(comments, 'oldest first').toEqual(ids.comments);
    }
    const quotes = await walk(t, `/v1/posts/${root}/quotes`, { limit: 4, between: insert });
    const posts = await walk(t, `/v1/profiles/${author.profile.id}/posts`, { limit: 4, between: insert });
    const drafts = await walk(t, `/v1/profiles/${author.profile.id}/posts?status=draft`, {
      ...as(author),
      limit: 4,
      between: insert,
    });
    for (const [name, seen, all] of [
      ['quotes', quotes, ids.quotes],
      ['posts', posts, ids.posts],
      ['drafts', drafts, ids.drafts],
    ] as const) {
      expect(new Set(seen).size, `${name}: none twice`).toBe(seen.length);
      expect(seen.slice(-all.length), `${name}: newest first, none left out`).toEqual(all);
    }
    const revisions = await walk(t, `/v1/posts/${root}/revisions`, { limit: 3 }, (item) =>
      String((item as never as { revision: number }).revision),
    );
    expect(revisions).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']);
  });

  it('returns new comments at the end', async () => {
    const { root, ids } = await makeThread(4);
    const added: string[] = [];
    const seen = await walk(t, `/v1/posts/${root}/comments`, {
      limit: 2,
      between: async () => {
        if (added.length >= 3) return;
        t.clock.advance(1);
        added.push((await makePost(t, as(ben), { reply_to_post_id: root })).id);
      },
    });
    expect(seen).toEqual([...ids.comments, ...added]);
  });

  it('continues after an item that was removed in the meantime', async () => {
    const { root, ids } = await makeThread(5);
    const first = await t.call('GET', `/v1/posts/${root}/comments?limit=2`);
    await t.call('DELETE', `/v1/posts/${ids.comments[1]}`, as(ben));
    const next = await t.call('GET', `/v1/posts/${root}/comments?limit=50&cursor=${first.json.data.next_cursor}`);
    expect(next.json.data.items.map((pair: { post: { id: string } }) => pair.post.id)).toEqual(ids.comments.slice(2));
    expect(next.json.data.next_cursor).toBeNull();
  });

  it('leaves out hidden items without ending early', async () => {
    const author = await makeMember(t);
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) {
      const visibility = index % 4 === 0 ? 'public' : 'contacts';
      const { id } = await makePost(t, as(author), { visibility });
      if (visibility === 'public') ids.unshift(id);
    }
    expect(await walk(t, `/v1/profiles/${author.profile.id}/posts`, { limit: 2 })).toEqual(ids);
  });
});

describe('cursor and limit', () => {
  it('a cursor is valid for its list, its filter and its profile only', async () => {
    const { author, root } = await makeThread(3);
    const second = await makeProfile(t, author);
    const cursorOf = async (path: string, by: object = {}) => {
      const page = await t.call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`, by);
      expect(page.json.data.next_cursor, path).toEqual(expect.any(String));
      return page.json.data.next_cursor as string;
    };
    const posts = `/v1/profiles/${author.profile.id}/posts`;
    const comments = await cursorOf(`/v1/posts/${root}/comments`);
    const quotes = await cursorOf(`/v1/posts/${root}/quotes`);
    const ofProfile = await cursorOf(posts);
    const mine = await cursorOf(posts, as(author));
    const other = await makeThread(2);
    for (const [path, cursor, by] of [
      [`/v1/posts/${root}/quotes`, comments, {}],
      [`/v1/posts/${root}/comments`, quotes, {}],
      [`/v1/posts/${other.root}/comments`, comments, {}],
      [`/v1/posts/${root}/comments`, comments, as(author)],
      [`/v1/posts/${root}/revisions`, comments, {}],
      [`/v1/posts/${root}/reactions`, comments, {}],
      [posts, comments, {}],
      [`${posts}?kind=post`, ofProfile, {}],
      [`/v1/profiles/${other.author.profile.id}/posts`, ofProfile, {}],
      [`${posts}?status=draft`, mine, as(author)],
      [posts, mine, { token: author.token, as: second.id }],
      [posts, mine, {}],
      [posts, '', {}],
      [posts, 'x', {}],
      [posts, `${ofProfile.slice(0, -2)}${ofProfile.endsWith('AA') ? 'BB' : 'AA'}`, {}],
      [posts, Buffer.from('[1,"2"]').toString('base64url'), {}],
    ] as const) {
      const answer = await t.call('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, by);
      expect(refusal(answer), `${path} ${cursor}`).toEqual([400, 'invalid_cursor', undefined]);
    }
    const names = [author.profile.username, author.profile.id.toUpperCase()].map(
      (name) => `/v1/profiles/${name}/posts`,
    );
    for (const path of [posts, ...names]) {
      const next = await t.call('GET', `${path}?cursor=${ofProfile}&limit=2&view=compact`);
      expect(next.status, 'limit, view and the name form of the profile may change').toBe(200);
    }
  });

  it('limits are 1 to 50, given once; unknown parameters are rejected', async () => {
    const { root, author } = await makeThread(1);
    for (const path of [
      ...['comments', 'quotes', 'reactions', 'revisions'].map((list) => `/v1/posts/${root}/${list}`),
      `/v1/profiles/${author.profile.id}/posts`,
    ]) {
      const rule = async (query: string) => refusal(await t.call('GET', `${path}?${query}`)).slice(0, 3);
      const invalid = (name: string) => [400, 'invalid_request', name];
      expect(await rule('limit=0')).toEqual(invalid('min_value'));
      expect(await rule('limit=51')).toEqual(invalid('max_value'));
      expect(await rule('limit=2.5')).toEqual(invalid('decimal_digits'));
      expect(await rule('limit=many')).toEqual(invalid('decimal_digits'));
      expect((await t.call('GET', `${path}?limit=1&limit=2`)).status).toBe(400);
      expect(await rule('offset=2')).toEqual(invalid('unknown_field'));
      expect((await t.call('GET', `${path}?limit=50`)).status).toBe(200);
      const gone = await t.call('GET', path.replace(/[0-9a-f]{8}-/, '00000000-'));
      expect([gone.status, gone.json.error_code]).toEqual([
        404,
        path.includes('profiles') ? 'profile_not_found' : 'post_not_found',
      ]);
    }
  });

  it('kinds filter, and comma-separated ids keep their order', async () => {
    const { author, root } = await makeThread(1);
    const quote = await makePost(t, as(author), { quoted_post_id: root });
    const comment = await makePost(t, as(author), { reply_to_post_id: root });
    const kinds = (kind: string) => walk(t, `/v1/profiles/${author.profile.id}/posts?kind=${kind}`);
    expect(await kinds('quote')).toEqual([quote.id]);
    const published = await walk(t, `/v1/profiles/${author.profile.id}/posts`);
    expect([published.includes(quote.id), published.includes(root), published.includes(comment.id)]).toEqual([
      true,
      true,
      false,
    ]);
    const waiting = await makePost(t, as(author), { reply_to_post_id: root, status: 'draft' });
    const drafts = await t.call('GET', `/v1/profiles/${author.profile.id}/posts?status=draft`, as(author));
    expect(drafts.json.data.items[0].id).toBe(waiting.id);
    expect(await kinds('quote,comment')).toEqual([comment.id, quote.id]);
    expect((await t.call('GET', `/v1/profiles/${author.profile.id}/posts?kind=story`)).status).toBe(400);
    const draft = await makePost(t, as(author), { status: 'draft' });
    const ids = [comment.id, draft.id, root, comment.id, '00000000-0000-7000-8000-000000000000'];
    const found = await t.call('GET', `/v1/posts/lookup?ids=${ids.join()}`);
    expect(found.json.data.items.map((pair: { post: { id: string } }) => pair.post.id)).toEqual([comment.id, root]);
    const mine = await t.call('GET', `/v1/posts/lookup?ids=${ids.join()}`, as(author));
    expect(mine.json.data.items.map((pair: { post: { id: string } }) => pair.post.id)).toEqual([
      comment.id,
      draft.id,
      root,
    ]);
    const malformed = await t.call('GET', `/v1/posts/lookup?ids=${root},nonsense`);
    expect(refusal(malformed)).toEqual([400, 'invalid_request', 'uuid']);
    const many = await t.call('GET', `/v1/posts/lookup?ids=${Array.from({ length: 51 }, () => root).join()}`);
    expect(refusal(many)).toEqual([400, 'invalid_request', 'max_items']);
  });
});

describe('view', () => {
  it('shortens and extends every list in the same way', async () => {
    const { root, author } = await makeThread(2);
    const picture = await png({ width: 6, height: 6 });
    await send(t, as(author), [...pictures(picture), { name: 'quoted_post_id', value: root }]);
    await t.call('PUT', `/v1/posts/${root}/reaction`, { ...as(ada), body: { reaction_type: 'like', active: true } });
    const compactPost = [
      'body_preview',
      'comments_count',
      'id',
      'kind',
      'likes_count',
      'published_at',
      'quoted_post_id',
      'reply_to_post_id',
      'revision',
    ];
    const compactProfile = 'name,type,username';
    const keys = (value: object) => Object.keys(value).sort().join();
    for (const path of [`/v1/posts/${root}/comments`, `/v1/posts/${root}/quotes`, `/v1/posts/lookup?ids=${root}`]) {
      const read = async (view: string) =>
        (await t.call('GET', `${path}${path.includes('?') ? '&' : '?'}view=${view}`)).json.data.items[0];
      const [compact, usual, full] = [await read('compact'), await read('default'), await read('full')];
      expect(compactPost).toEqual(
        expect.arrayContaining(Object.keys(compact.post).filter((key) => key !== 'image_count')),
      );
      expect(keys(compact.profile)).toBe(compactProfile);
      expect(usual.post).not.toHaveProperty('body');
      expect(full.post).toEqual({
        ...usual.post,
        ...(usual.post.quoted_post ? { quoted_post: full.post.quoted_post } : {}),
        body: expect.any(String),
      });
      expect(Object.keys(usual.profile).length).toBeGreaterThan(7);
    }
    const posts = (await t.call('GET', `/v1/profiles/${author.profile.id}/posts?view=compact`)).json.data.items;
    expect(posts[0]).toMatchObject({ id: expect.any(String), image_count: 1 });
    expect(posts[0]).not.toHaveProperty('images');
    const context = (await t.call('GET', `/v1/posts/${root}/context?view=compact`)).json.data;
    expect(compactPost).toEqual(expect.arrayContaining(Object.keys(context.post)));
    expect(keys(context.profile)).toBe(compactProfile);
    const reaction = (await t.call('GET', `/v1/posts/${root}/reactions?view=compact`)).json.data.items[0];
    expect(keys(reaction.profile)).toBe(compactProfile);
    expect((await t.call('GET', `/v1/posts/${root}?view=huge`)).status).toBe(400);
  });

  it('a page of 50 with pictures and quotes costs at most one statement more for what it quotes', async () => {
    const author = await makeMember(t);
    const picture = await png({ width: 6, height: 6 });
    const root = await makePost(t, as(author));
    for (let index = 0; index < 50; index++) {
      const field = index % 2 === 0 ? { quoted_post_id: root.id } : { reply_to_post_id: root.id };
      await makePost(t, as(index % 3 === 0 ? ben : author), field);
    }
    await send(t, as(author), [...pictures(picture, picture), { name: 'quoted_post_id', value: root.id }]);
    for (const [operation, path, most] of [
      ['posts.list_comments', `/v1/posts/${root.id}/comments`, 3],
      ['posts.list_quotes', `/v1/posts/${root.id}/quotes`, 2],
      ['posts.list_reactions', `/v1/posts/${root.id}/reactions`, 2],
      ['posts.list_revisions', `/v1/posts/${root.id}/revisions`, 2],
      ['posts.list_of_profile', `/v1/profiles/${author.profile.id}/posts`, 3],
    ] as const) {
      for (const limit of [1, 50]) {
        const query = operation === 'posts.list_revisions' ? '' : '&view=full';
        await t.call('GET', `${path}?limit=${limit}${query}`, as(ada));
        expect((await t.call('GET', `${path}?limit=${limit}${query}`, as(ada))).status).toBe(200);
        expect(logLineOf(t, operation).statements, operation).toBeLessThanOrEqual(most);
      }
    }
    await t.call('GET', `/v1/posts/${root.id}/context`, as(ada));
    expect(logLineOf(t, 'posts.get_context').statements).toBe(2);
  });
});
