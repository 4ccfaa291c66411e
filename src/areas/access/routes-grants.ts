import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { ReadPath, WritePath } from '../profiles/schemas.ts';
import {
  exampleGrant,
  exampleInvitation,
  exampleInviteBody,
  exampleManagedProfile,
  examplePrincipal,
} from './examples.ts';
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

const tags = ['Access'];
const permissions = ['access_management'] as const;
const nothingBelow = { ended_grants: [], narrowed_grants: [] };
const writing = { kind: 'credential', scope: { area: 'access', access: 'write' } } as const;

/** Routes that create, list, change and revoke the access grants of a profile. */
export const accessGrantRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.post(
    '/v1/profiles/:profile_id/access',
    {
      config: {
        operation: 'access.invite',
        auth: { ...writing, verifiedEmail: true },
        profile: 'optional',
        permissions,
        quotas: ['invitations'],
        errors: ['profile_not_found', 'cannot_target_self', 'interaction_not_allowed', 'access_grant_exists'],
        example: { body: exampleInviteBody, data: { access_grant: exampleInvitation } },
      },
      schema: {
        summary: 'Invite a profile to manage another one',
        description:
          'Once its owner accepts within 30 days, the invited profile may act for this one with exactly these permissions. It may belong to any account. Only the owner or a manager with `access_management` can invite. A manager cannot grant more than it has: no other permission, later expiry or larger budget.',
        tags,
        params: WritePath,
        body: Invite,
        response: answers(AccessGrantAnswer, 201),
      },
    },
    async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => invite(ctx, params.profile_id, body),
        answer: (row) => ({
          data: { access_grant: presentGrant(row, 'default', addresses) },
          agent: afterInvite(row),
          status: 201,
        }),
      }),
  );

  app.get(
    '/v1/profiles/:profile_id/access',
    {
      config: {
        operation: 'access.list',
        auth: { kind: 'credential', scope: { area: 'access', access: 'read' } },
        profile: 'optional',
        errors: ['profile_not_found', 'permission_denied', 'invalid_cursor'],
        example: {
          data: { profile: exampleManagedProfile, items: [exampleGrant], next_cursor: null, can_manage_access: true },
        },
      },
      schema: {
        summary: 'List the grants and invitations of a profile',
        description:
          'Newest first, including ended ones. The owner and managers with `access_management` see all. Other managers see the grants of their own account (those of one profile if `X-Profile-Id` names it), and `can_manage_access` is false. A suspended or deleted manager appears as a deleted member.',
        tags,
        params: ReadPath,
        querystring: ListGrantsQuery,
        response: answers(AccessGrantPage),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const list = await listGrants(ctx, params.profile_id, query);
      return reply.ok(presentGrantPage(list, query.view, addresses), afterList(list.canManageAccess));
    },
  );

  app.patch(
    '/v1/profile-access/:grant_id',
    {
      config: {
        operation: 'access.update',
        auth: { ...writing, verifiedEmail: true },
        profile: 'optional',
        permissions,
        errors: ['access_grant_not_found', 'access_grant_not_pending'],
        example: {
          body: { permissions: exampleGrant.permissions, budget: { posts_per_day: 5 } },
          data: { access_grant: exampleGrant, ...nothingBelow },
        },
      },
      schema: {
        summary: 'Change what a grant allows',
        description:
          'Takes effect with the next call of the manager. Pending invitations can be changed too; ended grants cannot (409 `access_grant_not_pending`). A manager with `access_management` cannot add more than it has. Delegated grants are narrowed with this one: see `ended_grants` and `narrowed_grants`.',
        tags,
        params: GrantPath,
        body: UpdateGrant,
        response: answers(AccessGrantChange),
      },
    },
    async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => updateGrant(ctx, params.grant_id, body),
        answer: (change) => ({ data: presentChange(change, addresses), agent: afterUpdate(change.row) }),
      }),
  );

  app.delete(
    '/v1/profile-access/:grant_id',
    {
      config: {
        operation: 'access.revoke',
        auth: writing,
        profile: 'optional',
        errors: ['access_grant_not_found', 'permission_denied'],
        example: {
          data: {
            access_grant: { ...exampleGrant, status: 'revoked', revoked_at: exampleGrant.updated_at },
            ...nothingBelow,
          },
        },
      },
      schema: {
        summary: 'Revoke a grant or withdraw an invitation',
        description:
          'The owner or a manager with `access_management` revokes it, or the manager resigns (an API key needs the manager in its `profile_ids`). Later writes are refused. Delegated grants end with it: `Dry-Run: true` previews `ended_grants` and `narrowed_grants`. An ended grant is returned unchanged.',
        tags,
        params: GrantPath,
        response: answers(AccessGrantChange),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => revokeGrant(ctx, params.grant_id),
        answer: (change) => ({
          data: presentChange(change, addresses),
          agent: afterRevoke(change.row, change.reach),
        }),
      }),
  );

  app.get(
    '/v1/profiles/:profile_id/principals',
    {
      config: {
        operation: 'access.list_principals',
        auth: { kind: 'public' },
        profile: 'optional',
        cache: { maxAgeSeconds: 0 },
        errors: ['profile_not_found', 'invalid_cursor'],
        example: { data: { items: [examplePrincipal], next_cursor: null } },
      },
      schema: {
        summary: 'List public grants of a profile, in both directions',
        description:
          'Lists the profiles that this profile acts for, and those that act for it, under public, active grants, newest first. Suspended profiles are left out. `operated_by` of an AI agent is the oldest profile that it acts for.',
        tags,
        params: ReadPath,
        querystring: ListQuery,
        response: answers(PrincipalPage),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const page = await listPrincipals(ctx, params.profile_id, query);
      return reply.ok(presentPrincipals(page, query.view, addresses), afterPrincipals);
    },
  );
};
