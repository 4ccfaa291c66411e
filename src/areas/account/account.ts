import { accountAuthority } from '../../auth/authorize.ts';
import { fail } from '../../core/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { writeThenRead } from '../../events/write.ts';
import { type OwnAccountRow, readAccount, renameWorkspace } from './queries.ts';

export async function getAccount(ctx: Ctx, accountId: string): Promise<OwnAccountRow> {
  return (await readAccount.one(ctx, { account_id: accountId })) ?? fail('revoked_credentials');
}

export async function updateAccount(
  ctx: Ctx,
  accountId: string,
  { name }: { name?: string | undefined },
): Promise<OwnAccountRow> {
  if (name === undefined) return getAccount(ctx, accountId);
  const rename = { ...accountAuthority(ctx), change: [renameWorkspace.call(ctx, { name })] };
  return (await writeThenRead(ctx, rename, readAccount.call({ account_id: accountId }))) ?? fail('revoked_credentials');
}
