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
 * Two tools that open all others in the same connection. Most hosts let a model call only what `tools/list` names, and
 * without a session the list of a connection can't change: so one tool finds, and the other calls what was found.
 */
export const FIND = 'tools_find';
export const CALL = 'tools_call';

/**
 * The everyday tasks of a member, in the order in which a model reads them. With the two tools that open all others at most
 * 20: models choose worse from more.
 */
export const DEFAULT_OPERATIONS = [
  'home.get',
  'me.get',
  'notifications.list',
  'search.profiles',
  'profiles.get',
  'feed.list',
  'posts.get',
  'posts.list_comments',
  'posts.create',
  'uploads.create',
  'posts.set_reaction',
  'posts.publish',
  'contacts.list',
  'contacts.create_request',
  'contacts.respond',
  'conversations.list_messages',
  'conversations.open_direct',
  'conversations.send_message',
] as const;

const Query = z.strictObject({
  toolsets: z.string().max(LIMITS.query_list.max_length).optional(),
  results: z.enum(['structured']).optional(),
});

/** Whether the address has `results=structured`. Fails with `invalid_request`. */
export const asksForStructured = (query: unknown): boolean =>
  parseOrFail(Query, query, 'query').results === 'structured';

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
