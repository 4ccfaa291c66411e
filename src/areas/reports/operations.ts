import { REPORTING_PERMISSIONS } from '../../core/enums.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { reportTarget } from './create.ts';
import { afterReport } from './hints.ts';
import { CreateReport, ReportAnswer } from './schemas.ts';

export const reportOperations: readonly Operation[] = [
  operation({
    name: 'reports.create',
    done: 'Sent a report',
    method: 'POST',
    path: '/v1/reports',
    tag: 'Safety',
    summary: 'Report a post, profile or message to the operator',
    description:
      'Reports something that the acting profile can see; anything else is not found. Repeating the call returns the first report with 200; one that was settled opens again (201). Only the operator reads reports. Messages also need the scope `messages:read` and, for managers, the permission `messaging`.',
    auth: { kind: 'credential', scope: { area: 'safety', access: 'write' } },
    profile: 'required',
    permissions: REPORTING_PERMISSIONS,
    quotas: ['reports', 'account_reports'],
    errors: ['post_not_found', 'profile_not_found', 'message_not_found', 'cannot_target_self', 'permission_denied'],
    body: CreateReport,
    output: ReportAnswer,
    status: 'created_or_found',
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => reportTarget(ctx, body),
        answer: ({ id, status, created_at, created }) => ({
          data: { report: { id, status, created_at: created_at.toISOString() } },
          agent: afterReport(created),
          status: created ? 201 : 200,
        }),
      }),
  }),
];
