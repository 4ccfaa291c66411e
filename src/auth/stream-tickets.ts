import { type FailureFacts, fail } from '../core/errors.ts';
import { op, text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { isSecret } from './key-format.ts';
import { sha256 } from './secrets.ts';

/** The access that a ticket carries: the hash of the bearer token that requested it, and its acting profile, if any. */
export type TicketAccess = { hash: Buffer; profile_id: string | null };

const ANOTHER: FailureFacts = {
  hint: text`A ticket opens one stream, within 60 s. Create another with ${op('events.create_stream_ticket')}.`,
};

const find = statement(
  'auth.find_stream_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  sql<TicketAccess>`select s.hash, t.profile_id from stream_tickets t join credential_secrets s on s.id = t.secret_id
    where t.token_hash = ${p('token_hash', 'bytea')} and t.expires_at > ${p('now', 'timestamptz')}`,
);

const redeem = statement(
  'auth.redeem_stream_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  sql<{
    redeemed: true;
  }>`delete from ${writes('stream_tickets')} where token_hash = ${p('token_hash', 'bytea')} and expires_at > ${p('now', 'timestamptz')}
    returning true as redeemed`,
);

/** What a ticket gives access to. It can still be redeemed. Fails with `invalid_token`. */
export async function findStreamTicket(ctx: Ctx, ticket: string): Promise<TicketAccess> {
  const found = isSecret('one_time', ticket) ? await find.one(ctx, valuesOf(ctx, ticket)) : undefined;
  return found ?? fail('invalid_token', { agent: ANOTHER });
}

/** Redeems a ticket, which works once, when its stream has room. Fails with `invalid_token`. */
export async function redeemStreamTicket(ctx: Ctx, ticket: string): Promise<void> {
  if (!(await redeem.one(ctx, valuesOf(ctx, ticket)))) fail('invalid_token', { agent: ANOTHER });
}

const valuesOf = (ctx: Ctx, ticket: string) => ({ token_hash: sha256(ticket), now: ctx.now() });
