import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { type ConversationRow, conversationColumns } from './columns.ts';
import { openingCalls } from './opening.ts';
import { explainRecipient, findOtherSide, refusal, relationValues, requireOpenableWith } from './other-side.ts';

/** `can_message`: whether the next message would be accepted now; an existing conversation may have a closed inbox. */
export type OpenedRow = ConversationRow & { title: string; opened: boolean; can_message: boolean };

const actorId = p('actor_id', 'uuid');

const findOpened = statement(
  'conversations.find_opened',
  { conversation_id: 'uuid', profile_id: 'uuid', acting_type: 'text', actor_id: 'uuid', other_profile_id: 'uuid' },
  sql<OpenedRow>`select ${conversationColumns}, c.id = ${p('conversation_id', 'uuid')} as opened, pr.name as title,
      ${refusal} is null as can_message
    from profiles pr
    join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
    join conversations c on c.low_actor_id = least(ac.id, ${actorId}) and c.high_actor_id = greatest(ac.id, ${actorId})
    left join conversation_members om on om.conversation_id = c.id and om.actor_id = ac.id
    where pr.id = ${p('other_profile_id', 'uuid')}`,
);

export const NEW_CONVERSATIONS = ['new_conversations', 'account_new_conversations'] as const satisfies RateLimitName[];

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/** Counts a conversation that would be new. Reopening one, or being refused, is free. Fails with `rate_limited`. */
export async function reserveOpening(request: LimitedRequest, profileId: string): Promise<void> {
  const side = await findOtherSide(request.ctx, { profileId });
  if (!side || side.conversation_id !== null || side.refusal !== null) return;
  for (const limit of NEW_CONVERSATIONS) await request.reserveLimit(limit);
}

/**
 * The direct conversation with another profile, created if needed. An existing one is returned whatever the inbox
 * policies are; only a block prevents that. Fails with `cannot_target_self`, `profile_not_found`,
 * `interaction_not_allowed`, `contact_required`, `permission_denied`.
 */
export async function openDirect(ctx: Ctx, profileId: string): Promise<OpenedRow> {
  const otherProfileId = idOrNone(profileId);
  if (otherProfileId === requireActing(ctx).id) fail('cannot_target_self');
  const conversationId = newId();
  const values = { ...relationValues(ctx), other_profile_id: otherProfileId, conversation_id: conversationId };
  const { opened } = await write(ctx, {
    permissions: ['messaging'],
    checks: [requireOpenableWith(ctx, otherProfileId)],
    change: {
      opening: openingCalls(ctx, { conversationId, otherProfileId, contactRequestId: null }),
      audit: auditCall(ctx, { type: 'conversation', id: conversationId }),
      opened: findOpened.call(values),
    },
    explain: explainRecipient(ctx),
  });
  return opened[0]!;
}
