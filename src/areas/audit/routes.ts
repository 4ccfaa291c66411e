import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { examples } from './examples.ts';
import { afterAuditPage } from './hints.ts';
import { listAudit } from './list.ts';
import { presentAuditEntry } from './present.ts';
import { AuditPage, AuditQuery } from './schemas.ts';

export const auditRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/v1/audit-log',
    {
      config: {
        operation: 'audit.list',
        auth: { kind: 'credential', scope: { area: 'audit', access: 'read' } },
        profile: 'optional',
        errors: ['permission_denied', 'invalid_cursor'],
        example: examples.list,
      },
      schema: {
        summary: 'List audit log entries',
        description:
          'One entry per write, newest first: credential, acting profile, manager and grant. Owners see everything done as their profiles; managers see what their own account did, even after the grant ended. `X-Profile-Id` or `profile_id` selects one profile. Repeats, refusals and dry runs have no entry.',
        tags: ['Audit'],
        querystring: AuditQuery,
        response: answers(AuditPage),
      },
    },
    async ({ ctx, query }, reply) => {
      const page = await listAudit(ctx, query);
      return reply.ok({ ...page, items: page.items.map(presentAuditEntry) }, afterAuditPage(page.items.length === 0));
    },
  );
};
