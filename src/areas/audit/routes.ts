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
        summary: 'List who did what',
        description:
          'One entry for each write, newest first: which credential did it, as which profile, for whom and under which grant. The owner of a profile reads everything that was done with it, by managers, apps and the operator of the service too. A manager reads what its own account did for the profile, and goes on reading it when the grant has ended. A session reads this of all its profiles, and what the account did as itself (keys, sessions, grants to apps); an API key or an app that of the profiles it may act as. `X-Profile-Id` or `profile_id` narrows it to one profile; a profile that the credential may not act as is permission_denied, known or not. What changed nothing (a repeat, a refusal, a dry run) has no entry.',
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
