import { fail } from '../../core/errors.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { decideAppeal, listAppeals } from './appeals.ts';
import { APPEALS } from './hints.ts';
import { REFUSALS, reading, shared, WRITE_REFUSALS, writing } from './operations-parts.ts';
import { AppealDecided, AppealDecisionBody, AppealPath, AppealsQuery, QueuedAppealPage } from './schemas-appeals.ts';

export const appealOperations: readonly Operation[] = [
  operation({
    name: 'operator.list_appeals',
    task: 'appeals',
    method: 'GET',
    path: '/v1/operator/appeals',
    summary: 'List appeals',
    description: 'The appeals of members with one status, each with the decision that it is about.',
    ...shared,
    ...reading,
    errors: REFUSALS,
    query: AppealsQuery,
    output: QueuedAppealPage,
    run: async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listAppeals(ctx, query);
      const shown = items.map(({ appealed_at, decided_at, ...appeal }) => ({
        ...appeal,
        status: query.status,
        appealed_at: appealed_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? null,
      }));
      return reply.ok({ items: shown, next_cursor }, APPEALS);
    },
  }),

  operation({
    name: 'operator.decide_appeal',
    task: 'appeals',
    done: 'Decided about an appeal',
    method: 'POST',
    path: '/v1/operator/appeals/:appeal_id/decide',
    summary: 'Decide about an appeal',
    description:
      '`accept` publishes the post again, without pictures, or lifts the suspension, unless a later decision replaced the one of the appeal. A mail tells the member.',
    ...shared,
    ...writing,
    errors: [...WRITE_REFUSALS, 'appeal_not_found'],
    params: AppealPath,
    body: AppealDecisionBody,
    output: AppealDecided,
    run: async ({ params: { appeal_id }, body: { decision } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await decideAppeal(ctx, appeal_id, decision)) ?? fail('appeal_not_found'),
        answer: ({ appealId, restored }) => ({ data: { appeal_id: appealId, decision, restored }, agent: APPEALS }),
      }),
  }),
];
