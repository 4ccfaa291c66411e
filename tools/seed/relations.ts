import { Communities } from './communities.ts';
import type { Member } from './members.ts';
import { stream } from './random.ts';
import { shuffled } from './texts.ts';

export type Follow = { follower: number; followed: number; at: number };
export type Contact = { one: number; other: number; at: number };

/** Most follow a handful, a few follow hundreds. */
const FOLLOWS = { alpha: 1.25, least: 3, most: 1500, audienceShareMax: 0.5 };
const OWN_LANGUAGE_SHARE = 0.8;
const CONTACTS_MEDIAN = 2.5;
const CONTACTS_MAX = 150;
/** Contacts are chosen among this many earlier members of the same trade in the same city. */
const CIRCLE = 40;

/** All new follows, follower by follower. Adds none between two existing members. */
export function* planFollows(seed: number, members: readonly Member[], now: number): Generator<Follow> {
  const known = new Communities(members, ({ popularity }) => popularity);
  known.moveTo(now);
  const chances = stream(seed, 'follows');
  const chosen = new Set<number>();
  for (let follower = 0; follower < members.length; follower++) {
    const { made, language, createdAt } = members[follower]!;
    if (!made) continue;
    const random = chances(follower);
    const limit = Math.min(FOLLOWS.most, Math.floor(known.size(language) * FOLLOWS.audienceShareMax));
    const wanted = Math.min(limit, Math.floor(FOLLOWS.least * random.powerLaw(FOLLOWS.alpha)));
    chosen.clear();
    chosen.add(follower);
    for (let turn = 0; turn < wanted; turn++) {
      const followed = random.chance(OWN_LANGUAGE_SHARE) ? known.pick(random, language) : known.pickAny(random);
      if (chosen.has(followed)) continue;
      chosen.add(followed);
      const since = Math.max(createdAt, members[followed]!.createdAt);
      yield { follower, followed, at: Math.floor(since + random.share() ** 2 * (now - since)) };
    }
  }
}

/** All contacts: circles of one trade in one city, and some from anywhere. Each pair appears once. */
export function* planContacts(seed: number, members: readonly Member[], now: number): Generator<Contact> {
  const circles = new Map<string, number[]>();
  const chances = stream(seed, 'contacts');
  for (let one = 0; one < members.length; one++) {
    const { made, language, trade, place, createdAt } = members[one]!;
    if (!made) continue;
    const name = `${language} ${trade} ${place.cityName}`;
    const circle = circles.get(name) ?? [];
    circles.set(name, circle);
    const random = chances(one);
    const wanted = Math.min(CONTACTS_MAX, Math.floor(random.around(CONTACTS_MEDIAN, 0.9)));
    const friends = new Set(shuffled(circle.slice(-CIRCLE), random).slice(0, wanted));
    if (one > 0 && random.chance(0.5)) friends.add(random.whole(0, one - 1));
    for (const other of friends) {
      const since = Math.max(createdAt, members[other]!.createdAt);
      yield { one, other, at: Math.floor(since + random.share() ** 2 * (now - since)) };
    }
    circle.push(one);
  }
}
