import type { FastifyInstance } from 'fastify';
import { LIMITS } from '../core/limits.ts';
import { systemCtx } from '../ctx.ts';
import { ClientMetadata } from './client-metadata.ts';
import { registerClient } from './clients.ts';

const DEFAULT_NAME = 'Unnamed app';

/** Dynamic client registration (RFC 7591) of public clients, with its error codes (section 3.2.2). */
export function answerRegistration(app: FastifyInstance): void {
  app.post(
    '/oauth/register',
    { config: { operation: 'oauth.register' }, bodyLimit: LIMITS.body.oauth_bytes },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { config } = app.deps;
      if (!config.oauthRegistration) {
        return reply
          .code(403)
          .send({ error: 'access_denied', error_description: 'registration is disabled on this server' });
      }
      await request.reserveLimit('oauth_registrations');
      const parsed = ClientMetadata.safeParse(request.body);
      if (!parsed.success) {
        const field = String(parsed.error.issues[0]?.path[0] ?? '');
        const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
        const error_description =
          field === 'redirect_uris'
            ? 'redirect_uris must use https, or http on a loopback address'
            : `${field || 'body'} is not valid`;
        return reply.code(400).send({ error, error_description });
      }
      const ctx = systemCtx(app.deps, 'oauth.register');
      const { client_name: name = DEFAULT_NAME, redirect_uris: redirectUris } = parsed.data;
      const client = await registerClient(ctx, { name, redirectUris }, 'dynamic');
      return reply.code(201).send({
        client_id: client.clientId,
        client_id_issued_at: Math.floor(ctx.now().getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    },
  );
}
