import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { examples } from './examples.ts';
import { PASSWORD_CHANGED, PASSWORD_RESET, RESET_ASKED } from './hints.ts';
import { changePassword, preparePasswordChange } from './password.ts';
import { confirmPasswordReset, preparePasswordReset, requestPasswordReset } from './password-reset.ts';
import { presentAccount } from './present.ts';
import { Accepted, AccountOnly, PasswordChangeBody, PasswordResetBody, PasswordResetConfirmation } from './schemas.ts';

const tags = ['Account'];
const anyone = { auth: { kind: 'ignored' }, profile: 'none', quotas: ['password_reset'] } as const;

export const passwordRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { config } = app.deps;

  app.post(
    '/v1/account/password',
    {
      config: {
        auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
        profile: 'none',
        operation: 'account.change_password',
        notForModels: true,
        errors: ['weak_password', 'wrong_password'],
        example: examples.changePassword,
      },
      schema: {
        summary: 'Change the password',
        description:
          'Sets a new password and ends all other sessions; API keys keep working. A wrong current password is 403 `wrong_password` and counts as a failed sign-in. Pending reset tokens become invalid. A notice is sent to the address if it is verified. Suspended accounts can call this too.',
        tags,
        body: PasswordChangeBody,
        response: answers(AccountOnly),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: (ctx) => preparePasswordChange(ctx, request.body),
        commit: changePassword,
        answer: (row) => ({ data: { account: presentAccount(row, config) }, agent: PASSWORD_CHANGED }),
      }),
  );

  app.post(
    '/v1/account/password-reset',
    {
      config: { ...anyone, operation: 'account.request_password_reset', example: examples.requestReset },
      schema: {
        summary: 'Request a password reset',
        description:
          'Mails a one-time token if the address has an account; the response and its timing are the same if not. The token works for an hour and replaces earlier ones. At most one mail a minute and three an hour are sent; further requests are accepted, but change nothing.',
        tags,
        body: PasswordResetBody,
        response: answers(Accepted),
      },
    },
    async (request, reply) =>
      reply.commit({
        commit: (ctx) => requestPasswordReset(ctx, request.body),
        answer: () => ({ data: { accepted: true as const }, agent: RESET_ASKED }),
      }),
  );

  app.post(
    '/v1/account/password-reset/confirm',
    {
      config: {
        ...anyone,
        operation: 'account.confirm_password_reset',
        errors: ['invalid_token', 'weak_password'],
        example: examples.confirmReset,
      },
      schema: {
        summary: 'Set a new password with a mailed token',
        description:
          'Consumes the token and sets the password. All sessions and OAuth grants of the account end; API keys keep working. The address becomes verified. A rejected password (400 `weak_password`) does not consume the token. This does not sign in; call POST /v1/account/sessions.',
        tags,
        body: PasswordResetConfirmation,
        response: answers(AccountOnly),
      },
    },
    async (request, reply) =>
      reply.commit({
        prepare: (ctx) => preparePasswordReset(ctx, request.body),
        commit: confirmPasswordReset,
        answer: (row) => ({ data: { account: presentAccount(row, config) }, agent: PASSWORD_RESET }),
      }),
  );
};
