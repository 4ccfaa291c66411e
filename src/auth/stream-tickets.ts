import { type FailureFacts, fail } from '../core/errors.ts';
import { op, text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { isSecret } from './key-format.ts';
import { sha256 } from './secrets.ts';

/** The access that a ticket carries: the hash of the bearer token that requested it, and its acting profile, if any. */
export type RedeemedTicket = { hash: Buffer; profile_id: string | null };

const ANOTHER: FailureFacts = {
  hint: text`A ticket opens one stream, within 60 s. Create another with ${op('events.create_stream_ticket')}.`,
};

const redeem = statement<RedeemedTicket>(
  'auth.redeem_stream_ticket',
  sql`with ticket as (
      delete from stream_tickets where token_hash = ${p('token_hash', 'bytea')} and expires_at > ${p('now', 'timestamptz')}
      returning secret_id, profile_id
    )
    select s.hash, ticket.profile_id from ticket join credential_secrets s on s.id = ticket.secret_id`,
);

/** Redeems a ticket, which works once. Fails with `invalid_token`. */
export async function redeemStreamTicket(ctx: Ctx, ticket: string): Promise<RedeemedTicket> {
  if (!isSecret('one_time', ticket)) fail('invalid_token', { agent: ANOTHER });
  return (
    (await redeem.one(ctx, { token_hash: sha256(ticket), now: ctx.now() })) ?? fail('invalid_token', { agent: ANOTHER })
  );
}
