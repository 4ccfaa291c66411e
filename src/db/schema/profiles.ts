import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ACTIVE_PLANS, ACTOR_TYPES, PROFILE_TYPES } from '../../core/enums.ts';
import { accounts } from './accounts.ts';
import { moment, oneOf } from './columns.ts';

export type InboxPolicy = Record<'messages' | 'contact_requests', Record<'human' | 'company' | 'ai_agent', string>>;

export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id').primaryKey(),
    /** Null once the account is gone: what others keep (messages) still names its author. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    type: text('type').notNull(),
    username: text('username').notNull(),
    name: text('name').notNull(),
    callName: text('call_name').notNull(),
    occupation: text('occupation'),
    bio: text('bio'),
    countryCode: text('country_code'),
    stateCode: text('state_code'),
    cityName: text('city_name'),
    /** Pictures by their names in the blob store; each is several files there, one a size. */
    avatarLight: text('avatar_light'),
    avatarDark: text('avatar_dark'),
    bannerLight: text('banner_light'),
    bannerDark: text('banner_dark'),
    activePlan: text('active_plan').notNull().default('core'),
    legalNameVerified: boolean('legal_name_verified').notNull().default(false),
    indexable: boolean('indexable').notNull().default(true),
    inboxPolicy: jsonb('inbox_policy').$type<InboxPolicy>().notNull(),
    signupAutofollow: boolean('signup_autofollow').notNull().default(false),
    /** What a search looks through, without case and accents; `fold_text` stands in the migration. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || e'\\n' || call_name || e'\\n' || username || e'\\n' || coalesce(occupation, ''))`,
      ),
    suspendedAt: moment('suspended_at'),
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('profiles_type_check', oneOf('type', PROFILE_TYPES)),
    check('profiles_active_plan_check', oneOf('active_plan', ACTIVE_PLANS)),
    /** A city of a state, a state of a country. */
    check(
      'profiles_location_check',
      sql`(country_code is not null or state_code is null) and (state_code is not null or city_name is null)`,
    ),
    index('profiles_account_idx').on(t.accountId, t.id),
    uniqueIndex('profiles_avatar_light_unique').on(t.avatarLight).where(sql`avatar_light is not null`),
    uniqueIndex('profiles_avatar_dark_unique').on(t.avatarDark).where(sql`avatar_dark is not null`),
    uniqueIndex('profiles_banner_light_unique').on(t.bannerLight).where(sql`banner_light is not null`),
    uniqueIndex('profiles_banner_dark_unique').on(t.bannerDark).where(sql`banner_dark is not null`),
    index('profiles_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    index('profiles_sitemap_idx').on(t.id).where(sql`indexable and deleted_at is null and suspended_at is null`),
    index('profiles_autofollow_idx').on(t.id).where(sql`signup_autofollow`),
  ],
);

/**
 * Who holds which name. The key is the name without `_` and `-`, so that look-alikes are one name. A row stays for ever
 * after its profile is deleted, with a keyed hash of the name as its key (`areas/profiles/names.ts`), and until `held_until` after a change of name.
 */
export const usernames = pgTable(
  'usernames',
  {
    key: text('key').primaryKey(),
    username: text('username').notNull(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id),
    heldUntil: moment('held_until'),
  },
  (t) => [index('usernames_profile_idx').on(t.profileId)],
);

/** Counts of a profile in slots, so that many who follow one profile at once do not wait for each other. */
export const profileCounters = pgTable(
  'profile_counters',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    followers: integer('followers').notNull().default(0),
    following: integer('following').notNull().default(0),
    posts: integer('posts').notNull().default(0),
    contacts: integer('contacts').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'profile_counters_pk', columns: [t.profileId, t.slot] })],
);

/** The identity that talks and owns contacts: one for each profile, one for an account that is still a guest. */
export const actors = pgTable(
  'actors',
  {
    id: uuid('id').primaryKey(),
    type: text('type').notNull(),
    entityId: uuid('entity_id').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('actors_type_check', oneOf('type', ACTOR_TYPES)),
    unique('actors_entity_unique').on(t.entityId, t.type),
  ],
);
