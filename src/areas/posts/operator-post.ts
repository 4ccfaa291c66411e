import { setChanging } from '../../db/changing.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { posts } from '../../db/schema/posts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';

const isIt = eq(posts.id, p('post_id'));

export const findAny = statement(
  'posts.find_any',
  { post_id: 'uuid' },
  qb.select({ profile_id: posts.profileId, kind: posts.kind, status: posts.status }).from(posts).where(isIt),
);

export type AnyPost = RowOf<typeof findAny>;

/** Locks the author against concurrent hiding. */
export const lockAuthor = statement(
  'posts.lock_author',
  { post_id: 'uuid' },
  sql`select pr.id from profiles pr where pr.id = (select profile_id from posts where ${isIt}) for key share of pr`,
);

/** In a statement of its own, so that the next ones see what a concurrent write has changed. */
export const lockAny = statement(
  'posts.lock_any',
  { post_id: 'uuid' },
  qb.select({ id: posts.id }).from(posts).where(isIt).for('no key update'),
);

/** Nothing is changed if the post was removed. */
export const requireAny = statement(
  'posts.require_any',
  { post_id: 'uuid' },
  sql`select case when count(*) = 0 then ${refuse('post_not_found')} end,
      ${setChanging(sql`coalesce(bool_or(status <> 'removed'), false)`)}
    from posts where ${isIt}`,
);
