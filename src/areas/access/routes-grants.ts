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

/** The grants of a profile: given, seen, changed, ended. */
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
          'A human, a company or an AI agent, of any account, its own too, may then act as the profile of the path, with exactly these permissions, once its owner has accepted. The invitation can be answered for 30 days; the owner of the invited profile is told by mail. For the owner of the managed profile and for managers with `access_management`, who give on no more than they have themselves: no other permission, no later end, no larger budget. What is done under a grant that they give counts against their own budget too, and the grant ends with theirs: what was given through a grant never outlives it and never allows more. What a manager may do it can not pass on in any other way: who manages the manager gets nothing.',
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
          'Newest first, also those that have ended. The owner and managers with `access_management` see all of them, any other manager those that its own account holds; with X-Profile-Id of the manager itself, those of that manager, and `can_manage_access` is false. A manager that is suspended or gone is shown as a deleted member.',
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
          'Holds for the next call of the manager, in every process of the service; an invitation that waits can be changed as well. A new limit counts for today too: `left` is the limit less what was used today while there was one; what was done without a limit was not counted. For the side that gave it; a manager with `access_management` adds nothing that its own grant lacks, but may take away. Each permission is judged with the end and the limits that it then comes with: it must be one of the own grant, which must end no earlier and allow no less, or have been there before, with no earlier end and no smaller limits. What a manager adds counts against its own budget from then on, and ends with its own grant, as if it had invited; an owner who adds a permission, moves the end or raises a limit gives it on their own account. What was given through this grant, directly or through others, is narrowed in the same moment: permissions that it no longer has are taken away, ends and limits are cut to its own, and a grant without a permission left ends. `ended_grants` and `narrowed_grants` list them. Widening this grant gives nothing back to them. A grant that has ended can not be changed: 409 access_grant_not_pending.',
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
        summary: 'End a grant or take an invitation back',
        description:
          'By the side that gave it (owner or `access_management`), or by the owner of the manager, who resigns. Once this is answered no write of the manager for the profile succeeds any more, in no process of the service, and within a second no read; its API keys and tokens are detached from the profile, unless another grant or ownership gives it to them. What the manager had scheduled was decided while it could and still goes out: GET /v1/profiles/{profile_id}/posts?status=scheduled lists it for those who may remove it. Resigning takes a session, or an API key that has the manager in its profile_ids: with the managed profile alone it is 403 permission_denied. Every grant and invitation that was given through this one, directly or through others, ends with it: `ended_grants` lists them, and `narrowed_grants` those that lose only a part because the owner or another manager gave the rest. `Dry-Run: true` shows both beforehand. Inviting the manager again brings none of them back. A grant that has ended already is answered as it is.',
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
        summary: 'List whom a profile acts for, and who acts for it',
        description:
          'By the grants that are `public` and hold now, newest first. Profiles that are suspended are left out. `operated_by` of an AI agent is the oldest of those that it acts for.',
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
