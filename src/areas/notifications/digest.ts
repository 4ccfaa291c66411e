import { enqueueMail } from '../../adapters/mail/mail-job.ts';
import { seal, sign } from '../../auth/secrets.ts';
import type { NotificationType } from '../../core/enums.ts';
import { FIRST_ID } from '../../core/pagination.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { notificationDigests } from '../../db/schema/notifications.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { isShown } from '../relations/queries.ts';
import { isByShown } from './list.ts';
import { MAILED_TYPES } from './preferences.ts';

/** Less than a day, because a run may start a little earlier than the one before. */
const PAUSE_MS = 20 * 3_600_000;
/** Commit lag. Newer notifications wait for the next digest. */
const SETTLED_MS = 60_000;
/** Accounts that are read at once. */
const BATCH = 200;
const NAMES_MAX = 3;

const accountId = p('account_id', 'uuid');
const mailedTypes = p('mailed_types', 'text[]');

/** The unread notifications `n` of the profiles `pr` of the account `a` that its last mail `d` could not contain. */
const notMailed = sql`from profiles pr
    join notifications n on n.profile_id = pr.id and n.read_at is null
    left join notification_preferences np on np.profile_id = n.profile_id and np.type = n.type
  where pr.account_id = a.id and pr.deleted_at is null and coalesce(np.mail, n.type = any(${mailedTypes}) and d.stopped_at is null)
    and n.updated_at > coalesce(d.mailed_at, '-infinity') and n.updated_at <= ${p('until', 'timestamptz')}
    and ${isByShown}`;

const findDue = statement(
  'notifications.find_digests',
  { after_id: 'uuid', before: 'timestamptz', mailed_types: 'text[]', until: 'timestamptz' },
  sql<{ id: string }>`select a.id from accounts a left join notification_digests d on d.account_id = a.id
    where a.id > ${p('after_id', 'uuid')} and a.email_verified_at is not null and a.suspended_at is null
      and a.deletion_scheduled_at is null and (d.mailed_at is null or d.mailed_at <= ${p('before', 'timestamptz')})
      and exists (select 1 ${notMailed})
    order by a.id limit ${BATCH}::int`,
);

/** Locks the row of an account, which allows one mail at a time, unless a mail was sent meanwhile. Without a row there was none. */
const lockDigest = statement(
  'notifications.lock_digest',
  { account_id: 'uuid', before: 'timestamptz' },
  sql<{
    account_id: string;
  }>`insert into ${writes('notification_digests')} as d (account_id, mailed_at) values (${accountId}, 'epoch')
    on conflict (account_id) do update set mailed_at = d.mailed_at where d.mailed_at <= ${p('before', 'timestamptz')}
    returning account_id`,
);

type Line = { username: string; type: NotificationType; count: number; names: string[]; email: string };

const readDigest = statement(
  'notifications.read_digest',
  { mailed_types: 'text[]', until: 'timestamptz', account_id: 'uuid' },
  sql<Line>`select a.email, own.username, own.type, own.count, own.names
    from accounts a
    join notification_digests d on d.account_id = a.id
    cross join lateral (
      select each.username, each.type, count(*)::int as count,
        coalesce((array_agg(distinct each.name) filter (where each.name is not null))[1:${NAMES_MAX}], '{}') as names
      from (
        select pr.username, n.type, (
          select ap.username from notification_actors na join profiles ap on ap.id = na.actor_profile_id
          where na.profile_id = n.profile_id and na.notification_id = n.id and ${isShown(sql`ap`)} order by na.created_at desc limit 1) as name
        ${notMailed}
      ) each
      group by each.username, each.type
    ) own
    where a.id = ${accountId}
    order by own.username, own.count desc, own.type`,
);

const markMailed = statement(
  'notifications.mark_mailed',
  { until: 'timestamptz', account_id: 'uuid' },
  qb
    .update(notificationDigests)
    .set({ mailedAt: p('until', 'timestamptz') })
    .where(eq(notificationDigests.accountId, accountId)),
);

/** Mails each account what is unread and not reported yet, at most once a day. Workers can share the work. */
export async function sendDigests(ctx: Ctx): Promise<{ sent: number }> {
  const until = new Date(ctx.now().getTime() - SETTLED_MS);
  const before = new Date(until.getTime() - PAUSE_MS);
  let sent = 0;
  for (let after_id = FIRST_ID; ; ) {
    const due = await findDue.all(ctx, { after_id, before, until, mailed_types: MAILED_TYPES });
    for (const { id } of due) {
      ctx.signal?.throwIfAborted();
      if (await sendDigest(ctx, id, { before, until })) sent++;
    }
    if (due.length < BATCH) return { sent };
    after_id = due.at(-1)!.id;
  }
}

type Window = { before: Date; until: Date };

function sendDigest(ctx: Ctx, account_id: string, { before, until }: Window): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await lockDigest.one(tx, { account_id, before }))) return false;
    const lines = await readDigest.all(tx, { account_id, until, mailed_types: MAILED_TYPES });
    const [first] = lines;
    if (!first) return false;
    await markMailed.all(tx, { account_id, until });
    const params = {
      lines: lines.map(({ email: _email, ...line }) => line),
      // Proves that the address for unsubscribing comes from a mail to this account. It does not expire.
      signature: sign(tx.keys.web, `unsubscribe:${account_id}`),
      account: account_id,
    };
    await enqueueMail(tx, (text) => seal(tx.keys.jobs, text), { template: 'digest', to: first.email, params });
    return true;
  });
}
