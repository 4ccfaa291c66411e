import { DEFAULT_INBOX_POLICY } from '../../src/areas/profiles/create.ts';
import type { CallResult, TestApp } from './app.ts';
import { type MadeProfile, type Member, signUp, unique } from './members.ts';

/** Rounds per race. */
export const ROUNDS = 20;

/** The outcome of a call: its error code if it failed, otherwise its status. */
export const codeOf = (answer: CallResult): string | number => answer.json.error_code ?? answer.status;

/** Prepares a round between two new members, and returns the moves that race in it. */
export type Moves = (a: Member, b: Member) => Promise<(() => Promise<CallResult>)[]>;

/** Pairs of new members of two accounts. Their profiles are inserted by SQL, so a test file that uses them `breaks` UNTOLD. */
export async function pairs(t: TestApp): Promise<[Member, Member][]> {
  const [ones, twos] = await Promise.all([membersOfOne(t), membersOfOne(t)]);
  return ones.map((one, n) => [one, twos[n]!]);
}

/** A member for each round, all of one account, which would create its profiles one at a time. */
async function membersOfOne(t: TestApp): Promise<Member[]> {
  const account = await signUp(t);
  const { rows } = await t.pool.query<MadeProfile>(
    `with made as (
      insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
      select uuidv7(), $1, 'human', $2 || n, 'Robin Example', 'Robin', $3, now(), now() from generate_series(1, ${ROUNDS}) n
      returning id, username, name, type
    ), made_actors as (
      insert into actors select gen_random_uuid(), 'profile', id, now(), now() from made
    ), made_names as (
      insert into usernames (key, username, profile_id) select username, username, id from made
    )
    select * from made`,
    [account.accountId, unique('r'), JSON.stringify(DEFAULT_INBOX_POLICY)],
  );
  return rows.map((profile) => ({ ...account, profile }));
}

export type Round<Facts> = { a: Member; b: Member; codes: (string | number)[]; facts: Facts };

/**
 * Runs concurrent rounds over separate connections, reverses the start order in every other one, and returns the
 * outcome of each move and the result of `between` afterwards. More rounds at once would only wait for the pool's
 * twenty connections.
 */
export async function raceOf<Facts>(
  t: TestApp,
  moves: Moves,
  between: (a: Member, b: Member) => Promise<Facts>,
  atOnce = ROUNDS / 2,
): Promise<Round<Facts>[]> {
  const sides = await pairs(t);
  const rounds = await Promise.all(sides.map(async ([a, b]) => ({ a, b, moves: await moves(a, b) })));
  const run = async ({ a, b, moves: round }: (typeof rounds)[number], n: number): Promise<Round<Facts>> => {
    const started = n % 2 ? [...round].reverse() : round;
    const answers = await Promise.all(started.map((move) => move()));
    const outcomes = n % 2 ? answers.reverse() : answers;
    return { a, b, codes: outcomes.map(codeOf), facts: await between(a, b) };
  };
  const done: Round<Facts>[] = [];
  for (let at = 0; at < ROUNDS; at += atOnce) {
    done.push(...(await Promise.all(rounds.slice(at, at + atOnce).map((round, n) => run(round, at + n)))));
  }
  return done;
}
