import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { refuseWithoutAuthority } from '../../events/write-statement.ts';
import type { AccountRow, WorkspaceRow } from './columns.ts';
import { readAccount, renameWorkspace } from './queries.ts';

export async function getAccount(ctx: Ctx, accountId: string): Promise<AccountRow & WorkspaceRow> {
  return (await readAccount.one(ctx, { account_id: accountId })) ?? fail('revoked_credentials');
}

/** Changes the given fields. */
export async function updateAccount(
  ctx: Ctx,
  accountId: string,
  input: { name?: string | undefined },
): Promise<AccountRow & WorkspaceRow> {
  if (input.name === undefined) return getAccount(ctx, accountId);
  const row = await renameWorkspace.run(ctx, { name: input.name });
  if (row) return row;
  await refuseWithoutAuthority(ctx);
  return fail('revoked_credentials');
}
