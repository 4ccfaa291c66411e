import { isGivenWith, isLive, isOpen } from '../../auth/grants.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { GIVEN_LATELY, givingLately } from '../account/given-lately.ts';
import { unschedule } from '../posts/unschedule.ts';
import {
  type Changed,
  chainCalls,
  chainEffects,
  changesOf,
  grantsLock,
  managersLockCall,
} from '../relations/grant-chains.ts';

const accountId = p('account_id', 'uuid');
const givenWith = isGivenWith(p('credential_ids', 'uuid[]'));

/** Locks the grants of all profiles for which an account may give any, in their order. */
const lockReached = statement(
  'access.lock_reached',
  { account_id: 'uuid' },
  sql`select ${grantsLock(sql`one.id`)} from (
      select pr.id from profiles pr where pr.account_id = ${accountId} and pr.deleted_at is null
      union select g.profile_id from access_grants g join profiles m on m.id = g.manager_profile_id
        where m.account_id = ${accountId} and ${isOpen}
      order by id) one`,
);

const findGiven = statement(
  'access.find_given',
  { credential_ids: 'uuid[]', now: 'timestamptz' },
  sql<{ id: string }>`select g.id from access_grants g where ${givenWith} and ${isLive}`,
);

/**
 * Locks what `endGiven` needs, and the account of the credentials: 2b, 3. The grants are locked a second time, because the account
 * may have got a profile before its own lock: that one comes out of order, and a deadlock would run the transaction again.
 */
export async function lockGiven(tx: TxCtx, account_id: string, credentialIds: readonly string[]): Promise<void> {
  const { given } = await batch(tx, {
    reached: lockReached.call({ account_id }),
    given: findGiven.call({ credential_ids: credentialIds, now: tx.now() }),
  });
  const ids = given.map(({ id }) => id);
  await batch(tx, [managersLockCall(ids, account_id), lockReached.call({ account_id })]);
}

type Given = Changed & { managed_profile_id: string };

const revokeGiven = statement(
  'access.revoke_given',
  { credential_ids: 'uuid[]', now: 'timestamptz' },
  sql<Given>`update ${writes('access_grants')} g
    set status = 'revoked', revoked_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from profiles m where m.id = g.manager_profile_id and ${givenWith} and ${isLive}
    returning g.id, g.profile_id as managed_profile_id, g.manager_profile_id, g.status, m.account_id as manager_account_id`,
);

/**
 * Revokes the grants and invitations that these credentials gave or widened, with everything that was delegated from them. After
 * `lockGiven`, when the credentials have ended.
 */
export async function endGiven(tx: TxCtx, credentialIds: readonly string[]): Promise<void> {
  const given = await revokeGiven.all(tx, { credential_ids: credentialIds, now: tx.now() });
  for (const managedId of new Set(given.map((one) => one.managed_profile_id))) {
    const revoked = given.filter((one) => one.managed_profile_id === managedId);
    const below = changesOf(...(await batch(tx, chainCalls(tx, managedId))));
    const changes = { ended: [...revoked, ...below.ended], narrowed: below.narrowed };
    await batch(tx, chainEffects(tx, managedId, changes));
    const grantIds = [...changes.ended, ...changes.narrowed].map(({ id }) => id);
    await unschedule(tx, 'grant_revoked', { grantIds });
  }
}

const listGiving = statement('access.list_giving', GIVEN_LATELY, sql<{ id: string }>`${givingLately}`);

/**
 * The job after a password reset that was to revoke access: revokes what the sessions of the 30 days before it gave and,
 * if it has revoked the API keys, what keys gave; those that had ended, too. Locks: 2b, 3, then the grants, posts.
 */
export async function endGivenLately(
  ctx: Ctx,
  { account_id, at, with_keys }: { account_id: string; at: string; with_keys: boolean },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const giving = await listGiving.all(tx, { account_id, with_keys, by_time: new Date(at) });
    const ids = giving.map(({ id }) => id);
    await lockGiven(tx, account_id, ids);
    await endGiven(tx, ids);
  });
}
