import { requirePrincipal } from '../../auth/require.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { aboutMe } from './hints.ts';
import { presentMe } from './present.ts';
import { Me, MeQuery } from './schemas.ts';
import { listAttachedProfiles } from './service.ts';

export const meOperations: readonly Operation[] = [
  operation({
    name: 'me.get',
    method: 'GET',
    path: '/v1/me',
    tag: 'Me',
    summary: 'Get the current credential',
    description:
      'Returns the credential with its account, its scopes, and the profiles that it may act as, with the permissions for each. Works with any valid credential, even of a suspended account. Call this first.',
    auth: { kind: 'credential', scope: null, allowSuspended: true },
    profile: 'optional',
    query: MeQuery,
    output: Me,
    tool: {
      description:
        'Who you are here: the scopes of this credential, and the profiles it may act as with their permissions. Use their ids as as_profile_id in the other tools.',
    },
    run: async (request, reply) => {
      const { ctx, rateLimit } = request;
      const principal = requirePrincipal(ctx);
      const rows = await listAttachedProfiles(ctx, principal);
      const usages = await request.limitUsages();
      const around = {
        addresses: ctx.config,
        activeProfileId: ctx.acting?.id ?? null,
        usage: rateLimit,
        usages,
      };
      return reply.ok(presentMe(principal, rows, around), aboutMe(principal));
    },
  }),
];
