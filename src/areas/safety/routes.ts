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

/** Blocks: made, ended, listed. */
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
          'For the acting profile. At once both follows, the contact and a waiting contact request between the two are gone, and from then on neither side can follow, ask for contact, open or go on with a conversation, comment on, quote or react to the other: interaction_not_allowed, which does not tell who blocks. Public posts and profiles can still be read, as by anybody. The other side is not told; where a follow, a contact or a request of it went, its events say that it went and not by whom. 201 where the block is new, 200 where it was there. A manager needs networking, because contacts and requests end by it.',
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
          'Brings back nothing that the block took. A profile that is not blocked is answered alike, so this can be repeated; block_not_found is for an id that no profile has.',
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
          'Whom the acting profile blocks, newest first; never who blocks it. Members who are suspended are left out until the suspension ends.',
        tags,
        querystring: ListBlocksQuery,
        response: answers(BlockPage),
      },
    },
    async ({ ctx, query }, reply) =>
      reply.ok(presentBlockPage(await listBlocks(ctx, query), query.view, addresses), afterBlocks),
  );
};
