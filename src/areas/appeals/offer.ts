import { enqueueMail } from '../../adapters/mail/mail-job.ts';
import { seal } from '../../auth/secrets.ts';
import type { APPEAL_TARGET_TYPES } from '../../core/enums.ts';
import { newId } from '../../core/ids.ts';
import { countsAsVerified } from '../../core/verified-email.ts';
import type { TxCtx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';

type TargetType = (typeof APPEAL_TARGET_TYPES)[number];
type Owner = { email: string; email_verified: boolean };

/** A later decision about the same target replaces the one before; the same one changes nothing. */
const offerOf = (type: TargetType, decided: SQL) =>
  statement(
    `appeals.offer_${type}`,
    { id: 'uuid', target_id: 'uuid' },
    sql<Owner>`with offered as (
      insert into ${writes('appeals')} as ap (id, account_id, target_type, target_id, act_at, status)
      select ${p('id', 'uuid')}, d.account_id, ${type}::text, ${p('target_id', 'uuid')}, d.act_at, 'possible' from (${decided}) d
      on conflict (target_type, target_id) do update set id = excluded.id, account_id = excluded.account_id, act_at = excluded.act_at,
        status = 'possible', text = null, appealed_at = null, decided_at = null, decided_by_account_id = null
        where ap.act_at <> excluded.act_at
      returning account_id)
    select a.email, a.email_verified_at is not null as email_verified from offered join accounts a on a.id = offered.account_id`,
  );

const OFFERS = {
  account: offerOf(
    'account',
    sql`select id as account_id, suspended_at as act_at from accounts where id = ${p('target_id')} and suspended_at is not null`,
  ),
  post: offerOf(
    'post',
    sql`select pr.account_id, po.removed_at as act_at from posts po join profiles pr on pr.id = po.profile_id
      where po.id = ${p('target_id')} and po.status = 'removed' and po.published_at is not null and pr.account_id is not null`,
  ),
};

/** After an operator has removed a published post, or suspended an account: its owner may appeal once, and a mail says how. */
export async function offerAppeal(tx: TxCtx, target: TargetType, id: string): Promise<void> {
  const owner = await OFFERS[target].one(tx, { id: newId(), target_id: id });
  if (!owner || !countsAsVerified(owner.email_verified, tx.config)) return;
  const order = { template: 'appeal-offered', to: owner.email, params: { target, id } } as const;
  await enqueueMail(tx, (text) => seal(tx.keys.jobs, text), order);
}
