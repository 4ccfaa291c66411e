import { isUnrevoked } from '../../auth/credential-state.ts';
import { LIMITS } from '../../core/limits.ts';
import type { TxCtx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';

const now = p('now', 'timestamptz');

/**
 * Condition: nobody has confirmed the address of the account `a`, and nothing has been made with it. Such an account must not
 * keep the address from its owner. Never on a server that sends no mail, where addresses count as verified.
 */
export const isUnclaimed = sql`(${p('confirms_by_mail', 'bool')} and a.email_verified_at is null and not a.operator and (a.suspended_at is null or a.waiting_since is not null)
  and not exists (select from profiles pr where pr.account_id = a.id))`;
export const UNCLAIMED = { confirms_by_mail: 'bool' } as const;
export const unclaimedValues = ({ config }: TxCtx) => ({ confirms_by_mail: !config.emailsCountAsVerified });

/** Ends accounts that nothing was made with, frees their addresses, and lets a job delete them. */
export const releasedCtes = (found: SQL): SQL => sql`released as (
    update ${writes('accounts')} a set email = 'released:' || a.id, email_key = 'released:' || a.id, waiting_since = null,
      join_reason = null, deletion_scheduled_at = ${now}, updated_at = ${now}
    from ${found} found where a.id = found.id returning a.id), tokens as (
    delete from ${writes('one_time_tokens')} t using released where t.account_id = released.id), ended as (
    update ${writes('credentials')} c set revoked_at = ${now} from released where c.account_id = released.id and ${isUnrevoked})`;

/** Skips an account that is being changed, such as verified: then the address is taken. */
const release = writeStatement(
  'account.release_address',
  { ...UNCLAIMED, email_key: 'text?', token_hash: 'bytea?', made_before: 'timestamptz' },
  {
    change: sql`unclaimed as (
    select a.id from accounts a
    left join one_time_tokens t on t.token_hash = ${p('token_hash', 'bytea')} and t.purpose = 'email_change' and t.used_at is null
      and t.expires_at > ${now}
    where a.email_key = coalesce(t.email_key, ${p('email_key', 'text')}) and a.id is distinct from t.account_id
      and a.created_at <= ${p('made_before', 'timestamptz')} and ${isUnclaimed}
    for update of a skip locked), ${releasedCtes(sql`unclaimed`)}`,
    audit: { from: sql`released`, objectType: 'account', object: sql`released.id`, account: sql`released.id` },
    answer: sql<{ id: string }>`select id from released`,
  },
);

/**
 * Before an account gets an address: takes it from an account that nobody has confirmed for a day, or at once if the new one has
 * just confirmed it (`tokenHash`, of a change). A job deletes the other account, which is empty. Returns its id.
 */
export function releaseAddress(tx: TxCtx, wanted: { emailKey: string } | { tokenHash: Buffer }): Call<{ id: string }> {
  const isConfirmed = 'tokenHash' in wanted;
  return release.call(tx, {
    ...unclaimedValues(tx),
    email_key: isConfirmed ? null : wanted.emailKey,
    token_hash: isConfirmed ? wanted.tokenHash : null,
    made_before: new Date(tx.now().getTime() - (isConfirmed ? 0 : LIMITS.verification_mail.token_ms)),
  });
}
