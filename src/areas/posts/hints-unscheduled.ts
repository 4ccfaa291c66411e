import type { Principal } from '../../auth/principal.ts';
import { action, type NextAction } from '../../core/next-action.ts';
import { op, type Text, text } from '../../core/operation-text.ts';

/** More profiles than this are only counted. */
const NAMED_PROFILES = 3;

/** The sentence for the hint of a change that made scheduled posts drafts again; none without any. */
export const draftsAgain = (count: number): Text[] =>
  count === 0
    ? []
    : [text`Scheduled posts that are drafts again: ${count}. ${op('posts.publish')} publishes or schedules one.`];

/** Actions that list them. `profileIds` are the profiles of the posts; the caller can list those of its own `profiles` only. */
export const listDrafts = (profileIds: readonly string[], profiles: Principal['profiles']): NextAction[] =>
  [...new Set(profileIds)]
    .filter((id) => profiles.has(id))
    .slice(0, NAMED_PROFILES)
    .map((profile_id) => action('posts.list_of_profile', { profile_id, status: 'draft' }, 'List the drafts.'));
