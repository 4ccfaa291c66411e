import { eq, type PgColumn, sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listOwned, profilePicturePath } from '../export-section.ts';
import { pr } from './columns.ts';

const picture = (key: PgColumn) => {
  const path = profilePicturePath(sql`${key.name.replace('_', '-')}`);
  return sql`case when ${key} is not null then ${path} end`.as(key.name);
};

const profileColumns = [
  pr.id,
  pr.type,
  pr.username,
  pr.name,
  pr.callName,
  pr.occupation,
  pr.bio,
  pr.countryCode,
  pr.stateCode,
  pr.cityName,
  pr.activePlan,
  pr.legalNameVerified,
  pr.indexable,
  pr.inboxPolicy,
  picture(pr.avatarLight),
  picture(pr.avatarDark),
  picture(pr.bannerLight),
  picture(pr.bannerDark),
  sql`(select ac.id from actors ac where ac.entity_id = pr.id and ac.type = 'profile')`.as('actor_id'),
  pr.suspendedAt,
  pr.createdAt,
  pr.updatedAt,
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'profiles.json',
    about: 'Profiles owned by the account, with their settings.',
    lists: [listOwned('profile', 'profiles', pr.id, profileColumns, eq(pr.id, exportOwner))],
  },
];
