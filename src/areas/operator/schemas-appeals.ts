import { z } from 'zod';
import { APPEAL_STATUSES, APPEAL_TARGET_TYPES } from '../../core/enums.ts';
import { pageQuery } from '../../core/pagination.ts';
import { pathSegment } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';

const status = z.enum(APPEAL_STATUSES).exclude(['possible']);
export const AppealsQuery = z.strictObject({
  ...pageQuery,
  status: status.default('open').describe('Only appeals with this status.'),
});

const QueuedAppeal = z
  .object({
    id: z.uuid(),
    account_id: z.uuid(),
    email: z.string(),
    target_type: z.enum(APPEAL_TARGET_TYPES),
    target_id: z.uuid(),
    status,
    text: z.string().describe('By the member.'),
    reason: z.string().nullable().describe('What the operator gave as the reason.'),
    target_text: z.string().nullable().describe('Of a post, as it was when it was removed.'),
    is_in_force: z.boolean().describe('Whether the decision still holds.'),
    appealed_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'QueuedAppeal' });
export const QueuedAppealPage = pageOf('QueuedAppealPage', QueuedAppeal);

export const AppealPath = z.strictObject({ appeal_id: pathSegment().describe('The id of an appeal.') });
const decision = () => z.enum(['accept', 'reject']);
export const AppealDecisionBody = z.strictObject({ decision: decision() });
export const AppealDecided = z.object({
  appeal_id: z.uuid(),
  decision: decision(),
  restored: z.boolean().describe('Whether the post or the account was restored.'),
});
