import { type Operation, operation } from '../../http/operation.ts';
import { BLOCKING, blockProfile, unblockProfile } from './block.ts';
import { listBlocks } from './blocks.ts';
import { afterBlock, afterBlocks, afterUnblock } from './hints.ts';
import { presentBlockPage } from './present.ts';
import { BlockPage, BlockPath, BlockProfile, BlockState, ListBlocksQuery } from './schemas.ts';

const writing = {
  auth: { kind: 'credential', scope: { area: 'safety', access: 'write' } },
  profile: 'required',
  permissions: BLOCKING,
} as const;

export const safetyOperations: readonly Operation[] = [
  operation({
    name: 'safety.block',
    done: 'Blocked a profile',
    method: 'POST',
    path: '/v1/blocks',
    tag: 'Safety',
    summary: 'Block a profile',
    description:
      'Removes follows, the contact, contact requests and access grants between the two. Neither can then follow, contact, message, comment on, quote or react to the other. 201 if the block is new, else 200. Managers need `networking`, also `access_management` to end grants, and cannot block own profiles.',
    ...writing,
    errors: ['cannot_target_self', 'profile_not_found'],
    body: BlockProfile,
    output: BlockState,
    location: ({ profile_id }) => `/v1/blocks/${profile_id}`,
    status: 'created_or_found',
    tool: { idempotent: true },
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => blockProfile(ctx, body.profile_id),
        answer: ({ profileId, created, endedGrants }) => ({
          data: { profile_id: profileId, blocked: true },
          agent: afterBlock(profileId, created, endedGrants),
          status: created ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'safety.unblock',
    done: 'Unblocked a profile',
    method: 'DELETE',
    path: '/v1/blocks/:profile_id',
    tag: 'Safety',
    summary: 'End a block',
    description:
      'Restores nothing that the block removed. Succeeds if the profile is not blocked, so it can be repeated. `block_not_found` means that there is no such profile. Managers need `networking`; only the owner can unblock a profile of the manager’s account.',
    ...writing,
    errors: ['block_not_found'],
    params: BlockPath,
    output: BlockState,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => unblockProfile(ctx, params.profile_id),
        answer: (profile_id) => ({ data: { profile_id, blocked: false }, agent: afterUnblock }),
      }),
  }),

  operation({
    name: 'safety.list_blocks',
    method: 'GET',
    path: '/v1/blocks',
    tag: 'Safety',
    summary: 'List blocked profiles',
    description:
      'Profiles that the acting profile blocks, newest first, with what deleted profiles of its account blocked; never those that block it. Deleted and suspended profiles have only an id and a type, and can be unblocked.',
    auth: { kind: 'credential', scope: { area: 'safety', access: 'read' } },
    profile: 'required',
    permissions: BLOCKING,
    query: ListBlocksQuery,
    output: BlockPage,
    run: async ({ ctx, query }, reply) =>
      reply.ok(presentBlockPage(await listBlocks(ctx, query), ctx.config), afterBlocks),
  }),
];
