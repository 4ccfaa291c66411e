import { verifySignature } from '../../auth/secrets.ts';
import { NOTIFICATION_TYPES } from '../../core/enums.ts';
import { isId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeStatement } from '../../events/write-statement.ts';

const stop = writeStatement(
  'notifications.stop_mails',
  { account_id: 'uuid', types: 'text[]' },
  {
    change: sql`stopped as (
    insert into ${writes('notification_digests')} as d (account_id, mailed_at, stopped_at)
    select id, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')} from accounts where id = ${p('account_id', 'uuid')}
    on conflict (account_id) do update set stopped_at = excluded.stopped_at where d.stopped_at is null
  ), changed as (
    insert into ${writes('notification_preferences')} as np (profile_id, type, mail)
    select pr.id, kind, false from profiles pr cross join unnest(${p('types', 'text[]')}) as kind
    where pr.account_id = ${p('account_id', 'uuid')} and pr.deleted_at is null order by pr.id, kind
    on conflict (profile_id, type) do update set mail = false where np.mail is distinct from false
    returning np.type
  )`,
    audit: {
      from: sql`(select from changed limit 1) any_change`,
      objectType: 'account',
      object: p('account_id', 'uuid'),
      account: p('account_id', 'uuid'),
      profile: sql`null::uuid`,
    },
    answer: sql<{ stopped: boolean }>`select exists (select from changed) as stopped`,
  },
);

/** Whether the address comes from a mail to this account. */
export function isUnsubscribeLink(ctx: Ctx, account: string, signature: string): boolean {
  return isId(account) && verifySignature(ctx.keys.web, `unsubscribe:${account}`, signature);
}

/** Turns the mails off for all types and all profiles of an account, including later ones. Repeating it changes nothing. */
export async function stopMails(ctx: Ctx, account_id: string): Promise<void> {
  await stop.run(ctx, { account_id, types: NOTIFICATION_TYPES });
}
