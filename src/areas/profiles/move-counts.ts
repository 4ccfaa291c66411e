import { FIRST_ID, LAST_ID } from '../../core/pagination.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { addToCounters, type Counter } from '../../db/counters.ts';
import { eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { CONTRIBUTIONS } from './contributions.ts';
import { lockRemovals } from './remove-statements.ts';

/** Rows that one transaction takes from the counts of others or puts back, about. */
const ROWS_AT_ONCE = 5000;
const PROFILES_AT_ONCE = 50;

const profileId = p('profile_id', 'uuid');
const edge = p('edge', 'uuid');
const RANGE = { profile_id: 'uuid', above: 'uuid', up_to: 'uuid' } as const;

type Table = keyof typeof CONTRIBUTIONS;
const contributionsTo = (table: Table) => Object.entries(CONTRIBUTIONS[table]);

/** What the rows of the profile with keys in the range are for each post or profile that counts them. */
function sumsFor(table: Table): SQL {
  const each = contributionsTo(table).map(([counter, { rows, to, by, key, where = 'true' }]) => {
    const ones = contributionsTo(table).map(([other]) => `${Number(other === counter)} as ${other}`);
    return sql`select ${sql.raw(`${to} as id, ${ones}`)} from ${sql.raw(`${rows} where ${where} and ${by} =`)} ${profileId}
      and ${sql.raw(key)} > ${p('above', 'uuid')} and ${sql.raw(key)} <= ${p('up_to', 'uuid')}`;
  });
  const sums = contributionsTo(table).map(([counter]) => `sum(${counter})::int as ${counter}`);
  return sql`select id, ${sql.raw(sums.join())} from (${sql.join(each, sql` union all `)}) one group by id`;
}

/** Adds these sums, or with `delta` -1 subtracts them. Any shard will do: counts are sums over shards. */
function moveIn<T extends Table>(table: T) {
  const counters = Object.keys(CONTRIBUTIONS[table]) as Counter[T][];
  const moved = counters.map((counter) => sql`${p('delta', 'int')} * ${sql.raw(counter)}`);
  return statement(
    `profiles.move_${table}`,
    { ...RANGE, delta: 'int' },
    addToCounters(
      table,
      counters,
      sql`select id, 0, ${sql.join(moved, sql`, `)} from (${sumsFor(table)}) sums order by id`,
    ),
  );
}

const movePosts = moveIn('post_counters');
const moveProfiles = moveIn('profile_counters');

const profile = sql`pr.id = ${profileId} and pr.deleted_at is null`;
/** Where `uncounted_to` should be. */
const settled = sql`case when ${isShown(sql`pr`)} then ${FIRST_ID}::uuid else ${LAST_ID}::uuid end`;

/** `for update`: it waits for all writes that add or remove rows of the profile, and they wait for it. */
const lock = statement(
  'profiles.lock_counted',
  { profile_id: 'uuid' },
  sql<{ uncounted_to: string; goal: string }>`select pr.uncounted_to, ${settled} as goal from profiles pr
    where ${profile} for update`,
);

/** The key at which a batch of `rows` ends; none if fewer rows are left. */
const nextEdge = (name: string, isAhead: (key: SQL) => SQL, order: SQL) => {
  const each = Object.values(CONTRIBUTIONS)
    .flatMap((table) => Object.values(table))
    .map(
      ({ rows, by, key, where = 'true' }) =>
        sql`(select ${sql.raw(key)} as key from ${sql.raw(`${rows} where ${where} and ${by} =`)} ${profileId}
          and ${isAhead(sql.raw(key))} order by 1 ${order} limit ${p('rows', 'int')})`,
    );
  return statement(
    name,
    { profile_id: 'uuid', edge: 'uuid', rows: 'int' },
    sql<{ key: string }>`select key from (${sql.join(each, sql` union all `)}) one
      order by key ${order} limit 1 offset ${p('rows', 'int')} - 1`,
  );
};

const edgeOfHidden = nextEdge('profiles.next_hidden', (key) => sql`${key} > ${edge}`, sql`asc`);
const edgeOfShown = nextEdge('profiles.next_shown', (key) => sql`${key} < ${edge}`, sql`desc`);

const setEdge = statement(
  'profiles.set_uncounted',
  { profile_id: 'uuid', edge: 'uuid' },
  qb
    .update(profiles)
    .set({ uncountedTo: sql`${edge}` })
    .where(eq(profiles.id, profileId)),
);

const listUnsettled = statement(
  'profiles.list_unsettled',
  {},
  sql<{ id: string }>`select pr.id from profiles pr where pr.deleted_at is null and pr.uncounted_to <> ${settled}
    order by pr.id limit ${PROFILES_AT_ONCE}::int`,
);

/**
 * Moves the counts of others for hidden profiles and for those shown again, some rows at a time: of each profile one part,
 * then of each the next one. A crash loses nothing, because a part and its edge are one transaction.
 *
 * Locks: deletions, the profile, the counters of posts and of profiles, each in the order of their ids.
 */
export async function settleCounts(ctx: Ctx, rows = ROWS_AT_ONCE): Promise<void> {
  for (;;) {
    const unsettled = await listUnsettled.all(ctx);
    for (const { id } of unsettled) {
      ctx.signal?.throwIfAborted();
      await inTransaction(ctx, (tx) => moveSome(tx, id, rows));
    }
    if (unsettled.length === 0) return;
  }
}

async function moveSome(tx: TxCtx, profile_id: string, rows: number): Promise<void> {
  const locked = await batch(tx, { removals: lockRemovals.call(), profile: lock.call({ profile_id }) });
  const [state] = locked.profile;
  if (!state || state.uncounted_to === state.goal) return;
  const { uncounted_to: from, goal } = state;
  const isHidden = goal === LAST_ID;
  const next = await (isHidden ? edgeOfHidden : edgeOfShown).one(tx, { profile_id, edge: from, rows });
  const to = next?.key ?? goal;
  const range = isHidden ? { profile_id, above: from, up_to: to } : { profile_id, above: to, up_to: from };
  const values = { ...range, delta: isHidden ? -1 : 1 };
  await batch(tx, [movePosts.call(values), moveProfiles.call(values), setEdge.call({ profile_id, edge: to })]);
}

type LostCounts = { id: string; followers: number; following: number; contacts: number };

const listLost = statement('profiles.list_lost_counts', RANGE, sql<LostCounts>`${sumsFor('profile_counters')}`);

const subtract = statement(
  'profiles.subtract_counts',
  { lost: 'jsonb' },
  addToCounters(
    'profile_counters',
    ['followers', 'following', 'contacts'],
    sql`select id, 0, -followers, -following, -contacts
      from jsonb_to_recordset(${p('lost', 'jsonb')}) as lost(id uuid, followers int, following int, contacts int)
      order by id`,
  ),
);

/**
 * Takes all that still counts of a profile from the counts of posts, before its deletion removes the rows; the profile is
 * locked. Returns what `subtractCounts` takes from other profiles, whose counters are locked last.
 */
export async function takeFromCounts(tx: TxCtx, profile_id: string): Promise<readonly LostCounts[]> {
  const state = await lock.one(tx, { profile_id });
  if (!state) return [];
  const range = { profile_id, above: state.uncounted_to, up_to: LAST_ID };
  const { lost } = await batch(tx, {
    lost: listLost.call(range),
    moved: movePosts.call({ ...range, delta: -1 }),
    edge: setEdge.call({ profile_id, edge: LAST_ID }),
  });
  return lost;
}

/** Subtracts from the counters of other profiles, all at once: in one order, two deletions never deadlock. */
export async function subtractCounts(tx: TxCtx, lost: readonly LostCounts[]): Promise<void> {
  await subtract.all(tx, { lost: JSON.stringify(lost) });
}
