import type { Visibility } from '../../core/enums.ts';
import { type SQL, sql } from '../../db/drizzle.ts';

/** Who a published post is for. Every list, count, search, notification, export and page asks here. */

/** A published text: its audience, and whose it is. A comment has both from the root of its thread. */
export type Published = { audience: SQL; owner: SQL };

/** What a reader is to the owner, as conditions. */
type Unblocked = { owns: (owner: SQL) => SQL; isContactOf: (owner: SQL) => SQL };

/** Any reader. A statement that has already left out some says so with a constant. */
export type Reader = Unblocked & {
  isSignedIn: SQL;
  /** Whether a block separates the reader from the author, and from the owner of the thread. */
  blocked: Record<'author' | 'owner', SQL>;
};

/** For everyone, even across a block, as for callers without a credential. */
const OPEN = 'public' satisfies Visibility;

/** What a signed-in reader without a block needs to be for the owner. Null: nothing more. */
const ASKED: Readonly<Record<Exclude<Visibility, typeof OPEN>, ((owner: SQL, reader: Unblocked) => SQL) | null>> = {
  members: null,
  contacts: (owner, { isContactOf }) => isContactOf(owner),
};

const LITERALS: Readonly<Record<Visibility, SQL>> = {
  public: sql`'public'`,
  members: sql`'members'`,
  contacts: sql`'contacts'`,
};
const entries = Object.entries(ASKED) as [keyof typeof ASKED, (typeof ASKED)[keyof typeof ASKED]][];

/** Condition: a published text is for everyone. */
export function isForAll({ audience }: Pick<Published, 'audience'>): SQL {
  // A CASE, because Postgres expects `=` to match one row of 200 here, and would sort such few rows of a page.
  return sql`case ${audience} when ${LITERALS[OPEN]} then true else false end`;
}

/** Whether the text of a row is for everyone. */
export const isOpen = ({ status, visibility }: { status: string; visibility: string }): boolean =>
  status === 'published' && visibility === OPEN;

/** Condition: a published text is for the reader. */
export function isForReader(text: Published, reader: Reader): SQL {
  const { isSignedIn, owns, blocked } = reader;
  const answers = entries.map(([visibility, asked]) => {
    const isThis = sql`${text.audience} = ${LITERALS[visibility]}`;
    return asked === null ? isThis : sql`${isThis} and ${asked(text.owner, reader)}`;
  });
  return sql`(${isForAll(text)} or ${isSignedIn} and not ${blocked.author} and (
      ${owns(text.owner)} or not ${blocked.owner} and (${sql.join(answers, sql` or `)})))`;
}

/** Condition: a published text is for a signed-in reader that no block separates from author and owner. */
export function isForUnblocked(text: Published, reader: Unblocked): SQL {
  const limits = entries.flatMap(([visibility, asked]) =>
    asked === null ? [] : [{ is: LITERALS[visibility], met: asked(text.owner, reader) }],
  );
  const limited = limits.map((one) => one.is);
  const [only] = limits;
  const answers =
    limits.length === 1 ? [only!.met] : limits.map(({ is, met }) => sql`${text.audience} = ${is} and ${met}`);
  return sql`(${text.audience} not in (${sql.join(limited, sql`, `)}) or ${reader.owns(text.owner)} or ${sql.join(answers, sql` or `)})`;
}
