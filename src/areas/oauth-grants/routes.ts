import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { examples } from './examples.ts';
import { GRANTS, grantRevoked } from './hints.ts';
import { presentGrant } from './present.ts';
import { OAuthGrantPage, OAuthGrantPath, OAuthGrantQuery, OAuthGrantRevoked } from './schemas.ts';
import { endGrant, listGrants } from './service.ts';

const tags = ['OAuth grants'];
const sessionOnly = {
  auth: { kind: 'credential', scope: null, principals: ['session'] },
  profile: 'none',
} as const;

export const oauthGrantRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/v1/oauth-grants',
    {
      config: { ...sessionOnly, operation: 'oauth_grants.list', errors: ['invalid_cursor'], example: examples.list },
      schema: {
        summary: 'List the apps that may act for the account',
        description:
          'Authorizations given on the consent page, the newest first. Each is one consent: an app on two devices, or one that was remembered and came back, is there several times with the same `client.id`, and DELETE with any of these ids ends them all. An authorization ends 30 days after its last refresh, after 90 days at most, when it is revoked here or by the app, when it repeats a used code or refresh token, and at a password reset.',
        tags,
        querystring: OAuthGrantQuery,
        response: answers(OAuthGrantPage),
      },
    },
    async (request, reply) => {
      const page = await listGrants(request.ctx, request.query);
      return reply.ok({ ...page, items: page.items.map(presentGrant) }, GRANTS);
    },
  );

  app.delete(
    '/v1/oauth-grants/:oauth_grant_id',
    {
      config: {
        ...sessionOnly,
        operation: 'oauth_grants.revoke',
        errors: ['oauth_grant_not_found'],
        example: examples.revoke,
      },
      schema: {
        summary: 'End the access of an app',
        description:
          'Ends the app: every authorization that the account has given to this client, on all devices, with all tokens, at once and everywhere. The app must ask again, and the person is shown the consent page, also where it was remembered before. What the app has written stays. `revoked` is false where nothing was left to end.',
        tags,
        params: OAuthGrantPath,
        response: answers(OAuthGrantRevoked),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => endGrant(ctx, request.params.oauth_grant_id),
        answer: ({ id, revoked }) => ({ data: { oauth_grant_id: id, revoked }, agent: grantRevoked(revoked) }),
      }),
  );
};
