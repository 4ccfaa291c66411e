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
import {
  ACTIVE_PLANS,
  ACTOR_TYPES,
  type InboxContactRequestPolicy,
  type InboxMessagePolicy,
  PROFILE_TYPES,
  type ProfileType,
} from '../../core/enums.ts';
import { FIRST_ID, LAST_ID } from '../../core/pagination.ts';
import { sql } from '../drizzle.ts';
import { accounts, credentials } from './accounts.ts';
import { lookupIndex, moment, oneOf, tsvector } from './columns.ts';

export type InboxPolicy = {
  messages: Record<ProfileType, InboxMessagePolicy>;
  contact_requests: Record<ProfileType, InboxContactRequestPolicy>;
};

export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id').primaryKey(),
    /** Null after the account was erased: messages kept by others still refer to their author. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    type: text('type', { enum: PROFILE_TYPES }).notNull(),
    username: text('username').notNull(),
    name: text('name').notNull(),
    callName: text('call_name').notNull(),
    occupation: text('occupation'),
    bio: text('bio'),
    countryCode: text('country_code'),
    stateCode: text('state_code'),
    cityName: text('city_name'),
    /** Pictures by their bare keys in the blob store, which has one file for each size. */
    avatarLight: text('avatar_light'),
    avatarDark: text('avatar_dark'),
    bannerLight: text('banner_light'),
    bannerDark: text('banner_dark'),
    activePlan: text('active_plan', { enum: ACTIVE_PLANS }).notNull().default('core'),
    legalNameVerified: boolean('legal_name_verified').notNull().default(false),
    /** The domain that the company proved last, while the mark rests on it. */
    verifiedDomain: text('verified_domain'),
    /** When the operator withdrew the mark. Until the operator verifies the name again, no domain verifies a profile of the account. */
    markWithdrawnAt: moment('mark_withdrawn_at'),
    indexable: boolean('indexable').notNull().default(true),
    inboxPolicy: jsonb('inbox_policy').$type<InboxPolicy>().notNull(),
    signupAutofollow: boolean('signup_autofollow').notNull().default(false),
    /** The text for searches, without case and accents; the migration defines `fold_text`. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || e'\\n' || call_name || e'\\n' || username || e'\\n' || coalesce(occupation, ''))`,
      ),
    /** The words of the same texts, with a weight for each: A name, B call name, C username, D occupation. */
    searchVector: tsvector('search_vector')
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('pg_catalog.simple', search_names(name)), 'A') || setweight(to_tsvector('pg_catalog.simple', search_names(call_name)), 'B') || setweight(to_tsvector('pg_catalog.simple', search_names(username)), 'C') || setweight(to_tsvector('pg_catalog.simple', search_words(coalesce(occupation, ''), true)), 'D')`,
      ),
    suspendedAt: moment('suspended_at'),
    deletedAt: moment('deleted_at'),
    /**
     * Whether the account is neither suspended nor scheduled for deletion, so that reads need no row of the account.
     * Triggers set it.
     */
    accountIsActive: boolean('account_is_active').notNull().default(true),
    /**
     * Rows of the profile (follows, reactions, comments ...) with an id up to this one are not in the counts of others. The
     * first id if the profile is shown, the last one if not, and between them while `settleCounts` moves the counts.
     */
    uncountedTo: uuid('uncounted_to').notNull().default(FIRST_ID),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('profiles_type_check', oneOf('type', PROFILE_TYPES)),
    check('profiles_active_plan_check', oneOf('active_plan', ACTIVE_PLANS)),
    check('profiles_verified_domain_check', sql`verified_domain is null or legal_name_verified`),
    /** A city needs a state, and a state needs a country. */
    check(
      'profiles_location_check',
      sql`(country_code is not null or state_code is null) and (state_code is not null or city_name is null)`,
    ),
    lookupIndex('profiles_id_hash', t.id),
    index('profiles_account_idx').on(t.accountId, t.id),
    uniqueIndex('profiles_avatar_light_unique').on(t.avatarLight).where(sql`avatar_light is not null`),
    uniqueIndex('profiles_avatar_dark_unique').on(t.avatarDark).where(sql`avatar_dark is not null`),
    uniqueIndex('profiles_banner_light_unique').on(t.bannerLight).where(sql`banner_light is not null`),
    uniqueIndex('profiles_banner_dark_unique').on(t.bannerDark).where(sql`banner_dark is not null`),
    index('profiles_search_idx').using('gin', t.searchText.op('gin_trgm_ops')),
    index('profiles_words_idx').using('gin', t.searchVector).with({ gin_pending_list_limit: 256 }),
    /** Finds names despite typos; a migration defines `search_typos`. Usernames would make it seven times as large. */
    index('profiles_typos_idx')
      .using('gin', sql`search_typos(name || ' ' || call_name || ' ' || coalesce(occupation, ''))`)
      .with({ gin_pending_list_limit: 256 }),
    index('profiles_sitemap_idx').on(t.id).where(sql`indexable and deleted_at is null and suspended_at is null`),
    index('profiles_autofollow_idx').on(t.id).where(sql`signup_autofollow`),
    /** Profiles whose counts wait for `settleCounts`. */
    index('profiles_unsettled_idx')
      .on(t.id)
      .where(
        sql.raw(`deleted_at is null and uncounted_to <> case
        when deleted_at is null and suspended_at is null and account_is_active then '${FIRST_ID}'::uuid else '${LAST_ID}'::uuid end`),
      ),
  ],
);

/** `usernameLook` of the key of a row, in SQL. */
export const LOOK_OF_KEY = sql.raw("translate(replace(key, 'rn', 'm'), '01i', 'oll')");

/**
 * Usernames. The key is the name without `_` and `-`. After a rename the old row remains until `held_until`, after a
 * deletion forever, by keyed hashes of its key and its look.
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
  (t) => [index('usernames_profile_idx').on(t.profileId), index('usernames_look_idx').on(LOOK_OF_KEY)],
);

/** Counters of a profile in shards, so that concurrent follows of one profile don't wait for each other. */
export const profileCounters = pgTable(
  'profile_counters',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    shard: smallint('shard').notNull(),
    followers: integer('followers').notNull().default(0),
    following: integer('following').notNull().default(0),
    posts: integer('posts').notNull().default(0),
    contacts: integer('contacts').notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'profile_counters_pk', columns: [t.profileId, t.shard] }),
    lookupIndex('profile_counters_profile_hash', t.profileId),
  ],
);

/** The profiles that a key or an OAuth grant may act as. Sessions act as every managed profile and have no rows. */
export const credentialProfiles = pgTable(
  'credential_profiles',
  {
    credentialId: uuid('credential_id')
      .notNull()
      .references(() => credentials.id, { onDelete: 'cascade' }),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'credential_profiles_pk', columns: [t.credentialId, t.profileId] }),
    index('credential_profiles_profile_idx').on(t.profileId),
  ],
);

/** The identity in conversations and contacts: one for each profile, and one for each account as a guest. */
export const actors = pgTable(
  'actors',
  {
    id: uuid('id').primaryKey(),
    type: text('type', { enum: ACTOR_TYPES }).notNull(),
    entityId: uuid('entity_id').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    check('actors_type_check', oneOf('type', ACTOR_TYPES)),
    unique('actors_entity_unique').on(t.entityId, t.type),
    lookupIndex('actors_id_hash', t.id),
  ],
);
