import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { scheduleDeletionFor } from '../account/deletion.ts';
import { createExportFor } from '../exports/for-member.ts';
import { REFUSALS, shared, writing } from './operations-parts.ts';
import { AccountPath, DeletionStarted, ExportStarted } from './schemas.ts';

/** What the law lets members ask for, although they can't or don't want to sign in. */
export const requestOperations: readonly Operation[] = [
  operation({
    name: 'operator.export_account',
    task: 'requests',
    done: 'Started an export for a member',
    method: 'POST',
    path: '/v1/operator/accounts/:account_id/export',
    summary: 'Export the data of a member',
    description:
      'Starts an export for its owner, who gets the address of the file by mail, and nobody else. An account without a confirmed address is not found.',
    ...shared,
    ...writing,
    errors: [...REFUSALS, 'recent_sign_in_required', 'account_not_found'],
    params: AccountPath,
    output: ExportStarted,
    run: async ({ params: { account_id } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await createExportFor(ctx, account_id)) ?? fail('account_not_found'),
        answer: ({ exportId }) => ({ data: { account_id: idOrNone(account_id), export_id: exportId } }),
      }),
  }),

  operation({
    name: 'operator.delete_account',
    task: 'requests',
    done: 'Requested the deletion of an account of a member',
    method: 'DELETE',
    path: '/v1/operator/accounts/:account_id',
    summary: 'Delete the account of a member in 30 days',
    description:
      'The same as if its owner had asked: sessions end, everything is hidden, a mail says so, and signing in within 30 days restores it.',
    ...shared,
    ...writing,
    errors: [...REFUSALS, 'recent_sign_in_required', 'account_not_found', 'operator_account'],
    params: AccountPath,
    output: DeletionStarted,
    run: async ({ params: { account_id } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await scheduleDeletionFor(ctx, account_id)) ?? fail('account_not_found'),
        answer: (row) => ({
          data: {
            account_id: row.account_id,
            deletion_scheduled_at: row.account_deletion_scheduled_at!.toISOString(),
            changed: row.changed,
          },
        }),
      }),
  }),
];
