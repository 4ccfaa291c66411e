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
          'Opens a session: 30 days from its last use, 90 at most. A wrong e-mail and a wrong password are the same answer in the same time. After four wrong tries for one address each further one must wait, 1 s at first, doubled up to 15 minutes: 429 `rate_limited` with Retry-After. Signing in cancels a deletion of the account that was asked for (`deletion_cancelled`). A suspended account can sign in too: GET /v1/me tells it why. Takes no Idempotency-Key.',
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
          const account = presentAccount(row, ctx.deps.config);
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
        summary: 'List where the account is signed in',
        description: 'The live sessions, the newest first. API keys are not among them: GET /v1/api-keys lists those.',
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
          'Ends a session of the account at once, everywhere; `current` is the one that calls. API keys stay.',
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
