import { type Operation, operation } from '../../http/operation.ts';
import { confirmPassword } from './current-password.ts';
import { RECOVERY_CODES_MADE, SECOND_FACTOR_PREPARED, SECOND_FACTOR_REMOVED } from './hints.ts';
import { presentAccount } from './present.ts';
import {
  AccountOnly,
  CodeBody,
  NewSecondFactor,
  PasswordAndCodeBody,
  RecoveryCodes,
  SecondFactorBody,
} from './schemas.ts';
import {
  confirmSecondFactor,
  prepareConfirmation,
  prepareFactorChange,
  prepareSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.ts';

/**
 * Also for suspended accounts: somebody may have taken one over. Only with a verified address: a stranger who signed up with
 * it must not keep its owner out.
 */
const ownFactor = {
  auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
  profile: 'none',
  tag: 'Account',
  notForModels: true,
} as const;

export const secondFactorOperations: readonly Operation[] = [
  operation({
    name: 'account.create_second_factor',
    done: 'Made a secret for the second factor',
    method: 'POST',
    path: '/v1/account/second-factor',
    summary: 'Begin a second factor',
    description: 'Makes a secret for an authenticator app (TOTP, RFC 6238). A code from the app confirms it.',
    ...ownFactor,
    auth: { ...ownFactor.auth, verifiedEmail: true },
    secretAnswer: true,
    errors: ['wrong_password', 'second_factor_enabled'],
    body: SecondFactorBody,
    output: NewSecondFactor,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => confirmPassword(ctx, request.body.password),
        commit: prepareSecondFactor,
        answer: (made) => ({ data: made, agent: SECOND_FACTOR_PREPARED }),
      }),
  }),

  operation({
    name: 'account.confirm_second_factor',
    done: 'Turned the second factor on',
    method: 'POST',
    path: '/v1/account/second-factor/confirm',
    summary: 'Turn the second factor on',
    description: 'From then on signing in takes a `code`. Ends all other sessions and all exports.',
    ...ownFactor,
    auth: { ...ownFactor.auth, verifiedEmail: true },
    secretAnswer: true,
    errors: ['wrong_code', 'second_factor_enabled', 'second_factor_disabled'],
    body: CodeBody,
    output: RecoveryCodes,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareConfirmation(ctx, request.body),
        commit: confirmSecondFactor,
        answer: (recovery_codes) => ({ data: { recovery_codes }, agent: RECOVERY_CODES_MADE }),
      }),
  }),

  operation({
    name: 'account.replace_recovery_codes',
    done: 'Replaced the recovery codes',
    method: 'POST',
    path: '/v1/account/second-factor/recovery-codes',
    summary: 'Replace the recovery codes',
    description: 'Makes ten others. Earlier ones no longer work.',
    ...ownFactor,
    secretAnswer: true,
    errors: ['wrong_password', 'wrong_code', 'second_factor_disabled'],
    body: PasswordAndCodeBody,
    output: RecoveryCodes,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareFactorChange(ctx, request.body),
        commit: replaceRecoveryCodes,
        answer: (recovery_codes) => ({ data: { recovery_codes }, agent: RECOVERY_CODES_MADE }),
      }),
  }),

  operation({
    name: 'account.remove_second_factor',
    done: 'Turned the second factor off',
    method: 'DELETE',
    path: '/v1/account/second-factor',
    summary: 'Turn the second factor off',
    description: 'Takes the password and a code. A password reset does not turn it off.',
    ...ownFactor,
    errors: ['wrong_password', 'wrong_code', 'second_factor_disabled'],
    body: PasswordAndCodeBody,
    output: AccountOnly,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareFactorChange(ctx, request.body),
        commit: removeSecondFactor,
        answer: (row, ctx) => ({ data: { account: presentAccount(row, ctx.config) }, agent: SECOND_FACTOR_REMOVED }),
      }),
  }),
];
