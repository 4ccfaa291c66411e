import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PERMISSIONS, VIEWS } from '../core/enums.ts';
import { failFields } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { preview, shortened } from '../core/text.ts';
import { leanSerializerOf } from './serializer.ts';

/**
 * `view=compact`, which every operation takes: the same response with fewer fields. All that it leaves out is listed here.
 */

type Json = Record<string, unknown>;

/** What no next step needs. */
const NEVER = new Set([
  ...['actor', 'requester', 'viewer', 'call_name', 'active_plan', 'location', 'bio', 'media'],
  ...['avatar_url', 'dark_avatar_url', 'updated_at', 'created_by_actor_id', 'created_from_contact_request_id'],
  ...['owner_actor_id', 'owner_entity_id', 'owner_entity_type', 'contact_actor_id', 'requester_id', 'sender_actor_id'],
  ...[
    'mentions',
    'links',
    'reply_count',
    'quotes_count',
    'quoted_post',
    'title',
    'actors',
    'last_read_at',
    'width',
    'height',
  ],
]);

/** The values that most objects have. */
const USUAL: Readonly<Record<string, unknown>> = {
  ai_disclosure: 'none',
  body_truncated: false,
  comments_count: 0,
  is_golden_ticket: false,
  image_count: 0,
  legal_name_verified: false,
  likes_count: 0,
  needs_human: false,
  muted: false,
  revision: 1,
  status: 'published',
  unread_count: 0,
  visibility: 'public',
};
const USUAL_KINDS = new Set(['post', 'direct', 'text']);

/** Takes `view` from the query of an operation that does not declare it, and shortens what a request for `compact` gets. */
export function acceptCompactView(app: FastifyInstance): void {
  app.decorateRequest('isCompact', false);
  app.addHook('preValidation', (request, _reply, done) => {
    takeView(request);
    done();
  });
  app.addHook('preSerialization', (request, reply, payload, done) => {
    const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<number, unknown> };
    const schema = response?.[reply.statusCode];
    // Schemas and limits have names of fields that are not data.
    const isMeta = request.routeOptions.config.operation?.startsWith('meta.');
    if (!request.isCompact || isMeta || !schema) return done(null, payload);
    const { data, agent, ...others } = payload as { data: unknown; agent: Agent };
    reply.serializer(leanSerializerOf(schema as never));
    done(null, {
      ...others,
      agent: withoutAmple(agent),
      data: compact(data, request.method !== 'GET' && request.method !== 'HEAD'),
    });
  });
}

type Usage = { limit: number; remaining: number };
type Agent = { rate_limit?: Usage };

const isAmple = ({ limit, remaining }: Usage) => remaining * 2 > limit;
const withoutAmple = ({ rate_limit, ...agent }: Agent): Agent =>
  rate_limit && !isAmple(rate_limit) ? { ...agent, rate_limit } : agent;

function takeView(request: FastifyRequest): void {
  const query = request.query as Json | undefined;
  const view = query?.['view'];
  if (view === undefined || !request.routeOptions.config.operation) return;
  request.isCompact = view === 'compact';
  const { querystring } = (request.routeOptions.schema ?? {}) as { querystring?: { shape?: Json } };
  if (querystring?.shape?.['view']) return;
  if (Array.isArray(view)) failFields([{ path: 'query.view', rule: 'repeated' }]);
  if (!VIEWS.includes(view as never)) failFields([{ path: 'query.view', rule: 'allowed_values', allowed: VIEWS }]);
  delete query!['view'];
}

/** `isWrite`: the caller knows the text that it has just sent. */
export function compact(data: unknown, isWrite = false): unknown {
  const shown = new Set<unknown>();

  function shrunk(value: unknown, place: Place, parent: Json): unknown {
    if (Array.isArray(value)) return value.map((item) => shrunk(item, 'item', parent));
    if (typeof value !== 'object' || value === null) return value;
    const own = value as Json;
    if (place === 'field' && isProfile(own) && shown.has(own['id'])) return { username: own['username'] };
    if (isProfile(own)) shown.add(own['id']);
    const kept = Object.entries(briefly(own, place, parent, isWrite)).flatMap(([name, given]) => {
      if (NEVER.has(name) || isUsual(name, given)) return [];
      const field = TIME.test(name) ? withoutFraction(given) : shrunk(given, 'field', own);
      const isKept = name === 'items' || name === 'next_cursor' || (given === null && isPartOfHome(name, own));
      return isEmpty(field) && !isKept ? [] : [[name, field] as const];
    });
    return Object.fromEntries(kept);
  }
  return shrunk(data, 'root', {});
}

/** Whether an object is the whole response, in a list, or a field of another one. */
type Place = 'root' | 'item' | 'field';

const isProfile = (value: Json) => 'username' in value && 'type' in value && 'id' in value;
const isUsual = (name: string, value: unknown) =>
  USUAL[name] === value || (name === 'kind' && USUAL_KINDS.has(value as string));
const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
const TIME = /_at$/;
const withoutFraction = (time: unknown) => (typeof time === 'string' ? time.replace(/\.\d{3}Z$/, 'Z') : time);

/** What an object leaves out because what is around it says it. */
function briefly(own: Json, place: Place, parent: Json, isWrite: boolean): Json {
  if ('events_cursor' in own) return brieflyHome(own);
  if ('body_preview' in own) return place === 'root' ? brieflyRead(own, isWrite) : brieflyListed(own, parent);
  if (isProfile(own)) {
    if (place === 'root') return own;
    if (place === 'item') return without(own, 'created_at');
    return without(own, 'created_at', 'owned' in parent ? 'occupation' : 'id');
  }
  if ('owned' in own && Array.isArray(own['permissions'])) return brieflyManaged(own);
  if ('rate_limits' in own) return brieflyMe(own);
  if ('requester_profile_id' in own && 'requester_profile' in parent)
    return without(own, 'profile_id', 'requester_profile_id');
  if ('sender_profile_id' in own && own['mine']) return without(own, 'sender_profile_id');
  if ('last_message_at' in own) return without(own, 'created_at');
  return own;
}

/** A part that may not be read stays null; one where nothing is pending goes. */
const isPartOfHome = (name: string, own: Json) => 'events_cursor' in own && name !== 'budgets';

/** The counts, with the first items of each part: its list has all. */
const brieflyHome = (own: Json): Json =>
  Object.fromEntries(
    Object.entries(own).flatMap(([name, part]) => {
      const { count, items } = (part ?? {}) as { count?: number; items?: Json[] };
      if (!items) return [[name, part]];
      return count === 0
        ? []
        : [[name, { count, items: items.slice(0, LIMITS.home_items.compact).map(brieflyPending) }]];
    }),
  );

function brieflyPending(item: Json): Json {
  const own = without(item, ...FOR_THE_LIST, ...('actor_profile' in item ? ['id'] : []));
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      if (typeof value === 'string' && TEXTS.has(name))
        return [name, shortened(value, LIMITS.home_items.compact_length)];
      if (name === 'conversation' || name === 'contact_request') return [name, brieflyPending(value as Json)];
      return [name, isMember(value) ? { username: value.username } : value];
    }),
  );
}
const isMember = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && isProfile(value as Json);
const FOR_THE_LIST = ['created_at', 'last_message_at', 'status', 'actor_count', 'addressee_profile'];
const TEXTS = new Set(['preview', 'last_message_preview', 'message', 'body_preview']);

/** Without limits of which more than half is left. */
function brieflyMe(own: Json): Json {
  const { principal, account, rate_limits } = own as { principal: Json; account: Json; rate_limits: Usage[] };
  return {
    // A session has all scopes.
    ...without(own, 'rate_limit', ...(principal['type'] === 'session' ? ['scopes'] : [])),
    principal: without(principal, 'id'),
    account: without(account, 'id', ...(account['email_verified'] ? ['email_verified'] : [])),
    rate_limits: rate_limits.filter((usage) => !isAmple(usage)),
  };
}

/** An owner has all permissions, unless its key has fewer. */
const brieflyManaged = (own: Json): Json =>
  without(own, 'actor_id', ...((own['permissions'] as unknown[]).length === PERMISSIONS.length ? ['permissions'] : []));

/** One post has its whole text, unless the caller has just sent it. */
const brieflyRead = (own: Json, isWrite: boolean): Json =>
  without(
    own,
    'created_at',
    ...(isWrite ? ['body', 'profile_id', 'profile'] : []),
    ...('body' in own ? ['body_preview', 'body_truncated', 'image_count'] : []),
  );

function brieflyListed(own: Json, parent: Json): Json {
  const start = preview(own['body_preview'] as string, LIMITS.post_body_preview.compact_length);
  return {
    ...without(own, 'url', 'images', 'created_at', ...('profile' in parent ? ['profile_id'] : [])),
    body_preview: start.preview,
    body_truncated: own['body_truncated'] || start.truncated,
    image_count: (own['images'] as unknown[]).length,
    ...(own['root_post_id'] === own['reply_to_post_id'] && { root_post_id: null }),
  };
}

const without = (object: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the response leaves out what its compact view does. */
    isCompact: boolean;
  }
}
