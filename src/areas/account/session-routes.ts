import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { requirePrincipal } from '../../auth/require.ts';
import { answers } from '../../http/envelope.ts';
import { clientFacts } from './client-facts.ts';
import { examples } from './examples.ts';
import { SESSIONS, SIGNED_IN, SUSPENDED, sessionRevoked } from './hints.ts';
import { presentAccount, presentSession } from './present.ts';
import { SessionPage, SessionPath, SessionQuery, SessionRevoked, SignedIn, SignInBody } from './schemas.ts';
import { checkSignIn, listSessions, openSession, revokeSession } from './sessions.ts';

const tags = ['Account'];
const ownSessions = {
  auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
  profile: 'none',
} as const;

export const sessionRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/v1/account/sessions',
    {
      config: {
        auth: { kind: 'ignored' },
        profile: 'none',
        operation: 'account.create_session',
        quotas: ['sign_in'],
        errors: ['invalid_credentials'],
        example: examples.signIn,
      },
      schema: {
        summary: 'Sign in',
        description:
          'Opens a session that expires 30 days after its last use, or after 90 days. After four failed attempts for an address, each one must wait, from 1 second up to 15 minutes (429 `rate_limited`). Cancels a scheduled deletion. Suspended accounts can sign in too. Does not accept an Idempotency-Key.',
        tags,
        body: SignInBody,
        response: answers(SignedIn, 201),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: (ctx) => checkSignIn(ctx, request.body),
        commit: (ctx, checked) => openSession(ctx, checked, clientFacts(request)),
        answer: ({ session: { id, token, expiresAt }, deletionCancelled, ...row }, ctx) => {
          const session = { id, token, expires_at: expiresAt.toISOString() };
          const agent = row.account_suspended ? SUSPENDED : SIGNED_IN;
          const account = presentAccount(row, ctx.config);
          return { status: 201, data: { account, session, deletion_cancelled: deletionCancelled }, agent };
        },
      }),
  );

  app.get(
    '/v1/account/sessions',
    {
      config: {
        ...ownSessions,
        operation: 'account.list_sessions',
        errors: ['invalid_cursor'],
        example: examples.sessions,
      },
      schema: {
        summary: 'List sessions',
        description: 'Lists the active sessions of the account, newest first. GET /v1/api-keys lists API keys.',
        tags,
        querystring: SessionQuery,
        response: answers(SessionPage),
      },
    },
    async (request, reply) => {
      const { id, accountId } = requirePrincipal(request.ctx);
      const page = await listSessions(request.ctx, accountId, request.query);
      return reply.ok({ ...page, items: page.items.map((row) => presentSession(row, id)) }, SESSIONS);
    },
  );

  app.delete(
    '/v1/account/sessions/:session_id',
    {
      config: {
        ...ownSessions,
        operation: 'account.revoke_session',
        errors: ['session_not_found'],
        example: examples.revoke,
      },
      schema: {
        summary: 'Sign out',
        description:
          'Ends a session of the account immediately. `current` is the session of this request. API keys keep working.',
        tags,
        params: SessionPath,
        response: answers(SessionRevoked),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => revokeSession(ctx, request.params.session_id),
        answer: ({ id, revoked }, ctx) => ({
          data: { session_id: id, revoked },
          agent: sessionRevoked(revoked, id === ctx.principal?.id),
        }),
      }),
  );
};
