import { accountAuthority } from '../../auth/authorize.ts';
import { recentSignInCalls } from '../../auth/recent-sign-in.ts';
import { requirePrincipal } from '../../auth/require.ts';
import { newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { type ExportRow, exportColumns, x } from './columns.ts';

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

const id = p('export_id', 'uuid');
const accountId = p('account_id', 'uuid');
const now = p('now', 'timestamptz');

const insert = writeStatement(
  'exports.create',
  { export_id: 'uuid' },
  {
    change: sql`made as (
    insert into ${writes('exports')} as x (id, account_id, status, created_at, updated_at)
    values (${id}, ${accountId}, 'pending', ${now}, ${now})
    on conflict (account_id) where status = 'pending' do update set updated_at = x.updated_at
    returning x.*
  ), fresh as (select made.id from made where made.id = ${id})`,
    audit: { from: sql`fresh`, objectType: 'export', object: sql`fresh.id`, profile: sql`null::uuid` },
    answer: sql<ExportRow & { created: boolean }>`select ${exportColumns}, x.id = ${id} as created from made x`,
  },
);

/** The job, if the export is new. */
export const enqueueNew = statement(
  'exports.enqueue',
  { export_id: 'uuid' },
  insertJob('exports.make', {
    payload: sql`jsonb_build_object('export_id', made.export_id)`,
    from: sql`(select x.id as export_id from exports x where x.id = ${id}) made`,
  }),
);

const findPending = statement(
  'exports.find_pending',
  { account_id: 'uuid' },
  qb
    .select({ id: x.id })
    .from(x)
    .where(and(eq(x.accountId, p('account_id')), eq(x.status, 'pending'))),
);

/** Counts a new export against its limit, but not a call for the pending one. Fails with `rate_limited`. */
export async function reserveExport(request: LimitedRequest): Promise<void> {
  const { accountId: account_id } = requirePrincipal(request.ctx);
  if (!(await findPending.one(request.ctx, { account_id }))) await request.reserveLimit('exports');
}

/** Starts an export, or returns the pending one. Fails with `revoked_credentials`, `profile_suspended`, `recent_sign_in_required`. */
export async function createExport(ctx: Ctx): Promise<ExportRow & { created: boolean }> {
  const export_id = newId();
  const [[row]] = await write(ctx, {
    ...accountAuthority(ctx),
    checks: recentSignInCalls(ctx),
    change: [insert.call(ctx, { export_id }), enqueueNew.call({ export_id })],
  });
  if (row!.created) whenCommitted(ctx, () => wakeJobs('exports.make'));
  return row!;
}
