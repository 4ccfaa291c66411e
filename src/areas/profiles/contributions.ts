import type { Counter } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';

/** Rows of one kind that a profile contributes to the counts of others. */
type Contribution = {
  rows: string;
  /** The post or profile that counts the row. */
  to: string;
  /** The profile that contributes it. Rows of profiles that are not shown don't count. */
  by: string;
  /** Which part of the rows of `by` counts: those whose key is above `profiles.uncounted_to`. */
  key: string;
  /** Default: all rows. */
  where?: string;
};

/**
 * Which counts move if a profile is hidden, shown again or erased. A write that adds or removes such a row holds the lock of
 * the profile that contributes it (`for key share`) and asks `isCounted`. A contact counts for the other side of the row.
 */
export const CONTRIBUTIONS: {
  readonly [Table in keyof Counter]: Readonly<Record<Exclude<Counter[Table], 'posts'>, Contribution>>;
} = {
  post_counters: {
    likes: { rows: 'reactions re', to: 're.post_id', by: 're.profile_id', key: 're.post_id' },
    replies: {
      rows: 'posts po',
      to: 'po.reply_to_post_id',
      by: 'po.profile_id',
      key: 'po.id',
      where: "po.status = 'published' and po.reply_to_post_id is not null",
    },
    comments: {
      rows: 'posts po cross join unnest(po.ancestor_ids) as ancestor',
      to: 'ancestor',
      by: 'po.profile_id',
      key: 'po.id',
      where: "po.status = 'published'",
    },
    quotes: {
      rows: 'posts po',
      to: 'po.quoted_post_id',
      by: 'po.profile_id',
      key: 'po.id',
      where: "po.status = 'published' and po.quoted_post_id is not null",
    },
  },
  profile_counters: {
    followers: { rows: 'follows fo', to: 'fo.followed_profile_id', by: 'fo.follower_profile_id', key: 'fo.id' },
    following: { rows: 'follows fo', to: 'fo.follower_profile_id', by: 'fo.followed_profile_id', key: 'fo.id' },
    contacts: {
      // A guest counts nothing.
      rows: 'contacts ct join profiles other on other.id = ct.contact_entity_id',
      to: 'other.id',
      by: 'ct.owner_entity_id',
      key: 'ct.id',
    },
  },
};

/** Condition: the row with this key, which the profile `by` contributes, counts. The transaction holds the lock of `by`. */
export const isCounted = (by: SQL, key: SQL): SQL =>
  sql`(${key} > (select contributor.uncounted_to from profiles contributor where contributor.id = ${by}))`;

/** A SELECT of the number `n` of the rows that count, by the `id` of what counts them. For an invariant. */
export const countedRows = ({ rows, to, by, key, where = 'true' }: Contribution): string =>
  `select ${to} as id, count(*) as n from ${rows} join profiles contributor on contributor.id = ${by} and ${key} > contributor.uncounted_to
    where ${where} group by 1`;
