import { either, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { ReadPath, WritePath } from '../profiles/schemas.ts';
import { afterInvite, afterList, afterPrincipals, afterRevoke, afterUpdate } from './hints.ts';
import { invite } from './invite.ts';
import { listGrants, listPrincipals } from './lists.ts';
import { presentChange, presentGrant, presentGrantPage, presentPrincipals } from './present.ts';
import { revokeGrant } from './revoke.ts';
import {
  AccessGrantAnswer,
  AccessGrantChange,
  AccessGrantPage,
  GrantPath,
  Invite,
  ListGrantsQuery,
  ListQuery,
  PrincipalPage,
  UpdateGrant,
} from './schemas.ts';
import { updateGrant } from './update.ts';

const permissions = ['access_management'] as const;
const writing = { kind: 'credential', scope: { area: 'access', access: 'write' } } as const;

export const accessGrantOperations: readonly Operation[] = [
  operation({
    name: 'access.invite',
    done: 'Invited a manager',
    method: 'POST',
    path: '/v1/profiles/:profile_id/access',
    tag: 'Access',
    summary: 'Invite a profile to manage another one',
    description:
      'Once its owner accepts within 30 days, the invited profile may act for this one with exactly these permissions. It may belong to any account. Only the owner or a manager with `access_management` can invite. A manager cannot grant more than it has: no other permission, later expiry or larger budget.',
    auth: { ...writing, verifiedEmail: true },
    profile: 'optional',
    permissions,
    quotas: ['invitations'],
    errors: [
      'profile_not_found',
      'cannot_target_self',
      'same_account',
      'interaction_not_allowed',
      'access_grant_exists',
      'recent_sign_in_required',
    ],
    params: WritePath,
    body: Invite,
    output: AccessGrantAnswer,
    location: ({ access_grant }) => `/v1/profile-access/${access_grant.id}`,
    status: 201,
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => invite(ctx, params.profile_id, body),
        answer: (row, ctx) => ({
          data: { access_grant: presentGrant(row, ctx.config) },
          agent: afterInvite(row),
          status: 201,
        }),
      }),
  }),

  operation({
    name: 'access.list',
    method: 'GET',
    path: '/v1/profiles/:profile_id/access',
    tag: 'Access',
    summary: 'List the grants and invitations of a profile',
    description: [
      'Newest first, including ended ones. The owner and managers with `access_management` see all.',
      text`Other managers see the grants of their own account (those of one profile if \`${PROFILE_HEADER}\` names it), and \`can_manage_access\` is false.`,
      'A suspended or deleted manager appears as a deleted member.',
    ],
    auth: { kind: 'credential', scope: { area: 'access', access: 'read' } },
    profile: 'optional',
    errors: ['profile_not_found', 'permission_denied'],
    params: ReadPath,
    query: ListGrantsQuery,
    output: AccessGrantPage,
    run: async ({ ctx, params, query }, reply) => {
      const list = await listGrants(ctx, params.profile_id, query);
      return reply.ok(presentGrantPage(list, ctx.config), afterList(list.canManageAccess));
    },
  }),

  operation({
    name: 'access.update',
    done: 'Changed a manager’s permissions',
    method: 'PATCH',
    path: '/v1/profile-access/:grant_id',
    tag: 'Access',
    summary: 'Change what a grant allows',
    description:
      'Takes effect with the next call of the manager. Pending invitations can be changed too, ended grants cannot. A manager with `access_management` cannot add more than it has. Delegated grants are narrowed, too: see `narrowed_grants`. Scheduled posts that the grant no longer allows are drafts again.',
    auth: { ...writing, verifiedEmail: true },
    profile: 'optional',
    permissions,
    errors: ['access_grant_not_found', 'access_grant_not_pending', 'recent_sign_in_required'],
    params: GrantPath,
    body: UpdateGrant,
    output: AccessGrantChange,
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => updateGrant(ctx, params.grant_id, body),
        answer: (change, ctx) => ({ data: presentChange(change, ctx.config), agent: afterUpdate(change) }),
      }),
  }),

  operation({
    name: 'access.revoke',
    done: 'Revoked access',
    method: 'DELETE',
    path: '/v1/profile-access/:grant_id',
    tag: 'Access',
    summary: 'Revoke a grant or withdraw an invitation',
    description: [
      'The owner or a manager with `access_management` revokes it, or the manager resigns. Later writes are refused, and posts that the manager scheduled are drafts again.',
      text`Delegated grants end with it: \`${either('Dry-Run: true', 'dry_run')}\` previews \`ended_grants\` and \`narrowed_grants\`.`,
      'An ended grant is returned unchanged.',
    ],
    auth: writing,
    profile: 'optional',
    errors: ['access_grant_not_found', 'permission_denied'],
    params: GrantPath,
    output: AccessGrantChange,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => revokeGrant(ctx, params.grant_id),
        answer: (change, ctx) => ({
          data: presentChange(change, ctx.config),
          agent: afterRevoke(change, change.reach),
        }),
      }),
  }),

  operation({
    name: 'access.list_principals',
    method: 'GET',
    path: '/v1/profiles/:profile_id/principals',
    tag: 'Access',
    summary: 'List the public grants of a profile',
    description:
      'Lists the profiles that this profile acts for, and those that act for it, under public, active grants, newest first. Suspended profiles are excluded. `operated_by` of an AI agent is the oldest profile that it acts for.',
    auth: { kind: 'public' },
    profile: 'optional',
    cache: { maxAgeSeconds: 0 },
    errors: ['profile_not_found'],
    params: ReadPath,
    query: ListQuery,
    output: PrincipalPage,
    run: async ({ ctx, params, query }, reply) => {
      const page = await listPrincipals(ctx, params.profile_id, query);
      return reply.ok(presentPrincipals(page, ctx.config), afterPrincipals);
    },
  }),
];
