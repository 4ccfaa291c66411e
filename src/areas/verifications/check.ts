import type { AttachedProfile } from '../../auth/principal.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeThenRead } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { verifyName } from '../profiles/verified-name.ts';
import { dnsRecordOf, type VerificationRow } from './columns.ts';
import { PROVING } from './create.ts';
import { findTxt, type TxtFinding } from './txt-records.ts';
import { findVerification, hasLostMark, lockProved, refuseUnknown } from './verified.ts';

const finding = p('finding', 'text');
const now = p('now', 'timestamptz');

/** After the operator withdrew the mark, only the operator gives it back. Refused at creation, too, but not under a lock. */
const mayVerify = sql`(not ${hasLostMark(sql`pr`)})`;

const recordCheck = writeStatement(
  'verifications.check',
  { finding: 'text', verification_id: 'uuid' },
  {
    change: sql`moved as (
    update ${writes('verifications')} v set checked_at = ${now}, updated_at = ${now},
      status = case when ${finding} <> 'found' then v.status when ${mayVerify} then 'verified' else 'rejected' end,
      name = case when ${finding} = 'found' and ${mayVerify} then pr.name else v.name end,
      reason = case when ${finding} <> 'found' then ${finding} when not ${mayVerify} then 'declined' end
    from profiles pr
    where v.id = ${p('verification_id', 'uuid')} and v.profile_id = ${p('profile_id', 'uuid')} and pr.id = v.profile_id
      and v.status = 'pending' and v.method = 'domain'
    returning v.id
  )`,
    audit: { from: sql`moved`, objectType: 'verification', object: sql`moved.id` },
    answer: sql<{ id: string }>`select id from moved`,
  },
);

/** A verification that its caller may check, and what its domain shows now; null if there is nothing to look up. */
export type DomainLookup = { row: VerificationRow; acting: AttachedProfile; finding: TxtFinding | null };

/**
 * Looks up the DNS record, outside of any transaction. Fails with `verification_not_found`, also without permission.
 */
export async function lookUpDomain(ctx: Ctx, verificationId: string): Promise<DomainLookup> {
  const row = await findVerification.one(ctx, { verification_id: idOrNone(verificationId) });
  const acting = row && ctx.principal?.profiles.get(row.profile_id);
  if (!acting?.permissions.includes(PROVING)) fail('verification_not_found');
  if (ctx.acting && ctx.acting.id !== acting.id) fail('verification_not_found');
  if (row?.status !== 'pending' || row.domain === null) return { row: row!, acting, finding: null };
  const { name, value } = dnsRecordOf(row.domain, row.token!);
  return { row, acting, finding: await findTxt(ctx.resolveTxt, name, value) };
}

/**
 * Stores the result; a proven domain sets `legal_name_verified`. One that was decided meanwhile does not change. Fails
 * like `lookUpDomain`.
 */
export async function checkVerification(ctx: Ctx, looked: DomainLookup): Promise<VerificationRow> {
  const { row, acting, finding: found } = looked;
  if (found === null) return row;
  const proving = actAs(ctx, acting);
  const verification_id = row.id;
  const checked = writeThenRead(
    proving,
    {
      permissions: [PROVING],
      change: [
        lockProved.call({ verification_id }),
        recordCheck.call(proving, { verification_id, finding: found }),
        ...(found === 'found' ? [verifyName(proving, { verificationId: verification_id, actorId: acting.id })] : []),
      ],
    },
    findVerification.call({ verification_id }),
  );
  return (await checked.catch(refuseUnknown)) ?? fail('verification_not_found');
}
