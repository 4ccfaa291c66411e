import { type SQL, sql } from 'drizzle-orm';
import { detachUnmanaged } from '../../auth/detach.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { emit } from '../../events/emit.ts';
import { lockAccount } from '../account/queries.ts';
import {
  isOver,
  listUnsettled,
  lockGrantsOf,
  lockManagersBelow,
  passedOn,
  settleGrants,
} from '../relations/grant-chains.ts';

type Due = { id: string; profile_id: string; manager_account_id: string | null };
type Expired = { profile_id: string; manager_profile_id: string };

/** Grants fetched at once. Each one ends in its own transaction. */
const BATCH = 500;

const over = (name: string, which: SQL) =>
  statement<Due>(
    name,
    sql`select g.id, g.profile_id, (select m.account_id from profiles m where m.id = g.manager_profile_id) as manager_account_id
      from access_grants g where ${isOver} and ${which}`,
  );

const findOver = over('access.find_over', sql`g.id = ${p('id', 'uuid')}`);
const findOverOfAccount = over(
  'access.find_over_of_account',
  sql`g.profile_id = ${p('profile_id', 'uuid')}
    and exists (select 1 from profiles m where m.id = g.manager_profile_id and m.account_id = ${p('account_id', 'uuid')})`,
);
const listOver = over('access.list_over', sql`true limit ${BATCH}::int`);

const expireOne = statement<Expired>(
  'access.expire',
  sql`update access_grants g set status = 'expired', updated_at = ${p('now', 'timestamptz')}
    where g.id = ${p('id', 'uuid')} and ${isOver} returning g.profile_id, g.manager_profile_id`,
);

async function expire(tx: TxCtx, { id, profile_id: managedId, manager_account_id }: Due): Promise<number> {
  await lockGrantsOf(tx, managedId);
  await lockManagersBelow(tx, [id]);
  const expired = await expireOne.one(tx, { id, now: tx.now() });
  if (!expired) return 0;
  const { profile_id, manager_profile_id } = expired;
  await emit(
    tx,
    [profile_id, manager_profile_id].map((profileId) => ({
      type: 'access_grant.expired' as const,
      profileId,
      objectType: 'access_grant',
      objectId: id,
      data: { profile_id, manager_profile_id, status: 'expired' },
    })),
  );
  if (manager_account_id) await detachUnmanaged(tx, [manager_account_id]);
  await settleGrants(tx, managedId);
  return 1;
}

/** Ends an expired grant, so that another can be given before the job runs. */
export async function expireGrant(tx: TxCtx, id: string): Promise<void> {
  const due = await findOver.one(tx, { now: tx.now(), id });
  if (due) await expire(tx, due);
}

/**
 * Called before an account gets access to a profile again: ends its expired grants of that profile and detaches from
 * its keys the profiles it no longer manages. Otherwise a key would silently regain access that it had lost. Locks,
 * after the grants of the profile: the account, its grants, its keys.
 */
export async function forgetEarlierGrants(tx: TxCtx, accountId: string, profileId: string): Promise<void> {
  await lockAccount.one(tx, { account_id: accountId });
  const due = await findOverOfAccount.all(tx, { now: tx.now(), account_id: accountId, profile_id: profileId });
  for (const one of due) await expire(tx, one);
  await detachUnmanaged(tx, [accountId]);
}

/**
 * Ends expired invitations and grants, with events in the logs of both sides. Concurrent workers process each grant
 * once. Then repairs chains in which an earlier version left a grant with more than the grants it derives from.
 */
export async function expireGrants(ctx: Ctx): Promise<{ expired: number }> {
  let expired = 0;
  for (;;) {
    const due = await listOver.all(ctx, { now: ctx.now() });
    for (const one of due) {
      ctx.signal?.throwIfAborted();
      expired += await inTransaction(ctx, (tx) => expire(tx, one));
    }
    if (due.length < BATCH) break;
  }
  for (const { profile_id } of await listUnsettled.all(ctx)) {
    ctx.signal?.throwIfAborted();
    await inTransaction(ctx, (tx) => settleChains(tx, profile_id));
  }
  return { expired };
}

async function settleChains(tx: TxCtx, profileId: string): Promise<void> {
  await lockGrantsOf(tx, profileId);
  await lockManagersBelow(tx, await passedOn(tx, profileId));
  await settleGrants(tx, profileId);
}
