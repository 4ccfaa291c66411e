import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { exampleGrant, exampleInvitation, exampleManagedProfile } from './examples.ts';
import { afterInvitations, afterRead, afterResend, afterResponse } from './hints.ts';
import { besideManaged, getInvitation, listInvitations } from './lists.ts';
import { presentGrant, presentInvitation } from './present.ts';
import { resendInvitation } from './resend.ts';
import { respondToInvitation } from './respond.ts';
import {
  AccessGrantAnswer,
  GrantPath,
  Invitation,
  InvitationPage,
  ListQuery,
  ReadQuery,
  RespondToInvitation,
} from './schemas.ts';

const tags = ['Access'];
const reading = { kind: 'credential', scope: { area: 'access', access: 'read' } } as const;
const writing = { kind: 'credential', scope: { area: 'access', access: 'write' }, verifiedEmail: true } as const;

/** Routes that list, read, answer and resend invitations to manage a profile. */
export const invitationRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.get(
    '/v1/profile-access/invitations',
    {
      config: {
        operation: 'access.list_invitations',
        auth: reading,
        profile: 'optional',
        errors: ['invalid_cursor'],
        example: {
          data: {
            items: [{ access_grant: exampleInvitation, managed_profile: exampleManagedProfile }],
            next_cursor: null,
          },
        },
      },
      schema: {
        summary: 'List pending invitations',
        description:
          'Lists pending invitations for the profiles that the account owns, newest first; with `X-Profile-Id`, only those for that profile. Invitations from suspended profiles, and between profiles that block each other in either direction, are left out.',
        tags,
        querystring: ListQuery,
        response: answers(InvitationPage),
      },
    },
    async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listInvitations(ctx, query);
      const data = { items: items.map((item) => presentInvitation(item, query.view, addresses)), next_cursor };
      return reply.ok(data, afterInvitations(items.map(({ row }) => row)));
    },
  );

  app.get(
    '/v1/profile-access/invitations/:grant_id',
    {
      config: {
        operation: 'access.get_invitation',
        auth: reading,
        profile: 'optional',
        errors: ['access_grant_not_found'],
        example: { data: { access_grant: exampleInvitation, managed_profile: exampleManagedProfile } },
      },
      schema: {
        summary: 'Read an invitation',
        description:
          'Also returns the resulting grant after the invitation was answered. Visible only to the owner of the invited profile and to those who manage access to the other one; anyone else gets 404 `access_grant_not_found`.',
        tags,
        params: GrantPath,
        querystring: ReadQuery,
        response: answers(Invitation),
      },
    },
    async ({ ctx, params, query }, reply) => {
      const found = await getInvitation(ctx, params.grant_id);
      return reply.ok(presentInvitation(found, query.view, addresses), afterRead(found.row, found.reach));
    },
  );

  app.post(
    '/v1/profile-access/invitations/:grant_id/respond',
    {
      config: {
        operation: 'access.respond',
        auth: writing,
        profile: 'optional',
        errors: ['access_grant_not_found', 'permission_denied', 'interaction_not_allowed', 'access_grant_not_pending'],
        example: {
          body: { decision: 'accept' },
          data: { access_grant: exampleGrant, managed_profile: exampleManagedProfile },
        },
      },
      schema: {
        summary: 'Accept or decline an invitation',
        description:
          'Only the account that owns the invited profile can answer. After acceptance its sessions may act as the managed profile with `X-Profile-Id`; an API key must first attach it with PATCH /v1/api-keys/{api_key_id}.',
        tags,
        params: GrantPath,
        body: RespondToInvitation,
        response: answers(Invitation),
      },
    },
    async ({ params, body }, reply) =>
      reply.commit({
        commit: async (ctx) => besideManaged(ctx, await respondToInvitation(ctx, params.grant_id, body.decision)),
        answer: (found) => ({
          data: presentInvitation(found, 'default', addresses),
          agent: afterResponse(found.row),
        }),
      }),
  );

  app.post(
    '/v1/profile-access/:grant_id/resend',
    {
      config: {
        operation: 'access.resend',
        auth: writing,
        profile: 'optional',
        permissions: ['access_management'],
        errors: [
          'access_grant_not_found',
          'interaction_not_allowed',
          'access_grant_not_pending',
          'resend_limit_reached',
        ],
        example: { data: { access_grant: exampleInvitation } },
      },
      schema: {
        summary: 'Send an invitation again',
        description:
          'Reminds the owner of the invited profile by mail and restarts the 30 days. The first reminder can be sent immediately, further ones once every 60 seconds, five in total. The 409 says in `agent.retry_after_seconds` how long to wait.',
        tags,
        params: GrantPath,
        response: answers(AccessGrantAnswer),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => resendInvitation(ctx, params.grant_id),
        answer: (row) => ({
          data: { access_grant: presentGrant(row, 'default', addresses) },
          agent: afterResend(row),
        }),
      }),
  );
};
