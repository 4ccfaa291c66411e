import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById, profilePicturePath } from '../export-section.ts';

const picture = (column: 'avatar_light' | 'avatar_dark' | 'banner_light' | 'banner_dark') => {
  const [key, path] = {
    avatar_light: [sql`pr.avatar_light`, profilePicturePath(sql`'avatar-light'`)],
    avatar_dark: [sql`pr.avatar_dark`, profilePicturePath(sql`'avatar-dark'`)],
    banner_light: [sql`pr.banner_light`, profilePicturePath(sql`'banner-light'`)],
    banner_dark: [sql`pr.banner_dark`, profilePicturePath(sql`'banner-dark'`)],
  }[column] as [ReturnType<typeof sql>, ReturnType<typeof sql>];
  return sql`case when ${key} is not null then ${path} end`;
};

const profileColumns = sql`pr.id, pr.type, pr.username, pr.name, pr.call_name, pr.occupation, pr.bio, pr.country_code,
  pr.state_code, pr.city_name, pr.active_plan, pr.legal_name_verified, pr.indexable, pr.inbox_policy,
  ${picture('avatar_light')} as avatar_light, ${picture('avatar_dark')} as avatar_dark,
  ${picture('banner_light')} as banner_light, ${picture('banner_dark')} as banner_dark,
  (select ac.id from actors ac where ac.entity_id = pr.id and ac.type = 'profile') as actor_id,
  pr.suspended_at, pr.created_at, pr.updated_at`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'profiles.json',
    about: 'Profiles owned by the account, with their settings.',
    lists: [listById('profile', 'profiles', profileColumns, sql`profiles pr where pr.id = ${exportOwner}`, sql`pr.id`)],
  },
];
