import { requirePrincipal } from '../../auth/require.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { GRANTS, grantRevoked } from './hints.ts';
import { presentGrant } from './present.ts';
import { OAuthGrantPage, OAuthGrantPath, OAuthGrantQuery, OAuthGrantRevoked } from './schemas.ts';
import { endGrant, listGrants } from './service.ts';

const sessionOnly = {
  auth: { kind: 'credential', scope: null, principals: ['session'] },
  profile: 'none',
} as const;

export const oauthGrantOperations: readonly Operation[] = [
  operation({
    name: 'oauth_grants.list',
    method: 'GET',
    path: '/v1/oauth-grants',
    tag: 'OAuth grants',
    summary: 'List authorized apps',
    description:
      'Authorizations given on the consent page, newest first. Each is one consent, so an app can appear several times with the same `client.id`. They end 30 days after the last refresh, after 90 days, when revoked, when a code or refresh token is reused, and on a password reset.',
    ...sessionOnly,
    query: OAuthGrantQuery,
    output: OAuthGrantPage,
    run: async (request, reply) => {
      const page = await listGrants(request.ctx, request.query);
      return reply.ok({ ...page, items: page.items.map(presentGrant) }, GRANTS);
    },
  }),

  operation({
    name: 'oauth_grants.revoke',
    done: 'Revoked the access of an app',
    method: 'DELETE',
    path: '/v1/oauth-grants/:oauth_grant_id',
    tag: 'OAuth grants',
    summary: 'Revoke the access of an app',
    description:
      'Revokes every authorization that the account gave to this client, with all tokens. To get access again, the app must show the consent page. Its webhooks are disabled and posts that it scheduled are drafts again; what it has published remains. `revoked` is false if nothing was active.',
    ...sessionOnly,
    errors: ['oauth_grant_not_found'],
    params: OAuthGrantPath,
    output: OAuthGrantRevoked,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => endGrant(ctx, request.params.oauth_grant_id),
        answer: ({ id, ...ended }, ctx) => ({
          data: { oauth_grant_id: id, revoked: ended.revoked },
          agent: grantRevoked(ended, requirePrincipal(ctx).profiles),
        }),
      }),
  }),
];
