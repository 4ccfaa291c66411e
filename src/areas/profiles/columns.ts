import { alias, type SQL } from '../../db/drizzle.ts';
import { named, type Selected, selectList, unchecked } from '../../db/query.ts';
import { actors, profiles } from '../../db/schema/profiles.ts';

export const pr = alias(profiles, 'pr');
export const ac = alias(actors, 'ac');

/** What presenting `pr` needs. Columns that most tables have get the prefix `profile_`. */
export const profileFields = {
  profile_id: named(pr.id, 'profile_id'),
  username: unchecked(pr.username),
  profile_type: named(pr.type, 'profile_type'),
  profile_name: named(pr.name, 'profile_name'),
  call_name: unchecked(pr.callName),
  legal_name_verified: unchecked(pr.legalNameVerified),
  verified_domain: unchecked(pr.verifiedDomain),
  active_plan: unchecked(pr.activePlan),
  occupation: unchecked(pr.occupation),
  country_code: unchecked(pr.countryCode),
  state_code: unchecked(pr.stateCode),
  city_name: unchecked(pr.cityName),
  bio: unchecked(pr.bio),
  avatar_light: unchecked(pr.avatarLight),
  avatar_dark: unchecked(pr.avatarDark),
  banner_light: unchecked(pr.bannerLight),
  banner_dark: unchecked(pr.bannerDark),
  profile_created_at: named(pr.createdAt, 'profile_created_at'),
  profile_updated_at: named(pr.updatedAt, 'profile_updated_at'),
};

export type ProfileRow = Selected<typeof profileFields>;

/** Those of them that the compact form of a profile shows. */
export const compactFields = {
  profile_id: profileFields.profile_id,
  username: profileFields.username,
  profile_type: profileFields.profile_type,
  profile_name: profileFields.profile_name,
  legal_name_verified: profileFields.legal_name_verified,
  verified_domain: profileFields.verified_domain,
  occupation: profileFields.occupation,
  avatar_light: profileFields.avatar_light,
  avatar_dark: profileFields.avatar_dark,
};

export type CompactProfileRow = Selected<typeof compactFields>;

/** The base keys of its pictures in the blob store; null if there is no picture. */
export type PictureRow = Pick<ProfileRow, 'avatar_light' | 'avatar_dark' | 'banner_light' | 'banner_dark'>;

export const profileColumns: SQL = selectList(profileFields);

/** What presenting an actor needs besides `profileFields`, from the table with the alias `ac`. */
export const actorFields = {
  actor_id: named(ac.id, 'actor_id'),
  actor_type: named(ac.type, 'actor_type'),
  actor_created_at: named(ac.createdAt, 'actor_created_at'),
  actor_updated_at: named(ac.updatedAt, 'actor_updated_at'),
};

export type ActorRow = Selected<typeof actorFields>;

export const actorColumns: SQL = selectList(actorFields);
