import { requireActing } from '../../auth/require.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { contacts } from '../../db/schema/relations.ts';
import { type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { insertEventsFrom } from '../../events/emit.ts';
import { dataOf } from '../../events/payload.ts';
import { isCounted } from '../profiles/contributions.ts';

/** The two rows of a contact: one for each side, created and removed together. */

const me = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');
const eventIds = () => ({ event_1_id: newId(), event_2_id: newId() });

const row = (id: SQL, owner: { actor: SQL; profile: SQL }, contact: { actor: SQL; profile: SQL }) => ({
  id,
  ownerActorId: owner.actor,
  ownerEntityId: owner.profile,
  ownerEntityType: 'profile' as const,
  contactActorId: contact.actor,
  contactEntityId: contact.profile,
  createdFromContactRequestId: p('contact_request_id', 'uuid'),
  createdAt: now,
  updatedAt: now,
});
const own = { actor: p('actor_id', 'uuid'), profile: me };
const other = { actor: p('other_actor_id', 'uuid'), profile: p('other_profile_id', 'uuid') };

const insertPair = statement(
  'contacts.insert_pair',
  {
    own_id: 'uuid',
    actor_id: 'uuid',
    profile_id: 'uuid',
    other_actor_id: 'uuid',
    other_profile_id: 'uuid',
    contact_request_id: 'uuid',
    now: 'timestamptz',
    other_id: 'uuid',
  },
  qb.insert(contacts).values([row(p('own_id', 'uuid'), own, other), row(p('other_id', 'uuid'), other, own)]),
);

const countPair = statement(
  'contacts.count_pair',
  { profile_id: 'uuid', other_profile_id: 'uuid', own_id: 'uuid', other_id: 'uuid' },
  addToCounters(
    'profile_counters',
    ['contacts'],
    sql`select side.id, 0, 1 from (values (${other.profile}, ${me}, ${p('own_id', 'uuid')}), (${me}, ${other.profile}, ${p('other_id', 'uuid')})) side(id, owner, key)
      where ${isCounted(sql`side.owner`, sql`side.key`)} order by side.id`,
  ),
);

export type NewContact = { actorId: string; profileId: string; contactRequestId: string };

/** Statements that make the acting profile and another one contacts. They must hold the lock of the pair. */
export function createContact(ctx: Ctx, { actorId, profileId, contactRequestId }: NewContact): Call<unknown>[] {
  const acting = requireActing(ctx);
  const sides = { profile_id: acting.id, other_profile_id: profileId, own_id: newId(), other_id: newId() };
  return [
    insertPair.call({
      ...sides,
      actor_id: acting.actorId,
      other_actor_id: actorId,
      contact_request_id: contactRequestId,
      now: ctx.now(),
    }),
    countPair.call(sides),
  ];
}

/** A DELETE of the rows whose ids `ids` selects, with counters and an event in the log of each side that is a profile. */
const removal = <const Types extends ParameterTypes>(name: string, types: Types, ids: SQL, actor: SQL) =>
  statement(
    name,
    { ...types, profile_id: 'uuid', event_1_id: 'uuid', event_2_id: 'uuid', now: 'timestamptz' },
    sql`with gone as (delete from ${writes('contacts')} where id in (${ids}) returning *),
    counted as (${addToCounters(
      'profile_counters',
      ['contacts'],
      sql`select contact_entity_id, 0, -1 from gone join profiles other on other.id = contact_entity_id and ${isCounted(sql`owner_entity_id`, sql`gone.id`)}
        order by contact_entity_id`,
    )})
    ${insertEventsFrom(sql`
      select case when gone.owner_entity_id = ${me} then ${p('event_1_id', 'uuid')} else ${p('event_2_id', 'uuid')} end, ${now},
        'contact.removed', gone.owner_entity_id, null, ${actor}, 'contact', gone.id,
        ${dataOf<'contact.removed'>({ contact_profile_id: sql`gone.contact_entity_id` })}
      from gone where gone.owner_entity_type = 'profile'`)}`,
  );

/** FROM items: the rows `ct` of both sides of the contact whose row `mine` the placeholder id names. */
export const bothRows: SQL = sql`contacts mine
  join contacts ct on ct.owner_actor_id = mine.owner_actor_id and ct.contact_actor_id = mine.contact_actor_id
    or ct.owner_actor_id = mine.contact_actor_id and ct.contact_actor_id = mine.owner_actor_id
  where mine.id = ${p('id', 'uuid')} and mine.owner_entity_id = ${me}`;

const removeBoth = removal('contacts.remove', { id: 'uuid' }, sql`select ct.id from ${bothRows}`, me);

/** A statement that removes a contact, named by the acting profile's row. Both rows must be locked. */
export function removeBothRows(ctx: Ctx, id: string): Call<unknown> {
  return removeBoth.call({ id, profile_id: ctx.acting!.id, now: ctx.now(), ...eventIds() });
}

/** Condition: the contact `ct` is a row of the two profiles. */
const isBetween = sql`(ct.owner_entity_id, ct.contact_entity_id) in ((${me}, ${other.profile}), (${other.profile}, ${me}))`;

/** In the order of their ids, as in every write. */
const lockBetween = statement(
  'contacts.lock_between',
  { profile_id: 'uuid', other_profile_id: 'uuid' },
  sql`select ct.id from contacts ct where ${isBetween} order by ct.id for update`,
);

/** Only the acting profile's event names the actor, because the other side must not infer a block from its own. */
const removeBetween = removal(
  'contacts.remove_between',
  { other_profile_id: 'uuid' },
  sql`select ct.id from contacts ct where ${isBetween}`,
  sql`case when gone.owner_entity_id = ${me} then ${me} end`,
);

/** Removes the contact of the two, if any. `lock` comes before statements that lock counters. */
export function removeContactBetween(
  ctx: Ctx,
  otherProfileId: string,
): { lock: Call<unknown>; removal: Call<unknown> } {
  const sides = { profile_id: requireActing(ctx).id, other_profile_id: otherProfileId };
  return {
    lock: lockBetween.call(sides),
    removal: removeBetween.call({ ...sides, now: ctx.now(), ...eventIds() }),
  };
}
