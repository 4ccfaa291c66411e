import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { NotificationType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { beforeValues, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { and, type SQL, sql } from '../../db/drizzle.ts';
import { runParts } from '../../db/parts.ts';
import { qb } from '../../db/query.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { po } from '../posts/columns.ts';
import { notBlockedFor, readerValues, selectReadable, visibleTo } from '../posts/visibility.ts';
import { type ProfileRow, pr, profileFields } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';
import { OBJECT_TYPE_OF, type ObjectType, readableTypes } from './types.ts';

const profileId = p('profile_id', 'uuid');
const ids = p('ids', 'uuid[]');
/** Longer than a preview, because that ends where a grapheme does. */
const TEXT_LENGTH = 2 * LIMITS.notification.max_preview_length;

export type NotificationRow = {
  id: string;
  type: NotificationType;
  /** What it is about: of a group, the newest. */
  object_id: string;
  actor_count: number;
  /** The newest actors. */
  actor_ids: string[];
  needs_human: boolean;
  managed_profile_id: string | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

const select = (condition: SQL) => sql`
  select n.id, n.type, coalesce(newest.object_id, n.group_id) as object_id, made.actor_count, made.actor_ids,
    n.needs_human, n.managed_profile_id, n.read_at, n.created_at, n.updated_at
  from notifications n
  cross join lateral (
    select count(*)::int as actor_count,
      coalesce((array_agg(one.id order by one.at desc, one.id desc))[1:${LIMITS.notification.max_actors}], '{}') as actor_ids
    from (
      select a.actor_profile_id as id, max(a.created_at) as at
      from notification_actors a where a.notification_id = n.id group by a.actor_profile_id
    ) one
  ) made
  left join lateral (
    select a.object_id from notification_actors a
    where a.notification_id = n.id order by a.created_at desc, a.object_id desc limit 1
  ) newest on true
  where n.profile_id = ${profileId} and n.type = any(${p('types', 'text[]')}) and ${condition}
    and (n.updated_at, n.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
  order by n.updated_at desc, n.id desc limit ${p('rows', 'int')}`;

const listAll = statement<NotificationRow>('notifications.list', select(sql`true`));
const listUnread = statement<NotificationRow>('notifications.list_unread', select(sql`n.read_at is null`));

const countUnread = statement<{ count: number }>(
  'notifications.count_unread',
  sql`select count(*)::int as count from notifications n
    where n.profile_id = ${profileId} and n.read_at is null and n.type = any(${p('types', 'text[]')})`,
);

/** The number of unread notifications that the caller may read for the acting profile, for `batch`. */
export const unreadCount = (ctx: Ctx): Call<{ count: number }> =>
  countUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx) });

/** The numbers of unread notifications of several profiles, of each those of its types. */
export const countUnreadEach = statement<{ profile_id: string; count: number }>(
  'notifications.count_unread_of_profiles',
  sql`select own.profile_id, unread.count
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as own (profile_id uuid, types text[])
    join lateral (select count(*)::int as count from notifications n
      where n.profile_id = own.profile_id and n.read_at is null and n.type = any(own.types)) unread on unread.count > 0`,
);

/** The newest unread notifications, for `GET /v1/home`. */
export const newestUnread = (ctx: Ctx, rows: number): Call<NotificationRow> =>
  listUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx), ...beforeValues(null), rows });

const listActors = statement(
  'notifications.list_actors',
  qb
    .select(profileFields)
    .from(pr)
    .where(and(sql`${pr.id} = any(${ids})`, isShown(sql`pr`))),
);

const listPostTexts = statement(
  'notifications.list_post_texts',
  selectReadable({ id: po.id, text: sql<string>`left(po.body, ${TEXT_LENGTH})`.as('text') }, 'member').where(
    and(sql`${po.id} = any(${ids})`, visibleTo('member'), notBlockedFor('member')),
  ),
);

/** The newest message from the other side; the note of a contact request. */
const listOtherTexts = statement<{ id: string; text: string }>(
  'notifications.list_other_texts',
  sql`select cm.conversation_id as id, left(m.body, ${TEXT_LENGTH}) as text
    from conversation_members cm
    cross join lateral (
      select m.body from messages m
      where m.conversation_id = cm.conversation_id and m.sender_actor_id = cm.other_actor_id and m.deleted_at is null
      order by m.seq desc limit 1
    ) m
    where cm.actor_id = ${p('actor_id', 'uuid')} and cm.conversation_id = any(${p('conversation_ids', 'uuid[]')})
    union all
    select cr.id, cr.message from contact_requests cr
    join profiles pr on pr.id = cr.requester_profile_id and ${isShown(sql`pr`)}
    where cr.addressee_profile_id = ${profileId} and cr.id = any(${p('request_ids', 'uuid[]')})`,
);

export type LoadedNotification = NotificationRow & { actors: ProfileRow[]; text: string | null };

/** The calls that read what notifications refer to. A text only if the credential's scopes would open it elsewhere. */
export function detailCalls(ctx: Ctx, rows: readonly NotificationRow[]) {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const objectsOf = (object: ObjectType) =>
    rows.filter((row) => OBJECT_TYPE_OF[row.type] === object).map((row) => row.object_id);
  const actorIds = rows.flatMap((row) => row.actor_ids);
  const postIds = objectsOf('post');
  const conversation_ids = allows(scopes, 'messages', 'read', type) ? objectsOf('conversation') : [];
  const request_ids = allows(scopes, 'contacts', 'read', type) ? objectsOf('contact_request') : [];
  return {
    actors: actorIds.length > 0 ? listActors.call({ ids: actorIds }) : null,
    posts: postIds.length > 0 ? listPostTexts.call({ ...readerValues(ctx), ids: postIds }) : null,
    others:
      conversation_ids.length + request_ids.length > 0
        ? listOtherTexts.call({ profile_id, actor_id, conversation_ids, request_ids })
        : null,
  };
}

type Text = { id: string; text: string };
type Details = { actors: ProfileRow[] | null; posts: Text[] | null; others: Text[] | null };

/** Notifications with what `detailCalls` found: the actors that are shown, and the text that the caller may read. */
export function withDetails(
  rows: readonly NotificationRow[],
  { actors, posts, others }: Details,
): LoadedNotification[] {
  const actorById = new Map(actors?.map((row) => [row.profile_id, row]));
  const textById = new Map([...(posts ?? []), ...(others ?? [])].map(({ id, text }) => [id, text]));
  return rows.map((row) => ({
    ...row,
    actors: row.actor_ids.flatMap((id) => actorById.get(id) ?? []),
    text: textById.get(row.object_id) ?? null,
  }));
}

export type ListInput = PageInput & { unread?: boolean | undefined; types?: readonly NotificationType[] | undefined };
export type NotificationPage = Page<LoadedNotification> & { unread_count: number };

/**
 * The notifications of the acting profile, by their last change, newest first. `unread_count` counts all that the caller
 * may read, whatever the filters are. Fails with `invalid_cursor`. Two statements, and up to three for actors and texts.
 */
export async function listNotifications(ctx: Ctx, input: ListInput): Promise<NotificationPage> {
  const { id } = requireActing(ctx);
  const { unread = false, types } = input;
  const filters = { profile: id, unread, types: types?.toSorted() };
  const position = beforeValues(readCursor(ctx, input, filters));
  const readable = readableTypes(ctx).filter((type) => types?.includes(type) ?? true);
  const list = unread ? listUnread : listAll;
  const [rows, [counted]] = await batch(ctx, [
    list.call({ profile_id: id, types: readable, ...position, rows: input.limit + 1 }),
    unreadCount(ctx),
  ]);
  const page = toPage(ctx, rows, input, (row) => [row.updated_at.getTime(), row.id], filters);
  const details = await runParts(ctx, detailCalls(ctx, page.items));
  return { ...page, items: withDetails(page.items, details), unread_count: counted!.count };
}
