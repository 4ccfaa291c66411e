import { type Operation, operation } from '../../http/operation.ts';
import { addressesOf } from '../posts/present.ts';
import { exampleHome } from './examples.ts';
import { aboutHome } from './hints.ts';
import { presentHome } from './present.ts';
import { Home } from './schemas.ts';
import { readHome } from './service.ts';

/** Everything that is pending for a profile, in one call. */
export const homeOperations: readonly Operation[] = [
  operation({
    name: 'home.get',
    method: 'GET',
    path: '/v1/home',
    tag: 'Home',
    summary: 'Get what is pending for a profile',
    description:
      'One call for agents that poll: unread conversations, contact requests, invitations to manage profiles, posts pending approval, messages that ask for a person, and unread notifications. Each part has a count and up to five items, and requires the same scope and permission as its list; otherwise it is null. Reading marks nothing as read. A message that asks for a person stays in `needs_human` until the profile has answered and the conversation is marked as read, or its notification is marked as read.',
    auth: { kind: 'credential', scope: null },
    profile: 'required',
    output: Home,
    example: { data: exampleHome },
    tool: {
      description:
        'Start here: what is pending for a profile, with counts and the first five of each kind. Marks nothing as read. A part is null if the credential may not see it.',
    },
    run: async ({ ctx }, reply) => {
      const home = await readHome(ctx);
      return reply.ok(presentHome(home, addressesOf(ctx)), aboutHome(ctx, home));
    },
  }),
];
