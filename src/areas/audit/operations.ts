import { op, PROFILE_HEADER, text } from '../../core/operation-text.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { afterAuditPage } from './hints.ts';
import { listAudit } from './list.ts';
import { presentAuditEntry } from './present.ts';
import { AuditPage, AuditQuery } from './schemas.ts';

export const auditOperations: readonly Operation[] = [
  operation({
    name: 'audit.list',
    method: 'GET',
    path: '/v1/audit-log',
    tag: 'Audit',
    summary: 'List audit log entries',
    description: [
      'One entry per write, newest first: credential, acting profile, manager and grant. Owners see everything done as their profiles; managers see what their own account did, even after the grant ended.',
      text`\`${PROFILE_HEADER}\` or \`profile_id\` selects one profile.`,
      'Repeats, refusals and dry runs have no entry.',
    ],
    auth: { kind: 'credential', scope: { area: 'audit', access: 'read' } },
    profile: 'optional',
    errors: ['permission_denied'],
    query: AuditQuery,
    output: AuditPage,
    tool: {
      arguments: {
        operation: text`Only this operation, such as \`posts.create\`${text`; \`${op('meta.list_operations')}\` lists them`}.`,
      },
    },
    run: async ({ ctx, query }, reply) => {
      const page = await listAudit(ctx, query);
      return reply.ok({ ...page, items: page.items.map(presentAuditEntry) }, afterAuditPage(page.items.length === 0));
    },
  }),
];
