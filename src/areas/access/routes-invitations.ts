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

/** Invitations to manage a profile: found, read, answered, sent again. */
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
        summary: 'List the invitations that wait for an answer',
        description:
          'Those to profiles that the account owns, newest first; with X-Profile-Id those to that one. Invitations of profiles that are suspended, and between profiles one of which blocks the other, are left out.',
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
          'Also after it was answered, as the grant that came of it. For its two sides only: the owner of the invited profile, and who manages the access to the other one. For everybody else there is none.',
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
          'By the account that owns the invited profile. From then on its sessions may act as the managed profile, with X-Profile-Id; an API key once PATCH /v1/api-keys/{api_key_id} has attached it.',
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
          'Reminds the owner of the invited profile by mail and gives the invitation its 30 days anew. The first time at once, then once in 60 seconds (the 409 says in `agent.retry_after_seconds` how long to wait), five times in all.',
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
