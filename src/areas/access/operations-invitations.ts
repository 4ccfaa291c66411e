import { field, op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { presentListedProfile } from '../profiles/present.ts';
import { afterInvitations, afterRead, afterResend, afterResponse } from './hints.ts';
import { getInvitation, listInvitations } from './lists.ts';
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

const reading = { kind: 'credential', scope: { area: 'access', access: 'read' } } as const;
const writing = { kind: 'credential', scope: { area: 'access', access: 'write' }, verifiedEmail: true } as const;

export const invitationOperations: readonly Operation[] = [
  operation({
    name: 'access.list_invitations',
    method: 'GET',
    path: '/v1/profile-access/invitations',
    tag: 'Access',
    summary: 'List pending invitations',
    description: [
      text`Lists pending invitations for the profiles that the account owns, newest first; with \`${PROFILE_HEADER}\`, only those for that profile.`,
      'Invitations from suspended profiles, and between profiles that block each other in either direction, are left out.',
    ],
    auth: reading,
    profile: 'optional',
    query: ListQuery,
    output: InvitationPage,
    run: async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listInvitations(ctx, query);
      const data = {
        items: items.map((item) => presentInvitation(item, ctx.config, presentListedProfile)),
        next_cursor,
      };
      return reply.ok(data, afterInvitations(items.map(({ row }) => row)));
    },
  }),

  operation({
    name: 'access.get_invitation',
    method: 'GET',
    path: '/v1/profile-access/invitations/:grant_id',
    tag: 'Access',
    summary: 'Read an invitation',
    description:
      'Also returns the resulting grant after the invitation was answered. Visible only to the owner of the invited profile and to those who manage access to the other one; anyone else gets 404 `access_grant_not_found`.',
    auth: reading,
    profile: 'optional',
    errors: ['access_grant_not_found'],
    params: GrantPath,
    query: ReadQuery,
    output: Invitation,
    run: async ({ ctx, params }, reply) => {
      const found = await getInvitation(ctx, params.grant_id);
      return reply.ok(presentInvitation(found, ctx.config, presentListedProfile), afterRead(found.row, found.reach));
    },
  }),

  operation({
    name: 'access.respond',
    done: 'Answered an invitation',
    method: 'POST',
    path: '/v1/profile-access/invitations/:grant_id/respond',
    tag: 'Access',
    summary: 'Accept or decline an invitation',
    description: [
      'Only the account that owns the invited profile can answer.',
      text`Once accepted, its sessions may act as the managed profile with \`${PROFILE_HEADER}\`${text`; an API key must first attach it with ${op('keys.update')}`}.`,
    ],
    auth: writing,
    profile: 'optional',
    errors: ['access_grant_not_found', 'permission_denied', 'interaction_not_allowed', 'access_grant_not_pending'],
    params: GrantPath,
    body: RespondToInvitation,
    output: Invitation,
    run: async ({ params, body }, reply) =>
      reply.commit({
        commit: (ctx) => respondToInvitation(ctx, params.grant_id, body.decision),
        answer: (found, ctx) => ({
          data: presentInvitation(found, ctx.config, presentListedProfile),
          agent: afterResponse(found.row),
        }),
      }),
  }),

  operation({
    name: 'access.resend',
    done: 'Resent an invitation',
    method: 'POST',
    path: '/v1/profile-access/:grant_id/resend',
    tag: 'Access',
    summary: 'Send an invitation again',
    description: [
      'Reminds the owner of the invited profile and restarts the 30 days: the first time immediately, then once every 60 seconds, five times in total. Invitations and reminders to it are mailed at most once a day.',
      text`The 409 says in \`${field('retry_after_seconds')}\` how long to wait.`,
    ],
    auth: writing,
    profile: 'optional',
    permissions: ['access_management'],
    errors: ['access_grant_not_found', 'interaction_not_allowed', 'access_grant_not_pending', 'resend_limit_reached'],
    params: GrantPath,
    output: AccessGrantAnswer,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => resendInvitation(ctx, params.grant_id),
        answer: (row, ctx) => ({
          data: { access_grant: presentGrant(row, ctx.config) },
          agent: afterResend(row),
        }),
      }),
  }),
];
