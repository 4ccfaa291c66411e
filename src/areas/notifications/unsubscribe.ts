import { verifySignature } from '../../auth/secrets.ts';
import { isId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';

const stop = writeStatement(
  'notifications.stop_mails',
  { account_id: 'uuid' },
  {
    change: sql`stopped as (
    insert into ${writes('notification_digests')} as d (account_id, mailed_at, stopped_at)
    select id, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')} from accounts where id = ${p('account_id', 'uuid')}
    on conflict (account_id) do update set stopped_at = excluded.stopped_at where d.stopped_at is null returning 1
  ), changed as (
    update ${writes('notification_preferences')} np set mail = null from profiles pr
    where pr.account_id = ${p('account_id', 'uuid')} and np.profile_id = pr.id and np.mail returning 1
  )`,
    audit: {
      from: sql`(select from (select from stopped union all select from changed) one limit 1) any_change`,
      objectType: 'account',
      object: p('account_id', 'uuid'),
      account: p('account_id', 'uuid'),
      profile: sql`null::uuid`,
    },
    answer: sql<{ stopped: boolean }>`select exists (select from stopped) as stopped`,
  },
);

/** Whether the address comes from a mail to this account. */
export function isUnsubscribeLink(ctx: Ctx, account: string, signature: string): boolean {
  return isId(account) && verifySignature(ctx.keys.web, `unsubscribe:${account}`, signature);
}

/** Turns the mails off for all types and all profiles of an account, including later ones and chosen types. Repeating it changes nothing. */
export async function stopMails(ctx: Ctx, account_id: string): Promise<void> {
  await stop.run(ctx, { account_id });
}
