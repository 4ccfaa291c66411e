import type { Permission } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { allows, type ScopeArea } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { refuse } from '../db/refusal.ts';
import { type Call, p, statement } from '../db/statement.ts';

const OPENS_MORE = /^(?:(?:keys|access|webhooks):(?:write|all)|operator:.*)$/;
/** Who may write in one of these speaks as the member, or changes what others see of it. */
const SPEAKS_IN: readonly ScopeArea[] = ['posts', 'comments', 'messages', 'contacts', 'profiles'];
/** What a manager may do without a trace that others take for the member: drafts wait for approval, and follows can be undone. */
const HARMLESS: readonly Permission[] = ['drafting', 'following'];

/** Whether a manager with these permissions can speak as the profile, read its messages or give access. */
export const speaksForProfile = (permissions: readonly Permission[]): boolean =>
  permissions.some((one) => !HARMLESS.includes(one));

/**
 * Whether a credential with these scopes, limited to these `permissions`, can speak as the member or read its messages, acts as an
 * operator, or can create one that does. One area is enough: two narrow credentials together do what a wide one does.
 */
export const speaksAsMember = (scopes: readonly string[], permissions: readonly Permission[] | null): boolean =>
  scopes.some((scope) => OPENS_MORE.test(scope)) ||
  ((permissions === null || speaksForProfile(permissions)) &&
    (SPEAKS_IN.some((area) => allows(scopes, area, 'write', 'api_key')) ||
      allows(scopes, 'messages', 'read', 'api_key')));

const requireRecent = statement(
  'auth.require_recent_sign_in',
  { credential_id: 'uuid', since: 'timestamptz' },
  sql`select ${refuse('recent_sign_in_required')} from credentials
    where id = ${p('credential_id', 'uuid')} and type = 'session' and created_at < ${p('since', 'timestamptz')}`,
);

/**
 * Checks before a session creates what outlives it and speaks as the member or tells others what happens to it, deletes for good, or as an operator decides
 * about other members (suspends, removes, verifies): one stolen days ago must leave nobody behind. No check for other
 * credentials and the command line. Refuses with `recent_sign_in_required`.
 */
export function recentSignInCalls({ principal, now }: Ctx): Call<unknown>[] {
  if (principal?.type !== 'session') return [];
  const since = new Date(now().getTime() - LIMITS.session.recent_ms);
  return [requireRecent.call({ credential_id: principal.id, since })];
}
