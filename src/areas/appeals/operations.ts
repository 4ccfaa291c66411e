import { type Operation, operation } from '../../http/operation.ts';
import { AppealBody, Appealed } from './schemas.ts';
import { submitAppeal } from './submit.ts';

export const appealOperations: readonly Operation[] = [
  operation({
    name: 'appeals.create',
    done: 'Appealed against a decision',
    method: 'POST',
    path: '/v1/appeals',
    tag: 'Account',
    summary: 'Appeal to the operators',
    description:
      'Asks the operators once to take back that they removed a post, or suspended the account. A mail has the answer.',
    auth: { kind: 'credential', scope: null, principals: ['session'], allowSuspended: true },
    profile: 'none',
    notForModels: true,
    errors: ['appeal_not_possible'],
    body: AppealBody,
    output: Appealed,
    run: async ({ body: { post_id: postId, text } }, reply) =>
      reply.commit({
        commit: (ctx) => submitAppeal(ctx, { postId, text }),
        answer: ({ id }) => ({ data: { appeal_id: id } }),
      }),
  }),
];
