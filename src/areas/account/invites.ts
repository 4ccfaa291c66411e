import { newSecret } from '../../auth/key-format.ts';
import { requireOperator } from '../../auth/operator.ts';
import { sha256 } from '../../auth/secrets.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { and, desc, eq, gt, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { accounts, invites } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { writeAsOperator } from '../../events/write.ts';
import { ACCOUNT_RULES } from './rules.ts';

const DAY_MS = 86_400_000;
const MAX_LISTED = 100;
const now = p('now', 'timestamptz');
const tokenHash = p('token_hash', 'bytea');

const insert = statement(
  'account.insert_invite',
  { token_hash: 'bytea', now: 'timestamptz', expires_at: 'timestamptz' },
  qb
    .insert(invites)
    .values({ tokenHash, createdAt: now, expiresAt: p('expires_at', 'timestamptz') })
    .returning({ expires_at: invites.expiresAt }),
);

/** Creates a sign-up invitation for one person, as the operator. The token is shown once; only its hash is stored. */
export async function createInvite(
  ctx: Ctx,
  { days = ACCOUNT_RULES.inviteDays }: { days?: number } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const token = newSecret('one_time');
  const expires_at = new Date(ctx.now().getTime() + days * DAY_MS);
  await writeAsOperator(ctx, 'invitations', [
    insert.call({ token_hash: sha256(token), now: ctx.now(), expires_at }),
    auditCall(ctx, { type: 'invite', id: newId(), profileId: null }),
  ]);
  return { token, expiresAt: expires_at };
}

const list = statement(
  'account.list_invites',
  {},
  qb
    .select({
      id: sql<string>`encode(${invites.tokenHash}, 'hex')`.as('id'),
      created_at: invites.createdAt,
      expires_at: invites.expiresAt,
      used_at: invites.usedAt,
      used_by_email: sql<string | null>`${accounts.email}`.as('used_by_email'),
    })
    .from(invites)
    .leftJoin(accounts, eq(accounts.id, invites.usedByAccountId))
    .orderBy(desc(invites.createdAt), desc(invites.tokenHash))
    .limit(MAX_LISTED),
);

export type ListedInvite = RowOf<typeof list>;

/** The newest 100 invitations; an id is the hash of a token. Fails with `permission_denied`. */
export async function listInvites(ctx: Ctx): Promise<ListedInvite[]> {
  requireOperator(ctx, 'invitations');
  return list.all(ctx);
}

const isOpen = and(eq(invites.tokenHash, tokenHash), isNull(invites.usedAt), gt(invites.expiresAt, now));
const checkOpen = statement(
  'account.check_invite',
  { token_hash: 'bytea', now: 'timestamptz' },
  sql`select ${setChanging(sql`exists (select from invites where ${isOpen})`)}`,
);
const expire = statement(
  'account.revoke_invite',
  { now: 'timestamptz', token_hash: 'bytea' },
  qb.update(invites).set({ expiresAt: now }).where(isOpen).returning({ expires_at: invites.expiresAt }),
);

/** Ends an invitation that nobody has used. Otherwise nothing changes. Fails with `permission_denied`. */
export async function revokeInvite(ctx: Ctx, id: string): Promise<{ revoked: boolean }> {
  const values = { token_hash: Buffer.from(/^[0-9a-f]{64}$/.test(id) ? id : '', 'hex'), now: ctx.now() };
  const { expired } = await writeAsOperator(ctx, 'invitations', {
    check: checkOpen.call(values),
    audit: auditCall(ctx, { type: 'invite', id: newId(), profileId: null }),
    expired: expire.call(values),
  });
  return { revoked: expired.length > 0 };
}
