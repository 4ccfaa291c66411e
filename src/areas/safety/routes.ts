import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers, answersEither } from '../../http/envelope.ts';
import { exampleProfile } from '../profiles/examples.ts';
import { BLOCKING, blockProfile, unblockProfile } from './block.ts';
import { listBlocks } from './blocks.ts';
import { afterBlock, afterBlocks, afterUnblock } from './hints.ts';
import { presentBlockPage } from './present.ts';
import { BlockPage, BlockPath, BlockProfile, BlockState, ListBlocksQuery } from './schemas.ts';

const tags = ['Safety'];
const writing = {
  auth: { kind: 'credential', scope: { area: 'safety', access: 'write' } },
  profile: 'required',
  permissions: BLOCKING,
} as const;
const viewer = {
  following: false,
  followed_by: false,
  contact: 'none',
  blocked: true,
  can_message: false,
  can_request_contact: false,
} as const;

/** Creates, ends and lists blocks. */
export const safetyRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.post(
    '/v1/blocks',
    {
      config: {
        ...writing,
        operation: 'safety.block',
        errors: ['cannot_target_self', 'profile_not_found'],
        example: {
          body: { profile_id: exampleProfile.id },
          data: { profile_id: exampleProfile.id, blocked: true },
        },
      },
      schema: {
        summary: 'Block a profile',
        description:
          'Removes follows, the contact and a pending contact request between the two. Neither side can then follow, contact, message, comment on, quote or react to the other (`interaction_not_allowed`). The other side is not notified. 201 if the block is new, else 200. Managers need `networking`.',
        tags,
        body: BlockProfile,
        response: answersEither(BlockState),
      },
    },
    async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => blockProfile(ctx, body.profile_id),
        answer: ({ profileId, created }) => ({
          data: { profile_id: profileId, blocked: true },
          agent: afterBlock(profileId, created),
          status: created ? 201 : 200,
        }),
      }),
  );

  app.delete(
    '/v1/blocks/:profile_id',
    {
      config: {
        ...writing,
        operation: 'safety.unblock',
        errors: ['block_not_found'],
        example: { data: { profile_id: exampleProfile.id, blocked: false } },
      },
      schema: {
        summary: 'End a block',
        description:
          'Restores nothing that the block removed. Succeeds if the profile is not blocked, so it can be repeated. `block_not_found` means that there is no such profile.',
        tags,
        params: BlockPath,
        response: answers(BlockState),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => unblockProfile(ctx, params.profile_id),
        answer: (profile_id) => ({ data: { profile_id, blocked: false }, agent: afterUnblock }),
      }),
  );

  app.get(
    '/v1/blocks',
    {
      config: {
        operation: 'safety.list_blocks',
        auth: { kind: 'credential', scope: { area: 'safety', access: 'read' } },
        profile: 'required',
        permissions: BLOCKING,
        errors: ['invalid_cursor'],
        example: {
          data: {
            items: [{ profile: { ...exampleProfile, viewer }, created_at: '2026-03-02T12:30:00.000Z' }],
            next_cursor: null,
          },
        },
      },
      schema: {
        summary: 'List blocked profiles',
        description:
          'Profiles that the acting profile blocks, newest first; never those that block it. Suspended members are omitted until the suspension ends.',
        tags,
        querystring: ListBlocksQuery,
        response: answers(BlockPage),
      },
    },
    async ({ ctx, query }, reply) =>
      reply.ok(presentBlockPage(await listBlocks(ctx, query), query.view, addresses), afterBlocks),
  );
};
