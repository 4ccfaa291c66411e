import { requireActing } from '../../auth/require.ts';
import type { ProfileType } from '../../core/enums.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import type { FailureFacts } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { isBetween, isPending } from '../relations/contact-requests.ts';
import {
  blockedFrom,
  blockedWithAny,
  cooldownSince,
  coolsDown,
  inboxClosedTo,
  inboxForContacts,
  isContact,
  isShown,
  mayBlock,
  profilesOfAccount,
  refusalBy,
  requestsClosedTo,
} from '../relations/queries.ts';
import { MESSAGE_REFUSALS } from '../relations/refusals.ts';
import { askForContact, type ContactChance, contactsOnly } from './hints.ts';

const self = p('profile_id', 'uuid');
const actorId = p('actor_id', 'uuid');

const otherProfileId = p('other_profile_id', 'uuid');

const actingType = p('acting_type', 'text');

/** The id and the type of the profile that writes. */
type Writer = { id: SQL; type: SQL };

const actingProfile: Writer = { id: self, type: actingType };

/** The error code that refuses a message to the profile `pr`, or null. */
const refusalUnless = (
  expected: SQL,
  isBlocked = blockedFrom(self, sql`pr.id`),
  { id, type }: Writer = actingProfile,
): SQL =>
  refusalBy(MESSAGE_REFUSALS, {
    unreachable: sql`not ${isShown(sql`pr`)} or ${isBlocked}`,
    expected,
    inboxClosed: inboxClosedTo(type),
    areContacts: isContact(id, sql`pr.id`),
    contactsOnly: inboxForContacts(type),
  });

/** FROM item: the other side of `me`. `offset 0`: looked up by the conversation, not among all of the other actor. */
export const otherSideOf = (me: SQL): SQL => sql`(
    select * from conversation_members one
    where one.conversation_id = ${me}.conversation_id and one.actor_id = ${me}.other_actor_id offset 0)`;

/** Condition: the recipient, with the membership `om`, has written in the conversation. */
const isExpected = sql`coalesce(om.has_written, false)`;

/** SQL expression: why a message in a conversation is refused; the recipient has the membership `om`. */
export const refusal: SQL = refusalUnless(isExpected);

/** Whether a message of the acting profile would be accepted in `conversation`, which must be one of its own. */
export const acceptsReplies = (conversation: SQL): SQL => sql`coalesce((
  select ${refusal} is null from conversation_members om
  join actors ac on ac.id = om.actor_id and ac.type = 'profile'
  join profiles pr on pr.id = ac.entity_id
  where om.conversation_id = ${conversation} and om.actor_id <> ${actorId}), false)`;

/** The profile that would receive a message, and its relation to the acting one. */
export type OtherSide = {
  type: ProfileType;
  /** The existing conversation of the two. */
  conversation_id: string | null;
  /** Why a message would be refused, or null. */
  refusal: 'interaction_not_allowed' | 'contact_required' | null;
};

const findOther = statement(
  'conversations.find_other_side',
  { profile_id: 'uuid', acting_type: 'text', actor_id: 'uuid', conversation_id: 'uuid?', other_profile_id: 'uuid?' },
  sql<OtherSide>`select pr.type, c.id as conversation_id, ${refusal} as refusal
    from actors ac
    join profiles pr on pr.id = ac.entity_id
    left join conversations c on c.low_actor_id = least(ac.id, ${actorId}) and c.high_actor_id = greatest(ac.id, ${actorId})
    left join conversation_members om on om.conversation_id = c.id and om.actor_id = ac.id
    where ac.type = 'profile' and ac.id = coalesce(
      (select cm.other_actor_id from conversation_members cm where cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = ${actorId}),
      (select oa.id from actors oa where oa.entity_id = ${otherProfileId} and oa.type = 'profile'))`,
);

/** The other side of one of the acting profile's conversations, or of a new one with a given profile. */
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

/** How to become a contact of the profile `other`, a `ContactChance` as jsonb. */
const chanceWith = (other: SQL): SQL => sql`(select to_jsonb(chance) from (
  select pr.id as profile_id, not ${requestsClosedTo(actingType)} as takes_requests,
    ${coolsDown(self, sql`pr.id`)} as cools_down, cr.id as pending_id, cr.requester_profile_id = ${self} as pending_is_own
  from profiles pr
  left join contact_requests cr on ${isBetween(self, sql`pr.id`)} and ${isPending}
  where pr.id = ${other}) chance)`;

const SIDE = {
  profile_id: 'uuid',
  actor_id: 'uuid',
  acting_type: 'text',
  cooldown_since: 'timestamptz',
  now: 'timestamptz',
} as const satisfies ParameterTypes;

/** Refuses what prevents a message to `side`, a SELECT of its profile's id and `refusal`; `missing` without a row. */
const requireSide = <const Types extends ParameterTypes>(name: string, types: Types, missing: ErrorCode, side: SQL) =>
  statement(
    name,
    { ...SIDE, ...types },
    sql`select case when side.id is null then ${refuse(missing)}
      when side.refusal = 'contact_required' then ${refuse('contact_required', chanceWith(sql`side.id`))}
      when side.refusal is not null then ${refuse(sql`side.refusal`)} end
    from (select 1) one left join (${side}) side on true`,
  );

const requireRecipient = requireSide(
  'conversations.require_recipient',
  { conversation_id: 'uuid' },
  'conversation_not_found',
  sql`select pr.id, ${refusalUnless(isExpected, blockedWithAny(sql`pr.id`, sql`own.ids`))} as refusal
    from (select ${profilesOfAccount(self)} as ids offset 0) own cross join conversation_members cm
    join lateral ${otherSideOf(sql`cm`)} om on true
    join actors ac on ac.id = cm.other_actor_id and ac.type = 'profile'
    join profiles pr on pr.id = ac.entity_id
    where cm.conversation_id = ${p('conversation_id', 'uuid')} and cm.actor_id = ${actorId}`,
);

/**
 * FROM item of a shared write: the other profile of the conversation of the call `i`, if it certainly accepts a message
 * of `me`. All others are for `requireRecipient`.
 */
export const openRecipient: SQL = sql`(
    select pr.id as recipient_id from profiles pr
    where pr.id = (select entity_id from actors where type = 'profile' and id = (
        select other_actor_id from conversation_members where conversation_id = i.conversation_id and actor_id = i.actor_id))
      and ${refusalUnless(
        sql`exists (select from conversation_members om
        where om.conversation_id = i.conversation_id and om.actor_id <> i.actor_id and om.has_written offset 0)`,
        mayBlock(sql`me.account_id`, [sql`pr.id`]),
        { id: sql`i.profile_id`, type: sql`i.acting_type` },
      )} is null offset 0) target`;

const requireOpenable = requireSide(
  'conversations.require_openable',
  { other_profile_id: 'uuid' },
  'profile_not_found',
  sql`select pr.id, ${refusalUnless(sql`c.id is not null`)} as refusal
    from profiles pr
    join actors ac on ac.entity_id = pr.id and ac.type = 'profile'
    left join conversations c on c.low_actor_id = least(ac.id, ${actorId}) and c.high_actor_id = greatest(ac.id, ${actorId})
    where pr.id = ${otherProfileId} and ${isShown(sql`pr`)}`,
);

/** The placeholders of `refusal` and of the statements below. */
export function relationValues(ctx: Ctx) {
  const { id, actorId: actor_id, type } = requireActing(ctx);
  return { profile_id: id, actor_id, acting_type: type, cooldown_since: cooldownSince(ctx), now: ctx.now() };
}

/**
 * Refuses unless the other side accepts a message: `conversation_not_found`, `interaction_not_allowed`,
 * `contact_required` with the facts of `ContactChance`.
 */
export function requireRecipientOf(ctx: Ctx, conversationId: string): Call<unknown> {
  return requireRecipient.call({ ...relationValues(ctx), conversation_id: conversationId });
}

/** Refuses to open a conversation with a profile, or `profile_not_found`. An existing one is only refused across a block. */
export function requireOpenableWith(ctx: Ctx, profileId: string): Call<unknown> {
  return requireOpenable.call({ ...relationValues(ctx), other_profile_id: profileId });
}

/** Adds to `contact_required` how to become a contact, for callers that may ask. An action that needs more is left out. */
export function explainRecipient(ctx: Ctx): (refusal: Refusal) => FailureFacts | undefined {
  return ({ code, facts }) => {
    if (code !== 'contact_required') return undefined;
    const { permissions } = requireActing(ctx);
    const { scopes = [], type = 'session' } = ctx.principal ?? {};
    const mayAsk = permissions.includes('networking') && allows(scopes, 'contacts', 'write', type);
    return mayAsk ? askForContact(facts as ContactChance) : contactsOnly;
  };
}
