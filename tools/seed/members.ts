import type { ProfileType } from '../../src/core/enums.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { firstWord } from '../../src/core/text.ts';
import { isReserved, usernameKey } from '../../src/core/username.ts';
import { PLACES_OF, type Place } from './places.ts';
import { idAt, type Random, stream, Weighted } from './random.ts';
import { bioOf, type Voice } from './texts.ts';
import { moments } from './timeline.ts';
import { toLatin, VOCABULARIES } from './vocabulary.ts';

/** An existing member, from the demo. */
export type StartMember = { id: string; actorId: string; type: ProfileType; name: string; createdAt: number };

export type Member = {
  id: string;
  actorId: string;
  type: ProfileType;
  /** The index in `VOCABULARIES`. */
  language: number;
  /** The index of the trade. People of one trade in one place know each other. */
  trade: number;
  place: Place;
  name: string;
  callName: string;
  job: string;
  createdAt: number;
  /** How much it writes and how popular it is, from 1 up. Both follow a power law. */
  activity: number;
  popularity: number;
  /** Set only for new members. */
  made: { username: string; account: Account } | undefined;
};

export type Account = {
  id: string;
  workspaceId: string;
  actorId: string;
  email: string;
  createdAt: number;
  profiles: number;
};

export type Population = { members: Member[]; accounts: Account[] };

/** A part of the members joins at the start, a millisecond apart, so that the first posts have authors and readers. */
const FOUNDERS_SHARE = 0.02;
const FOUNDERS_MIN = 8;
const TYPE_SHARES = { company: 0.09, ai_agent: 0.05 } as const;
const PROFILES_PER_ACCOUNT_MAX = 6;
const ALL_DAY = new Array<number>(24).fill(1);
const START_POPULARITY = 12;
const TRADES = 8;

/**
 * The existing members, then `count` new ones in the order in which they join, from `from` to `to`. Every human has an
 * account; companies and agents belong to the account of a human.
 */
export function populate(
  seed: number,
  start: readonly StartMember[],
  count: number,
  from: number,
  to: number,
): Population {
  const members: Member[] = start.map((member) => asMember(member));
  const accounts: Account[] = [];
  const taken = new Set<string>();
  const joined = moments(stream(seed, 'joined')(0), count, from, to, ALL_DAY);
  const founders = Math.min(count, Math.max(FOUNDERS_MIN, Math.floor(count * FOUNDERS_SHARE)));
  for (let i = 0; i < founders; i++) joined[i] = from + i;
  joined.sort();
  const languages = new Weighted(VOCABULARIES.map(({ share }) => share));
  const chances = stream(seed, 'member');
  for (let i = 0; i < count; i++) {
    const random = chances(i);
    const createdAt = joined[i]!;
    const share = random.share();
    const wanted: ProfileType =
      share < TYPE_SHARES.company
        ? 'company'
        : share < TYPE_SHARES.company + TYPE_SHARES.ai_agent
          ? 'ai_agent'
          : 'human';
    const owner = wanted === 'human' || accounts.length === 0 ? undefined : random.pick(accounts);
    const shared = owner && owner.profiles < PROFILES_PER_ACCOUNT_MAX ? owner : undefined;
    const type = wanted === 'human' || shared ? wanted : 'company';
    const language = languages.pick(random);
    const vocabulary = VOCABULARIES[language]!;
    const place = random.pick(PLACES_OF[vocabulary.language]);
    const { name, latin } = nameOf(type, language, random);
    const username = freeUsername(latin, taken, random);
    const account = shared ?? newAccount(`${username}@${EMAIL_HOST}`, createdAt, random);
    if (!shared) accounts.push(account);
    account.profiles++;
    members.push({
      id: idAt(createdAt, random),
      actorId: idAt(createdAt, random),
      type,
      language,
      trade: random.whole(0, TRADES - 1),
      job: jobOf(type, vocabulary.jobs, random),
      place,
      name,
      callName: firstWord(name),
      createdAt,
      activity: Math.min(random.powerLaw(1.15), 400),
      popularity: Math.min(random.powerLaw(1.05), 20_000),
      made: { username, account },
    });
  }
  return { members, accounts };
}

/** A domain that never receives mail (RFC 2606). */
const EMAIL_HOST = 'seed.invalid';

/** The texts of a member's profile. */
export function selfDescription(
  seed: number,
  member: Member,
  index: number,
): { occupation: string; bio: string | null } {
  const random = stream(seed, 'bio')(index);
  return { occupation: member.job, bio: random.chance(0.85) ? bioOf(voiceOf(member), random) : null };
}

export function voiceOf({ language, job, place }: Member): Voice {
  return { vocabulary: VOCABULARIES[language]!, job, place: place.spoken };
}

function asMember({ id, actorId, type, name, createdAt }: StartMember): Member {
  const english = 0;
  return {
    id,
    actorId,
    type,
    language: english,
    trade: 0,
    job: VOCABULARIES[english]!.jobs[0]!,
    place: PLACES_OF.en[0]!,
    name,
    callName: firstWord(name),
    createdAt,
    activity: 0,
    popularity: START_POPULARITY,
    made: undefined,
  };
}

const AGENT_NAMES =
  'Atlas Beacon Cedar Delta Ember Fjord Garnet Harbor Iris Juniper Kepler Lumen Meridian Nimbus Orchid Pilot Quartz Relay Sable Tally Umber Vector Willow Zephyr'.split(
    ' ',
  );
const AGENT_JOBS = ['Research agent', 'Scheduling agent', 'Bookkeeping agent', 'Monitoring agent'];

function jobOf(type: ProfileType, jobs: readonly string[], random: Random): string {
  return random.pick(type === 'ai_agent' ? AGENT_JOBS : jobs);
}

/** A name and the base of its username. For names without Latin letters, the base is an English name. */
function nameOf(type: ProfileType, language: number, random: Random): { name: string; latin: string } {
  const { given, family, familyFirst, companies } = VOCABULARIES[language]!;
  const [first, last] = [random.pick(given), random.pick(family)];
  if (type === 'company') {
    const name = random.pick(companies);
    return { name, latin: latinOf(name.split(/[^\p{L}\p{N}]+/u), random) };
  }
  if (type === 'ai_agent') {
    const agent = random.pick(AGENT_NAMES);
    return { name: random.chance(0.5) ? agent : `${agent} ${last}`, latin: latinOf([agent, last], random) };
  }
  return { name: familyFirst ? `${last} ${first}` : `${first} ${last}`, latin: latinOf([first, last], random) };
}

function latinOf(words: readonly string[], random: Random): string {
  const latin = words.map(toLatin).filter((word) => word !== '');
  const [english] = VOCABULARIES;
  return latin.length > 0
    ? latin.join('-')
    : `${toLatin(random.pick(english!.given))}-${toLatin(random.pick(english!.family))}`;
}

const NUMBER_LENGTH = 7;

/** `latin`, with a number appended if the username is taken or reserved. */
function freeUsername(latin: string, taken: Set<string>, random: Random): string {
  const base = latin.slice(0, LIMITS.username.max_length - NUMBER_LENGTH).replace(/-+$/, '');
  const { min_length } = LIMITS.username;
  for (let range = 90; ; range *= 3) {
    const name =
      range === 90 && base.length >= min_length ? base : `${base}-${random.whole(2, Math.min(range, 999_999))}`;
    const key = usernameKey(name);
    if (taken.has(key) || isReserved(name) || name.length < min_length) continue;
    taken.add(key);
    return name;
  }
}

function newAccount(email: string, createdAt: number, random: Random): Account {
  const [id, workspaceId, actorId] = [idAt(createdAt, random), idAt(createdAt, random), idAt(createdAt, random)];
  return { id, workspaceId, actorId, email, createdAt, profiles: 0 };
}
