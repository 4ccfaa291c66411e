import type { Ctx } from '../ctx.ts';
import { qb } from '../db/query.ts';
import { credentialProfiles } from '../db/schema/profiles.ts';
import { type Call, p, statement } from '../db/statement.ts';

const attach = statement(
  'auth.attach_profile',
  { credential_id: 'uuid', profile_id: 'uuid' },
  qb.insert(credentialProfiles).values({ credentialId: p('credential_id'), profileId: p('profile_id') }),
);

/** Statements that let the calling key or OAuth grant act as a new profile. None for a session, which acts as all. */
export function attachToCaller({ principal }: Ctx, profileId: string): Call<unknown>[] {
  if (principal === null || principal.type === 'session') return [];
  return [attach.call({ credential_id: principal.id, profile_id: profileId })];
}
