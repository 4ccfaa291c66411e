import { detachCalls } from '../../auth/detach.ts';
import { g, isOver } from '../../auth/grants.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, type Call, p, type RowOf, statement } from '../../db/statement.ts';
import { unschedule } from '../posts/unschedule.ts';
import {
  enforceChains,
  grantsLockCall,
  listBrokenChains,
  listDelegated,
  managersLockCall,
} from '../relations/grant-chains.ts';
import { announceCall } from './events.ts';

/** Grants fetched at once. Each one ends in its own transaction. */
const BATCH = 500;

const id = p('id', 'uuid');
const managerAccount = sql<string | null>`(select m.account_id from profiles m where m.id = g.manager_profile_id)`;

const over = (which?: SQL) =>
  qb
    .select({ id: g.id, profile_id: g.profileId, manager_account_id: managerAccount.as('manager_account_id') })
    .from(g)
    .where(and(isOver, which));

const findOver = statement(
  'access.find_over',
  { now: 'timestamptz', profile_id: 'uuid', manager_profile_id: 'uuid' },
  over(and(eq(g.profileId, p('profile_id', 'uuid')), eq(g.managerProfileId, p('manager_profile_id', 'uuid')))),
);
const findOverOfAccount = statement(
  'access.find_over_of_account',
  { now: 'timestamptz', id: 'uuid', account_id: 'uuid' },
  over(sql`${g.id} <> ${id} and ${g.profileId} = (select profile_id from access_grants where id = ${id})
    and ${managerAccount} = ${p('account_id')}`),
);
const listOver = statement('access.list_over', { now: 'timestamptz' }, over().limit(BATCH));

export type ExpiredGrant = RowOf<typeof findOver>;

/** Reads the expired grant or invitation of a manager, which must end before it is invited again. */
export const expiredCall = (tx: TxCtx, profileId: string, managerId: string): Call<ExpiredGrant> =>
  findOver.call({ now: tx.now(), profile_id: profileId, manager_profile_id: managerId });

/** Reads the other expired grants of an account on the profile of an invitation. They must end before it is accepted. */
export const expiredOfAccountCall = (tx: TxCtx, grantId: string, accountId: string): Call<ExpiredGrant> =>
  findOverOfAccount.call({ now: tx.now(), id: idOrNone(grantId), account_id: accountId });

const expireOne = statement(
  'access.expire',
  { now: 'timestamptz', id: 'uuid' },
  qb
    .update(g)
    .set({ status: 'expired', updatedAt: p('now') })
    .where(and(eq(g.id, id), isOver))
    .returning({ id: g.id }),
);

/** Ends an expired grant and its delegated grants. Returns false if it had already ended. */
export async function expireGrant(tx: TxCtx, { id, profile_id, manager_account_id }: ExpiredGrant): Promise<boolean> {
  const locks = [grantsLockCall(profile_id), managersLockCall([id])];
  const { expired } = await batch(tx, { locks, expired: expireOne.call({ id, now: tx.now() }) });
  if (expired.length === 0) return false;
  await batch(tx, [
    announceCall(tx, 'access_grant.expired', id, null),
    ...detachCalls(tx, manager_account_id ? [manager_account_id] : []),
  ]);
  await unschedule(tx, 'grant_expired', { grantIds: [id, ...(await enforceChains(tx, profile_id))] });
  return true;
}

/** Ends expired invitations and grants; concurrent workers process each once. Then repairs chains of old versions. */
export async function expireGrants(ctx: Ctx): Promise<{ expired: number }> {
  let expired = 0;
  for (;;) {
    const due = await listOver.all(ctx, { now: ctx.now() });
    for (const one of due) {
      ctx.signal?.throwIfAborted();
      if (await inTransaction(ctx, (tx) => expireGrant(tx, one))) expired++;
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
  await batch(tx, [grantsLockCall(profileId)]);
  await batch(tx, [managersLockCall(await listDelegated(tx, profileId))]);
  await unschedule(tx, 'grant_expired', { grantIds: await enforceChains(tx, profileId) });
}
