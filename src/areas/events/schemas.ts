import { z } from 'zod';
import { cursorField } from '../../core/cursor.ts';
import { EVENT_TYPES } from '../../core/enums.ts';
import { integerParameter } from '../../core/integers.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { commaList } from '../../core/url-input.ts';
import { AccessGrant } from '../access/schemas.ts';
import { ContactRequest } from '../contacts/schemas.ts';
import { Conversation, Message } from '../conversations/schemas.ts';
import { CompactPost } from '../posts/schemas.ts';
import { CompactProfile } from '../profiles/schemas.ts';

const { min_seconds, max_seconds } = LIMITS.event_wait;

/** The value of `cursor` that starts with the next event. */
export const NOW = 'now';

const OBJECT_TYPES = [
  'profile',
  'verification',
  'post',
  'profile_follow',
  'contact_request',
  'contact',
  'conversation',
  'message',
  'access_grant',
  'api_key',
  'report',
  'webhook',
] as const;

const event = {
  id: z.uuid().describe('Stable: the same event always has the same id, however you receive it.'),
  type: z.enum(EVENT_TYPES),
  created_at: z.iso.datetime(),
  profile_id: z.uuid().nullable().describe('The profile in whose log it is; null for events of the account.'),
  actor_profile_id: z.uuid().nullable().describe('Who caused it; null if no profile did.'),
  object: z.object({ type: z.enum(OBJECT_TYPES), id: z.uuid() }).describe('What it is about.'),
  data: z
    .record(z.string(), z.unknown())
    .describe('Ids and states, which depend on the type. Never text from members.'),
};

export const Event = z.object(event).meta({ id: 'Event' });

const ExpandedEvent = z
  .object({
    ...event,
    expanded: z
      .union([CompactPost, CompactProfile, Message, Conversation, ContactRequest, AccessGrant])
      .nullable()
      .describe(
        'The object as you may read it now, if it is a post (with `view=compact`), a profile (likewise), a message, a conversation, a contact request or an access grant. Null if it is anything else, if it is gone, or if this credential may not read it.',
      ),
  })
  .meta({ id: 'ExpandedEvent' });

export const EventPage = z.object({
  items: z.array(z.union([Event, ExpandedEvent])),
  next_cursor: z.string().describe('Never null. Continue with it, even after an empty page.'),
  has_more: z
    .boolean()
    .describe('Whether there is more to read now. Even a short or empty page can have more after it.'),
});

const typesField = commaList(z.enum(EVENT_TYPES), EVENT_TYPES.length)
  .optional()
  .describe('Comma-separated types. Default: all.');

export const EventsQuery = z.strictObject({
  types: typesField,
  cursor: cursorField()
    .optional()
    .describe(
      '`next_cursor` of the previous page, `events_cursor` of `GET /v1/home`, or `now` to start with the next event. Default: the oldest event. A cursor works with any `types`.',
    ),
  limit: pageQuery.limit,
  expand: z.enum(['object']).optional().describe('Adds the object of each event as `expanded`.'),
  wait: integerParameter({ min: min_seconds, max: max_seconds })
    .optional()
    .describe('Seconds to wait for an event if there is none. The response comes with the first one.'),
});

export const StreamQuery = z.strictObject({
  types: typesField,
  cursor: cursorField()
    .optional()
    .describe(
      'Where to start: a cursor of a list, of `GET /v1/home` or of this stream. The header `Last-Event-ID` wins. Default: now.',
    ),
  ticket: z
    .string()
    .max(100)
    .optional()
    .describe('A ticket of `POST /v1/events/stream-tickets`, for clients that cannot send an `Authorization` header.'),
});

export const StreamTicket = z
  .object({
    ticket: z.string().describe('For the query parameter `ticket` of `GET /v1/events/stream`, once.'),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'StreamTicket' });

export type StreamInput = z.output<typeof StreamQuery>;
export type EventsInput = z.output<typeof EventsQuery>;
export type EventWire = z.output<typeof Event>;
export type ExpandedWire = z.output<typeof ExpandedEvent>['expanded'];
