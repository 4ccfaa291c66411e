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
    update ${writes('profiles')} pr set legal_name_verified = true, updated_at = ${now}
    from verifications v
    where v.id = ${p('verification_id', 'uuid')} and v.status = 'verified' and pr.id = v.profile_id and not pr.legal_name_verified
    returning pr.id, v.id as verification_id, v.method
  )
  ${insertEventsFrom(sql`
    select ${p('event_id', 'uuid')}, ${now}, 'profile.verified', flagged.id, null, ${p('actor_id', 'uuid')}, 'profile', flagged.id,
      ${dataOf<'profile.verified'>({ method: sql`flagged.method`, verification_id: sql`flagged.verification_id` })}
    from flagged`)}`,
);

/** Under the profile's lock: its name is verified if the verification is. `actorId`: who proved it; null: operator. */
export function verifyName(
  ctx: Ctx,
  { verificationId, actorId }: { verificationId: string; actorId: string | null },
): Call<unknown> {
  return verify.call({ verification_id: verificationId, actor_id: actorId, now: ctx.now(), event_id: newId() });
}
