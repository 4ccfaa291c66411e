import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { email, line, printableAscii } from '../../core/text.ts';
import { passwordText } from '../../core/text-password.ts';
import { pathSegment } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';
import { GIVERS } from './given-lately.ts';

export const Account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    email_verified: z.boolean(),
    second_factor: z.boolean().describe('Whether signing in takes a code as well.'),
    created_at: z.iso.datetime(),
    deletion_scheduled_at: z.iso
      .datetime()
      .nullable()
      .describe('When the account will be erased; null unless its deletion is scheduled.'),
  })
  .meta({ id: 'Account', description: 'A person who signs in.' });

export const Workspace = z
  .object({ id: z.uuid(), name: z.string() })
  .meta({ id: 'Workspace', description: 'Where an account works; owns its API keys. Created with the account.' });

const NewSession = z
  .object({
    id: z.uuid(),
    token: z.string().describe('Send it as Authorization: Bearer. Shown once; `dry_run` in a dry run.'),
    expires_at: z.iso.datetime().describe('Extended with every use: 30 days after the last one, 90 days at most.'),
  })
  .meta({ id: 'NewSession' });

export const Session = z
  .object({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable().describe('Some seconds late; null before the first use.'),
    user_agent: z.string().nullable(),
    ip_prefix: z.string().nullable().describe('The network (/24 or /48) of the sign-in.'),
    current: z.boolean().describe('Whether the request used this session.'),
  })
  .meta({ id: 'Session' });

const newPassword = () =>
  passwordText().describe('15 to 256 characters (the minimum is configurable). No digits or symbols are required.');
const mailedToken = () => printableAscii(255, { min: 1 }).describe('The one-time token from the mail.');

export const SignUpBody = z.strictObject({
  email: email(),
  password: newPassword(),
  name: line(LIMITS.workspace_name.max_length, { min: 1 }).optional().describe('The name of the workspace.'),
  join_reason: line(LIMITS.waiting_sign_ups.reason_max_length, { min: 1 })
    .optional()
    .describe('Why the person wants to join, for the operators who approve sign-ups.'),
  invite: printableAscii(255, { min: 1 }).optional().describe('The invitation token, if the server requires one.'),
});
export const SignedUp = z.object({ account: Account, workspace: Workspace, session: NewSession });

export const OwnAccount = z.object({
  account: Account,
  workspace: Workspace,
  recovery_codes_left: z.int().describe('Unused recovery codes of the second factor.'),
});
export const AccountPatch = z.strictObject({
  name: line(LIMITS.workspace_name.max_length, { min: 1 }).optional().describe('The name of the workspace.'),
});

export const DeletionBody = z.strictObject({
  password: passwordText().describe('The password of the account, as confirmation.'),
});

const code = () =>
  printableAscii(LIMITS.second_factor.max_ascii, { min: 1 }).describe('Of the authenticator app, or a recovery code.');

export const SignInBody = z.strictObject({ email: email(), password: passwordText(), code: code().optional() });
export const SignedIn = z.object({
  account: Account,
  session: NewSession,
  deletion_cancelled: z.boolean().describe('Whether this cancelled a scheduled deletion of the account.'),
});

export const SessionQuery = z.strictObject(pageQuery);
export const SessionPage = pageOf('SessionPage', Session);
export const SessionPath = z.strictObject({
  session_id: pathSegment().describe('The id of a session, or `current` for the session of the request.'),
});
export const SessionRevoked = z.object({
  session_id: z.uuid(),
  revoked: z.boolean().describe('False if it had already ended.'),
});

export const SecondFactorBody = z.strictObject({ password: passwordText() });
export const NewSecondFactor = z.object({
  secret: z.string().describe('Shown once, in Base32.'),
  uri: z.string().describe('The same for a QR code.'),
});
export const CodeBody = z.strictObject({ code: code() });
export const PasswordAndCodeBody = z.strictObject({ password: passwordText(), code: code() });
export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe('Each works once instead of a code. Shown once.') })
  .meta({ id: 'RecoveryCodes' });

export const VerificationBody = z.strictObject({ token: mailedToken() });
export const EmailChangeBody = z.strictObject({
  email: email().describe('The new address.'),
  code: code().optional().describe('Required if the account has a second factor.'),
});
export const PasswordChangeBody = z.strictObject({ current_password: passwordText(), new_password: newPassword() });
export const PasswordResetBody = z.strictObject({ email: email() });
export const PasswordResetConfirmation = z.strictObject({
  token: mailedToken(),
  new_password: newPassword(),
  revoke_api_keys: z
    .boolean()
    .optional()
    .describe(
      'Also revokes every API key of the account: somebody who had the password may have created or rotated one.',
    ),
  revoke_access: z
    .boolean()
    .optional()
    .describe(`Also revokes invitations and grants given by ${GIVERS}; with revoke_api_keys, by all API keys.`),
});
export const AccountOnly = z.object({ account: Account });
export const PasswordResetDone = AccountOnly.extend({
  api_keys_to_check: z.int().describe('Working keys that sessions of the last 30 days created, changed or rotated.'),
});
export const Accepted = z.object({ accepted: z.literal(true) });
