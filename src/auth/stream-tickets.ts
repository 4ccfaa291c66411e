import { type FailureFacts, fail } from '../core/errors.ts';
import { op, text } from '../core/operation-text.ts';
import type { Ctx } from '../ctx.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import { qb } from '../db/query.ts';
import { credentialSecrets, streamTickets } from '../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../db/statement.ts';
import { isSecret } from './key-format.ts';
import { sha256 } from './secrets.ts';

const ANOTHER: FailureFacts = {
  hint: text`A ticket opens one stream, within 60 s. Create another with ${op('events.create_stream_ticket')}.`,
};

const isLive = and(
  eq(streamTickets.tokenHash, p('token_hash', 'bytea')),
  gt(streamTickets.expiresAt, p('now', 'timestamptz')),
);

const find = statement(
  'auth.find_stream_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  qb
    .select({ hash: credentialSecrets.hash, profile_id: streamTickets.profileId })
    .from(streamTickets)
    .innerJoin(credentialSecrets, eq(credentialSecrets.id, streamTickets.secretId))
    .where(isLive),
);

/**
 * The access that a ticket carries: the hash of the bearer token that requested it, and its acting profile, if any.
 * `attempts`: how often it was sent, this time included, if that is counted.
 */
export type TicketAccess = RowOf<typeof find> & { attempts?: number };

const redeem = statement(
  'auth.redeem_stream_ticket',
  { token_hash: 'bytea', now: 'timestamptz' },
  qb
    .delete(streamTickets)
    .where(isLive)
    .returning({ redeemed: sql<boolean>`true`.as('redeemed') }),
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
