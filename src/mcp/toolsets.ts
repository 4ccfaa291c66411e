import { z } from 'zod';
import { failFields } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { TOOLSETS, type Toolset } from '../core/toolsets.ts';
import { parseOrFail } from '../http/validation.ts';

/** What an address names. `default`: the tools of an address without toolsets, with all scopes that they need. */
export type Chosen = ReadonlySet<Toolset | 'default'>;

/** Listed on every connection: it needs no scope and returns the ids that other tools take as `as_profile_id`. */
export const ALWAYS_LISTED = 'me.get';

/**
 * The everyday tasks of a member, in the order in which a model reads them. At most 25: models choose worse from more.
 */
export const DEFAULT_OPERATIONS = [
  'home.get',
  'me.get',
  'notifications.list',
  'notifications.mark_read',
  'search.profiles',
  'feed.list',
  'posts.create',
  'posts.create_comment',
  'posts.get',
  'posts.list_comments',
  'posts.list_of_profile',
  'posts.update',
  'posts.publish',
  'posts.return',
  'posts.remove',
  'posts.set_reaction',
  'profiles.get',
  'follows.create',
  'contacts.create_request',
  'contacts.respond',
  'conversations.list',
  'conversations.list_messages',
  'conversations.open_direct',
  'conversations.send_message',
  'conversations.mark_read',
] as const;

const Query = z.strictObject({ toolsets: z.string().max(LIMITS.query_list.max_length).optional() });

/** The names in `/mcp?toolsets=posts,messages`; null without any. Fails with `invalid_request` for an unknown name. */
export function readToolsets(query: unknown): Chosen | null {
  const { toolsets } = parseOrFail(Query, query, 'query');
  if (toolsets === undefined) return null;
  const words = toolsets.split(',').map((word) => word.trim());
  const allowed = ['default', ...TOOLSETS, 'all'];
  if (words.some((word) => !allowed.includes(word))) {
    failFields([{ path: 'query.toolsets', rule: 'allowed_values', allowed }]);
  }
  return new Set(words.includes('all') ? TOOLSETS : (words as Toolset[]));
}
