import { eq, sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import type { AttachedProfile } from '../../auth/principal.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actAs } from '../profiles/acting.ts';
import { dnsRecordOf, type VerificationRow, v, verificationColumns, verificationFields } from './columns.ts';
import { PROVING } from './create.ts';
import { findTxt, type TxtFinding } from './txt-records.ts';
import { flaggedCte, lockProved, verifiedEvent } from './verified.ts';

const id = p('verification_id', 'uuid');
const finding = p('finding', 'text');
const now = p('now', 'timestamptz');

const find = statement(
  'verifications.find',
  qb
    .select(verificationFields)
    .from(v)
    .where(eq(v.id, p('verification_id'))),
);

const recordCheck = writeStatement<VerificationRow>('verifications.check', {
  authority: 'acting',
  change: sql`moved as (
    update verifications v set checked_at = ${now}, updated_at = ${now},
      status = case when ${finding} = 'found' then 'verified' else v.status end,
      name = case when ${finding} = 'found' then pr.name else v.name end,
      reason = nullif(${finding}, 'found')
    from authority join profiles pr on pr.id = authority.profile_id
    where v.id = ${id} and v.profile_id = authority.profile_id and v.status = 'pending' and v.method = 'domain'
    returning v.*
  ), ${flaggedCte}`,
  events: [{ ...verifiedEvent, actor: sql`flagged.id` }],
  audit: { from: sql`moved`, objectType: 'verification', object: sql`moved.id` },
  answer: sql`select ${verificationColumns} from moved v
    union all
    select ${verificationColumns} from verifications v join authority on authority.profile_id = v.profile_id
    where v.id = ${id} and not exists (select from moved)`,
});

/** A verification that its caller may check, and what its domain shows now; null if there is nothing to look up. */
export type DomainLookup = { row: VerificationRow; acting: AttachedProfile; finding: TxtFinding | null };

/**
 * Looks up the DNS record of a pending domain, outside of any transaction. Fails with `verification_not_found`, also if
 * the caller may not edit the profile or the header names another one.
 */
export async function lookUpDomain(ctx: Ctx, verificationId: string): Promise<DomainLookup> {
  const row = await find.one(ctx, { verification_id: idOrNone(verificationId) });
  const acting = row && ctx.principal?.profiles.get(row.profile_id);
  if (!acting?.permissions.includes(PROVING)) fail('verification_not_found');
  if (ctx.acting && ctx.acting.id !== acting.id) fail('verification_not_found');
  if (row?.status !== 'pending' || row.domain === null) return { row: row!, acting, finding: null };
  const { name, value } = dnsRecordOf(row.domain, row.token!);
  return { row, acting, finding: await findTxt(ctx.resolveTxt, name, value) };
}

/**
 * Stores the result. A proven domain sets `legal_name_verified`. A verification that was decided in the meantime, or
 * that the operator has to decide, does not change. Fails like `lookUpDomain`, and if the permission was lost in the
 * meantime.
 *
 * Locks: the profile, the verification. Two statements in a transaction.
 */
export async function checkVerification(ctx: Ctx, looked: DomainLookup): Promise<VerificationRow> {
  const { row, finding: found } = looked;
  if (found === null) return row;
  const verification_id = row.id;
  return inTransaction(actAs(ctx, looked.acting), async (tx) => {
    await lockProved.all(tx, { verification_id });
    const recorded = await recordCheck.run(tx, { verification_id, finding: found }, [PROVING]);
    if (recorded) return recorded;
    const refusal = await explainRefusal(tx, [PROVING]);
    if (refusal && refusal.code !== 'permission_denied' && refusal.code !== 'profile_not_attached') throw refusal;
    return fail('verification_not_found');
  });
}
