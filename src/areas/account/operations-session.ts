import { requirePrincipal } from '../../auth/require.ts';
import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { giveBackIfRight } from '../../http/rate-limit.ts';
import { clientFacts } from './client-facts.ts';
import { SESSIONS, SIGNED_IN, SUSPENDED, sessionRevoked } from './hints.ts';
import { presentAccount, presentSession } from './present.ts';
import { SessionPage, SessionPath, SessionQuery, SessionRevoked, SignedIn, SignInBody } from './schemas.ts';
import { checkSignIn, listSessions, openSession, revokeSession } from './sessions.ts';

const ownSessions = {
  auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
  profile: 'none',
} as const;

export const sessionOperations: readonly Operation[] = [
  operation({
    name: 'account.create_session',
    done: 'Signed in',
    method: 'POST',
    path: '/v1/account/sessions',
    tag: 'Account',
    summary: 'Sign in',
    description:
      'Opens a session for 30 days after its last use, at most 90; the 101st ends the longest unused. Accounts with `second_factor` send `code` too. After four failures, attempts wait up to 15 minutes (429). Cancels a scheduled deletion. Also for suspended accounts. Takes no Idempotency-Key.',
    auth: { kind: 'ignored' },
    profile: 'none',
    quotas: ['sign_in'],
    errors: ['invalid_credentials', 'second_factor_required', 'wrong_code'],
    body: SignInBody,
    output: SignedIn,
    location: ({ session }) => `/v1/account/sessions/${session.id}`,
    status: 201,
    run: async (request, reply) =>
      reply.commit({
        prepare: async (ctx) => {
          try {
            return await checkSignIn(ctx, request.body);
          } catch (error) {
            giveBackIfRight(request, error);
            throw error;
          }
        },
        commit: (ctx, checked) => openSession(ctx, checked, clientFacts(request)),
        answer: ({ session: { id, token, expiresAt }, deletionCancelled, ...row }, ctx) => {
          const session = { id, token, expires_at: expiresAt.toISOString() };
          const agent = row.account_suspended ? SUSPENDED : SIGNED_IN;
          const account = presentAccount(row, ctx.config);
          return { status: 201, data: { account, session, deletion_cancelled: deletionCancelled }, agent };
        },
      }),
  }),

  operation({
    name: 'account.list_sessions',
    method: 'GET',
    path: '/v1/account/sessions',
    tag: 'Account',
    summary: 'List sessions',
    description: ['Lists the active sessions of the account, newest first.', text`${op('keys.list')} lists API keys.`],
    ...ownSessions,
    query: SessionQuery,
    output: SessionPage,
    run: async (request, reply) => {
      const { id, accountId } = requirePrincipal(request.ctx);
      const page = await listSessions(request.ctx, accountId, request.query);
      return reply.ok({ ...page, items: page.items.map((row) => presentSession(row, id)) }, SESSIONS);
    },
  }),

  operation({
    name: 'account.revoke_session',
    done: 'Signed out',
    method: 'DELETE',
    path: '/v1/account/sessions/:session_id',
    tag: 'Account',
    summary: 'Sign out',
    description:
      'Ends a session of the account immediately. `current` is the session of this request; if another one ends, so do exports, whose URLs it may have read, and a requested e-mail address. Signing out keeps both. API keys keep working.',
    ...ownSessions,
    errors: ['session_not_found'],
    params: SessionPath,
    output: SessionRevoked,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => revokeSession(ctx, request.params.session_id),
        answer: ({ id, revoked }, ctx) => ({
          data: { session_id: id, revoked },
          agent: sessionRevoked(revoked, id === ctx.principal?.id),
        }),
      }),
  }),
];
