import { g, isLive } from '../../auth/grants.ts';
import { requireActing } from '../../auth/require.ts';
import type { TxCtx } from '../../ctx.ts';
import { setChanging } from '../../db/changing.ts';
import { alias, and, eq, or, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { type AnyCall, batch, type Call, p, statement } from '../../db/statement.ts';
import { unschedule } from '../posts/unschedule.ts';
import { type Changed, chainEffects, changesOf, grantsLockCall, managersLockCall } from '../relations/grant-chains.ts';
import { revocationCalls } from './revoke.ts';

const me = p('profile_id', 'uuid');
const other = p('other_profile_id', 'uuid');

const m = alias(profiles, 'm');

const findBetween = statement(
  'access.find_between',
  { profile_id: 'uuid', other_profile_id: 'uuid', now: 'timestamptz' },
  qb
    .select({
      grant_id: named(g.id, 'grant_id'),
      managed_profile_id: named(g.profileId, 'managed_profile_id'),
      manager_account_id: named(m.accountId, 'manager_account_id'),
    })
    .from(g)
    .innerJoin(m, eq(m.id, g.managerProfileId))
    .where(
      and(
        or(
          and(eq(g.profileId, me), eq(g.managerProfileId, other)),
          and(eq(g.profileId, other), eq(g.managerProfileId, me)),
        ),
        isLive,
      ),
    ),
);

/** Events need it. The write in which the grants ended may have found nothing else to change. */
const resumeChanging = statement('access.resume_changing', {}, sql`select ${setChanging(sql`true`)}`);

export type EndOfGrants = {
  /** Locks the accounts of the managers. For the locks of a write. */
  locks: Call<unknown>[];
  /** The first statements of the change. */
  change: AnyCall<unknown>[];
  /**
   * Completes the change in the same transaction, given the rows of `change`. Returns how many of the grants ended. It detaches
   * keys, which the locks of their accounts protect, so it may come after all other locks.
   */
  complete(results: readonly (readonly unknown[])[]): Promise<number>;
};

/**
 * Prepares the end of the grants between the acting profile and another one, and prevents new ones until the end of the
 * transaction. A grant ends if the caller may revoke it. Takes the locks of grants, which come before all others.
 */
export async function endGrantsBetween(tx: TxCtx, otherProfileId: string): Promise<EndOfGrants> {
  const { id } = requireActing(tx);
  const [first, second] = id < otherProfileId ? [id, otherProfileId] : [otherProfileId, id];
  const sides = { profile_id: id, other_profile_id: otherProfileId, now: tx.now() };
  const locks = [grantsLockCall(first), grantsLockCall(second)];
  const { grants } = await batch(tx, { locks, grants: findBetween.call(sides) });
  const revocations = grants.map((grant) => revocationCalls(tx, grant));
  return {
    locks: grants.length === 0 ? [] : [managersLockCall(grants.map(({ grant_id }) => grant_id))],
    change: revocations.flat(),
    async complete(results) {
      const changed: string[] = [];
      let ended = 0;
      let at = 0;
      if (grants.length > 0) await batch(tx, [resumeChanging.call()]);
      for (const [index, calls] of revocations.entries()) {
        const [revoked, withdrawn, bounded] = results.slice(at, at + calls.length);
        at += calls.length;
        ended += revoked!.length;
        const below = changesOf(withdrawn as Changed[], bounded as Changed[]);
        const all = [...below.ended, ...below.narrowed];
        if (all.length > 0) await batch(tx, chainEffects(tx, grants[index]!.managed_profile_id, below));
        for (const { id } of [...(revoked as { id: string }[]), ...all]) changed.push(id);
      }
      await unschedule(tx, 'grant_revoked', { grantIds: changed });
      return ended;
    },
  };
}
