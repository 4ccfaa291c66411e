import { evictCredentials } from '../../auth/credential-eviction.ts';
import { isSecret } from '../../auth/key-format.ts';
import { checkPassword, hashPassword } from '../../auth/passwords.ts';
import { sha256 } from '../../auth/secrets.ts';
import { fail, failFields } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emailKey } from '../../core/text.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { requireUnblocked } from './blocks.ts';
import type { ClientFacts } from './client-facts.ts';
import type { AccountRow, WorkspaceRow } from './columns.ts';
import { CLOSED_HINT } from './hints.ts';
import { draftSession, type SessionDraft } from './new-session.ts';
import { insertAccount, refuseHeldEmail } from './queries.ts';
import { releaseAddress } from './release-address.ts';
import { ACCOUNT_RULES } from './rules.ts';
import { draftVerification, sendVerification } from './verification-mail.ts';
import { requirePlaceToWait } from './waiting.ts';

export type SignUpInput = {
  email: string;
  password: string;
  name?: string | undefined;
  invite?: string | undefined;
  join_reason?: string | undefined;
};
export type PreparedSignUp = SignUpInput & { passwordHash: string; inviteHash: Buffer | null; waits: boolean };
export type SignedUp = AccountRow & WorkspaceRow & { session: SessionDraft; waits: boolean };

/** Fails with `weak_password` for the field at `path`; the rules are those of `checkPassword`. */
export async function requireGoodPassword(
  ctx: Ctx,
  email: string,
  password: string,
  path = 'body.password',
): Promise<void> {
  const { serviceName, passwordMinLength: minLength } = ctx.config;
  const problem = await checkPassword(password, { email, serviceName, minLength });
  if (problem) failFields([{ path, ...problem }], 'weak_password');
}

/** Before the transaction. Fails with `permission_denied` (closed, blocked), `invalid_token` (invitation), `weak_password`. */
export async function prepareSignUp(ctx: Ctx, input: SignUpInput, ip: string | undefined): Promise<PreparedSignUp> {
  const { signup } = ctx.config;
  if (signup === 'closed') fail('permission_denied', { agent: { hint: CLOSED_HINT } });
  const isInvited = signup === 'invite' || (signup === 'approval' && input.invite !== undefined);
  const inviteHash = isInvited ? hashInvite(input.invite) : null;
  await requireUnblocked(ctx, input.email, ip);
  await requireGoodPassword(ctx, input.email, input.password);
  return {
    ...input,
    inviteHash,
    waits: signup === 'approval' && !isInvited,
    passwordHash: await hashPassword(input.password),
  };
}

function hashInvite(invite: string | undefined): Buffer {
  if (invite === undefined) failFields([{ path: 'body.invite', rule: 'required' }], 'invalid_token');
  return isSecret('one_time', invite) ? sha256(invite) : fail('invalid_token');
}

/**
 * Account, workspace, guest actor, first session, mail. Fails with `email_taken`, `invalid_token` (the invitation),
 * `permission_denied` (too many wait).
 */
export async function signUp(ctx: Ctx, input: PreparedSignUp, facts: ClientFacts): Promise<SignedUp> {
  const { waits } = input;
  return inTransaction(ctx, async (tx) => {
    if (waits) await requirePlaceToWait(tx);
    const session = draftSession(tx, facts);
    const verification = draftVerification(tx);
    const address = { account_id: newId(), email_key: emailKey(input.email) };
    const insert = insertAccount.call(tx, {
      ...address,
      email: input.email,
      password_hash: input.passwordHash,
      operator: false,
      email_verified_at: null,
      waits,
      join_reason: waits ? (input.join_reason ?? null) : null,
      invite_hash: input.inviteHash,
      workspace_id: newId(),
      workspace_name: input.name ?? ACCOUNT_RULES.defaultWorkspaceName,
      actor_id: newId(),
      ...session.values,
      ...verification.values,
    });
    const { released, rows } = await batch(tx, {
      released: releaseAddress(tx, { emailKey: address.email_key }),
      rows: insert,
      held: refuseHeldEmail.call({ ...address, now: tx.now() }),
    });
    const [row] = rows;
    if (!row) fail('invalid_token');
    if (released[0]) await evictCredentials(tx, [released[0].id]);
    await sendVerification(tx, row.account_email, verification);
    return { ...row, session, waits };
  });
}
