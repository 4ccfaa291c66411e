import { type SQL, sql } from 'drizzle-orm';
import type { ActivePlan, ActorType, ProfileType } from '../../core/enums.ts';

/** The base keys of its pictures in the blob store; null if there is no picture. */
export type PictureRow = {
  profile_avatar_light: string | null;
  profile_avatar_dark: string | null;
  profile_banner_light: string | null;
  profile_banner_dark: string | null;
};

/** A profile with the column names of `profileColumns`. */
export type ProfileRow = PictureRow & {
  profile_id: string;
  profile_username: string;
  profile_type: ProfileType;
  profile_name: string;
  profile_call_name: string;
  profile_legal_name_verified: boolean;
  profile_active_plan: ActivePlan;
  profile_occupation: string | null;
  profile_country_code: string | null;
  profile_state_code: string | null;
  profile_city_name: string | null;
  profile_bio: string | null;
  profile_created_at: Date;
  profile_updated_at: Date;
};

/** The columns of a profile's wire form, from the table as `pr`. */
export const profileColumns: SQL = sql`pr.id as profile_id, pr.username as profile_username, pr.type as profile_type,
  pr.name as profile_name, pr.call_name as profile_call_name, pr.legal_name_verified as profile_legal_name_verified,
  pr.active_plan as profile_active_plan, pr.occupation as profile_occupation, pr.country_code as profile_country_code,
  pr.state_code as profile_state_code, pr.city_name as profile_city_name, pr.bio as profile_bio,
  pr.avatar_light as profile_avatar_light, pr.avatar_dark as profile_avatar_dark,
  pr.banner_light as profile_banner_light, pr.banner_dark as profile_banner_dark,
  pr.created_at as profile_created_at, pr.updated_at as profile_updated_at`;

/** The actor of a profile; the profile's own columns are separate. */
export type ActorRow = { actor_id: string; actor_type: ActorType; actor_created_at: Date; actor_updated_at: Date };

/** The columns of an actor's wire form in addition to `profileColumns`, from the table as `ac`. */
export const actorColumns: SQL = sql`ac.id as actor_id, ac.type as actor_type, ac.created_at as actor_created_at,
  ac.updated_at as actor_updated_at`;
