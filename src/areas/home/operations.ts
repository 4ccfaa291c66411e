import { type Operation, operation } from '../../http/operation.ts';
import { addressesOf } from '../posts/present.ts';
import { aboutHome } from './hints.ts';
import { presentHome } from './present.ts';
import { Home } from './schemas.ts';
import { readHome } from './service.ts';

export const homeOperations: readonly Operation[] = [
  operation({
    name: 'home.get',
    method: 'GET',
    path: '/v1/home',
    tag: 'Home',
    summary: 'Get what is pending for a profile',
    description:
      'What is pending for the profile. Each part has a count and up to five items, or is null without the scope and permission of its list (`missing_rights`). Marks nothing as read. A message that asks for a person stays in `needs_human` until it is answered and read, or its notification is read.',
    auth: { kind: 'credential', scope: null },
    profile: 'required',
    output: Home,
    tool: {
      description:
        'Start here: what is pending for a profile: count and first of each kind. Marks nothing as read. An absent part is empty, or in missing_rights.',
    },
    run: async ({ ctx }, reply) => {
      const home = await readHome(ctx);
      return reply.ok(presentHome(home, addressesOf(ctx)), aboutHome(ctx, home));
    },
  }),
];
