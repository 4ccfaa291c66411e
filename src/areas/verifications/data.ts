import { eq } from '../../db/drizzle.ts';
import { lacksAudit } from '../../db/invariants.ts';
import { qb } from '../../db/query.ts';
import { verifications } from '../../db/schema/verifications.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { v } from './columns.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'verifications.json',
    about: 'Verifications of the names of the profiles.',
    lists: [
      listOwned(
        'profile',
        'verifications',
        v.id,
        [v.id, v.profileId, v.method, v.status, v.domain, v.reason, v.answer, v.checkedAt, v.createdAt, v.updatedAt],
        eq(v.profileId, exportOwner),
      ),
    ],
  },
];

const removeVerifications = statement(
  'verifications.remove_all_of',
  { profile_id: 'uuid' },
  qb.delete(verifications).where(eq(verifications.profileId, p('profile_id'))),
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeVerifications.all(tx, { profile_id: profileId });
    return {};
  },
};

export const invariants: Readonly<Record<string, string>> = {
  verified_profiles_have_the_verified_name: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.status = 'verified' and (pr.name <> v.name or not pr.legal_name_verified)`,
  domains_are_of_companies: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.method = 'domain' and pr.type <> 'company'`,
  verifications_are_in_the_audit_log: `select v.id from verifications v where ${lacksAudit('v.id', 'verification')}`,
};
