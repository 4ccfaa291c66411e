import { ACCOUNT_RULES } from '../../src/areas/account/rules.ts';
import { DEFAULT_INBOX_POLICY } from '../../src/areas/profiles/create.ts';
import { emailKey } from '../../src/core/text.ts';
import { usernameKey } from '../../src/core/username.ts';
import type { CopyValue } from './copy.ts';
import { type Member, selfDescription } from './members.ts';
import type { SeedPictures } from './pictures.ts';
import { idAt, stream } from './random.ts';
import { iso } from './timeline.ts';
import type { World } from './world.ts';

/** A table with the written columns and its rows. */
export type TableRows = { target: string; rows: () => Iterable<readonly CopyValue[]> };

/** The profiles that new accounts follow automatically: the most popular new members. */
const AUTOFOLLOWED = 5;

/** The new members, each with its index among all members. */
export function* newMembers({
  members,
}: World): Generator<[index: number, member: Member, made: NonNullable<Member['made']>]> {
  for (const [index, member] of members.entries()) if (member.made) yield [index, member, member.made];
}

/** Accounts, profiles and the rows that belong to them. No one knows the password for `passwordHash`. */
export function memberTables(world: World, passwordHash: string, { avatars }: SeedPictures): TableRows[] {
  const { accounts, seed } = world;
  const inboxPolicy = JSON.stringify(DEFAULT_INBOX_POLICY);
  const autofollowed = new Set(
    [...newMembers(world)]
      .map(([, member]) => member)
      .sort((a, b) => b.popularity - a.popularity)
      .slice(0, AUTOFOLLOWED),
  );
  return [
    {
      target: 'accounts (id, email, email_key, password_hash, email_verified_at, created_at, updated_at)',
      *rows() {
        for (const { id, email, createdAt } of accounts) {
          const at = iso(createdAt);
          yield [id, email, emailKey(email), passwordHash, at, at, at];
        }
      },
    },
    {
      target: 'workspaces (id, account_id, name, created_at, updated_at)',
      *rows() {
        for (const { id, workspaceId, createdAt } of accounts) {
          yield [workspaceId, id, ACCOUNT_RULES.defaultWorkspaceName, iso(createdAt), iso(createdAt)];
        }
      },
    },
    {
      target: 'actors (id, type, entity_id, created_at, updated_at)',
      *rows() {
        for (const { id, actorId, createdAt } of accounts) yield [actorId, 'guest', id, iso(createdAt), iso(createdAt)];
        for (const [, { id, actorId, createdAt }] of newMembers(world)) {
          yield [actorId, 'profile', id, iso(createdAt), iso(createdAt)];
        }
      },
    },
    {
      target: `profiles (id, account_id, type, username, name, call_name, occupation, bio, country_code, state_code, city_name,
        inbox_policy, signup_autofollow, avatar_light, avatar_dark, created_at, updated_at)`,
      *rows() {
        for (const [index, member, { username, account }] of newMembers(world)) {
          const { id, type, name, callName, place, createdAt } = member;
          const { occupation, bio } = selfDescription(seed, member, index);
          const { countryCode, stateCode, cityName } = place;
          const at = iso(createdAt);
          const avatar = avatars.get(index);
          yield [
            ...[id, account.id, type, username, name, callName, occupation, bio, countryCode, stateCode, cityName],
            ...[inboxPolicy, autofollowed.has(member), avatar?.light ?? null, avatar?.dark ?? null, at, at],
          ];
        }
      },
    },
    {
      target: 'usernames (key, username, profile_id)',
      *rows() {
        for (const [, { id }, { username }] of newMembers(world)) yield [usernameKey(username), username, id];
      },
    },
  ];
}

/** Follows, contacts, and then the counters of profiles. */
export function relationTables(world: World): TableRows[] {
  const { members, seed } = world;
  const followers = new Int32Array(members.length);
  const following = new Int32Array(members.length);
  const contacts = new Int32Array(members.length);
  return [
    {
      target: 'follows (id, follower_profile_id, followed_profile_id, created_at)',
      *rows() {
        const ids = stream(seed, 'follow id');
        let made = 0;
        for (const { follower, followed, at } of world.follows()) {
          following[follower]!++;
          followers[followed]!++;
          yield [idAt(at, ids(made++)), members[follower]!.id, members[followed]!.id, iso(at)];
        }
      },
    },
    {
      target: `contacts (id, owner_actor_id, owner_entity_id, owner_entity_type, contact_actor_id, contact_entity_id,
        created_at, updated_at)`,
      *rows() {
        const ids = stream(seed, 'contact id');
        let made = 0;
        for (const { one, other, at } of world.contacts()) {
          for (const [owner, contact] of [
            [members[one]!, members[other]!],
            [members[other]!, members[one]!],
          ] as const) {
            const id = idAt(at, ids(made++));
            yield [id, owner.actorId, owner.id, 'profile', contact.actorId, contact.id, iso(at), iso(at)];
          }
          contacts[one]!++;
          contacts[other]!++;
        }
      },
    },
    {
      target: 'profile_counters (profile_id, shard, followers, following, posts, contacts)',
      *rows() {
        const posts = new Int32Array(members.length);
        const { count, authors, parents, start } = world.posts;
        for (let i = 0; i < count; i++) if (parents[i]! < 0 && !start.has(i)) posts[authors[i]!]!++;
        for (const [index, { id, made }] of members.entries()) {
          const counts = [followers[index]!, following[index]!, posts[index]!, contacts[index]!];
          if (counts.some((n) => n > 0)) yield [id, shardFor(made === undefined), ...counts];
        }
      },
    },
  ];
}

/**
 * Existing members and posts already have counters in shard 0, so additions go to shard 1: a counter is the sum of its
 * shards, and none of the demo is high enough to use several.
 */
export const shardFor = (wasThere: boolean) => (wasThere ? 1 : 0);
