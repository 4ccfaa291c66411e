import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { addressesOf } from '../posts/present.ts';
import { exampleHome } from './examples.ts';
import { aboutHome } from './hints.ts';
import { presentHome } from './present.ts';
import { Home } from './schemas.ts';
import { readHome } from './service.ts';

/** Everything that is pending for a profile, in one call. */
export const homeRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/v1/home',
    {
      config: {
        operation: 'home.get',
        auth: { kind: 'credential', scope: null },
        profile: 'required',
        example: { data: exampleHome },
      },
      schema: {
        summary: 'Get what is pending for a profile',
        description:
          'One call for agents that poll: unread conversations, contact requests, invitations to manage profiles, and posts pending approval. Each part has a count and up to five items, and requires the same scope and permission as its list; otherwise it is null. Reading marks nothing as read.',
        tags: ['Home'],
        response: answers(Home),
      },
    },
    async ({ ctx }, reply) => {
      const home = await readHome(ctx);
      return reply.ok(presentHome(home, addressesOf(ctx)), aboutHome(ctx, home));
    },
  );
};
