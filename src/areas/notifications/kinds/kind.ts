import type { EventType, NotificationType } from '../../../core/enums.ts';
import { and, type SQL, sql } from '../../../db/drizzle.ts';
import { type ParameterTypes, p, type Statement, statement, usedTypes, type ValuesOf } from '../../../db/statement.ts';
import type { DispatchedEvent } from '../../../events/dispatcher.ts';
import type { InternalEventType } from '../../../events/internal.ts';
import { blockedWithAny, isShown, mutes, profilesOfAccount } from '../../relations/queries.ts';

type LoggedType = EventType | InternalEventType;

/** What somebody did: who is notified, with what, and in which group it is shown. Ids as SQL. */
export type Act = Record<'recipient' | 'group' | 'actor' | 'object', SQL>;

/** An act with the values of its event. `needsHuman`: it asks for a person. */
export type NewAct = {
  recipientId: string | null;
  groupId: string;
  actorId: string | null;
  objectId: string;
  needsHuman?: boolean;
};

type Group = { groupId: string; actorId?: undefined };

/** An act that may no longer be there, or a whole group. */
export type PastAct = Group | { groupId: string; actorId: string; objectId: string };

type From<Result> = Partial<Record<LoggedType, (event: DispatchedEvent) => Result | null>>;
type Condition = (act: Act) => SQL;
type None<Name extends string> = { [Each in Name]?: undefined };

/**
 * When it was undone. `holds`: what was done is still there. `undoneBy`: every event that may end this. An event that names
 * an act takes it out of its notification; one that names a group removes the group. Then `holds` is asked once for the whole
 * group, with the group as `object` and null as `actor`: a condition on the actor is false and ends it. `recipientOf`: the
 * notified profile of a group, by which acts are found. `unreadStays`: instead of `holds`, for the unread notification `n` only.
 */
type Undo =
  | None<'holds' | 'undoneBy' | 'recipientOf' | 'unreadStays'>
  | ({ holds: Condition; undoneBy: From<Group> } & None<'recipientOf' | 'unreadStays'>)
  | ({ holds: Condition; undoneBy: From<PastAct>; recipientOf: (group: SQL) => SQL } & None<'unreadStays'>)
  | ({ unreadStays: SQL; undoneBy: From<Group> } & None<'holds' | 'recipientOf'>);

/** Somebody still has to answer or decide; if not, none is made and an unread one is read. `settledBy`: events about the group that may end it. */
type Settlement =
  | None<'isOpen' | 'settledBy'>
  | { isOpen: (group: SQL) => SQL; settledBy: readonly [LoggedType, ...LoggedType[]] };

/**
 * A kind of notification. Events only say where to look; what the database holds when the dispatcher works decides. So
 * a kind that names every event that can change its conditions needs no lock, and may run late. For every kind, the actor
 * must be shown, and blocks, mutes and preferences apply.
 */
export type Kind<Type extends NotificationType = NotificationType> = {
  type: Type;
  /** The events that make it. Null: this one does not. */
  madeBy: From<NewAct>;
  /**
   * Also made if the service, the operator or a deadline acted. Otherwise an event without an actor notifies nobody: it may
   * come from a block, which the other side must not infer.
   */
  withoutActor?: true;
  /** FROM item with `id` and `managed_id` (if the notified profile only manages that one). Default: the recipient `s.recipient_id`. */
  recipients?: SQL;
  /** The recipient has to learn of it now. */
  concerns?: Condition;
  /** Whether the same act notifies again after its notification was read. */
  repeats?: true;
} & Undo &
  Settlement;

/** The recipient is the profile in whose log the event is, unless it acted itself. */
export const toOther = (event: DispatchedEvent): NewAct | null =>
  event.profile_id === null || event.profile_id === event.actor_profile_id
    ? null
    : {
        recipientId: event.profile_id,
        groupId: event.object_id,
        actorId: event.actor_profile_id,
        objectId: event.object_id,
      };

/** The whole group of what an event is about. */
export const ofObject = (event: DispatchedEvent): Group => ({ groupId: event.object_id });

export type MadeRow = { n: number; recipient_id: string; managed_id: string | null };
export type LostRow = { notification_id: string; actor_profile_id: string; object_id: string };
/** `n`: which of the inputs, from one. */
export type EndedRow = { n: number; id: string };

/** As many rows as a statement finds for each of its inputs. The dispatcher looks for more in its next turn. */
export const FOUND_AT_ONCE = 500;

/** The parameters of the statements of a kind, which have those that its conditions need. */
const PAST = { group_ids: 'uuid[]', now: 'timestamptz' } as const;
const ACTS = { ...PAST, actor_ids: 'uuid[]', object_ids: 'uuid[]' } as const;
const NEW = { ...ACTS, n: 'int[]', recipient_ids: 'uuid[]', source_ids: 'uuid[]', manager_ids: 'uuid[]' } as const;

/** A kind with its statements. */
export type CompiledKind<Type extends NotificationType = NotificationType> = ReturnType<typeof kind<Type>>;

const yes = sql`true`;
const recipientId = sql`r.id`;
const actorId = sql`s.actor_id`;
const ofNew: Act = { recipient: recipientId, group: sql`s.group_id`, actor: actorId, object: sql`s.object_id` };
const ofStored: Act = {
  recipient: sql`n.profile_id`,
  group: sql`n.group_id`,
  actor: sql`a.actor_profile_id`,
  object: sql`a.object_id`,
};
/** No single act: without an actor, and about the group itself. */
const ofGroup: Act = { ...ofStored, actor: sql`null::uuid`, object: sql`n.group_id` };
const theRecipient = sql`(select s.recipient_id as id, null::uuid as managed_id)`;

/** Condition: the actor is shown, and the recipient wants to hear of it and of this type, and neither acted nor its manager. */
const isWanted = ({
  type,
  withoutActor,
}: Pick<Kind, 'type' | 'withoutActor'>): SQL => sql`${recipientId} is distinct from ${actorId}
    and ${recipientId} is distinct from s.manager_id and not ${mutes(recipientId, actorId)}
    and not exists (select from notification_preferences np where np.profile_id = ${recipientId} and np.type = ${type} and np.list is false)
    and not ${blockedWithAny(actorId, sql`own.ids`)} and not ${blockedWithAny(recipientId, sql`own.of_actor`)}
    and (${withoutActor ? sql`${actorId} is null` : sql`false`}
      or exists (select from profiles actor where actor.id = ${actorId} and ${isShown(sql`actor`)} offset 0))`;

const isKnown = (type: NotificationType): SQL => sql`exists (select from notification_actors a
      join notifications n on n.id = a.notification_id and n.type = ${type}
      where a.actor_profile_id = ${actorId} and a.profile_id = ${recipientId} and a.object_id = s.object_id offset 0)`;

const find = <Types extends ParameterTypes, Row>(
  name: string,
  types: Types,
  query: SQL<Row>,
): Statement<Row, ValuesOf<Types>> => statement(name, usedTypes(types, query), query);

export function kind<Type extends NotificationType>(spec: Kind<Type>) {
  const type: NotificationType = spec.type;
  const { recipients = theRecipient, holds = () => yes, isOpen = () => yes, recipientOf = (group) => group } = spec;
  const isEnded = spec.unreadStays
    ? sql`n.read_at is null and not (${spec.unreadStays})`
    : sql`not (${holds(ofGroup)})`;
  const conditions = [
    spec.holds?.(ofNew),
    spec.concerns?.(ofNew),
    spec.isOpen?.(ofNew.group),
    isWanted(spec),
    spec.repeats ? undefined : sql`not ${isKnown(type)}`,
  ];
  const findInGroups = (how: string, condition: SQL) =>
    find(
      `notifications.find_${how} ${type}`,
      PAST,
      sql<EndedRow>`select s.n::int, n.id from unnest(${p('group_ids', 'uuid[]')}) with ordinality s(id, n)
        cross join lateral (select n.id from notifications n where n.group_id = s.id and n.type = ${type} and ${condition}
          limit ${FOUND_AT_ONCE}::int) n`,
    );
  return {
    ...spec,
    /** The new acts that notify, and who is notified. */
    findNew: find(
      `notifications.find_new ${type}`,
      NEW,
      sql<MadeRow>`select s.n, r.id as recipient_id, r.managed_id
        from unnest(${p('n', 'int[]')}, ${p('recipient_ids', 'uuid[]')}, ${p('group_ids', 'uuid[]')}, ${p('actor_ids', 'uuid[]')},
          ${p('object_ids', 'uuid[]')}, ${p('source_ids', 'uuid[]')}, ${p('manager_ids', 'uuid[]')})
          as s(n, recipient_id, group_id, actor_id, object_id, source_id, manager_id)
        cross join lateral ${recipients} r
        cross join lateral (select array(select id from profiles where account_id = one.account_id) as ids, ${profilesOfAccount(actorId)} as of_actor
          from profiles one where one.id = r.id and one.deleted_at is null offset 0) own
        where ${and(...conditions)}`,
    ),
    /** The acts in notifications that are no longer there. */
    findLost: find(
      `notifications.find_lost ${type}`,
      ACTS,
      sql<LostRow>`select a.notification_id, a.actor_profile_id, a.object_id
          from unnest(${p('group_ids', 'uuid[]')}, ${p('actor_ids', 'uuid[]')}, ${p('object_ids', 'uuid[]')}) s(group_id, actor_id, object_id)
          cross join lateral (select * from notification_actors one where one.actor_profile_id = s.actor_id
            and one.profile_id = ${recipientOf(sql`s.group_id`)} and one.object_id = s.object_id offset 0) a
          cross join lateral (select * from notifications one where one.id = a.notification_id and one.type = ${type} offset 0) n
          where not (${holds(ofStored)})`,
    ),
    /** The notifications of groups that are no longer there, and the unread ones with nothing left to answer. */
    findEnded: findInGroups('ended', isEnded),
    findSettled: findInGroups('settled', sql`n.read_at is null and not (${isOpen(ofGroup.group)})`),
  };
}
