import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { requirePrincipal } from '../../auth/require.ts';
import { answers } from '../../http/envelope.ts';
import { getAccount, updateAccount } from './account.ts';
import { clientFacts } from './client-facts.ts';
import { prepareDeletion, scheduleDeletion } from './deletion.ts';
import { examples } from './examples.ts';
import { ALREADY_VERIFIED, DELETION_SCHEDULED, MAIL_SENT, ownAccount, SUSPENDED, signedUp, VERIFIED } from './hints.ts';
import { passwordRoutes } from './password-routes.ts';
import { presentAccount, presentWorkspace } from './present.ts';
import {
  Accepted,
  AccountOnly,
  AccountPatch,
  DeletionBody,
  OwnAccount,
  SignedUp,
  SignUpBody,
  VerificationBody,
} from './schemas.ts';
import { sessionRoutes } from './session-routes.ts';
import { prepareSignUp, signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const tags = ['Account'];
const anyone = { auth: { kind: 'ignored' }, profile: 'none' } as const;
const sessionOnly = { auth: { kind: 'credential', scope: null, principals: ['session'] }, profile: 'none' } as const;
const suspendedToo = { ...sessionOnly, auth: { ...sessionOnly.auth, allowSuspended: true } } as const;

export const accountRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { config } = app.deps;

  app.post(
    '/v1/account',
    {
      config: {
        ...anyone,
        operation: 'account.create',
        quotas: ['sign_up'],
        errors: ['weak_password', 'invalid_token', 'permission_denied', 'email_taken'],
        example: examples.signUp,
      },
      schema: {
        summary: 'Sign up',
        description:
          'Creates an account with its workspace, opens a session and mails a token for POST /v1/account/email-verification. `invite` is required on invitation-only servers and ignored on open ones. Does not accept an Idempotency-Key: retrying after a lost response is 409 `email_taken`; sign in instead.',
        tags,
        body: SignUpBody,
        response: answers(SignedUp, 201),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareSignUp(ctx, request.body),
        commit: (ctx, prepared) => signUp(ctx, prepared, clientFacts(request)),
        answer: (made) => {
          const { id, token, expiresAt } = made.session;
          const account = presentAccount(made, config);
          const session = { id, token, expires_at: expiresAt.toISOString() };
          return {
            status: 201,
            data: { account, workspace: presentWorkspace(made), session },
            agent: signedUp(account.email_verified),
          };
        },
      }),
  );

  app.get(
    '/v1/account',
    {
      config: { ...suspendedToo, operation: 'account.get', example: examples.get },
      schema: {
        summary: 'Get the signed-in account',
        description:
          'Returns the account of the session, with its workspace. Sessions only; GET /v1/me works with any credential.',
        tags,
        response: answers(OwnAccount),
      },
    },
    async (request, reply) => {
      const row = await getAccount(request.ctx, requirePrincipal(request.ctx).accountId);
      const account = presentAccount(row, config);
      return reply.ok(
        { account, workspace: presentWorkspace(row) },
        row.account_suspended ? SUSPENDED : ownAccount(account.email_verified),
      );
    },
  );

  app.patch(
    '/v1/account',
    {
      config: { ...sessionOnly, operation: 'account.update', example: examples.update },
      schema: {
        summary: 'Rename the workspace',
        description: 'Changes the name of the workspace. Omitted fields stay as they are.',
        tags,
        body: AccountPatch,
        response: answers(OwnAccount),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => updateAccount(ctx, requirePrincipal(ctx).accountId, request.body),
        answer: (row) => ({ data: { account: presentAccount(row, config), workspace: presentWorkspace(row) } }),
      }),
  );

  app.delete(
    '/v1/account',
    {
      config: {
        ...sessionOnly,
        operation: 'account.remove',
        notForModels: true,
        errors: ['wrong_password'],
        example: examples.remove,
      },
      schema: {
        summary: 'Delete the account in 30 days',
        description:
          'Ends all sessions, refuses API keys and OAuth grants (401 `revoked_credentials`), and hides its profiles and content. Signing in within 30 days cancels this and restores everything; after that all is erased, except messages to others. Only the operator can delete a suspended account.',
        tags,
        body: DeletionBody,
        response: answers(AccountOnly),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareDeletion(ctx, request.body),
        commit: scheduleDeletion,
        answer: (row) => ({ data: { account: presentAccount(row, config) }, agent: DELETION_SCHEDULED }),
      }),
  );

  app.post(
    '/v1/account/email-verification',
    {
      config: { ...anyone, operation: 'account.verify_email', errors: ['invalid_token'], example: examples.verify },
      schema: {
        summary: 'Verify the e-mail address',
        description:
          'Takes the token from a verification mail. The token works once, within 24 hours. No sign-in is needed.',
        tags,
        body: VerificationBody,
        response: answers(AccountOnly),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => verifyEmail(ctx, request.body.token),
        answer: (row) => ({ data: { account: presentAccount(row, config) }, agent: VERIFIED }),
      }),
  );

  app.post(
    '/v1/account/email-verification/resend',
    {
      config: { ...sessionOnly, operation: 'account.resend_verification', example: examples.resend },
      schema: {
        summary: 'Send the verification mail again',
        description:
          'Mails another token to the address of the account, at most once a minute and five times in 24 hours (429 `rate_limited`). Does nothing if the address is already verified. Earlier tokens stay valid until they expire.',
        tags,
        response: answers(Accepted),
      },
    },
    async (_request, reply) =>
      reply.commit({
        commit: (ctx) => resendVerification(ctx),
        answer: ({ sent }) => ({ data: { accepted: true }, agent: sent ? MAIL_SENT : ALREADY_VERIFIED }),
      }),
  );

  await app.register(sessionRoutes);
  await app.register(passwordRoutes);
};
