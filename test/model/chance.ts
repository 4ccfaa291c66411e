import fc from 'fast-check';

/** The number of members in the model. Each interacts with the few next to it, so that they meet often. */
export const MEMBERS = 50;
const NEIGHBOURS = 5;
/** Every tenth member is a company, which the one before it manages at times. */
export const isCompany = (member: number): boolean => member % 10 === 9;
export const companyNear = (member: number): number => member - (member % 10) + 9;
export const managerFor = (company: number): number => company - 1;

const WEIGHTS = {
  follow: 10,
  unfollow: 5,
  ask: 9,
  respond: 10,
  withdraw: 3,
  removeContact: 3,
  block: 3,
  unblock: 4,
  mute: 5,
  unmute: 4,
  grant: 3,
  open: 4,
  send: 12,
  read: 7,
  deleteMessage: 3,
  post: 7,
  edit: 4,
  comment: 9,
  quote: 4,
  react: 10,
  removePost: 4,
  hide: 2,
  show: 4,
} as const;
type Kind = keyof typeof WEIGHTS;

/** A random move; its meaning depends on the state when it runs. */
export type Chance = { kind: Kind; by: number; offset: number; pick: number; twist: number };

export const chance: fc.Arbitrary<Chance> = fc.record({
  kind: fc.oneof(
    ...(Object.entries(WEIGHTS) as [Kind, number][]).map(([kind, weight]) => ({
      weight,
      arbitrary: fc.constant(kind),
    })),
  ),
  by: fc.nat(MEMBERS - 1),
  // 0 is the member itself, which is refused.
  offset: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 60, arbitrary: fc.integer({ min: 1, max: NEIGHBOURS }) },
  ),
  pick: fc.nat(100_000),
  twist: fc.nat(1000),
});
