import { type SQL, sql } from 'drizzle-orm';
import { requireActing } from '../../auth/require.ts';
import type { ProfileType } from '../../core/enums.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { refuse } from '../../db/refusal.ts';
import { type Call, p, statement } from '../../db/statement.ts';
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

/**
 * Why a message to the profile `pr` would be refused: an error code or null. A member who wrote in the conversation
 * (membership `om`) can be answered there whatever the inbox policy says, since members expect answers; only a block
 * ends that.
 */
const refusal: SQL = sql`case when not ${isShown(sql`pr`)} or ${blockedFrom(self, sql`pr.id`)} then 'interaction_not_allowed'
  when coalesce(om.has_written, false) then null
  else case pr.inbox_policy->'messages'->>${p('acting_type', 'text')} when 'anyone' then null
    when 'contacts' then case when ${isContact(self, sql`pr.id`)} then null else 'contact_required' end
    else 'interaction_not_allowed' end end`;

/** The profile that would receive a message, and its relation to the acting one. */
export type OtherSide = {
  profile_id: string;
  type: ProfileType;
  /** The existing conversation of the two. */
  conversation_id: string | null;
  is_shown: boolean;
  /** Why a message would be refused, or null. */
  refusal: 'interaction_not_allowed' | 'contact_required' | null;
};

const findOther = statement<OtherSide>(
  'conversations.find_other_side',
  sql`select pr.id as profile_id, pr.type, c.id as conversation_id, ${isShown(sql`pr`)} as is_shown, ${refusal} as refusal
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

/** A SELECT of how to become a contact of the profile `other`. */
const chanceWith = (other: SQL): SQL => sql`
  select pr.inbox_policy->'contact_requests'->>${p('acting_type', 'text')} = 'anyone' as takes_requests,
    ${coolsDown(self, sql`pr.id`)} as cools_down, cr.id as pending_id, cr.requester_profile_id = ${self} as pending_is_own
  from profiles pr
  left join contact_requests cr on least(cr.requester_profile_id, cr.addressee_profile_id) = least(${self}, pr.id)
    and greatest(cr.requester_profile_id, cr.addressee_profile_id) = greatest(${self}, pr.id)
    and cr.status = 'pending' and cr.expires_at > ${p('now', 'timestamptz')}
  where pr.id = ${other}`;

const findChance = statement<ContactChance>(
  'conversations.find_contact_chance',
  chanceWith(p('other_profile_id', 'uuid')),
);

const requireRecipient = statement(
  'conversations.require_recipient',
  sql`select case when side.id is null then ${refuse('conversation_not_found')}
      when side.refusal = 'contact_required' then ${refuse(
        'contact_required',
        sql`(select to_jsonb(chance) from (${chanceWith(sql`side.id`)}) chance)`,
      )}
      when side.refusal is not null then ${refuse('interaction_not_allowed')} end
    from (select 1) one left join (
      select pr.id, ${refusal} as refusal
      from conversation_members cm
      join conversation_members om on om.conversation_id = cm.conversation_id and om.actor_id = cm.other_actor_id
      join actors ac on ac.id = cm.other_actor_id and ac.type = 'profile'
      join profiles pr on pr.id = ac.entity_id
      where cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = ${actorId}
    ) side on true`,
);

function relationValues(ctx: Ctx) {
  const { id, actorId: actor_id, type } = requireActing(ctx);
  return { profile_id: id, actor_id, acting_type: type, cooldown_since: cooldownSince(ctx), now: ctx.now() };
}

/**
 * A statement that refuses unless the other side of a conversation accepts a message: `conversation_not_found`,
 * `interaction_not_allowed`, `contact_required` with the facts of `ContactChance`.
 */
export function requireRecipientOf(ctx: Ctx, conversationId: string): Call<unknown> {
  return requireRecipient.call({ ...relationValues(ctx), conversation_id: conversationId });
}

/**
 * Fails with the refusal of the other side. If a contact is missing, a second statement finds out how to get one. Only
 * callers that may read and create contacts of the acting profile get that information.
 */
export async function refuseSide(ctx: Ctx, { refusal: code, profile_id }: OtherSide): Promise<never> {
  if (code === 'contact_required') {
    const chance = await findChance.one(ctx, { ...relationValues(ctx), other_profile_id: profile_id });
    fail(code, { agent: hintsOnContact(ctx, chance) });
  }
  return fail(code ?? 'service_unavailable', { internal: 'a profile changed while it was written to' });
}

export function hintsOnContact(ctx: Ctx, chance: ContactChance | undefined): FailureFacts {
  const { permissions } = requireActing(ctx);
  const { scopes = [], type: principalType = 'session' } = ctx.principal ?? {};
  const mayUse = (access: 'read' | 'write') => allows(scopes, 'contacts', access, principalType);
  const mayKnow = permissions.includes('networking') && mayUse('read') && mayUse('write');
  return mayKnow && chance ? askForContact(chance) : contactsOnly;
}
