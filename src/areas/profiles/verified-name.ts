import { inBatches } from '../../core/batches.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { dataOf } from '../../events/payload.ts';

const now = p('now', 'timestamptz');

const verify = statement(
  'profiles.verify_name',
  { now: 'timestamptz', verification_id: 'uuid', event_id: 'uuid', actor_id: 'uuid?' },
  sql`with flagged as (
    update ${writes('profiles')} pr set legal_name_verified = true, verified_domain = coalesce(v.domain, pr.verified_domain), mark_withdrawn_at = null,
      updated_at = ${now}
    from verifications v join profiles old on old.id = v.profile_id
    where v.id = ${p('verification_id', 'uuid')} and v.status = 'verified' and pr.id = v.profile_id
      and (not old.legal_name_verified or v.domain <> coalesce(old.verified_domain, ''))
    returning pr.id, v.id as verification_id, v.method, not old.legal_name_verified as is_new
  )
  ${insertEventsFrom(sql`
    select ${p('event_id', 'uuid')}, ${now}, 'profile.verified', flagged.id, null, ${p('actor_id', 'uuid')}, 'profile', flagged.id,
      ${dataOf<'profile.verified'>({ method: sql`flagged.method`, verification_id: sql`flagged.verification_id` })}
    from flagged where flagged.is_new`)}`,
);

/** Under the profile's lock: its name is verified if the verification is. `actorId`: who proved it; null: operator. */
export function verifyName(
  ctx: Ctx,
  { verificationId, actorId }: { verificationId: string; actorId: string | null },
): Call<unknown> {
  return verify.call({ verification_id: verificationId, actor_id: actorId, now: ctx.now(), event_id: newId() });
}

const FILLED_AT_ONCE = 500;

const fill = statement(
  'profiles.fill_verified_domains',
  {},
  sql<{ id: string }>`update ${writes('profiles')} pr set verified_domain = proved.domain from (
      select distinct on (v.profile_id) v.profile_id, v.domain from verifications v
      join profiles marked on marked.id = v.profile_id and marked.legal_name_verified and marked.verified_domain is null
      where v.method = 'domain' and v.status = 'verified'
      order by v.profile_id, v.checked_at desc, v.id desc limit ${FILLED_AT_ONCE}::int
    ) proved
    where pr.id = proved.profile_id and pr.legal_name_verified and pr.verified_domain is null returning pr.id`,
);

/** Adds the domain to marks from before profiles stored it. */
export async function fillDomains(ctx: Ctx): Promise<void> {
  await inBatches(ctx, FILLED_AT_ONCE, async () => (await fill.all(ctx)).length);
}
