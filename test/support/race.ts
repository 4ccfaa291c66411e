import type { CallResult, TestApp } from './app.ts';
import { type Member, makeProfile, signUp } from './members.ts';

/** Rounds per race. */
export const ROUNDS = 20;

/** The outcome of a call: its error code if it failed, otherwise its status. */
export const codeOf = (answer: CallResult): string | number => answer.json.error_code ?? answer.status;

/** Prepares a round between two new members, and returns the moves that race in it. */
export type Moves = (a: Member, b: Member) => Promise<(() => Promise<CallResult>)[]>;

/**
 * Pairs of new members of two accounts, created sequentially, because an account creates its profiles one at a time.
 */
export async function pairs(t: TestApp): Promise<[Member, Member][]> {
  const [one, two] = [await signUp(t), await signUp(t)];
  const made: [Member, Member][] = [];
  for (let n = 0; n < ROUNDS; n++) {
    made.push([
      { ...one, profile: await makeProfile(t, one) },
      { ...two, profile: await makeProfile(t, two) },
    ]);
  }
  return made;
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
