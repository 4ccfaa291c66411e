import { hashPassword } from '../../auth/passwords.ts';
import { newToken } from '../../auth/secrets.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emailKey } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { noSession } from './new-session.ts';
import { insertAccount } from './queries.ts';
import { ACCOUNT_RULES } from './rules.ts';
import { requireGoodPassword } from './sign-up.ts';

export type NewAccount = { accountId: string; workspaceId: string; email: string; password: string };

/**
 * Creates an account from the command line, whatever `SIGNUP` says, with a verified address. A generated password must
 * be shown once. Fails with `email_taken`, `weak_password`.
 */
export async function createAccount(
  ctx: Ctx,
  input: { email: string; password?: string | undefined; operator?: boolean; name?: string | undefined },
): Promise<NewAccount> {
  const { email, password = newToken() } = input;
  if (input.password !== undefined) await requireGoodPassword(ctx, email, password);
  const row = await insertAccount.run(ctx, {
    account_id: newId(),
    email,
    email_key: emailKey(email),
    password_hash: await hashPassword(password),
    operator: input.operator ?? false,
    email_verified_at: ctx.now(),
    waits: false,
    join_reason: null,
    invite_hash: null,
    workspace_id: newId(),
    workspace_name: input.name ?? ACCOUNT_RULES.defaultWorkspaceName,
    actor_id: newId(),
    token_hash: null,
    token_expires_at: null,
    ...noSession,
  });
  if (!row) fail('internal_error', { internal: 'an account without an invitation was not made' });
  return { accountId: row.account_id, workspaceId: row.workspace_id, email, password };
}
