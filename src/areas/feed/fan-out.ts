import { FIRST_ID } from '../../core/pagination.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { findLateness, lockForWriting } from './progress.ts';
import { inFeed, oldestFirst } from './sources.ts';

/** Posts of one transaction. */
const POSTS = 100;
/** Followers of these posts, counted for each: so few that those who wait for the lock do not fail. */
const FOLLOWERS = 10_000;

type Position = { published_at: Date; post_id: string };
type NewPost = { id: string; profile_id: string; published_at: Date | null };

const publishedAt = p('published_at', 'timestamptz');
const postId = p('post_id', 'uuid');
const authorId = p('author_id', 'uuid');
const afterId = p('after_id', 'uuid');
const followers = p('followers', 'int');

/** Comes after `lockForWriting`, and so shows what another run wrote. */
const readProgress = statement<Position>('feed.read_progress', sql`select published_at, post_id from feed_progress`);

/** None if no feed is stored: only this statement, after the lock, sees what `storeFeed` stored while this job waited. */
const listNew = statement<NewPost>(
  'feed.list_new_posts',
  sql`select one.id, one.profile_id, one.published_at from posts one
    where ${inFeed} and (one.published_at, one.id) > (${publishedAt}, ${postId}) and one.published_at < ${p('until', 'timestamptz')}
      and exists (select from stored_feeds)
    order by ${oldestFirst(sql`one`)} limit ${POSTS}`,
);

/** Returns the last follow that it read, if there may be more of them. */
const insertForFollowers = statement<{ last_id: string }>(
  'feed.insert_for_followers',
  sql`with page as materialized (
    select fo.id, fo.follower_profile_id from follows fo
    where fo.followed_profile_id = ${authorId} and fo.id > ${afterId} order by fo.id limit ${followers}
  ), entered as (
    insert into feed_entries (profile_id, published_at, post_id)
    select reader.id, ${publishedAt}, ${postId}
    from (select follower_profile_id as id from page union all select ${authorId} where ${afterId} = ${FIRST_ID}) reader
    where exists (select from stored_feeds sf where sf.profile_id = reader.id offset 0)
    on conflict do nothing
  )
  select id as last_id from page order by id offset ${followers} - 1`,
);

const setProgress = statement(
  'feed.set_progress',
  sql`update feed_progress set published_at = ${publishedAt}, post_id = ${postId}`,
);

/** A post, and the follow after which its next followers begin. */
type Page = NewPost & { after_id: string };
/** The posts above a position, and those of them that have more followers. */
type Task = { above: Position; found: readonly NewPost[]; pages: readonly Page[] };

/**
 * Writes the posts published since the last run to the stored feeds of their authors and their followers. It leaves
 * out the last minute, in which others may still appear; `feed.find_stored` reads these from the newest of the network.
 */
export async function fanOut(ctx: Ctx): Promise<void> {
  const until = new Date(ctx.now().getTime() - (await findLateness(ctx)));
  let more = true;
  for (let task: Task | undefined; more; ) {
    ctx.signal?.throwIfAborted();
    const begun = task;
    ({ more, task } = await inTransaction(ctx, (tx) => fanOutSome(tx, until, begun)));
  }
}

/**
 * Writes the entries of some posts for the next followers of each. Returns whether there may be more to do, and the task
 * if it is not done: `storeFeed` must not wait for all followers, and a feed that it stores in the meantime has the posts.
 */
async function fanOutSome(tx: TxCtx, until: Date, begun: Task | undefined): Promise<{ more: boolean; task?: Task }> {
  const [, [above]] = await batch(tx, [lockForWriting.call(), readProgress.call()]);
  if (!above || above.published_at >= until) return { more: false };
  // Another run may have done it.
  const isNext = begun?.above.post_id === above.post_id && +begun.above.published_at === +above.published_at;
  const { found, pages } = isNext ? begun : await beginTask(tx, above, until);
  const rest = await enter(tx, pages);
  if (rest.length > 0) return { more: true, task: { above, found, pages: rest } };
  const last = found.length === POSTS ? found.at(-1) : undefined;
  await setProgress.all(tx, {
    published_at: last?.published_at ?? until,
    post_id: last?.id ?? FIRST_ID,
  });
  return { more: last !== undefined };
}

async function beginTask(tx: TxCtx, above: Position, until: Date): Promise<Omit<Task, 'above'>> {
  const found = await listNew.all(tx, { ...above, until });
  return { found, pages: found.map((post) => ({ ...post, after_id: FIRST_ID })) };
}

/** Writes the entries of posts for a page of their followers. Returns the next pages. */
async function enter(tx: TxCtx, pages: readonly Page[]): Promise<Page[]> {
  if (pages.length === 0) return [];
  const followers = Math.floor(FOLLOWERS / pages.length);
  const calls = pages.map(({ id, profile_id, published_at, after_id }) =>
    insertForFollowers.call({ post_id: id, author_id: profile_id, published_at, after_id, followers }),
  );
  const ends = await batch(tx, calls);
  return pages.flatMap((page, index) => {
    const [end] = ends[index]!;
    return end ? [{ ...page, after_id: end.last_id }] : [];
  });
}
