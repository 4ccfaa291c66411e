import { SQL, type SQLWrapper, sql } from './drizzle.ts';
import { eachPart } from './parts.ts';

/** What `authorize` finds, by the names of the settings of the transaction that pass it to the later statements of the batch. */
const SETTINGS = {
  /** The profile that acts. */
  profile_id: 'uuid',
  /** The grant under which the caller acts; null for the owner of the profile. */
  grant_id: 'uuid',
  /** The profile that manages the acting one; null for its owner. */
  manager_profile_id: 'uuid',
  /** Whether an AI agent or its key acts. */
  by_ai: 'bool',
  /** Whether the caller has one of the permissions, for a statement that refuses a missing object first. */
  permitted: 'bool',
} as const;
type Setting = keyof typeof SETTINGS;
const names = Object.keys(SETTINGS) as Setting[];

/** Items of a select list that pass on what was found, as texts; an empty one for null. */
export const passOn = (values: Record<Setting, SQL>): SQL =>
  sql.join(
    names.map((name) => sql`set_config(${`pronet.${name}`}, ${values[name]}, true)`),
    sql`, `,
  );

/** What `passOn` selects for a caller that acts as no profile. */
export const passOnNothing: SQL = passOn({
  profile_id: sql`''`,
  grant_id: sql`''`,
  manager_profile_id: sql`''`,
  by_ai: sql`'false'`,
  permitted: sql`'false'`,
});

const read = (name: Setting): SQL =>
  SETTINGS[name] === 'bool'
    ? sql`(current_setting(${`pronet.${name}`}, true) = 'true')`
    : sql`nullif(current_setting(${`pronet.${name}`}, true), '')::uuid`;
const readAll = <Read extends SQL>(as: (fragment: SQL) => Read) =>
  Object.fromEntries(names.map((name) => [name, as(read(name))])) as Readonly<Record<Setting, Read>>;

/** What was found, or null in a batch without `authorize`: for the log, which also contains writes of the service itself. */
export const foundIfAny = readAll((fragment) => fragment);

/** SQL that only `authorize` gives a value. */
class Found extends SQL {}

/** What was found. A statement that contains it is an `authorizedStatement`. */
export const found = readAll((fragment) => new Found(fragment.queryChunks));

/** Whether the query contains what only `authorize` finds. */
export function needsAuthority(query: SQLWrapper): boolean {
  let needs = false;
  eachPart(query, (part) => {
    needs ||= part instanceof Found;
  });
  return needs;
}
