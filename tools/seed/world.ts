import { type Account, type Member, populate, type StartMember } from './members.ts';
import { type PostPlan, planPosts, type StartPost } from './posts.ts';
import { planReactions, type Reaction } from './reactions.ts';
import { type Contact, type Follow, planContacts, planFollows } from './relations.ts';
import { DAY_MS, HOUR_MS } from './timeline.ts';

/** The start of a world: the hand-written members of the demo and their posts. */
export type Start = { members: readonly StartMember[]; posts: readonly StartPost[] };

export type WorldOptions = {
  seed: number;
  /** The number of generated members and posts, in addition to those of `start`. */
  profiles: number;
  posts: number;
  now: number;
  start: Start;
};

/**
 * A network as plain data, without a database. The same options give exactly the same world, including ids. The largest
 * parts (texts, follows, reactions) are generated on demand.
 */
export type World = {
  seed: number;
  now: number;
  members: readonly Member[];
  accounts: readonly Account[];
  posts: PostPlan;
  follows(): Iterable<Follow>;
  contacts(): Iterable<Contact>;
  reactions(): Iterable<Reaction>;
};

const AGE_MS = 730 * DAY_MS;

export function makeWorld({ seed, profiles, posts, now, start }: WorldOptions): World {
  const from = now - AGE_MS;
  const { members, accounts } = populate(seed, start.members, profiles, from, now - HOUR_MS);
  const plan = planPosts(seed, members, start.posts, posts, from + DAY_MS, now);
  return {
    seed,
    now,
    members,
    accounts,
    posts: plan,
    follows: () => planFollows(seed, members, now),
    contacts: () => planContacts(seed, members, now),
    reactions: () => planReactions(seed, members, plan, now),
  };
}
