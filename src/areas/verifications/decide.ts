import { requireOperator } from '../../auth/operator.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { FIRST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, gt, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { writeAsOperator } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { pr, profileFields } from '../profiles/columns.ts';
import { verifyName } from '../profiles/verified-name.ts';
import { isShown } from '../relations/queries.ts';
import { type VerificationRow, v, verificationColumns, verificationFields } from './columns.ts';
import { lockProved, refuseUnknown } from './verified.ts';

const id = p('verification_id', 'uuid');
const now = p('now', 'timestamptz');

const { profile_id: _ofProfile, ...ownFields } = verificationFields;

const listWaiting = statement(
  'verifications.list_waiting',
  { after_id: 'uuid', rows: 'bigint' },
  qb
    .select({ ...ownFields, asked_name: sql<string>`${v.name}`.as('asked_name'), ...profileFields })
    .from(v)
    .innerJoin(pr, and(eq(pr.id, v.profileId), isShown(sql`pr`)))
    .where(and(eq(v.status, 'pending'), eq(v.method, 'operator'), gt(v.id, p('after_id', 'uuid'))))
    .orderBy(v.id)
    .limit(sql.placeholder('rows')),
);

/** A verification with its profile, and the name that the operator is asked about. */
export type WaitingRow = RowOf<typeof listWaiting>;

/** Pending requests to the operator, oldest first, without hidden members. Fails with `permission_denied`. */
export async function listWaitingVerifications(ctx: Ctx, input: PageInput): Promise<Page<WaitingRow>> {
  requireOperator(ctx, 'verifications');
  const [after_id = FIRST_ID] = readCursor<[string]>(ctx, input) ?? [];
  const rows = await listWaiting.all(ctx, { after_id, rows: input.limit + 1 });
  return toPage(ctx, rows, input, (row) => [row.id]);
}

const recordDecision = writeStatement(
  'verifications.decide',
  { answer: 'text', verifies: 'bool', verification_id: 'uuid' },
  {
    change: sql`moved as (
    update ${writes('verifications')} v set updated_at = ${now}, answer = nullif(${p('answer', 'text')}, ''),
      status = case when pr.name <> v.name then 'expired' when ${p('verifies', 'bool')} then 'verified' else 'rejected' end,
      reason = case when pr.name <> v.name then 'name_changed' when ${p('verifies', 'bool')} then null else 'declined' end
    from profiles pr
    where v.id = ${id} and v.status = 'pending' and v.method = 'operator' and pr.id = v.profile_id and pr.deleted_at is null
    returning v.*
  )`,
    events: [
      {
        type: 'verification.rejected',
        from: sql`moved where moved.status = 'rejected'`,
        profile: sql`moved.profile_id`,
        object: sql`moved.id`,
        data: {},
      },
    ],
    audit: { from: sql`moved`, objectType: 'verification', object: sql`moved.id`, profile: sql`moved.profile_id` },
    answer: sql<VerificationRow & { decided: boolean }>`select ${verificationColumns}, true as decided from moved v
    union all
    select ${verificationColumns}, false from verifications v
    where v.id = ${id} and v.method = 'operator' and not exists (select from moved)`,
  },
);

export type Decision = { decision: 'verify' | 'reject'; answer?: string | undefined };

/**
 * Stores the operator's decision; the member can read `answer`. If the profile was renamed, the request expires
 * instead. An earlier decision stays (`decided` false). Fails with `permission_denied`, `verification_not_found`.
 */
export async function decideVerification(
  ctx: Ctx,
  verificationId: string,
  { decision, answer = '' }: Decision,
): Promise<{ verification: VerificationRow; decided: boolean }> {
  requireOperator(ctx, 'verifications');
  const verification_id = idOrNone(verificationId);
  const verifies = decision === 'verify';
  const recorded = writeAsOperator(ctx, 'verifications', {
    recent: verifies ? recentSignInCalls(ctx) : [],
    lock: lockProved.call({ verification_id }),
    decided: recordDecision.call(ctx, { verification_id, verifies, answer }),
    verified: verifies ? verifyName(ctx, { verificationId: verification_id, actorId: null }) : null,
  });
  const [row] = (await recorded.catch(refuseUnknown)).decided;
  if (!row) fail('verification_not_found');
  return { verification: row, decided: row.decided };
}
