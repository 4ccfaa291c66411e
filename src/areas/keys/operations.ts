import { requirePrincipal } from '../../auth/require.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { KEYS, keyCreated, keyRevoked, keyRotated, keyUpdated } from './hints.ts';
import { presentKey } from './present.ts';
import {
  ApiKeyOnly,
  ApiKeyWithSecret,
  CreateKeyBody,
  KeyPage,
  KeyPath,
  KeyQuery,
  KeyRevoked,
  RotateKeyBody,
  UpdateKeyBody,
} from './schemas.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from './service.ts';

const principals = ['session', 'api_key'] as const;
const read = {
  auth: { kind: 'credential', scope: { area: 'keys', access: 'read' }, principals },
  profile: 'none',
} as const;
const write = {
  auth: { kind: 'credential', scope: { area: 'keys', access: 'write' }, principals },
  profile: 'none',
} as const;

export const keyOperations: readonly Operation[] = [
  operation({
    name: 'keys.create',
    done: 'Created an API key',
    method: 'POST',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'The secret is shown once. A key that a key creates cannot exceed its scopes, profiles, permissions, expiry and `for_agent`, and ends with it. A profile that the account cannot act as is 403 `permission_denied`; one that only this key lacks is `insufficient_scope`. At most 50 active keys.',
    ...write,
    auth: { ...write.auth, verifiedEmail: true },
    errors: ['permission_denied', 'recent_sign_in_required', 'plan_limit_reached'],
    secretAnswer: true,
    body: CreateKeyBody,
    output: ApiKeyWithSecret,
    location: ({ api_key }) => `/v1/api-keys/${api_key.id}`,
    status: 201,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => createApiKey(ctx, request.body),
        answer: ({ key, secret }) => ({
          status: 201,
          data: { api_key: presentKey(key), secret },
          agent: keyCreated(key.id, key.profile_ids.length > 0),
        }),
      }),
  }),

  operation({
    name: 'keys.list',
    method: 'GET',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'List API keys',
    description: 'Lists all keys of the account without their secrets, newest first, including ended ones.',
    ...read,
    query: KeyQuery,
    output: KeyPage,
    run: async (request, reply) => {
      const page = await listApiKeys(request.ctx, requirePrincipal(request.ctx).accountId, request.query);
      return reply.ok({ ...page, items: page.items.map(presentKey) }, KEYS);
    },
  }),

  operation({
    name: 'keys.update',
    done: 'Changed an API key',
    method: 'PATCH',
    path: '/v1/api-keys/:api_key_id',
    tag: 'API keys',
    summary: 'Update an API key',
    description:
      'Changes name, scopes, profiles and permissions; omitted fields stay. Keys created by this key lose what it loses, and one without scopes ends; their webhooks send what they may still read. A key changes only itself and its descendants, within its rights. Ended keys are 404 `api_key_not_found`.',
    ...write,
    errors: ['permission_denied', 'recent_sign_in_required', 'api_key_not_found'],
    params: KeyPath,
    body: UpdateKeyBody,
    output: ApiKeyOnly,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => updateApiKey(ctx, requirePrincipal(ctx).accountId, request.params.api_key_id, request.body),
        answer: ({ key, loss }, ctx) => ({
          data: { api_key: presentKey(key) },
          agent: keyUpdated(loss, requirePrincipal(ctx).profiles),
        }),
      }),
  }),

  operation({
    name: 'keys.rotate',
    done: 'Rotated the secret of an API key',
    method: 'POST',
    path: '/v1/api-keys/:api_key_id/rotate',
    tag: 'API keys',
    summary: 'Rotate an API key',
    description:
      'Issues a new secret, shown once. The old one works until the overlap ends. Rotating again within the overlap ends the oldest secret. A key can rotate only itself and its descendants that are no stronger.',
    ...write,
    errors: ['recent_sign_in_required', 'api_key_not_found'],
    secretAnswer: true,
    params: KeyPath,
    body: RotateKeyBody,
    output: ApiKeyWithSecret,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => rotateApiKey(ctx, requirePrincipal(ctx).accountId, request.params.api_key_id, request.body),
        answer: ({ key, secret }) => ({
          data: { api_key: presentKey(key), secret },
          agent: keyRotated(request.body.overlap_seconds),
        }),
      }),
  }),

  operation({
    name: 'keys.revoke',
    done: 'Revoked an API key',
    method: 'DELETE',
    path: '/v1/api-keys/:api_key_id',
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'Ends the key and all keys that it created. Their webhooks are disabled; scheduled posts and invitations go on: the hint counts them. A key can revoke itself, its descendants, and keys that are no stronger.',
    ...write,
    errors: ['api_key_not_found'],
    params: KeyPath,
    output: KeyRevoked,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => revokeApiKey(ctx, requirePrincipal(ctx).accountId, request.params.api_key_id),
        answer: ({ id, ...ended }, ctx) => ({
          data: { api_key_id: id, revoked: ended.revoked },
          agent: keyRevoked(ended, requirePrincipal(ctx).profiles),
        }),
      }),
  }),
];
