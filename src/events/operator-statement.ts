import { commandCte, operatorCte, requireOperator, requireStoredOperator } from '../auth/operator.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { refuseWithoutAuthority, type WriteSpec, type WriteStatement, writeStatement } from './write-statement.ts';

/**
 * A write that only the operator may perform, in the console or on the command line. `change` follows the CTE
 * `operator`, which has one row with the operator's `account_id` (null for the command line), and must read it.
 *
 * No row means that the object does not exist. Fails with `permission_denied` or an error of the credential.
 */
export function operatorStatement<Row>(
  name: string,
  spec: Omit<WriteSpec, 'authority'>,
): Pick<WriteStatement<Row>, 'run'> {
  const bySession = writeStatement<Row>(name, {
    ...spec,
    authority: 'caller',
    change: sql`${operatorCte}, ${spec.change}`,
    audit: { ...spec.audit, account: sql`(select account_id from operator)` },
  });
  const byCommand = writeStatement<Row>(`${name}_by_command`, {
    ...spec,
    authority: 'none',
    change: sql`${commandCte}, ${spec.change}`,
  });
  return {
    async run(ctx: Ctx, values) {
      requireOperator(ctx);
      const row = await (ctx.isSystem ? byCommand : bySession).run(ctx, values);
      if (row === undefined && !ctx.isSystem) {
        await refuseWithoutAuthority(ctx);
        await requireStoredOperator(ctx);
      }
      return row;
    },
  };
}
