import { z } from 'zod';
import { booleanParameter } from '../../core/booleans.ts';
import { cursorField } from '../../core/cursor.ts';
import { EVENT_TYPES } from '../../core/enums.ts';
import { EVENT_KINDS, EVENTS, type EventKind, type EventTypeOf } from '../../core/event-catalogue.ts';
import { integerParameter } from '../../core/integers.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { commaList } from '../../core/url-input.ts';
import { CompactAccessGrant } from '../access/schemas.ts';
import { ContactRequest } from '../contacts/schemas.ts';
import { Conversation, Message } from '../conversations/schemas.ts';
import { CompactPost } from '../posts/schemas.ts';
import { CompactProfile } from '../profiles/schemas.ts';

const { min_seconds, max_seconds } = LIMITS.event_wait;

/** The value of `cursor` that starts with the next event. */
export const NOW = 'now';

const KINDS = Object.keys(EVENT_KINDS) as EventKind[];
type Kinds = typeof EVENT_KINDS;

/** The fields of all events but for its `type` and `data`. */
const FIELDS = {
  created_at: z.iso.datetime(),
  profile_id: z.uuid().nullable().describe('The profile in whose log it is; null for events of the account.'),
  actor_profile_id: z.uuid().nullable().describe('Who caused it; null if no profile did.'),
  manager_profile_id: z
    .uuid()
    .nullable()
    .describe('The manager that acted for `profile_id` through a grant; null in the logs of others.'),
  object: z
    .object({ type: z.enum(KINDS.map((kind) => EVENT_KINDS[kind].object)), id: z.uuid() })
    .describe('What it is about.'),
};

/** The fields of an event in their order. */
export const fieldsOf = <Type extends z.ZodType, Data extends z.ZodObject>(type: Type, data: Data) => ({
  id: z.uuid().describe('Stable: the same event always has the same id, however you receive it.'),
  type,
  ...FIELDS,
  data,
});

type Types<K extends EventKind> = z.ZodEnum<{ [Type in EventTypeOf<K>]: Type }>;
type Fields<K extends EventKind> = ReturnType<typeof fieldsOf<Types<K>, Kinds[K]['data']>>;
type OneOfKinds = { [K in EventKind]: z.ZodObject<Fields<K>> }[EventKind];

const eventOf = (kind: EventKind) =>
  z.object(fieldsOf(z.enum(EVENT_TYPES.filter((type) => EVENTS[type].kind === kind)), EVENT_KINDS[kind].data));

/** A discriminated union of a schema for each kind, which has the types `One`. */
function unionOf<One extends z.ZodObject>(schemaOf: (kind: EventKind) => z.ZodObject) {
  const [first, ...others] = KINDS.map(schemaOf) as One[];
  return z.discriminatedUnion('type', [first!, ...others]);
}

export const Event = unionOf<OneOfKinds>((kind) => eventOf(kind).meta({ id: kind })).meta({ id: 'Event' });

/** The objects that `expand=object` shows. */
const EXPANDED = {
  post: CompactPost,
  profile: CompactProfile,
  message: Message,
  conversation: Conversation,
  contact_request: ContactRequest,
  access_grant: CompactAccessGrant,
};
type Expanded<K extends EventKind> = z.ZodOptional<
  Kinds[K]['object'] extends keyof typeof EXPANDED ? z.ZodNullable<(typeof EXPANDED)[Kinds[K]['object']]> : z.ZodNull
>;
type Additions<K extends EventKind> = { actor: typeof actor; expanded: Expanded<K> };
type OneOfExpanded = { [K in EventKind]: z.ZodObject<Fields<K> & Additions<K>> }[EventKind];

const actor = CompactProfile.nullable()
  .optional()
  .describe('With `expand=actor`: the actor in short. Null if there is none, or if you may not see it.');

function expandedOf(kind: EventKind) {
  const { object } = EVENT_KINDS[kind];
  const expanded = (object in EXPANDED ? EXPANDED[object as keyof typeof EXPANDED].nullable() : z.null()).optional();
  return eventOf(kind).extend({
    actor,
    expanded: expanded.describe(
      'With `expand=object`: the object as you may read it now; posts and profiles in short. Null if it is gone, or if this credential may not read it.',
    ),
  });
}

const ExpandedEvent = unionOf<OneOfExpanded>((kind) => expandedOf(kind).meta({ id: `Expanded${kind}` })).meta({
  id: 'ExpandedEvent',
});

export const EventPage = z
  .object({
    items: z.array(z.union([Event, ExpandedEvent])),
    next_cursor: z.string().describe('Never null. Continue with it, even after an empty page.'),
    has_more: z
      .boolean()
      .describe('Whether there is more to read now. Even a short or empty page can have more after it.'),
  })
  .meta({ id: 'EventPage' });

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
  expand: commaList(z.enum(['actor', 'object']), 2)
    .optional()
    .describe('`object` adds the object of each event as `expanded`, `actor` its actor. Comma-separated.'),
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
  named: booleanParameter()
    .default(true)
    .describe('`false`: without `event`, so that `onmessage` of an `EventSource` gets events of all types.'),
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
export type ExpandedEventWire = z.output<typeof ExpandedEvent>;
export type ExpandedWire = z.output<(typeof EXPANDED)[keyof typeof EXPANDED]>;
