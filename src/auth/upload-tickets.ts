import { fail } from '../core/errors.ts';
import { op, text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { and, eq, gt, isNull } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { credentialSecrets } from '../db/schema/accounts.ts';
import { uploads } from '../db/schema/uploads.ts';
import { p, statement } from '../db/statement.ts';
import { isSecret } from './key-format.ts';
import { sha256 } from './secrets.ts';
import type { TicketAccess } from './stream-tickets.ts';

const find = statement(
  'auth.find_upload_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  qb
    .select({ hash: credentialSecrets.hash, profile_id: uploads.profileId })
    .from(uploads)
    .innerJoin(credentialSecrets, eq(credentialSecrets.id, uploads.secretId))
    .where(
      and(eq(uploads.tokenHash, p('token_hash', 'bytea')), isNull(uploads.blobKey), gt(uploads.expiresAt, p('now'))),
    ),
);

/** What the address of an upload gives access to. Fails with `invalid_token`. */
export async function findUploadTicket(ctx: Ctx, ticket: string): Promise<TicketAccess> {
  const found = isSecret('one_time', ticket)
    ? await find.one(ctx, { token_hash: sha256(ticket), now: ctx.now() })
    : undefined;
  return found ?? failAddress();
}

/** Fails with `invalid_token`: the address has taken a picture, has expired, or its credential has ended. */
export function failAddress(): never {
  const hint = text`An address takes one picture, within 10 minutes. Create another with ${op('uploads.create')}.`;
  return fail('invalid_token', { agent: { hint } });
}
