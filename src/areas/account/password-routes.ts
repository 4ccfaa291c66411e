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
          'Sets a new password and ends all other sessions of the account at once, everywhere; the one that calls goes on, and API keys stay. A wrong current password is 403 `wrong_password`, and counts with wrong ones at sign-in: after four each further try must wait (429 `rate_limited`). Mails that would reset the password end. A notice goes to the address, if it is verified. Open to suspended accounts as well.',
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
        summary: 'Ask for a new password',
        description:
          'Mails a one-time token to the address, if it has an account: the answer is the same, in the same time, whether or not it has. The token works once, for an hour, and ends those of earlier mails. At most one mail a minute and three an hour go to one account; what is asked beyond that is accepted and changes nothing, the last token stays good.',
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
          'Uses up the token of a reset mail and sets the password. Every session and every OAuth grant of the account ends at once; API keys stay. The address counts as verified by it. A password that is refused (400 `weak_password`) leaves the token as it is. It does not sign in: POST /v1/account/sessions does.',
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
