import { Communities } from './communities.ts';
import type { Member } from './members.ts';
import { idAt, type Random, stream } from './random.ts';
import { firstAbove, HOUR_MS, livelyHours, moments } from './timeline.ts';
import { VOCABULARIES } from './vocabulary.ts';

/** An existing post; `author` is the index of its member. */
export type StartPost = { id: string; author: number; publishedAt: number; language: number };

/**
 * All posts without their texts, in chronological order. Stored as arrays, because a million objects would need too much
 * memory. -1 means none.
 */
export type PostPlan = {
  count: number;
  times: Float64Array;
  authors: Int32Array;
  languages: Uint8Array;
  parents: Int32Array;
  roots: Int32Array;
  quoted: Int32Array;
  /** How much a post attracts comments, quotes and reactions. */
  appeal: Float32Array;
  /** The existing posts, by their index. */
  start: ReadonlyMap<number, StartPost>;
  id(index: number): string;
  /** Root first. */
  ancestors(index: number): number[];
};

const COMMENTS_SHARE = 0.5;
const QUOTES_SHARE = 0.06;
const DEPTH_MAX = 12;
/** A comment has a smaller audience than its parent. */
const COMMENT_APPEAL = 0.25;
const START_APPEAL = 60;
/** The number of posts around a point in time that are considered as the parent of a comment. */
const NEIGHBORS = 24;
const ANSWER_LAG = { medianMs: 3 * HOUR_MS, spread: 1.5 };
const QUOTE_LAG = { medianMs: 20 * HOUR_MS, spread: 1.2 };

/** Plans `count` new posts among those of `start`, all between `from` and `to`. */
export function planPosts(
  seed: number,
  members: readonly Member[],
  start: readonly StartPost[],
  count: number,
  from: number,
  to: number,
): PostPlan {
  const plan = emptyPlan(seed, start, count, from, to);
  const { times, authors, languages, parents, roots, quoted, appeal } = plan;
  const depths = new Uint8Array(plan.count);
  const writers = new Communities(members, ({ activity }) => activity);
  const pickLanguage = languageByHour();
  const chances = stream(seed, 'plan');
  const settle = (index: number, author: number, language: number, ownAppeal: number) => {
    authors[index] = author;
    languages[index] = language;
    appeal[index] = ownAppeal;
  };
  for (let i = 0; i < plan.count; i++) {
    const time = times[i]!;
    const given = plan.start.get(i);
    if (given) {
      settle(i, given.author, given.language, START_APPEAL);
      continue;
    }
    writers.moveTo(time);
    const random = chances(i);
    const wanted = pickLanguage(random, time);
    let author = writers.pick(random, wanted);
    // The author's language, which differs if no one speaks this one yet.
    const language = members[author]!.language;
    const share = random.share();
    const own = Math.sqrt(members[author]!.popularity) * random.powerLaw(1.3);
    if (share < COMMENTS_SHARE) {
      const parent = findAnswerable(plan, depths, random, i, language, ANSWER_LAG);
      if (parent >= 0) {
        parents[i] = parent;
        roots[i] = roots[parent]! >= 0 ? roots[parent]! : parent;
        depths[i] = depths[parent]! + 1;
        // The author of the root often replies in the thread, but existing members don't get generated comments.
        const host = authors[roots[i]!]!;
        if (depths[i]! > 1 && members[host]!.made && random.chance(0.45)) author = host;
        else if (author === authors[parent] && random.chance(0.8)) author = writers.pick(random, language);
        settle(i, author, language, own * COMMENT_APPEAL);
        continue;
      }
    } else if (share < COMMENTS_SHARE + QUOTES_SHARE) {
      quoted[i] = findAnswerable(plan, depths, random, i, language, QUOTE_LAG);
    }
    settle(i, author, language, own);
  }
  return plan;
}

/** The most appealing post in the same language around an earlier point in time, or -1. */
function findAnswerable(
  { times, languages, appeal }: PostPlan,
  depths: Uint8Array,
  random: Random,
  index: number,
  language: number,
  lag: { medianMs: number; spread: number },
): number {
  if (index === 0) return -1;
  const near = firstAbove(times, times[index]! - random.around(lag.medianMs, lag.spread), index);
  let best = -1;
  let most = 0;
  const end = Math.min(index - 1, near + NEIGHBORS);
  for (let candidate = Math.max(0, near - NEIGHBORS); candidate <= end; candidate++) {
    if (languages[candidate] !== language || depths[candidate]! >= DEPTH_MAX) continue;
    const draw = appeal[candidate]! * random.share();
    if (draw > most) [best, most] = [candidate, draw];
  }
  return best;
}

function emptyPlan(seed: number, start: readonly StartPost[], count: number, from: number, to: number): PostPlan {
  const hours = VOCABULARIES.map((vocabulary) => livelyHours(vocabulary).map((lively) => lively * vocabulary.share));
  const together = hours[0]!.map((_, hour) => hours.reduce((sum, of) => sum + of[hour]!, 0));
  const fresh = moments(stream(seed, 'moments')(0), count, from, to, together);
  const total = count + start.length;
  const times = new Float64Array(total);
  const given = new Map<number, StartPost>();
  const waiting = [...start].sort((a, b) => a.publishedAt - b.publishedAt);
  for (let i = 0, used = 0; i < total; i++) {
    const next = waiting[given.size];
    if (next && (used === count || next.publishedAt <= fresh[used]!)) {
      times[i] = next.publishedAt;
      given.set(i, next);
    } else times[i] = fresh[used++]!;
  }
  const parents = new Int32Array(total).fill(-1);
  const ids = stream(seed, 'post id');
  return {
    count: total,
    times,
    authors: new Int32Array(total),
    languages: new Uint8Array(total),
    parents,
    roots: new Int32Array(total).fill(-1),
    quoted: new Int32Array(total).fill(-1),
    appeal: new Float32Array(total),
    start: given,
    id: (index) => given.get(index)?.id ?? idAt(times[index]!, ids(index)),
    ancestors(index) {
      const above: number[] = [];
      for (let at = parents[index]!; at >= 0; at = parents[at]!) above.unshift(at);
      return above;
    },
  };
}

/** Picks a language by the time of day: Japan is asleep when Brazil is at work. */
function languageByHour(): (random: Random, time: number) => number {
  const weights = VOCABULARIES.map((vocabulary) => livelyHours(vocabulary).map((lively) => lively * vocabulary.share));
  const sums = Array.from({ length: 24 }, (_, hour) => {
    let sum = 0;
    return Float64Array.from(weights, (of) => {
      sum += of[hour]!;
      return sum;
    });
  });
  return (random, time) => {
    const ofHour = sums[Math.floor(time / HOUR_MS) % 24]!;
    return firstAbove(ofHour, random.share() * ofHour.at(-1)!);
  };
}
