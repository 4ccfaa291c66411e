import { LIMITS } from '../core/limits.ts';
import type { Ctx } from '../ctx.ts';
import { sql } from '../db/drizzle.ts';
import { refuse } from '../db/refusal.ts';
import { type Call, p, statement } from '../db/statement.ts';

const OPENS_ALL = /^(all|keys|access|operator):(write|all)$/;

/** Whether a credential with these scopes can do everything, or create one that can. */
export const opensAll = (scopes: readonly string[]): boolean => scopes.some((scope) => OPENS_ALL.test(scope));

const requireRecent = statement(
  'auth.require_recent_sign_in',
  { credential_id: 'uuid', since: 'timestamptz' },
  sql`select ${refuse('recent_sign_in_required')} from credentials
    where id = ${p('credential_id', 'uuid')} and type = 'session' and created_at < ${p('since', 'timestamptz')}`,
);

/**
 * Checks before a session creates what outlives it and can do everything, or deletes for good: one stolen days ago must not. No check for
 * other credentials and the command line. Refuses with `recent_sign_in_required`.
 */
export function recentSignInCalls({ principal, now }: Ctx): Call<unknown>[] {
  if (principal?.type !== 'session') return [];
  const since = new Date(now().getTime() - LIMITS.session.recent_ms);
  return [requireRecent.call({ credential_id: principal.id, since })];
}
