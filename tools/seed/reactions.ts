import type { ReactionType } from '../../src/core/enums.ts';
import { Communities } from './communities.ts';
import type { Member } from './members.ts';
import type { PostPlan } from './posts.ts';
import { type Random, stream, Weighted } from './random.ts';
import { HOUR_MS } from './timeline.ts';

export type Reaction = { post: number; member: number; type: ReactionType; at: number };

/** On average; most posts have few, some have very many. */
const REACTIONS_PER_POST = 3;
/** Only a part of the members reacts to one post, however good it is. */
const AUDIENCE_SHARE_MAX = 0.3;
const OWN_LANGUAGE_SHARE = 0.85;
const LAG = { medianMs: 2 * HOUR_MS, spread: 1.8 };
const TYPES: readonly [ReactionType, number][] = [
  ['like', 0.62],
  ['celebrate', 0.12],
  ['insightful', 0.1],
  ['support', 0.07],
  ['love', 0.06],
  ['funny', 0.03],
];

/** All reactions, post by post. The appeal of a post determines their number, limited by the number of members. */
export function* planReactions(
  seed: number,
  members: readonly Member[],
  plan: PostPlan,
  now: number,
): Generator<Reaction> {
  const readers = new Communities(members, ({ activity, made }) => (made ? Math.sqrt(activity) : 0));
  const total = plan.appeal.reduce((sum, appeal) => sum + appeal, 0);
  const perAppeal = (REACTIONS_PER_POST * plan.count) / total;
  const chances = stream(seed, 'reactions');
  const choices = new Weighted(TYPES.map(([, share]) => share));
  const given = new Set<number>();
  for (let post = 0; post < plan.count; post++) {
    const time = plan.times[post]!;
    readers.moveTo(time);
    const random = chances(post);
    const language = plan.languages[post]!;
    const audience = Math.floor(readers.size(language) * AUDIENCE_SHARE_MAX);
    const wanted = Math.min(audience, Math.floor(plan.appeal[post]! * perAppeal + random.share()));
    given.clear();
    given.add(plan.authors[post]!);
    // A member picked twice has already reacted, so a small community gives fewer reactions than intended.
    for (let turn = 0; turn < wanted; turn++) {
      const member = random.chance(OWN_LANGUAGE_SHARE) ? readers.pick(random, language) : readers.pickAny(random);
      if (given.has(member)) continue;
      given.add(member);
      yield { post, member, type: TYPES[choices.pick(random)]![0], at: momentAfter(random, time, now) };
    }
  }
}

function momentAfter(random: Random, time: number, now: number): number {
  const at = time + random.around(LAG.medianMs, LAG.spread);
  return Math.floor(at < now ? at : time + random.share() * (now - time));
}
