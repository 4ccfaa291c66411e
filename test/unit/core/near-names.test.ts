import { describe, expect, it } from 'vitest';
import { describedBy, nearByWords, nearNames } from '../../../src/core/near-names.ts';

describe('near names', () => {
  const fields = ['body', 'visibility', 'scheduled_at', 'reply_to_post_id', 'images', 'client_reference'];

  it.each([
    ['visibilty', ['visibility']],
    ['visiblity', ['visibility']],
    ['scheduledAt', ['scheduled_at']],
    ['Scheduled-At', ['scheduled_at']],
    ['replyToPostId', ['reply_to_post_id']],
    ['image', ['images']],
    ['text', ['body']],
    ['publish_at', ['scheduled_at']],
    ['reply_to', ['reply_to_post_id']],
    ['reference', ['client_reference']],
    ['at', []],
    ['mood', []],
    ['constructor', []],
    ['', []],
    ['x'.repeat(10_000), []],
  ])('%j may mean %j', (given, names) => expect(nearNames(given, fields)).toEqual(names));

  it('are at most three, and never what was given', () => {
    const known = ['aa', 'ab', 'ac', 'ad', 'ae'];
    expect(nearNames('af', known)).toHaveLength(3);
    for (const name of nearNames('aF', known)) expect(known).toContain(name);
  });
});

describe('near words', () => {
  const known = [
    describedBy('posts.set_reaction', 'posts.set_reaction', '/posts/reaction', 'set'),
    describedBy('posts.list_reactions', 'posts.list_reactions', '/posts/reactions', 'get'),
    describedBy('keys.create', 'keys.create', '/api-keys', 'create'),
    describedBy('keys.list', 'keys.list', '/api-keys', 'get'),
  ];

  it.each([
    ['reactions.set', ['posts.set_reaction']],
    ['setReaction', ['posts.set_reaction']],
    ['posts.reaction.update', ['posts.set_reaction', 'posts.list_reactions']],
    ['api_keys.create', ['keys.create', 'keys.list']],
    ['apiKeys.new', ['keys.create', 'keys.list']],
    ['key.craete', ['keys.create']],
    ['bookmarks.set', []],
    ['', []],
    ['posts.'.repeat(1_000), []],
  ])('%j may mean %j', (given, names) => expect(nearByWords(given, known)).toEqual(names));
});
