import { type SQL, sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import type { InboxMessagePolicy, ProfileType } from '../../core/enums.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { blockedFrom, cooldownSince, coolsDown, isContact, isShown } from '../relations/queries.ts';
import { askForContact, type ContactChance, contactsOnly } from './hints.ts';

const self = p('profile_id', 'uuid');
const actorId = p('actor_id', 'uuid');

const acceptsMessagesOf = (kind: SQL): SQL => sql`(pr.inbox_policy->'messages'->>${kind} = 'anyone'
  or pr.inbox_policy->'messages'->>${kind} = 'contacts' and ${isContact(self, sql`pr.id`)})`;

/** Condition for writes: the inbox policy of the profile `pr` accepts messages from the acting one. */
export const acceptsMessages: SQL = acceptsMessagesOf(sql`authority.profile_type`);

/** Condition for writes: the profile `pr` is shown, and no block separates it from the acting one. */
export const isOpen: SQL = sql`${isShown(sql`pr`)} and not ${blockedFrom(self, sql`pr.id`)}`;

/** Whether a message of the acting profile would be accepted in `conversation`, which must be one of its own. */
export const acceptsReplies = (conversation: SQL): SQL => sql`exists (
  select 1 from conversation_members om
  join actors ac on ac.id = om.actor_id and ac.type = 'profile'
  join profiles pr on pr.id = ac.entity_id
  where om.conversation_id = ${conversation} and om.actor_id <> ${actorId}
    and ${isOpen} and (om.has_written or ${acceptsMessagesOf(p('acting_type', 'text'))}))`;

/** The profile that would receive a message, and its relation to the acting one. */
export type OtherSide = {
  profile_id: string;
  type: ProfileType;
  /** The existing conversation of the two. */
  conversation_id: string | null;
  has_written: boolean;
  is_shown: boolean;
  is_blocked: boolean;
  is_contact: boolean;
  policy: InboxMessagePolicy;
};

const findOther = statement<OtherSide>(
  'conversations.find_other_side',
  sql`select pr.id as profile_id, pr.type, c.id as conversation_id, coalesce(om.has_written, false) as has_written,
      ${isShown(sql`pr`)} as is_shown, ${blockedFrom(self, sql`pr.id`)} as is_blocked,
      ${isContact(self, sql`pr.id`)} as is_contact, pr.inbox_policy->'messages'->>${p('acting_type', 'text')} as policy
    from actors ac
    join profiles pr on pr.id = ac.entity_id
    left join conversations c on c.low_actor_id = least(ac.id, ${actorId}) and c.high_actor_id = greatest(ac.id, ${actorId})
    left join conversation_members om on om.conversation_id = c.id and om.actor_id = ac.id
    where ac.type = 'profile' and ac.id = coalesce(
      (select cm.other_actor_id from conversation_members cm where cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = ${actorId}),
      (select oa.id from actors oa where oa.entity_id = ${p('other_profile_id', 'uuid')} and oa.type = 'profile'))`,
);

/** The other side of one of the acting profile's conversations, or of a new one with a given profile. One statement. */
export function findOtherSide(
  ctx: Ctx,
  by: { conversationId: string } | { profileId: string },
): Promise<OtherSide | undefined> {
  const acting = requireActing(ctx);
  return findOther.one(ctx, {
    profile_id: acting.id,
    actor_id: acting.actorId,
    acting_type: acting.type,
    conversation_id: 'conversationId' in by ? idOrNone(by.conversationId) : null,
    other_profile_id: 'profileId' in by ? idOrNone(by.profileId) : null,
  });
}

/**
 * Why a message would be refused, or null. A member who wrote in a conversation can be answered there whatever the
 * inbox policy says, since members expect answers; only a block ends that.
 */
export function refusalOf(side: OtherSide): ErrorCode | null {
  if (!side.is_shown || side.is_blocked) return 'interaction_not_allowed';
  if (side.has_written || side.policy === 'anyone') return null;
  if (side.policy === 'nobody') return 'interaction_not_allowed';
  return side.is_contact ? null : 'contact_required';
}

const findChance = statement<ContactChance>(
  'conversations.find_contact_chance',
  sql`select pr.inbox_policy->'contact_requests'->>${p('acting_type', 'text')} = 'anyone' as takes_requests,
      ${coolsDown(self, sql`pr.id`)} as cools_down, cr.id as pending_id, cr.requester_profile_id = ${self} as pending_is_own
    from profiles pr
    left join contact_requests cr on least(cr.requester_profile_id, cr.addressee_profile_id) = least(${self}, pr.id)
      and greatest(cr.requester_profile_id, cr.addressee_profile_id) = greatest(${self}, pr.id)
      and cr.status = 'pending' and cr.expires_at > ${p('now', 'timestamptz')}
    where pr.id = ${p('other_profile_id', 'uuid')}`,
);

/**
 * Fails with `refusalOf`. If a contact is missing, a second statement finds out how to get one. Only callers that may
 * read and create contacts of the acting profile get that information.
 */
export async function refuseSide(ctx: Ctx, side: OtherSide): Promise<never> {
  const code = refusalOf(side);
  if (code === 'contact_required') fail(code, { agent: await hintsOnContact(ctx, side.profile_id) });
  return fail(code ?? 'service_unavailable', { internal: 'a profile changed while it was written to' });
}

async function hintsOnContact(ctx: Ctx, otherId: string): Promise<FailureFacts> {
  const { id, type, permissions } = requireActing(ctx);
  const { scopes = [], type: principalType = 'session' } = ctx.principal ?? {};
  const mayUse = (access: 'read' | 'write') => allows(scopes, 'contacts', access, principalType);
  if (!permissions.includes('networking') || !mayUse('read') || !mayUse('write')) return contactsOnly;
  const values = { profile_id: id, acting_type: type, other_profile_id: otherId };
  const chance = await findChance.one(ctx, { ...values, cooldown_since: cooldownSince(ctx), now: ctx.now() });
  return chance ? askForContact(chance) : contactsOnly;
}
