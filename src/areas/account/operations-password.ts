import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { PASSWORD_CHANGED, passwordReset, RESET_ASKED } from './hints.ts';
import { changePassword, preparePasswordChange } from './password.ts';
import { confirmPasswordReset, preparePasswordReset, requestPasswordReset } from './password-reset.ts';
import { presentAccount } from './present.ts';
import {
  Accepted,
  AccountOnly,
  PasswordChangeBody,
  PasswordResetBody,
  PasswordResetConfirmation,
  PasswordResetDone,
} from './schemas.ts';

const anyone = { auth: { kind: 'ignored' }, profile: 'none', quotas: ['password_reset'] } as const;

export const passwordOperations: readonly Operation[] = [
  operation({
    name: 'account.change_password',
    done: 'Changed the password',
    method: 'POST',
    path: '/v1/account/password',
    tag: 'Account',
    summary: 'Change the password',
    description:
      'Ends all other sessions, all exports and pending reset tokens; API keys, apps and webhooks keep working. A wrong current password is 403 `wrong_password`, a failed sign-in. A verified address gets a notice. With a second factor it needs a recent sign-in. Also for suspended accounts.',
    auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
    profile: 'none',
    notForModels: true,
    errors: ['recent_sign_in_required', 'weak_password', 'wrong_password'],
    body: PasswordChangeBody,
    output: AccountOnly,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => preparePasswordChange(ctx, request.body),
        commit: changePassword,
        answer: (row, ctx) => ({ data: { account: presentAccount(row, ctx.config) }, agent: PASSWORD_CHANGED }),
      }),
  }),

  operation({
    name: 'account.request_password_reset',
    done: 'Requested a password reset',
    method: 'POST',
    path: '/v1/account/password-reset',
    tag: 'Account',
    summary: 'Request a password reset',
    description:
      'Mails a one-time token if the address has an account; the response is the same either way. The token works for an hour and replaces earlier ones. At most one mail a minute and three an hour are sent; further requests have no effect.',
    ...anyone,
    body: PasswordResetBody,
    output: Accepted,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => requestPasswordReset(ctx, request.body),
        answer: () => ({ data: { accepted: true as const }, agent: RESET_ASKED }),
      }),
  }),

  operation({
    name: 'account.confirm_password_reset',
    done: 'Reset the password',
    method: 'POST',
    path: '/v1/account/password-reset/confirm',
    tag: 'Account',
    summary: 'Set a new password with a mailed token',
    description: [
      'Sessions, apps and exports end, API keys only with `revoke_api_keys`; webhooks of sessions are disabled, posts of apps are drafts. Verifies the address; a token of an earlier one restores it. `weak_password` leaves the token.',
      text`This does not sign in${text`; call ${op('account.create_session')}`}.`,
    ],
    ...anyone,
    errors: ['invalid_token', 'weak_password'],
    body: PasswordResetConfirmation,
    output: PasswordResetDone,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => preparePasswordReset(ctx, request.body),
        commit: confirmPasswordReset,
        answer: (row, ctx) => ({
          data: {
            account: presentAccount(row, ctx.config),
            api_keys_to_check: row.revokedKeys === null ? row.changedKeys : 0,
          },
          agent: passwordReset(row),
        }),
      }),
  }),
];
