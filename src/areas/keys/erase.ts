import { evictCredentials } from '../../auth/credential-eviction.ts';
import { detachUnmanagedSql } from '../../auth/detach.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';

const profileId = p('profile_id', 'uuid');

/** Detaches the profile, and those it managed, from credentials. Returns the accounts that lose access. */
const detachCredentials = statement(
  'keys.detach_all_of',
  { profile_id: 'uuid', account_id: 'uuid', now: 'timestamptz' },
  sql<{ account_id: string }>`with detached as (
    delete from ${writes('credential_profiles')} where profile_id = ${profileId} returning credential_id
  ), orphaned as (
    ${detachUnmanagedSql(sql`array[${p('account_id', 'uuid')}]`)} and cp.profile_id <> ${profileId}
  )
  select c.account_id from detached join credentials c on c.id = detached.credential_id
  union select m.account_id from access_grants g join profiles m on m.id = g.manager_profile_id
    where g.profile_id = ${profileId} and m.account_id is not null
  union select ${p('account_id', 'uuid')}`,
);

export const erasure: Erasure = {
  async profile(tx, { profileId, accountId }) {
    const rows = await detachCredentials.all(tx, { profile_id: profileId, account_id: accountId, now: tx.now() });
    await evictCredentials(
      tx,
      rows.map(({ account_id }) => account_id),
    );
    return {};
  },
};
