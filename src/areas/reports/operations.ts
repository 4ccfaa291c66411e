import { type Operation, operation } from '../../http/operation.ts';
import { exampleProfile } from '../profiles/examples.ts';
import { reportTarget } from './create.ts';
import { afterReport } from './hints.ts';
import { CreateReport, ReportAnswer } from './schemas.ts';

const example = {
  body: { target_type: 'profile', target_id: exampleProfile.id, reason: 'impersonation', comment: 'This is not her.' },
  data: {
    report: { id: '019a4c60-2b7d-7f10-8e4a-9c1d2e3f4a50', status: 'open', created_at: '2026-03-04T17:20:00.000Z' },
  },
};

export const reportOperations: readonly Operation[] = [
  operation({
    name: 'reports.create',
    done: 'Sent a report',
    method: 'POST',
    path: '/v1/reports',
    tag: 'Safety',
    summary: 'Report a post, profile or message to the operator',
    description:
      'Reports something that the acting profile can see; anything else is not found. Repeating the call returns the first report and its current status with 200. Only the operator reads reports. Messages also need the scope `messages:read` and, for managers, the permission `messaging`.',
    auth: { kind: 'credential', scope: { area: 'safety', access: 'write' } },
    profile: 'required',
    quotas: ['reports'],
    errors: ['post_not_found', 'profile_not_found', 'message_not_found', 'cannot_target_self', 'permission_denied'],
    body: CreateReport,
    output: ReportAnswer,
    status: 'created_or_found',
    example,
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
