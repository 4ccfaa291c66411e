import type { z } from 'zod';
import { idOrNone } from '../../core/ids.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { blockValue } from '../account/block-values.ts';
import { addSignUpBlock, listSignUpBlocks, type SignUpBlock as Row, removeSignUpBlock } from '../account/blocks.ts';
import { BLOCKS } from './hints.ts';
import { REFUSALS, reading, shared, writing } from './operations-parts.ts';
import {
  type SignUpBlock,
  SignUpBlockBody,
  SignUpBlockOnly,
  SignUpBlockPage,
  SignUpBlockPath,
  SignUpBlockRemoved,
  SignUpsQuery,
} from './schemas.ts';

const presentBlock = ({ id, kind, value, created_at }: Row): z.output<typeof SignUpBlock> => ({
  id,
  kind,
  value,
  created_at: created_at.toISOString(),
});

export const blockOperations: readonly Operation[] = [
  operation({
    name: 'operator.list_sign_up_blocks',
    task: 'blocks',
    method: 'GET',
    path: '/v1/operator/sign-up-blocks',
    summary: 'List blocks of sign-ups',
    description: 'The mail domains and networks from which nobody can sign up, newest first.',
    ...shared,
    ...reading,
    errors: REFUSALS,
    query: SignUpsQuery,
    output: SignUpBlockPage,
    run: async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listSignUpBlocks(ctx, query);
      return reply.ok({ items: items.map(presentBlock), next_cursor }, BLOCKS);
    },
  }),

  operation({
    name: 'operator.add_sign_up_block',
    task: 'blocks',
    done: 'Blocked sign-ups',
    method: 'POST',
    path: '/v1/operator/sign-up-blocks',
    summary: 'Block sign-ups',
    description:
      'Refuses sign-ups with addresses of a mail domain and its subdomains, also as a new address of an account, or from a network. Accounts that exist stay.',
    ...shared,
    ...writing,
    errors: [...REFUSALS, 'recent_sign_in_required', 'plan_limit_reached'],
    body: SignUpBlockBody,
    output: SignUpBlockOnly,
    status: 'created_or_found',
    run: async ({ body }, reply) =>
      reply.commit({
        commit: (ctx) => addSignUpBlock(ctx, { kind: body.kind, value: blockValue(body.kind, body.value) }),
        answer: (row) => ({
          data: { sign_up_block: presentBlock(row) },
          agent: BLOCKS,
          status: row.created ? 201 : 200,
        }),
      }),
  }),

  operation({
    name: 'operator.remove_sign_up_block',
    task: 'blocks',
    done: 'Removed a block of sign-ups',
    method: 'DELETE',
    path: '/v1/operator/sign-up-blocks/:block_id',
    summary: 'Remove a block of sign-ups',
    description: 'Removes a block, if there is one.',
    ...shared,
    ...writing,
    errors: REFUSALS,
    params: SignUpBlockPath,
    output: SignUpBlockRemoved,
    run: async ({ params: { block_id } }, reply) =>
      reply.commit({
        commit: (ctx) => removeSignUpBlock(ctx, block_id),
        answer: ({ removed }) => ({ data: { block_id: idOrNone(block_id), removed } }),
      }),
  }),
];
