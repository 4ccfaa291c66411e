import type { z } from 'zod';
import { fail, failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { futureTimestamp } from '../../core/timestamps.ts';
import type { Ctx } from '../../ctx.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { setOperatorRoles } from '../account/operator-roles.ts';
import { type Suspension, suspendAccount } from '../account/suspension.ts';
import { actOnReport } from './act.ts';
import { ACTED, REPORTS, suspension } from './hints.ts';
import { operatedImages } from './images.ts';
import { REFUSALS, reading, shared, WRITE_REFUSALS, writing } from './operations-parts.ts';
import { listQueuedReports, type QueuedReport } from './reports.ts';
import {
  AccountPath,
  ActBody,
  Acted,
  QueuedReportPage,
  ReportPath,
  ReportsQuery,
  RolesBody,
  RolesState,
  SuspensionBody,
  SuspensionState,
} from './schemas.ts';

const endOf = (ctx: Ctx, until: string | undefined): Date | null =>
  until === undefined ? null : futureTimestamp(until, ctx.now(), 'body.until');

const presentReport = (
  { target_name: _name, settled_by_email: _by, created_at, settled_at, ...report }: QueuedReport,
  ctx: Ctx,
) => ({
  ...report,
  target_images: operatedImages(ctx, report.target_images),
  created_at: created_at.toISOString(),
  settled_at: settled_at?.toISOString() ?? null,
});

const presentSuspension = (state: Suspension): z.output<typeof SuspensionState> => ({
  account_id: state.accountId,
  suspended_at: state.suspendedAt?.toISOString() ?? null,
  suspended_until: state.suspendedUntil?.toISOString() ?? null,
  changed: state.changed,
});

export const operatorOperations: readonly Operation[] = [
  operation({
    name: 'operator.list_reports',
    task: 'reports',
    method: 'GET',
    path: '/v1/operator/reports',
    summary: 'List reports',
    description:
      'The reports of members with one status, newest first, each with what was reported: as it was then, and as it is now.',
    ...shared,
    ...reading,
    errors: REFUSALS,
    query: ReportsQuery,
    output: QueuedReportPage,
    run: async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listQueuedReports(ctx, query);
      return reply.ok({ items: items.map((item) => presentReport(item, ctx)), next_cursor }, REPORTS);
    },
  }),

  operation({
    name: 'operator.act_on_report',
    task: 'reports',
    done: 'Acted on a report',
    method: 'POST',
    path: '/v1/operator/reports/:report_id/act',
    summary: 'Act on a report',
    description:
      'Does what `act` says, and closes all open reports about the same target; their reporters are notified. A report that is closed stays as it is.',
    ...shared,
    ...writing,
    errors: [...WRITE_REFUSALS, 'report_not_found', 'suspended_longer'],
    params: ReportPath,
    body: ActBody,
    output: Acted,
    run: async ({ params: { report_id }, body: { act, reason, until } }, reply) => {
      if (act === 'suspend' && reason === undefined) failFields([{ path: 'body.reason', rule: 'required' }]);
      return reply.commit({
        commit: async (ctx) => {
          const done = await actOnReport(ctx, report_id, { act, reason, until: endOf(ctx, until) });
          return done ?? fail('report_not_found');
        },
        answer: ({ settled }) => ({ data: { report_id: idOrNone(report_id)!, settled }, agent: ACTED }),
      });
    },
  }),

  operation({
    name: 'operator.suspend_account',
    task: 'suspensions',
    done: 'Suspended an account',
    method: 'PUT',
    path: '/v1/operator/accounts/:account_id/suspension',
    summary: 'Suspend an account',
    description:
      'Hides its profiles and refuses its keys; its owner can sign in and read the reason. Repeating the call changes the reason, and the end to a later one. A job lifts the suspension within a minute of its end.',
    ...shared,
    ...writing,
    errors: [...WRITE_REFUSALS, 'account_not_found', 'suspended_longer'],
    params: AccountPath,
    body: SuspensionBody,
    output: SuspensionState,
    run: async ({ params: { account_id: accountId }, body: { reason, until } }, reply) =>
      reply.commit({
        commit: async (ctx) =>
          (await suspendAccount(ctx, { accountId, reason, until: endOf(ctx, until) })) ?? fail('account_not_found'),
        answer: (state) => ({ data: presentSuspension(state), agent: suspension(state.accountId) }),
      }),
  }),

  operation({
    name: 'operator.lift_suspension',
    task: 'suspensions',
    done: 'Lifted a suspension',
    method: 'DELETE',
    path: '/v1/operator/accounts/:account_id/suspension',
    summary: 'Lift a suspension',
    description: 'Shows the profiles of the account again, and accepts its keys.',
    ...shared,
    ...writing,
    errors: [...WRITE_REFUSALS, 'account_not_found'],
    params: AccountPath,
    output: SuspensionState,
    run: async ({ params: { account_id: accountId } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await suspendAccount(ctx, { accountId, reason: null })) ?? fail('account_not_found'),
        answer: (state) => ({ data: presentSuspension(state) }),
      }),
  }),

  operation({
    name: 'operator.set_roles',
    task: 'roles',
    done: 'Changed the roles of an operator',
    method: 'PUT',
    path: '/v1/operator/accounts/:account_id/roles',
    summary: 'Set the roles of an operator',
    description:
      'Gives an account exactly these roles; an empty list makes it a member. Its owner gets a mail. The last account with the role `operate` keeps it.',
    ...shared,
    ...writing,
    errors: [...REFUSALS, 'recent_sign_in_required', 'account_not_found', 'last_operator'],
    params: AccountPath,
    body: RolesBody,
    output: RolesState,
    run: async ({ params: { account_id: accountId }, body: { roles } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await setOperatorRoles(ctx, { accountId, roles })) ?? fail('account_not_found'),
        answer: ({ accountId: account_id, roles: held, changed }) => ({
          data: { account_id, roles: [...held], changed },
        }),
      }),
  }),
];
