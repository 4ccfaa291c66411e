import { FIRST_ID } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { lockProgress } from './progress.ts';
import { ENTRIES } from './stored.ts';

/** Small enough to stay well below the statement timeout. */
const FEEDS = 500;
const ROWS = 5000;

/** Nobody has read a feed that was stored so long ago, because a read stores it again. */
const UNREAD_MS = 30 * 86_400_000;

const afterId = p('after_id', 'uuid');
const before = p('before', 'timestamptz');

/** The last condition is checked again after waiting for `storeFeed`, which may have stored a feed again. */
const deleteUnread = statement<{ deleted: number }>(
  'feed.delete_unread',
  sql`with old as (select profile_id from stored_feeds where stored_at < ${before} limit ${FEEDS}),
    entries as (delete from feed_entries en using old where en.profile_id = old.profile_id),
    gone as (delete from stored_feeds sf using old where sf.profile_id = old.profile_id and sf.stored_at < ${before} returning 1)
    select count(*)::int as deleted from gone`,
);

/** The next feeds in the order of their profiles. */
const pageCte = sql`page as materialized (
    select * from stored_feeds where profile_id > ${afterId} order by profile_id limit ${FEEDS}
  )`;

/** The position of the entry of a feed `page` with so many newer ones. */
const entryAt = (newer: number) => sql`select en.published_at, en.post_id from feed_entries en
    where en.profile_id = page.profile_id order by en.published_at desc, en.post_id desc offset ${newer} limit 1`;

/** A feed that was stored again in the meantime may have a higher floor already. */
const raiseFloors = statement(
  'feed.raise_floors',
  sql`with ${pageCte}
    update stored_feeds sf set floor_at = raised.published_at, floor_id = raised.post_id
    from page cross join lateral (${entryAt(ENTRIES - 1)}) raised
    where sf.profile_id = page.profile_id and (sf.floor_at, sf.floor_id) < (raised.published_at, raised.post_id)
      and exists (${entryAt(2 * ENTRIES)})`,
);

const deleteBelow = statement<{ deleted: number; last_id: string | null }>(
  'feed.delete_below_floor',
  sql`with ${pageCte}, below as materialized (
      select en.* from page cross join lateral (select one.profile_id, one.published_at, one.post_id from feed_entries one
        where one.profile_id = page.profile_id and (one.published_at, one.post_id) < (page.floor_at, page.floor_id) limit ${ROWS}) en
      limit ${ROWS}
    ), gone as (
      delete from feed_entries en using below
      where (en.profile_id, en.published_at, en.post_id) = (below.profile_id, below.published_at, below.post_id) returning 1
    )
    select count(*)::int as deleted, (select profile_id from page order by profile_id offset ${FEEDS - 1}) as last_id from gone`,
);

/** Deletes stored feeds that nobody reads, and from the others all but the newest entries. */
export async function trimFeeds(ctx: Ctx): Promise<void> {
  const values = { before: new Date(ctx.now().getTime() - UNREAD_MS) };
  for (let deleted = FEEDS; deleted === FEEDS; ) {
    ctx.signal?.throwIfAborted();
    const [, [row]] = await batch(ctx, [lockProgress.call(), deleteUnread.call(values)]);
    deleted = row!.deleted;
  }
  for (let after_id: string | null = FIRST_ID; after_id !== null; ) after_id = await trimPage(ctx, after_id);
}

/** Returns the id after which the next page begins. */
async function trimPage(ctx: Ctx, after_id: string): Promise<string | null> {
  await raiseFloors.all(ctx, { after_id });
  for (;;) {
    ctx.signal?.throwIfAborted();
    const { deleted, last_id } = (await deleteBelow.one(ctx, { after_id }))!;
    if (deleted < ROWS) return last_id;
  }
}
