import { isInForce, permissionsInForce } from '../../auth/grants.ts';
import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { NotificationType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATIONS } from '../../core/notification-types.ts';
import { beforeValues, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import { allows, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { and, type SQL, sql } from '../../db/drizzle.ts';
import { selectList } from '../../db/query.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { newestTextBy, TEXT_LENGTH } from '../conversations/columns.ts';
import { po } from '../posts/columns.ts';
import { READER, readerValues } from '../posts/readers.ts';
import { notBlockedFor, selectReadable, visibleTo } from '../posts/visibility.ts';
import type { CompactProfileRow } from '../profiles/columns.ts';
import { type ListedCompactRow, listedCompactFields } from '../profiles/queries.ts';
import { isListedFor, isShown } from '../relations/queries.ts';
import { hasType, readableTypes } from './types.ts';

const profileId = p('profile_id', 'uuid');

export type NotificationRow = {
  id: string;
  type: NotificationType;
  /** What it is about: of a group, the newest. */
  object_id: string;
  /** Without the hidden ones among those of the newest acts. */
  actor_count: number;
  /** The newest actors that are shown. */
  actor_ids: string[];
  needs_human: boolean;
  managed_profile_id: string | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Enough to find the newest actors among, though one of them may have caused several of these acts. */
export const NEWEST_ACTS = 100;

const PAGE = {
  profile_id: 'uuid',
  types: 'text[]?',
  readable_types: 'text[]?',
  before: 'timestamptz',
  before_id: 'uuid',
  rows: 'int',
} as const satisfies ParameterTypes;

/** Condition: somebody who caused `n` is shown. Acts behind a block are deleted; nobody causes a few kinds. */
export const isByShown = sql`(n.actor_count = 0 or exists (select from notification_actors a
    join lateral (select * from profiles where id = a.actor_profile_id offset 0) pr on ${isShown(sql`pr`)}
    where a.profile_id = n.profile_id and a.notification_id = n.id offset 0))`;

const newestFirst = sql`n.updated_at desc, n.id desc`;

/** Condition: `n` concerns the profile, which may read notifications of its type. */
const isOwn = (types: SQL): SQL => sql`n.profile_id = ${profileId} and ${hasType(types)} and ${isByShown}`;

/**
 * The notifications of the FROM item `n` with their newest actors, each once, among the newest acts. Limits before joining,
 * else Postgres reads all actors.
 */
const withActors = (n: SQL, more: SQL = sql``) => sql<NotificationRow>`
  select n.id, n.type, coalesce(made.object_id, n.group_id) as object_id, n.actor_count - made.hidden as actor_count, made.actor_ids,
    n.needs_human, n.managed_profile_id, n.read_at, n.created_at, n.updated_at ${more}
  from ${n}
  cross join lateral (
    select coalesce((array_agg(one.id order by one.at desc, one.id desc) filter (where one.shown))[1:${LIMITS.notification.max_actors}], '{}') as actor_ids,
      (array_agg(one.object_id order by one.shown desc, one.at desc, one.object_id desc))[1] as object_id,
      count(*) filter (where not one.shown)::int as hidden
    from (
      select distinct on (a.actor_profile_id) a.actor_profile_id as id, a.created_at as at, a.object_id,
        (select ${isShown(sql`pr`)} from profiles pr where pr.id = a.actor_profile_id) as shown
      from (select * from notification_actors newest where newest.profile_id = n.profile_id and newest.notification_id = n.id
        order by newest.created_at desc limit ${NEWEST_ACTS}::int) a
      order by a.actor_profile_id, a.created_at desc, a.object_id desc
    ) one
  ) made
  order by ${newestFirst}`;

const isUnread = sql`n.read_at is null`;

/** One of its actors; without a notification or an actor, these columns are null. */
type PageRow = NotificationRow & ListedCompactRow & { unread_count: number };

const actorFields = selectList(listedCompactFields(profileId));
/** A row for each of the newest actors of `n`, at least one. */
const joinActors = sql`left join lateral unnest(n.actor_ids) as actor(id) on true
  left join lateral (select * from profiles where id = actor.id offset 0) pr on true
  order by ${newestFirst}`;

/** A page with its actors, and in at least one row the number of unread ones. */
const page = (condition: SQL) => sql<PageRow>`select counted.unread_count, n.*, ${actorFields}
  from (select count(*)::int as unread_count from notifications n
    where ${isOwn(p('readable_types', 'text[]'))} and ${isUnread}) counted
  left join (${withActors(sql`(select * from notifications n
    where ${isOwn(p('types', 'text[]'))} and ${condition}
      and (n.updated_at, n.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by ${newestFirst} limit ${p('rows', 'int')}) n`)}) n on true
  ${joinActors}`;

const pageOfAll = statement('notifications.page', PAGE, page(sql`true`));
const pageOfUnread = statement('notifications.page_of_unread', PAGE, page(isUnread));
/** Finds and counts them at once, because looking for a shown actor of each costs most. */
const firstUnread = statement(
  'notifications.list_first_unread',
  { profile_id: 'uuid', types: 'text[]?', rows: 'int' },
  sql<PageRow>`select n.*, ${actorFields} from (${withActors(
    sql`(select *, count(*) over ()::int as unread_count from notifications n
      where ${isOwn(p('types', 'text[]'))} and ${isUnread} order by ${newestFirst} limit ${p('rows', 'int')}) n`,
    sql`, n.unread_count`,
  )}) n ${joinActors}`,
);

/** The notifications and the actors of a page. */
export function readPage(found: readonly PageRow[]) {
  const rows = found.filter((row, index) => row.id !== null && row.id !== found[index - 1]?.id);
  return { rows, profiles: found.filter((row) => row.profile_id !== null), unread_count: found[0]?.unread_count ?? 0 };
}

const addressed = sql`coalesce(n.managed_profile_id, n.profile_id)`;

/** Condition: the message of `n` that asks for a person is by a member who is listed, and the person may still answer it. */
export const asksForAnswer = sql`(n.needs_human
    and exists (select from notification_actors a join profiles pr on pr.id = a.actor_profile_id
      where a.profile_id = n.profile_id and a.notification_id = n.id
        and ${isListedFor(sql`n.profile_id`, sql`pr`)} and ${isListedFor(addressed, sql`pr`)} offset 0)
    and (n.managed_profile_id is null or exists (select from profiles managed join profiles person on person.id = n.profile_id
      where managed.id = n.managed_profile_id and (managed.account_id = person.account_id or exists (
        select from access_grants g where g.profile_id = managed.id and g.manager_profile_id = person.id
          and ${isInForce} and 'messaging' = any(${permissionsInForce}))) offset 0)))`;

/** For each of several profiles: how many notifications of its types are unread, and how many ask for a person. */
export const countUnreadEach = statement(
  'notifications.count_unread_of_profiles',
  { rows: 'jsonb', now: 'timestamptz' },
  sql<{
    profile_id: string;
    count: number;
    needs_human: number;
  }>`select own.profile_id, unread.count, unread.needs_human
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as own (profile_id uuid, types text[])
    join lateral (select count(*)::int as count, count(*) filter (where ${asksForAnswer})::int as needs_human
      from notifications n
      where n.profile_id = own.profile_id and n.read_at is null and ${hasType(sql`own.types`)} and ${isByShown}) unread on unread.count > 0`,
);

/** The newest unread notifications, for `GET /v1/home` and `readPage`: no row if there are none. */
export const newestUnread = (ctx: Ctx, rows: number): Call<PageRow> =>
  firstUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx), rows });

/** By the id of what a notification is about, of messages by its own. */
type TextRow = { id: string; text: string };

const postTexts = selectReadable({ id: po.id, text: sql<string>`left(po.body, ${TEXT_LENGTH})`.as('text') }, 'member', {
  paged: true,
}).where(and(sql`${po.id} = any(${p('post_ids', 'uuid[]')})`, visibleTo('member'), notBlockedFor('member')));

/** The newest message from the other side that had come when it was read, and if it must, asks for a person. */
const messageTexts = sql<TextRow>`select n.id, made.text
    from notifications n
    join conversation_members cm on cm.conversation_id = n.group_id and cm.actor_id = ${p('actor_id', 'uuid')}
    cross join lateral (select ${newestTextBy(
      sql`cm.other_actor_id`,
      sql`n.group_id`,
      sql`and m.created_at <= coalesce(n.read_at, 'infinity') and (not n.needs_human or m.needs_human)`,
    )} as text) made
    where n.id = any(${p('message_notification_ids', 'uuid[]')}) and n.profile_id = ${profileId} and made.text is not null`;

const requestNotes = sql<TextRow>`select cr.id, cr.message as text from contact_requests cr
    join profiles pr on pr.id = cr.requester_profile_id and ${isShown(sql`pr`)}
    where cr.addressee_profile_id = ${profileId} and cr.id = any(${p('request_ids', 'uuid[]')})`;

/** Why the operator removed posts. Everyone who reads the notification may read it. */
const removalNotes = sql<TextRow>`select po.id, coalesce(po.removal_note, '') as text from posts po
    where po.id = any(${p('removed_ids', 'uuid[]')}) and po.profile_id = ${profileId} and po.removal_note is not null`;

/** Apart, because each plan costs more than the few rows that it finds, and most pages need one. */
const texts = {
  ofPosts: statement('notifications.list_post_texts', { ...READER, post_ids: 'uuid[]' }, postTexts),
  ofMessages: statement(
    'notifications.list_message_texts',
    { profile_id: 'uuid', actor_id: 'uuid', message_notification_ids: 'uuid[]' },
    messageTexts,
  ),
  ofRequests: statement(
    'notifications.list_request_notes',
    { profile_id: 'uuid', request_ids: 'uuid[]' },
    requestNotes,
  ),
  ofRemovals: statement(
    'notifications.list_removal_notes',
    { profile_id: 'uuid', removed_ids: 'uuid[]' },
    removalNotes,
  ),
};

type Texts = ReadonlyMap<string, string>;
const NO_TEXTS: Texts = new Map();

/** The text of an unread notification of messages to the profile itself. One that asks for a person may be about an earlier one. */
const knownText = (row: NotificationRow, known: Texts) =>
  row.type === 'message.created' && row.read_at === null && !row.needs_human && row.managed_profile_id === null
    ? known.get(row.object_id)
    : undefined;

export type LoadedNotification = NotificationRow & { actors: CompactProfileRow[]; text: string | null };

/**
 * Reads the texts of notifications, each only if the scopes would open it elsewhere. Only the addressee of a contact
 * request may read its note. `known` has the texts of unread conversations.
 */
export function textCalls(ctx: Ctx, rows: readonly NotificationRow[], known: Texts = NO_TEXTS): Call<TextRow>[] {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const mayRead = (area: ScopeArea) => allows(scopes, area, 'read', type);
  const objectsOf = (matches: (type: NotificationType) => boolean) =>
    rows.filter((row) => matches(row.type)).map((row) => row.object_id);
  const ofMessages = rows.filter(
    (row) => NOTIFICATIONS[row.type].object === 'conversation' && knownText(row, known) === undefined,
  );
  const post_ids = objectsOf((one) => NOTIFICATIONS[one].object === 'post' && one !== 'post.removed');
  const message_notification_ids = mayRead('messages') ? ofMessages.map(({ id }) => id) : [];
  const request_ids = mayRead('contacts') ? objectsOf((one) => one === 'contact_request.created') : [];
  const removed_ids = objectsOf((one) => one === 'post.removed');
  return [
    ...(post_ids.length > 0 ? [texts.ofPosts.call({ ...readerValues(ctx), post_ids })] : []),
    ...(message_notification_ids.length > 0
      ? [texts.ofMessages.call({ profile_id, actor_id, message_notification_ids })]
      : []),
    ...(request_ids.length > 0 ? [texts.ofRequests.call({ profile_id, request_ids })] : []),
    ...(removed_ids.length > 0 ? [texts.ofRemovals.call({ profile_id, removed_ids })] : []),
  ];
}

type Details = { profiles: readonly ListedCompactRow[]; texts: readonly TextRow[][] };

/** Notifications with their actors that are shown, and the text that the caller may read. */
export function withDetails(
  rows: readonly NotificationRow[],
  { profiles, texts }: Details,
  known: Texts = NO_TEXTS,
): LoadedNotification[] {
  const shown = new Map(profiles.filter((row) => row.is_listed).map((row) => [row.profile_id, row]));
  const textById = new Map(texts.flat().map(({ id, text }) => [id, text]));
  return rows.map((row) => {
    const actors = row.actor_ids.flatMap((id) => shown.get(id) ?? []);
    // What a hidden member wrote is hidden with its author.
    const isHidden = row.actor_ids.length > 0 && actors.length === 0;
    const textId = NOTIFICATIONS[row.type].object === 'conversation' ? row.id : row.object_id;
    // A block that the dispatcher has not handled yet hides them, too.
    const actor_count = row.actor_count - (row.actor_ids.length - actors.length);
    return {
      ...row,
      actors,
      actor_count,
      text: isHidden ? null : (knownText(row, known) ?? textById.get(textId) ?? null),
    };
  });
}

export type ListInput = PageInput & { unread?: boolean | undefined; types?: readonly NotificationType[] | undefined };
export type NotificationPage = Page<LoadedNotification> & { unread_count: number };

/**
 * The notifications of the acting profile, by their last change, newest first. `unread_count` counts all that the
 * caller may read. Fails with `invalid_cursor`.
 */
export async function listNotifications(ctx: Ctx, input: ListInput): Promise<NotificationPage> {
  const { id } = requireActing(ctx);
  const { unread = false, types } = input;
  const filters = { profile: id, unread, types: types?.toSorted() };
  const position = beforeValues(readCursor(ctx, input, filters));
  const all = readableTypes(ctx);
  const readable = types && all ? all.filter((type) => types.includes(type)) : (types ?? all);
  const values = { profile_id: id, types: readable, readable_types: all, ...position, rows: input.limit + 1 };
  const { rows, profiles, unread_count } = readPage(await (unread ? pageOfUnread : pageOfAll).all(ctx, values));
  const { items, next_cursor } = toPage(ctx, rows, input, (row) => [row.updated_at.getTime(), row.id], filters);
  return {
    items: withDetails(items, { profiles, texts: await batch(ctx, textCalls(ctx, items)) }),
    next_cursor,
    unread_count,
  };
}
