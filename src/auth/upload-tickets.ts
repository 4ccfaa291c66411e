import { fail } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { op, text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { and, eq, gt, isNull, lt, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { credentialSecrets } from '../db/schema/accounts.ts';
import { uploads } from '../db/schema/uploads.ts';
import { p, statement } from '../db/statement.ts';
import { isSecret } from './key-format.ts';
import { sha256 } from './secrets.ts';
import type { TicketAccess } from './stream-tickets.ts';

/** Counts an attempt before its body is read, so that concurrent ones can't exceed the limit together. */
const take = statement(
  'auth.take_upload_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  qb
    .update(uploads)
    .set({ attempts: sql`${uploads.attempts} + 1` })
    .from(credentialSecrets)
    .where(
      and(
        eq(credentialSecrets.id, uploads.secretId),
        eq(uploads.tokenHash, p('token_hash', 'bytea')),
        isNull(uploads.blobKey),
        gt(uploads.expiresAt, p('now')),
        lt(uploads.attempts, LIMITS.upload.max_attempts),
      ),
    )
    .returning({ hash: credentialSecrets.hash, profile_id: uploads.profileId, attempts: uploads.attempts }),
);

/** What the address of an upload gives access to, and counts the attempt. Fails with `invalid_token`. */
export async function findUploadTicket(ctx: Ctx, ticket: string): Promise<TicketAccess> {
  const found = isSecret('one_time', ticket)
    ? await take.one(ctx, { token_hash: sha256(ticket), now: ctx.now() })
    : undefined;
  return found ?? failAddress();
}

/** Fails with `invalid_token`: the address has taken a picture or too many attempts, has expired, or its credential has ended. */
export function failAddress(): never {
  const hint = text`An address takes one picture, within 10 minutes and ${LIMITS.upload.max_attempts} attempts. Create another with ${op('uploads.create')}.`;
  return fail('invalid_token', { agent: { hint } });
}
