import { describe, expect, it } from 'vitest';
import { action, apiAction } from '../../../src/core/next-action.ts';
import { op, text } from '../../../src/core/operation-text.ts';

describe('a next action', () => {
  it('becomes a path with its parameters, the rest as query, and its body', () => {
    const { path } = apiAction(action('access.list', { profile_id: 'a b', status: 'pending', limit: 5 }, 'Look.'));
    expect(path).toBe('/v1/profiles/a%20b/access?status=pending&limit=5');
    const publish = action('posts.publish', { post_id: '$&' }, text`Read ${op('me.get')} first.`, {
      expected_revision: 2,
    });
    expect(apiAction(publish)).toEqual({
      method: 'POST',
      path: '/v1/posts/%24%26/publish',
      body: { expected_revision: 2 },
      why: 'Read GET /v1/me first.',
    });
  });

  it('is plain JSON, because responses that are stored for repeats contain it', () => {
    const given = action('posts.get', { post_id: 'x' }, text`After ${op('posts.publish')}.`);
    expect(apiAction(JSON.parse(JSON.stringify(given)))).toEqual(apiAction(given));
  });

  it('only compiles for an existing operation with its parameters', () => {
    // @ts-expect-error no such operation
    action('posts.eat', {}, '');
    // @ts-expect-error a parameter of the path is missing
    action('posts.get', {}, '');
    // @ts-expect-error no such parameter
    action('posts.get', { post_id: 'x', id: 'x' }, '');
    // @ts-expect-error no such parameter in the query
    action('me.get', { post_id: 'x' }, '');
    // @ts-expect-error no parameters at all
    action('posts.create', { post_id: 'x' }, '');
    // @ts-expect-error no such operation
    op('posts.eat');
    expect(action('contacts.list_requests', { direction: 'incoming' }, '').params).toEqual({ direction: 'incoming' });
  });
});
