import { newSecret, shownPrefix } from '../../auth/key-format.ts';
import { sha256 } from '../../auth/secrets.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { ClientFacts } from './client-facts.ts';
import { ACCOUNT_RULES } from './rules.ts';

/** A session that is about to be written. `token` is returned to its owner once. */
export type SessionDraft = ReturnType<typeof draftSession>;

export function draftSession(ctx: Ctx, facts: ClientFacts) {
  const id = newId();
  const token = newSecret('session');
  const expiresAt = new Date(ctx.now().getTime() + LIMITS.session.idle_ms);
  return {
    id,
    token: ctx.dryRun ? 'dry_run' : token,
    expiresAt,
    values: {
      session_id: id,
      session_name: ACCOUNT_RULES.sessionName,
      session_prefix: shownPrefix(token),
      session_secret_id: newId(),
      session_hash: sha256(token),
      session_expires_at: expiresAt,
      user_agent: facts.userAgent,
      ip_prefix: facts.ipPrefix,
      // The audit log names the session itself: nobody was signed in before.
      credential_id: id,
      principal_type: 'session',
    },
  };
}

export const noSession = {
  session_id: null,
  session_name: ACCOUNT_RULES.sessionName,
  session_prefix: '',
  session_secret_id: null,
  session_hash: null,
  session_expires_at: null,
  user_agent: null,
  ip_prefix: null,
};

/** CTEs `session` and `session_secret` for the account in CTE `account`, if there is a draft. */
export function sessionCtes(account: SQL): SQL {
  return sql`session as (
    insert into ${writes('credentials')} (id, type, account_id, name, scopes, prefix, user_agent, ip_prefix, created_at, expires_at)
    select ${p('session_id', 'uuid')}, 'session', account.id, ${p('session_name', 'text')}, '{}', ${p('session_prefix', 'text')},
      ${p('user_agent', 'text')}, ${p('ip_prefix', 'text')}, ${p('now', 'timestamptz')}, ${p('session_expires_at', 'timestamptz')}
    from ${account} account where ${p('session_id', 'uuid')} is not null
    returning id), session_secret as (
    insert into ${writes('credential_secrets')} (id, credential_id, hash, created_at)
    select ${p('session_secret_id', 'uuid')}, session.id, ${p('session_hash', 'bytea')}, ${p('now', 'timestamptz')}
    from session)`;
}
