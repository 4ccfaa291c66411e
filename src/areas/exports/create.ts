import { sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { type ExportRow, exportColumns } from './columns.ts';

const id = p('export_id', 'uuid');
const now = p('now', 'timestamptz');

const insert = writeStatement<ExportRow & { created: boolean }>('exports.create', {
  authority: 'caller',
  change: sql`made as (
    insert into exports as x (id, account_id, status, created_at, updated_at)
    select ${id}, caller.account_id, 'pending', ${now}, ${now} from caller where caller.credential_type = 'session'
    on conflict (account_id) where status = 'pending' do update set updated_at = x.updated_at
    returning x.*
  ), fresh as (select made.id from made where made.id = ${id})`,
  audit: { from: sql`fresh`, objectType: 'export', object: sql`fresh.id`, profile: sql`null::uuid` },
  answer: sql`select ${exportColumns}, x.id = ${id} as created from made x`,
});

/**
 * Starts an export of everything the caller's account owns. If one is already pending, returns that one with `created:
 * false`. Fails with `revoked_credentials`, `profile_suspended`. One statement, plus the job.
 */
export async function createExport(ctx: Ctx): Promise<ExportRow & { created: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const row = await insert.run(tx, { export_id: newId() });
    if (!row) {
      await refuseWithoutAuthority(tx);
      return fail('service_unavailable', { internal: 'an account changed while its export was begun' });
    }
    if (row.created) await enqueue(tx, 'exports.make', { export_id: row.id });
    return row;
  });
}
