import { requirePrincipal } from '../../auth/require.ts';
import { op, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { getAccount, updateAccount } from './account.ts';
import { clientFacts } from './client-facts.ts';
import { prepareDeletion, scheduleDeletion } from './deletion.ts';
import { prepareEmailChange, requestEmailChange } from './email-change.ts';
import {
  ALREADY_VERIFIED,
  DELETION_SCHEDULED,
  EMAIL_CHANGE_ASKED,
  MAIL_SENT,
  ownAccount,
  SUSPENDED,
  signedUp,
  VERIFIED,
  WAITING,
} from './hints.ts';
import { passwordOperations } from './operations-password.ts';
import { secondFactorOperations } from './operations-second-factor.ts';
import { sessionOperations } from './operations-session.ts';
import { presentAccount, presentOwnAccount, presentWorkspace } from './present.ts';
import {
  Accepted,
  AccountOnly,
  AccountPatch,
  DeletionBody,
  EmailChangeBody,
  OwnAccount,
  SignedUp,
  SignUpBody,
  VerificationBody,
} from './schemas.ts';
import { prepareSignUp, signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const anyone = { auth: { kind: 'ignored' }, profile: 'none' } as const;
const sessionOnly = { auth: { kind: 'credential', scope: null, principals: ['session'] }, profile: 'none' } as const;
const waitingToo = { ...sessionOnly, auth: { ...sessionOnly.auth, allowWaiting: true } } as const;
const suspendedToo = { ...sessionOnly, auth: { ...sessionOnly.auth, allowSuspended: true } } as const;

export const accountOperations: readonly Operation[] = [
  operation({
    name: 'account.create',
    done: 'Created the account',
    method: 'POST',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Sign up',
    description: [
      text`Creates an account with its workspace, opens a session and mails a token for ${op('account.verify_email')}.`,
      'Invitation-only servers require `invite`; those with `sign_up` `approval` let others wait for an operator. Takes no Idempotency-Key: after a lost response, sign in (409 `email_taken`).',
    ],
    ...anyone,
    quotas: ['sign_up'],
    errors: ['weak_password', 'invalid_token', 'permission_denied', 'email_taken'],
    body: SignUpBody,
    output: SignedUp,
    location: () => '/v1/account',
    status: 201,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareSignUp(ctx, request.body, request.ip),
        commit: (ctx, prepared) => signUp(ctx, prepared, clientFacts(request)),
        answer: (made, ctx) => {
          const { id, token, expiresAt } = made.session;
          const account = presentAccount(made, ctx.config);
          const session = { id, token, expires_at: expiresAt.toISOString() };
          return {
            status: 201,
            data: { account, workspace: presentWorkspace(made), session },
            agent: made.waits ? WAITING : signedUp(account.email_verified),
          };
        },
      }),
  }),

  operation({
    name: 'account.get',
    method: 'GET',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Get the signed-in account',
    description: [
      'Returns the account of the session, with its workspace.',
      text`Sessions only; ${op('me.get')} works with any credential.`,
    ],
    ...suspendedToo,
    output: OwnAccount,
    run: async ({ ctx }, reply) => {
      const row = await getAccount(ctx, requirePrincipal(ctx).accountId);
      const own = presentOwnAccount(row, ctx.config);
      return reply.ok(
        own,
        ctx.principal?.waitingSince
          ? WAITING
          : row.account_suspended
            ? SUSPENDED
            : ownAccount(own.account.email_verified),
      );
    },
  }),

  operation({
    name: 'account.update',
    done: 'Renamed the account',
    method: 'PATCH',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Rename the workspace',
    description: 'Changes the name of the workspace. Omitted fields stay as they are.',
    ...sessionOnly,
    body: AccountPatch,
    output: OwnAccount,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => updateAccount(ctx, requirePrincipal(ctx).accountId, request.body),
        answer: (row, ctx) => ({ data: presentOwnAccount(row, ctx.config) }),
      }),
  }),

  operation({
    name: 'account.remove',
    done: 'Requested the deletion of the account',
    method: 'DELETE',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Delete the account in 30 days',
    description:
      'Ends all sessions, refuses keys and apps (401 `revoked_credentials`), and hides profiles and content. Signing in within 30 days restores everything; then all is erased, except messages to others. With a second factor it needs a recent sign-in. Only the operator can delete a suspended account.',
    ...waitingToo,
    notForModels: true,
    errors: ['recent_sign_in_required', 'wrong_password'],
    body: DeletionBody,
    output: AccountOnly,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareDeletion(ctx, request.body),
        commit: scheduleDeletion,
        answer: (row, ctx) => ({ data: { account: presentAccount(row, ctx.config) }, agent: DELETION_SCHEDULED }),
      }),
  }),

  operation({
    name: 'account.verify_email',
    done: 'Verified the e-mail address',
    method: 'POST',
    path: '/v1/account/email-verification',
    tag: 'Account',
    summary: 'Verify the e-mail address',
    description:
      'Takes the token from a verification mail. The token works once, within 24 hours. No sign-in is needed. The token of a new address replaces that of the account.',
    ...anyone,
    errors: ['invalid_token', 'email_taken'],
    body: VerificationBody,
    output: AccountOnly,
    run: async (request, reply) =>
      reply.commit({
        commit: (ctx) => verifyEmail(ctx, request.body.token),
        answer: (row, ctx) => ({ data: { account: presentAccount(row, ctx.config) }, agent: VERIFIED }),
      }),
  }),

  operation({
    name: 'account.resend_verification',
    done: 'Requested a verification e-mail',
    method: 'POST',
    path: '/v1/account/email-verification/resend',
    tag: 'Account',
    summary: 'Send the verification mail again',
    description:
      'Mails another token to the address of the account, at most once a minute and five times in 24 hours (429 `rate_limited`). Does nothing if the address is already verified. Earlier tokens stay valid until they expire.',
    ...waitingToo,
    output: Accepted,
    run: async (_request, reply) =>
      reply.commit({
        commit: (ctx) => resendVerification(ctx),
        answer: ({ sent }) => ({ data: { accepted: true }, agent: sent ? MAIL_SENT : ALREADY_VERIFIED }),
      }),
  }),

  operation({
    name: 'account.change_email',
    done: 'Requested another e-mail address',
    method: 'POST',
    path: '/v1/account/email',
    tag: 'Account',
    summary: 'Change the e-mail address',
    description: [
      text`Mails a token for ${op('account.verify_email')} to the new address, at most once a minute and five times in 24 hours (one address: from all accounts), and a notice to the current one.`,
      'After the change a mail to the earlier address can take it back for seven days. The session must be recent.',
    ],
    ...sessionOnly,
    notForModels: true,
    errors: [
      'permission_denied',
      'recent_sign_in_required',
      'second_factor_required',
      'second_factor_disabled',
      'wrong_code',
      'email_taken',
    ],
    quotas: ['email_changes'],
    body: EmailChangeBody,
    output: Accepted,
    run: async (request, reply) =>
      reply.commit({
        prepare: (ctx) => prepareEmailChange(ctx, request.body),
        commit: requestEmailChange,
        answer: () => ({ data: { accepted: true as const }, agent: EMAIL_CHANGE_ASKED }),
      }),
  }),

  ...sessionOperations,

  ...passwordOperations,

  ...secondFactorOperations,
];
