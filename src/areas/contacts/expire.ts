import { inBatches } from '../../core/batches.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { emit } from '../../events/emit.ts';
import { isExpired } from '../relations/contact-requests.ts';

type Expired = { id: string; requester_profile_id: string; addressee_profile_id: string };

const now = p('now', 'timestamptz');

/** Requests that one transaction ends; each has two events. */
const BATCH = 500;

const expireBatch = statement(
  'contacts.expire_batch',
  { now: 'timestamptz' },
  sql<Expired>`with due as (
    select cr.id from contact_requests cr where ${isExpired}
    order by cr.expires_at limit ${BATCH}::int for update skip locked
  )
  update ${writes('contact_requests')} cr set status = 'expired', updated_at = ${now}
  from due where cr.id = due.id returning cr.id, cr.requester_profile_id, cr.addressee_profile_id`,
);

/** Ends expired requests, with events in the logs of both sides. Concurrent workers share the work. */
export async function expireContactRequests(ctx: Ctx): Promise<{ expired: number }> {
  const expireSome = () =>
    inTransaction(ctx, async (tx) => {
      const rows = await expireBatch.all(tx, { now: tx.now() });
      const events = rows.flatMap(({ id, ...sides }) =>
        Object.values(sides).map((profileId) => ({
          type: 'contact_request.expired' as const,
          profileId,
          objectId: id,
          data: { ...sides, status: 'expired' as const },
        })),
      );
      await emit(tx, events);
      return rows.length;
    });
  return { expired: await inBatches(ctx, BATCH, expireSome) };
}
