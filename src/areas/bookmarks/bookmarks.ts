import { OWNER_ONLY, requireOwner } from '../../auth/require.ts';
import type { View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type PageInput, pageByTime } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, desc, eq, sql } from '../../db/drizzle.ts';
import { named } from '../../db/query.ts';
import { bookmarks } from '../../db/schema/bookmarks.ts';
import { p, statement } from '../../db/statement.ts';
import { type Write, write } from '../../events/write.ts';
import { checkVisible } from '../posts/check-targets.ts';
import { po } from '../posts/columns.ts';
import { type LoadedPost, loadPosts, type PostSet, withQuoted } from '../posts/load.ts';
import { READER, readerValues } from '../posts/readers.ts';
import { notBlockedFor, selectReadable, visibleTo } from '../posts/visibility.ts';
import { privateMark } from '../private-mark.ts';

const { insert, remove } = privateMark({
  table: 'bookmarks',
  owner: bookmarks.profileId,
  target: bookmarks.postId,
  objectType: 'post',
});

/** Bookmarks are the owner's alone. */
const OWNED: Pick<Write<[]>, 'permissions' | 'explain'> = {
  permissions: [],
  explain: ({ code }) => (code === 'permission_denied' ? OWNER_ONLY : undefined),
};

/** Bookmarks a post; repeating it changes nothing. Fails with `post_not_found`, `permission_denied`. */
export async function addBookmark(ctx: Ctx, postId: string): Promise<string> {
  const post_id = idOrNone(postId);
  await write(ctx, {
    ...OWNED,
    checksPermission: false,
    checks: [checkVisible(ctx, post_id)],
    change: [insert.call(ctx, { target_id: post_id })],
  });
  return post_id;
}

/** Removes a bookmark, if there is one. Fails with `post_not_found` (not an id), `permission_denied`. */
export async function removeBookmark(ctx: Ctx, postId: string): Promise<string> {
  const post_id = idOrNone(postId);
  if (post_id !== postId.toLowerCase()) fail('post_not_found');
  await write(ctx, { ...OWNED, change: [remove.call(ctx, { target_id: post_id })] });
  return post_id;
}

const list = statement(
  'bookmarks.list',
  { ...READER, bookmarker_id: 'uuid', before: 'timestamptz', before_id: 'uuid', rows: 'bigint' },
  selectReadable({ id: po.id, bookmarked_at: named(bookmarks.createdAt, 'bookmarked_at') }, 'member', { paged: true })
    .innerJoin(bookmarks, eq(bookmarks.postId, po.id))
    .where(
      and(
        eq(bookmarks.profileId, sql.placeholder('bookmarker_id')),
        sql`(${bookmarks.createdAt}, ${bookmarks.postId}) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`,
        visibleTo('member'),
        notBlockedFor('member'),
      ),
    )
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.postId))
    .limit(sql.placeholder('rows')),
);

export type Bookmark = { post: LoadedPost; bookmarked_at: Date };

/** The bookmarked posts that the profile can still see, newest first. Fails with `permission_denied`. */
export async function listBookmarks(
  ctx: Ctx,
  input: PageInput & { view: View },
): Promise<{ items: Bookmark[]; next_cursor: string | null; set: PostSet }> {
  const { id } = requireOwner(ctx);
  const page = await pageByTime(
    ctx,
    input,
    ['bookmarked_at', 'id'],
    (from) => list.all(ctx, { ...readerValues(ctx), bookmarker_id: id, ...from }),
    { profile: id },
  );
  const posts = await loadPosts(
    ctx,
    page.items.map((row) => row.id),
  );
  const times = new Map(page.items.map((row) => [row.id, row.bookmarked_at]));
  const items = posts.map((post) => ({ post, bookmarked_at: times.get(post.id)! }));
  return { items, next_cursor: page.next_cursor, set: await withQuoted(ctx, posts, input.view) };
}
