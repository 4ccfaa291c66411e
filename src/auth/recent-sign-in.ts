import { LIMITS } from '../core/limits.ts';
import { allows, type ScopeArea } from '../core/scopes.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { refuse } from '../db/refusal.ts';
import { type Call, p, statement } from '../db/statement.ts';

const OPENS_MORE = /^(?:(?:keys|access):(?:write|all)|operator:.*)$/;
/** Who may write in all of these speaks as the member wherever others listen, with or without the name `all:write`. */
const SPEAKS_IN: readonly ScopeArea[] = ['posts', 'messages', 'contacts', 'profiles'];

/** Whether a credential with these scopes can act as the member everywhere, acts as an operator, or can create one that does. */
export const opensAll = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => OPENS_MORE.test(scope)) || SPEAKS_IN.every((area) => allows(scopes, area, 'write', 'api_key'));

const requireRecent = statement(
  'auth.require_recent_sign_in',
  { credential_id: 'uuid', since: 'timestamptz' },
  sql`select ${refuse('recent_sign_in_required')} from credentials
    where id = ${p('credential_id', 'uuid')} and type = 'session' and created_at < ${p('since', 'timestamptz')}`,
);

/**
 * Checks before a session creates what outlives it and can do everything, deletes for good, or as an operator decides about other
 * members (suspends, removes, verifies): one stolen days ago must not. No check for other credentials and the command line. Refuses with `recent_sign_in_required`.
 */
export function recentSignInCalls({ principal, now }: Ctx): Call<unknown>[] {
  if (principal?.type !== 'session') return [];
  const since = new Date(now().getTime() - LIMITS.session.recent_ms);
  return [requireRecent.call({ credential_id: principal.id, since })];
}
