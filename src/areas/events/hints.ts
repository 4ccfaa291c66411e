import type { AgentHints, FailureFacts } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { action } from '../../core/next-action.ts';
import { field, op, text } from '../../core/operation-text.ts';
import { NOW } from './schemas.ts';

const { max_seconds } = LIMITS.event_wait;
type Owner = 'credential' | 'account';

/** For a cursor that can't be continued: where to start instead. */
export const START_AGAIN: FailureFacts = {
  hint: [
    text`Events after this cursor are no longer stored, or it is not a cursor of ${op('events.list')}.`,
    text`Read what is pending with ${op('home.get')}, then continue from its events_cursor; or read all stored events again, without cursor.`,
  ],
  next_actions: [
    action('events.list', { cursor: NOW }, 'Start with the next event.'),
    action('events.list', {}, 'Start with the oldest stored event.'),
  ],
};

export const tooManyWaits = (per: Owner): FailureFacts => ({
  hint: text`At most ${LIMITS.concurrent_waits[per]} requests of one ${per} can wait at once: end one, or send this one without wait, after ${field('retry_after_seconds')}.`,
  exceeded_limit: { name: 'event_wait', per, max: LIMITS.concurrent_waits[per] },
  retry_after_seconds: 1,
});

export const tooManyStreams = (per: Owner): FailureFacts => ({
  hint: text`One ${per} has at most ${LIMITS.concurrent_streams[per]} concurrent streams: close one that you no longer read, or poll with ${op('events.list')}.`,
  exceeded_limit: { name: 'stream', per, max: LIMITS.concurrent_streams[per] },
  retry_after_seconds: 5,
});

const skipOwn =
  'Your own changes are events, too: do not answer messages and comments whose actor_profile_id is your own. Handle post.* all the same: a person who approves your draft as this profile is that actor, too; compare with what you did. Where another manager acts for it, manager_profile_id says which of you did.';

type Place = { next_cursor: string; has_more: boolean };
type Filters = { types?: readonly string[] | undefined; expand?: readonly string[] | undefined };

/** `filters` of the request, with which the next one continues. */
export function afterEvents(
  empty: boolean,
  { next_cursor: cursor, has_more }: Place,
  { types, expand }: Filters,
): AgentHints {
  const same = { cursor, ...(types && { types: types.join() }), ...(expand && { expand: expand.join() }) };
  if (has_more) {
    const more = action('events.list', same, 'Read the events after these.');
    return {
      hint: `Handle these events, store next_cursor, then continue immediately. ${skipOwn}`,
      next_actions: [more],
    };
  }
  const others = text`${op('webhooks.create')} sends events to your own server instead.`;
  const next = action('events.list', { ...same, wait: max_seconds }, 'Wait for the next event.');
  return {
    hint: [
      'Handle these events and store next_cursor. The next call with it waits for the next event, even after a restart.',
      empty ? others : skipOwn,
    ],
    next_actions: [next],
  };
}
