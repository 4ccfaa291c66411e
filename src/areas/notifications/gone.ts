import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { blocks } from '../relations/queries.ts';
import { type EndedRow, FOUND_AT_ONCE, type LostRow } from './kinds/kind.ts';

/** What blocks and deletions of profiles take out of notifications of any kind. */

/** A row of the input `n`, from one. */
export type GoneRow = LostRow & { n: number };

const acts = sql`a.notification_id, a.actor_profile_id, a.object_id`;

/**
 * The acts of each of two profiles in the notifications of the other's account, while a block is between them. As in lists,
 * those of further profiles of its account stay: that they leave with it would tell whose they are.
 */
export const findBetween = statement(
  'notifications.find_between',
  { ones: 'uuid[]', others: 'uuid[]' },
  sql<GoneRow>`select pair.n::int, ${acts}
    from unnest(${p('ones', 'uuid[]')}, ${p('others', 'uuid[]')}) with ordinality as pair(one, other, n)
    cross join lateral (
      select made.* from (values (pair.one, pair.other), (pair.other, pair.one)) as side(mine, theirs)
      cross join lateral (
        select own.id as recipient, side.theirs as actor from profiles me join profiles own on own.account_id = me.account_id where me.id = side.mine
      ) hidden
      cross join lateral (select * from notification_actors one where one.actor_profile_id = hidden.actor
        and one.profile_id = hidden.recipient limit ${FOUND_AT_ONCE}::int) made
      limit ${FOUND_AT_ONCE}::int
    ) a
    where ${blocks(sql`pair.one`, sql`pair.other`)}`,
);

const deleted = sql`unnest(${p('deleted_ids', 'uuid[]')}) with ordinality as gone(id, n)`;

/** The acts of deleted profiles. */
export const findActsOfDeleted = statement(
  'notifications.find_acts_of_deleted',
  { deleted_ids: 'uuid[]' },
  sql<GoneRow>`select gone.n::int, ${acts} from ${deleted} cross join lateral (
    select * from notification_actors one where one.actor_profile_id = gone.id limit ${FOUND_AT_ONCE}::int) a`,
);

/** The notifications of deleted profiles. */
export const findOwnOfDeleted = statement(
  'notifications.find_own_of_deleted',
  { deleted_ids: 'uuid[]' },
  sql<EndedRow>`select gone.n::int, own.id from ${deleted} cross join lateral (
    select id from notifications one where one.profile_id = gone.id limit ${FOUND_AT_ONCE}::int) own`,
);
