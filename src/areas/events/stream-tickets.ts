import { accountAuthority } from '../../auth/authorize.ts';
import { newSecret } from '../../auth/key-format.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { sha256 } from '../../auth/secrets.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { enterStream } from './limit.ts';

const insert = writeStatement(
  'events.insert_stream_ticket',
  { token_hash: 'bytea', secret_id: 'uuid', profile_id: 'uuid?', expires_at: 'timestamptz', ticket_id: 'uuid' },
  {
    change: sql`expired as (
      select token_hash from stream_tickets where expires_at <= ${p('now', 'timestamptz')} limit 100 for update skip locked
    ), purged as (
      delete from ${writes('stream_tickets')} t using expired where t.token_hash = expired.token_hash
    ), ticket as (
      insert into ${writes('stream_tickets')} (token_hash, secret_id, profile_id, expires_at)
      values (${p('token_hash', 'bytea')}, ${p('secret_id', 'uuid')}, ${p('profile_id', 'uuid')}, ${p('expires_at', 'timestamptz')})
      returning expires_at
    )`,
    audit: { from: sql`ticket`, objectType: 'stream_ticket', object: p('ticket_id', 'uuid') },
    answer: sql<{ expires_at: Date }>`select expires_at from ticket`,
  },
);

export type StreamTicketDraft = { ticket: string; expiresAt: Date };

/**
 * Creates a ticket for one stream of the acting profile, and deletes expired ones. Ends with its credential. Without room for
 * a stream now it fails as that would, with `rate_limited` or `service_unavailable`: `EventSource` can't read how long to wait.
 */
export async function createStreamTicket(ctx: Ctx): Promise<StreamTicketDraft> {
  enterStream(ctx)();
  const ticket = newSecret('one_time');
  const expiresAt = new Date(ctx.now().getTime() + LIMITS.stream.ticket_ms);
  const values = {
    token_hash: sha256(ticket),
    secret_id: requirePrincipal(ctx).secretId,
    profile_id: ctx.acting?.id ?? null,
    expires_at: expiresAt,
    ticket_id: newId(),
  };
  await write(ctx, { ...accountAuthority(ctx), change: [insert.call(ctx, values)] });
  return { ticket: ctx.dryRun ? 'dry_run' : ticket, expiresAt };
}
