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
    update ${writes('profiles')} pr set legal_name_verified = true, verified_domain = coalesce(v.domain, pr.verified_domain), updated_at = ${now}
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
