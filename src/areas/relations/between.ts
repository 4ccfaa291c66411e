import { type SQL, sql } from '../../db/drizzle.ts';
import { isCooling, isPending } from './contact-requests.ts';

/** What one profile is to another: the table, the columns of the two, and which rows count. */
type Relation = {
  rows: SQL;
  one: SQL;
  other: SQL;
  counts?: SQL;
  /** Keeps Postgres from hashing the table for a statement with several rows, or reading all rows of the other side. */
  fenced?: true;
};

const requests = {
  rows: sql`contact_requests cr`,
  one: sql`cr.requester_profile_id`,
  other: sql`cr.addressee_profile_id`,
} as const;

const RELATIONS = {
  follows: { rows: sql`follows rf`, one: sql`rf.follower_profile_id`, other: sql`rf.followed_profile_id` },
  /** Each contact has two rows, so checking one is enough. */
  isContact: {
    rows: sql`contacts rc`,
    one: sql`rc.owner_entity_id`,
    other: sql`rc.contact_entity_id`,
    fenced: true,
  },
  blocks: { rows: sql`blocks rb`, one: sql`rb.blocker_profile_id`, other: sql`rb.blocked_profile_id` },
  mutes: { rows: sql`mutes rm`, one: sql`rm.muter_profile_id`, other: sql`rm.muted_profile_id`, fenced: true },
  /** A contact request of the one to the other is pending. */
  hasAsked: { ...requests, counts: isPending },
  /** The one must wait before it sends the other another contact request. */
  coolsDown: { ...requests, counts: isCooling },
} as const satisfies Record<string, Relation>;
type Name = keyof typeof RELATIONS;

const counting = ({ counts }: Relation): SQL => (counts ? sql` and ${counts}` : sql``);

/** FROM and WHERE of the rows that make `a` this to `b`. */
export function rowsBetween(name: Name, a: SQL, b: SQL): SQL {
  const relation: Relation = RELATIONS[name];
  return sql`from ${relation.rows} where ${relation.one} = ${a} and ${relation.other} = ${b}${counting(relation)}`;
}

/** Condition: `a` is this to `b`. A null makes it false. */
export const between =
  (name: Name) =>
  (a: SQL, b: SQL): SQL => {
    const { fenced }: Relation = RELATIONS[name];
    return sql`exists (select ${rowsBetween(name, a, b)}${fenced ? sql` offset 0` : sql``})`;
  };

/** SELECT of the `ids`, a uuid[], for which one of `own`, a uuid or the ANY of a uuid[], is this. */
export function othersOf(name: Name, own: SQL, ids: SQL): SQL {
  const relation: Relation = RELATIONS[name];
  const { rows, one, other } = relation;
  return sql`(select ${other} from ${rows} where ${one} = ${own} and ${other} = any(${ids})${counting(relation)})`;
}

/** SELECT of the `ids`, a uuid[], that are this to one of `own`. */
export function onesOf(name: Name, own: SQL, ids: SQL): SQL {
  const relation: Relation = RELATIONS[name];
  const { rows, one, other } = relation;
  return sql`(select ${one} from ${rows} where ${other} = ${own} and ${one} = any(${ids})${counting(relation)})`;
}
