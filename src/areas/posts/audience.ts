import { VISIBILITIES, type Visibility } from '../../core/enums.ts';
import { and, or, type SQL, sql } from '../../db/drizzle.ts';

/**
 * Who a post is for. Every read, list, search, notification, export and page asks here, and counts of what a member can
 * list. The stored counters of posts and profiles count all published ones; what is shown leaves out those that are
 * not for everyone (`isForSome`), the same for every reader.
 */

/** These rules, for the API reference. */
export const WHO_READS =
  'For everyone, members, or contacts of the author; members behind a block read only `public`. Comments follow their root.';

/** A text: its row of `posts` and that of its thread's root, and the audience and owner, which are the root's. */
export type Text = { row: SQL; root: SQL; audience: SQL; owner: SQL };

/** The text of a row of `posts`. `root` is null, or a row of nulls, for what is no comment. */
export function textOf(row: SQL, root: SQL | null = null): Text {
  const ofRoot = (column: SQL) => (root ? sql`coalesce(${root}.${column}, ${row}.${column})` : sql`${row}.${column}`);
  return { row, root: root ?? row, audience: ofRoot(sql`visibility`), owner: ofRoot(sql`profile_id`) };
}

/** What the rules ask about a signed-in reader. `readers.ts` answers. */
export type ReaderFacts = { owns: (owner: SQL) => SQL; isContactOf: (owner: SQL) => SQL };

export type Reader = ReaderFacts & {
  /** Default: the statement has left out callers without a credential. */
  isSignedIn?: SQL;
  /** Whether a block separates the reader from the author, and from the owner. Default: the statement has left out these. */
  blocked?: { author?: SQL; owner: SQL };
};

/** For everyone, even across a block, as for callers without a credential. */
const OPEN = 'public' satisfies Visibility;

/** What a signed-in reader without a block needs to be for the owner, who needs nothing. */
const ASKED: Readonly<Record<Exclude<Visibility, typeof OPEN>, (owner: SQL, reader: ReaderFacts) => SQL>> = {
  members: () => sql`true`,
  contacts: (owner, { isContactOf }) => isContactOf(owner),
};

/** Condition: the reader is the owner, or what this asks of the readers of all its texts with the visibility. */
export const meetsAsked = (visibility: keyof typeof ASKED, owner: SQL, reader: ReaderFacts): SQL =>
  sql`(${reader.owns(owner)} or ${ASKED[visibility](owner, reader)})`;

/** Condition: a published text is for everyone. */
export function isForAll({ audience }: Text): SQL {
  // A CASE, because Postgres expects `=` to match one row of 200 here, and would sort such few rows of a page.
  return sql`case ${audience} when ${OPEN} then true else false end`;
}

/** Whether the text of a row is for everyone. */
export const isOpen = ({ status, visibility }: { status: string; visibility: string }): boolean =>
  status === 'published' && visibility === OPEN;

/** Condition: a published text is for the reader. */
export function isForReader(text: Text, reader: Reader): SQL {
  const answers = Object.entries(ASKED).map(
    ([visibility, asked]) => sql`${text.audience} = ${visibility} and ${asked(text.owner, reader)}`,
  );
  const { isSignedIn, owns, blocked } = reader;
  const isAnswered = and(blocked && sql`not ${blocked.owner}`, or(...answers));
  return sql`(${isForAll(text)} or ${and(isSignedIn, blocked?.author && sql`not ${blocked.author}`, or(owns(text.owner), isAnswered))})`;
}

/** Condition: a text is for a reader who may edit it, published or not. */
export function isForEditor({ row }: Text, { edits }: ReaderFacts & { edits: SQL }): SQL {
  // A CASE, because Postgres expects the author to be one of all: it would sort the drafts of a list.
  return sql`case when ${edits} then ${row}.status <> 'removed' else false end`;
}

const WIDEST_FIRST = sql`array[${sql.join(
  VISIBILITIES.map((one) => sql`${one}::text`),
  sql`, `,
)}]`;

/** Condition: what was made for the readers of one visibility has more with another. Unknown: it was made for as few as possible. */
export const isWiderThan = (made: SQL, shown: SQL): SQL =>
  sql`coalesce(array_position(${WIDEST_FIRST}, ${shown}) < array_position(${WIDEST_FIRST}, ${made}), true)`;
