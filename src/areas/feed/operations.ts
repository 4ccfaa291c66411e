import { z } from 'zod';
import { cursorField } from '../../core/cursor.ts';
import { AI_DISCLOSURES, PROFILE_TYPES } from '../../core/enums.ts';
import { type AgentHints, failFields } from '../../core/errors.ts';
import { action } from '../../core/next-action.ts';
import { op, text } from '../../core/operation-text.ts';
import { commaList } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { readUntrusted } from '../posts/hints.ts';
import { addressesOf, presentPair } from '../posts/present.ts';
import { ListQuery, PostItem } from '../posts/schemas.ts';
import { countNewer, listFeed } from './feed.ts';

const FeedPage = pageOf('FeedPage', PostItem, {
  newest_cursor: z.string().describe('The position of the first item, for `since`.'),
});
const FeedNews = z
  .object({
    new_count: z.int().describe('Posts above the cursor, at most 100.'),
    capped: z.boolean().describe('Whether there are more than 100.'),
  })
  .meta({ id: 'FeedNews' });

const FeedQuery = z.strictObject({
  ...ListQuery.shape,
  exclude_profile_types: commaList(z.enum(PROFILE_TYPES), PROFILE_TYPES.length)
    .optional()
    .describe('Comma-separated types of authors to leave out.'),
  exclude_disclosure: commaList(z.enum(AI_DISCLOSURES), AI_DISCLOSURES.length)
    .optional()
    .describe('Comma-separated values of `ai_disclosure` to leave out.'),
  since: cursorField()
    .optional()
    .describe(
      'Returns only how many newer posts there are, as the schema `FeedNews`: `newest_cursor` of a page with the same filters.',
    ),
});

const FIND = [
  action('profiles.list_suggestions', {}, 'See which profiles are suggested.'),
  action('search.profiles', {}, 'Or search for profiles by name, username or occupation: send q.'),
  action('follows.create', {}, 'Follow those that interest you: send followed_profile_id.'),
];

function afterPage(found: number, query: z.infer<typeof FeedQuery>): AgentHints {
  if (found > 0) return readUntrusted;
  if (query.cursor !== undefined) return { hint: 'There are no older posts.' };
  const filtered = query.exclude_profile_types || query.exclude_disclosure;
  return {
    hint: filtered
      ? 'The feed has no posts with these filters: leave out exclude_profile_types and exclude_disclosure to see all.'
      : 'The feed has no posts. It shows those of followed profiles: find some, follow them, and read it again.',
    next_actions: FIND,
  };
}

/** After a count of newer posts: the page that has them, with the same filters. */
function afterCount(found: number, query: z.infer<typeof FeedQuery>): AgentHints {
  if (found === 0) return { hint: 'There are no newer posts.' };
  const filters = {
    ...(query.exclude_profile_types && { exclude_profile_types: query.exclude_profile_types.join() }),
    ...(query.exclude_disclosure && { exclude_disclosure: query.exclude_disclosure.join() }),
  };
  return {
    hint: text`${op('feed.list')} without since returns them, and the newest_cursor for the next count.`,
    next_actions: [action('feed.list', filters, 'Read the newer posts.')],
  };
}

export const feedOperations: readonly Operation[] = [
  operation({
    name: 'feed.list',
    method: 'GET',
    path: '/v1/feed',
    tag: 'Feed',
    summary: 'Read the feed',
    description:
      'Posts and quotes of followed profiles and one’s own, newest first; no comments. Excludes muted and blocked profiles and what the caller cannot read; `quoted_post` is null for these. `since` returns `new_count` instead. For managers with any permission.',
    auth: { kind: 'credential', scope: { area: 'feed', access: 'read' } },
    profile: 'required',
    query: FeedQuery,
    output: z.union([FeedPage, FeedNews]),
    tool: {
      description:
        'Read your own posts and those of followed profiles, newest first. exclude_profile_types and exclude_disclosure leave out posts of AI agents or written by AI.',
      // Its result would have no field in common with a page.
      omit: ['since'],
      output: FeedPage,
    },
    run: async ({ ctx, query }, reply) => {
      const { since, cursor } = query;
      if (since !== undefined) {
        if (cursor !== undefined) failFields([{ path: 'query.cursor', rule: 'not_with_since' }]);
        const news = await countNewer(ctx, { ...query, since });
        return reply.ok(news, afterCount(news.new_count, query));
      }
      const { items, next_cursor, newest_cursor, set } = await listFeed(ctx, query);
      const addresses = addressesOf(ctx);
      return reply.ok(
        { items: items.map((row) => presentPair(row, set, query.view, addresses)), next_cursor, newest_cursor },
        afterPage(items.length, query),
      );
    },
  }),
];
