import type { SQL } from '../../db/drizzle.ts';
import { alias } from '../../db/drizzle.ts';
import { named, type Selected, selectList } from '../../db/query.ts';
import { actors, profiles } from '../../db/schema/profiles.ts';

export const pr = alias(profiles, 'pr');
export const ac = alias(actors, 'ac');

/** What presenting a profile needs, from the table with the alias `pr`. */
export const profileFields = {
  profile_id: named(pr.id, 'profile_id'),
  profile_username: named(pr.username, 'profile_username'),
  profile_type: named(pr.type, 'profile_type'),
  profile_name: named(pr.name, 'profile_name'),
  profile_call_name: named(pr.callName, 'profile_call_name'),
  profile_legal_name_verified: named(pr.legalNameVerified, 'profile_legal_name_verified'),
  profile_active_plan: named(pr.activePlan, 'profile_active_plan'),
  profile_occupation: named(pr.occupation, 'profile_occupation'),
  profile_country_code: named(pr.countryCode, 'profile_country_code'),
  profile_state_code: named(pr.stateCode, 'profile_state_code'),
  profile_city_name: named(pr.cityName, 'profile_city_name'),
  profile_bio: named(pr.bio, 'profile_bio'),
  profile_avatar_light: named(pr.avatarLight, 'profile_avatar_light'),
  profile_avatar_dark: named(pr.avatarDark, 'profile_avatar_dark'),
  profile_banner_light: named(pr.bannerLight, 'profile_banner_light'),
  profile_banner_dark: named(pr.bannerDark, 'profile_banner_dark'),
  profile_created_at: named(pr.createdAt, 'profile_created_at'),
  profile_updated_at: named(pr.updatedAt, 'profile_updated_at'),
};

export type ProfileRow = Selected<typeof profileFields>;

/** The base keys of its pictures in the blob store; null if there is no picture. */
export type PictureRow = Pick<
  ProfileRow,
  'profile_avatar_light' | 'profile_avatar_dark' | 'profile_banner_light' | 'profile_banner_dark'
>;

/** `profileFields` for a `sql` template. */
export const profileColumns: SQL = selectList(profileFields);

/** What presenting an actor needs besides `profileFields`, from the table with the alias `ac`. */
export const actorFields = {
  actor_id: named(ac.id, 'actor_id'),
  actor_type: named(ac.type, 'actor_type'),
  actor_created_at: named(ac.createdAt, 'actor_created_at'),
  actor_updated_at: named(ac.updatedAt, 'actor_updated_at'),
};

export type ActorRow = Selected<typeof actorFields>;

/** `actorFields` for a `sql` template. */
export const actorColumns: SQL = selectList(actorFields);
