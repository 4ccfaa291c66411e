import type { FastifyRequest } from 'fastify';
import { secretsIn } from '../auth/key-format.ts';
import { ERROR_CODES, type ErrorSpec } from '../core/error-codes.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { Hint } from '../core/hints.ts';
import { type Described, describedBy, nearByWords } from '../core/near-names.ts';
import { action, type NextAction } from '../core/next-action.ts';
import { addressOf, either, field, type OperationName, op, type Text, text } from '../core/operation-text.ts';
import { mediaTypeHint } from './agent-hints.ts';
import type { RouteEntry } from './route-contract.ts';

/** What callers get wrong first, and the words that put it right. Only our own names: nothing that was sent is repeated. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Thrown once the body has been checked, so that one response reports both. */
    missingProfile: ApiError | null;
  }
}

/** The failure with what else is known to be wrong with the request. */
export function diagnose(request: FastifyRequest, error: ApiError): ApiError {
  const { missingProfile } = request;
  if (missingProfile && OF_THE_BODY.has(error.statusCode)) return both(request, missingProfile, error);
  if (error.code === 'profile_header_required') return withFacts(error, profileElsewhere(request));
  if (error.code === 'profile_not_found') return withFacts(error, profileMistake(request));
  if (error.code === 'route_not_found') return withFacts(error, nearCalls(request));
  return error;
}

const OF_THE_BODY: ReadonlySet<number> = new Set([400, 413, 415]);

function withFacts(error: ApiError, facts: FailureFacts): ApiError {
  return new ApiError(error.code, {
    agent: { ...facts, ...error.agent },
    headers: error.headers,
    internal: error.message,
    cause: error.cause,
  });
}

/** A body that could not be read or is invalid, and a missing profile. */
function both(request: FastifyRequest, missing: ApiError, other: ApiError): ApiError {
  if (other === missing) return withFacts(missing, profileElsewhere(request));
  const hint = other.code === 'unsupported_media_type' ? mediaTypeHint(request) : hintOf(other);
  return withFacts(missing, {
    fields: [{ path: 'header.x-profile-id', rule: 'required' }, ...(other.agent.fields ?? [])],
    hint: [
      text`Two things are wrong. Send ${either('the header X-Profile-Id', 'as_profile_id')} with one of ${field('attached_profile_ids')}.`,
      hint,
    ],
  });
}

function hintOf({ code, agent }: ApiError): Text {
  const hint: Hint = agent.hint ?? (ERROR_CODES[code] as ErrorSpec).hint;
  return typeof hint === 'object' && 'any' in hint ? hint.any : hint;
}

/** `me`, which other APIs accept for the caller. */
function profileMistake({ params }: FastifyRequest): FailureFacts {
  const words = Object.entries((params ?? {}) as Record<string, string>).filter(([name]) =>
    name.endsWith('profile_id'),
  );
  if (!words.some(([, word]) => word === 'me')) return {};
  return { hint: ME, next_actions: [action('me.get', {}, 'Your profiles.')] };
}

const ME = text`There is no profile me: ${op('me.get')} lists the profiles of this credential with their ids.`;

const ANY_FORM =
  'Send the header Authorization with the word Bearer, one space, and then only the credential: no quotation marks, no other scheme and no encoding.';
const UNKNOWN =
  'This is no credential of this server, or only a part of one: send the complete secret after Authorization: Bearer, or ask its owner for a new one.';
const NOT_A_CREDENTIAL = [
  'This is no credential for the API.',
  text`A refresh token (pnr_) is exchanged for an access token at POST /oauth/token; a one-time token (pnt_) goes into the body or query of the operation that it is for; the secret of a webhook (whsec_) verifies deliveries.`,
];

/** Facts about a malformed `Authorization` header: one of our credentials in another form than `Bearer`, if there is one. */
export function malformedCredential(sent: string): FailureFacts {
  const header = sent.slice(0, 1024);
  const [scheme = '', rest = ''] = header.split(/\s+/, 2);
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(rest, 'base64').toString('latin1') : '';
  if (/^(?:bearer +)?(?:pn[rt]_|whsec_)/i.test(header)) return { hint: NOT_A_CREDENTIAL };
  if (secretsIn(`${header} ${decoded}`).length === 0) return { hint: UNKNOWN };
  return { hint: ['The credential is complete, but the server reads it in one form only.', ANY_FORM] };
}

const OTHER_HEADERS = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'];

/** Facts for a call without `Authorization`: it may have the credential in a header that is not read. */
export function credentialElsewhere({ headers }: FastifyRequest): FailureFacts {
  if (!OTHER_HEADERS.some((name) => headers[name] !== undefined)) return {};
  return { hint: ['The server reads a credential from no header but Authorization.', ANY_FORM] };
}

const OTHER_PROFILE_HEADERS = [
  'profile-id',
  'profile_id',
  'x_profile_id',
  'x-profile',

  'x-acting-profile-id',
];

/** Facts for a call without `X-Profile-Id`: another header may have the profile. */
function profileElsewhere({ headers }: FastifyRequest): FailureFacts {
  if (!OTHER_PROFILE_HEADERS.some((name) => headers[name] !== undefined)) return {};
  return {
    hint: text`The server reads the acting profile from no header but X-Profile-Id: send it with one of ${field('attached_profile_ids')}.`,
  };
}

/** Reads that callers expect at a path that only accepts writes, and where they are. */
const READS: Readonly<Record<string, readonly NextAction[]>> = {
  '/v1/posts': [
    action('feed.list', {}, 'The posts of the profiles that one follows.'),
    action('search.posts', {}, 'Posts with a word, or of a profile.'),
  ],
  '/v1/profile-follows': [
    action(
      'me.get',
      {},
      text`The ids of your profiles: ${op('follows.list_following')} lists the profiles that one follows.`,
    ),
  ],
};

const CLEAR = text`A reaction is cleared by ${op('posts.set_reaction')} with its reaction_type and "active": false.`;

/** Facts for a method that the path does not support. `allow`: those that it supports. */
export function wrongMethod(method: string, url: string, allow: string): FailureFacts {
  const allowed_methods = allow.split(', ').filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
  const [path = ''] = url.split('?', 1);
  const next_actions = method === 'GET' ? READS[path] : undefined;
  const isReaction = method === 'DELETE' && /\/reaction\/?$/.test(path);
  return { allowed_methods, ...(next_actions && { next_actions }), ...(isReaction && { hint: CLEAR }) };
}

/** The operations that a name may mean, and how to read about them. */
export function nearOperations(routes: readonly RouteEntry[], name: string): FailureFacts {
  const did_you_mean = nearByWords(name, indexOf(routes).byName);
  if (did_you_mean.length === 0) return {};
  const why = 'Its schemas, an example and its error codes.';
  return {
    did_you_mean,
    next_actions: did_you_mean.map((operation) => action('meta.get_operation', { operation }, why)),
  };
}

/** The calls that an unknown path of the API may mean, with an id those of the same method first. */
function nearCalls({ method, url, server }: FastifyRequest): FailureFacts {
  const [sent = ''] = url.split('?', 1);
  if (!sent.startsWith('/v1/')) return {};
  const path = sent.replace(/^(\/v1)+(?=\/)/, '/v1');
  const twice = path !== sent && { hint: TWICE };
  const other = OTHER_PATHS.get(path.toLowerCase());
  const calls = indexOf(server.routes).byPath;
  const words = path.slice('/v1/'.length).replace(ID, '');
  // Without an id, a read of a list may mean the write next to it.
  const isFirst = (name: string) => path.length > words.length + '/v1/'.length && name.startsWith(`${method} `);
  const did_you_mean = other ? [addressOf(other).join(' ')] : nearByWords(words, calls, isFirst);
  return { ...twice, ...(did_you_mean.length > 0 && { did_you_mean }) };
}

const TWICE = 'The path begins with /v1 twice: the base URL of a client is the address of the server, without /v1.';
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/gi;
const indexes = new WeakMap<readonly RouteEntry[], { byName: Described[]; byPath: Described[] }>();

function indexOf(routes: readonly RouteEntry[]) {
  const known = indexes.get(routes);
  if (known) return known;
  const all = routes.map(({ contract, method, url }) => {
    const path = url.replace(/^\/v1|:\w+/g, '');
    return {
      name: contract.operation,
      verb: VERBS[method] ?? '',
      address: addressOf(contract.operation as OperationName),
      path,
    };
  });
  const index = {
    byName: all.map(({ name, path, verb }) => describedBy(name, name, path, verb)),
    byPath: all.map(({ address, path }) => describedBy(address.join(' '), path)),
  };
  indexes.set(routes, index);
  return index;
}

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'set',
  PATCH: 'set',
  DELETE: 'remove',
  GET: 'get',
};

/** Paths of other APIs, and the operations that they mean here. */
const OTHER_PATHS: ReadonlyMap<string, OperationName> = new Map([
  ['/v1/users/me', 'me.get'],
  ['/v1/user', 'me.get'],
  ['/v1/whoami', 'me.get'],
  ['/v1/users', 'profiles.lookup'],
  ['/v1/timeline', 'feed.list'],
  ['/v1/search', 'search.posts'],
  ['/v1/messages', 'conversations.list'],
  ['/v1/login', 'account.create_session'],
  ['/v1/sessions', 'account.create_session'],
  ['/v1/signup', 'account.create'],
  ['/v1/accounts', 'account.create'],
  ['/v1/follows', 'follows.create'],
  ['/v1/likes', 'posts.set_reaction'],
]);
