import { and, eq, type SQL, sql } from 'drizzle-orm';
import { detachUnmanaged } from '../../auth/detach.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { emit } from '../../events/emit.ts';
import { lockAccount } from '../account/queries.ts';
import {
  enforceChains,
  isOver,
  listBrokenChains,
  listDelegated,
  lockGrantsOf,
  lockManagersBelow,
} from '../relations/grant-chains.ts';
import { g } from './columns.ts';

/** Grants fetched at once. Each one ends in its own transaction. */
const BATCH = 500;

const managerAccount = sql<string | null>`(select m.account_id from profiles m where m.id = g.manager_profile_id)`;

const over = (which?: SQL) =>
  qb
    .select({ id: g.id, profile_id: g.profileId, manager_account_id: managerAccount.as('manager_account_id') })
    .from(g)
    .where(and(isOver, which));

const findOver = statement('access.find_over', over(eq(g.id, p('id'))));
const findOverOfAccount = statement(
  'access.find_over_of_account',
  over(sql`${g.profileId} = ${p('profile_id')} and ${managerAccount} = ${p('account_id')}`),
);
const listOver = statement('access.list_over', over().limit(BATCH));

type Due = RowOf<typeof findOver>;

const expireOne = statement(
  'access.expire',
  qb
    .update(g)
    .set({ status: 'expired', updatedAt: p('now') })
    .where(and(eq(g.id, p('id')), isOver))
    .returning({ profile_id: g.profileId, manager_profile_id: g.managerProfileId }),
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
  await enforceChains(tx, managedId);
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
export async function endEarlierGrants(tx: TxCtx, accountId: string, profileId: string): Promise<void> {
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
  for (const { profile_id } of await listBrokenChains.all(ctx)) {
    ctx.signal?.throwIfAborted();
    await inTransaction(ctx, (tx) => enforceChainsOf(tx, profile_id));
  }
  return { expired };
}

async function enforceChainsOf(tx: TxCtx, profileId: string): Promise<void> {
  await lockGrantsOf(tx, profileId);
  await lockManagersBelow(tx, await listDelegated(tx, profileId));
  await enforceChains(tx, profileId);
}
