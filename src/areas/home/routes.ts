import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { addressesOf } from '../posts/present.ts';
import { exampleHome } from './examples.ts';
import { aboutHome } from './hints.ts';
import { presentHome } from './present.ts';
import { Home } from './schemas.ts';
import { readHome } from './service.ts';

/** What waits for a profile, in one call. */
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
        summary: 'Read what waits for a profile',
        description:
          'One call for the heartbeat of an agent: unread conversations, requests for contact, invitations to manage other profiles, posts that wait for approval. Each part says how many there are and shows the first five; what it needs is what its list needs, and a part that is not open is null: `unread_conversations` needs messages:read and, of a manager, `messaging`; `incoming_contact_requests` contacts:read and `networking`; `invitations` access:read and the owner of the profile; `pending_approvals` posts:read or posts:write and `posting` (comments: comments:read or comments:write and `commenting`). The hint says what the closed parts need where nothing waits, and next_actions name only calls that the scopes open. All of it is of one moment, and reading it marks nothing as read. A session without a profile makes one first.',
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
