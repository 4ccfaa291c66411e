import type { ProfileType } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { firstWord } from '../core/text.ts';
import { isReserved, usernameKey } from '../core/username.ts';
import { PLACES_OF, type Place } from './places.ts';
import { idAt, type Random, stream, Weighted } from './random.ts';
import { bioOf, VOCABULARIES, type Voice } from './texts.ts';
import { moments } from './timeline.ts';
import { FIELDS, type Field, type Name, toLatin } from './vocabulary/vocabulary.ts';

/** Somebody who was there before: the members of the demo. */
export type StartMember = { id: string; actorId: string; type: ProfileType; name: string; createdAt: number };

export type Member = {
  id: string;
  actorId: string;
  type: ProfileType;
  /** Its place in `VOCABULARIES`. */
  language: number;
  field: Field;
  place: Place;
  name: string;
  callName: string;
  /** Whether the words for what they do are a man's. */
  isHis: boolean;
  createdAt: number;
  /** How much it writes and how well known it is, from 1 up: both follow a power law. */
  activity: number;
  popularity: number;
  /** What only those who are new have. */
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

/** A share of the members is there from the first day, so that the first posts have authors and readers. */
const FOUNDERS_SHARE = 0.02;
const FOUNDERS_MIN = 8;
const TYPE_SHARES = { company: 0.09, ai_agent: 0.05 } as const;
const PROFILES_PER_ACCOUNT_MAX = 6;
const ALL_DAY = new Array<number>(24).fill(1);
const START_POPULARITY = 12;

/**
 * Those who were there, then `count` new members in the order in which they join, from `from` to `to`. Every human has
 * an account; companies and agents belong to somebody's.
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
  joined.fill(from, 0, Math.min(count, Math.max(FOUNDERS_MIN, Math.floor(count * FOUNDERS_SHARE))));
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
    const { name, latin, isHis } = nameOf(type, language, place, random);
    const username = freeUsername(latin, taken, random);
    const account = shared ?? newAccount(`${username}@${EMAIL_HOST}`, createdAt, random);
    if (!shared) accounts.push(account);
    account.profiles++;
    members.push({
      id: idAt(createdAt, random),
      actorId: idAt(createdAt, random),
      type,
      language,
      field: random.pick(FIELDS),
      place,
      name,
      callName: firstWord(name),
      isHis,
      createdAt,
      activity: Math.min(random.powerLaw(1.15), 400),
      popularity: Math.min(random.powerLaw(1.05), 20_000),
      made: { username, account },
    });
  }
  return { members, accounts };
}

/** No mail ever arrives there (RFC 2606). */
const EMAIL_HOST = 'seed.invalid';

/** What a member says of itself. */
export function selfDescription(
  seed: number,
  member: Member,
  index: number,
): { occupation: string; bio: string | null } {
  const random = stream(seed, 'bio')(index);
  const { work, trades, agentOccupations } = VOCABULARIES[member.language]!;
  const voice = voiceOf(member);
  const bio = random.chance(0.85) ? bioOf(member.type, voice, random) : null;
  if (member.type === 'ai_agent') return { occupation: random.pick(agentOccupations), bio };
  if (member.type === 'company') return { occupation: trades[FIELDS.indexOf(member.field)]!, bio };
  return { occupation: random.pick(work[member.field].occupations)[member.isHis ? 1 : 0], bio };
}

export function voiceOf({ language, field, place }: Member): Voice {
  return { vocabulary: VOCABULARIES[language]!, field, place: place.spoken };
}

function asMember({ id, actorId, type, name, createdAt }: StartMember): Member {
  const english = 0;
  return {
    id,
    actorId,
    type,
    language: english,
    field: 'design',
    place: PLACES_OF.en[0]!,
    name,
    callName: firstWord(name),
    isHis: false,
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

function nameOf(
  type: ProfileType,
  language: number,
  place: Place,
  random: Random,
): Pick<Member, 'name' | 'isHis'> & { latin: string } {
  const { given, family, familyFirst, companies } = VOCABULARIES[language]!;
  const number = random.whole(0, given.length - 1);
  const first: Name = given[number]!;
  const isHis = number % 2 === 1;
  const last: Name = random.pick(family);
  if (type === 'ai_agent') {
    const name = random.pick(AGENT_NAMES);
    const latin = `${toLatin(name)}-${last.latin}`;
    return { name: random.chance(0.5) ? name : `${name} ${last.written}`, latin, isHis };
  }
  if (type === 'company') {
    const pattern = random.pick(companies);
    const name = pattern.replace('{family}', last.written).replace('{place}', place.spoken);
    const latin = pattern.replace('{family}', last.latin).replace('{place}', place.cityName);
    const words = latin
      .split(/[^\p{L}\p{N}]+/u)
      .map(toLatin)
      .filter((word) => word !== '');
    return { name, latin: words.join('-'), isHis };
  }
  const name = familyFirst ? `${last.written} ${first.written}` : `${first.written} ${last.written}`;
  return { name, latin: `${first.latin}-${last.latin}`, isHis };
}

const NUMBER_LENGTH = 7;

/** `latin`, or with a number behind it when somebody has it or nobody may. */
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
