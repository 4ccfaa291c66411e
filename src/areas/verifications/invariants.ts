import { lacksAudit } from '../../db/invariants.ts';

export const invariants: Readonly<Record<string, string>> = {
  verified_profiles_have_the_verified_name: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.status = 'verified' and (pr.name <> v.name or not pr.legal_name_verified)`,
  domains_are_of_companies: `select v.id from verifications v join profiles pr on pr.id = v.profile_id
    where v.method = 'domain' and pr.type <> 'company'`,
  verifications_are_in_the_audit_log: `select v.id from verifications v where ${lacksAudit('v.id', 'verification')}`,
};
