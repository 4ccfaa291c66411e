import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../ctx.ts';
import { p, statement, type ValuesOf } from '../../db/statement.ts';
import type { LoadedPost } from '../posts/load.ts';
import { EDITOR } from '../posts/readers.ts';
import { DISCLOSED, EXCLUDED, FEED, OLDER } from './sources.ts';
import { type FeedRow, selectFromStreams, selectPosts, selectRecent } from './statements.ts';

const rows = p('rows', 'int');
const PAGE = { ...FEED, ...OLDER, rows: 'int' } as const;
type PageValues = ValuesOf<typeof PAGE & typeof EXCLUDED & typeof DISCLOSED>;
type PostsValues = ValuesOf<typeof FEED & typeof EDITOR>;

const listRecent = statement('feed.list_recent', { ...PAGE, ...EXCLUDED }, selectRecent(rows));

/** Two variants, because the order of an index decides which streams it can read. */
const listStreams = {
  all: statement('feed.list_streams', PAGE, selectFromStreams({ byDisclosure: false }, rows)),
  disclosed: statement(
    'feed.list_streams_disclosed',
    { ...PAGE, ...DISCLOSED },
    selectFromStreams({ byDisclosure: true }, rows),
  ),
};

const readPosts = statement('feed.read_posts', { ...FEED, ...EDITOR, ids: 'uuid[]' }, selectPosts);

/** Pages that the newest posts of the network did not fill recently: these start with the streams of each follow. */
const needsStreams = new LRUCache<string, true>({ max: 10_000, ttl: 600_000 });

/** Up to `given.rows` rows of a page. `place` is the kind of page that needs the same source the next time. */
export async function findRows(
  ctx: Ctx,
  place: string,
  variant: keyof typeof listStreams,
  given: PageValues,
): Promise<FeedRow[]> {
  if (!needsStreams.has(place)) {
    const found = await listRecent.all(ctx, given);
    if (found.length === given.rows) return found;
    needsStreams.set(place, true);
  }
  return listStreams[variant].all(ctx, given);
}

/** The posts of found rows, in any order, without those that have been hidden since. */
export async function readByIds(ctx: Ctx, found: readonly FeedRow[], values: PostsValues): Promise<LoadedPost[]> {
  return found.length === 0 ? [] : await readPosts.all(ctx, { ...values, ids: found.map(({ id }) => id) });
}

export const positionOf = ({ published_at, id }: FeedRow): (string | number)[] => [published_at!.getTime(), id];
