import { LIMITS } from '../core/limits.ts';
import type { Ctx } from '../ctx.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import { named, qb } from '../db/query.ts';
import { credentials } from '../db/schema/accounts.ts';
import { oauthGrants, oauthRefreshTokens } from '../db/schema/oauth.ts';
import { p, statement } from '../db/statement.ts';

/** A token with fewer scopes than its grant gets the others by a refresh, which must then not be refused. */
const note = statement(
  'oauth.note_step_up',
  { now: 'timestamptz', grant_id: 'uuid', scopes: 'text[]' },
  qb
    .update(oauthGrants)
    .set({ stepUpAt: p('now', 'timestamptz') })
    .from(credentials)
    .where(
      and(
        eq(oauthGrants.credentialId, p('grant_id')),
        eq(credentials.id, oauthGrants.credentialId),
        sql`not ${credentials.scopes} && ${p('scopes', 'text[]')}`,
      ),
    ),
);

const take = statement(
  'oauth.take_step_up',
  { hash: 'bytea', since: 'timestamptz' },
  qb
    .update(oauthGrants)
    .set({ stepUpAt: null })
    .from(oauthRefreshTokens)
    .where(
      and(
        eq(oauthRefreshTokens.hash, p('hash')),
        eq(oauthGrants.credentialId, oauthRefreshTokens.credentialId),
        gt(oauthGrants.stepUpAt, p('since')),
      ),
    )
    .returning({ id: named(oauthGrants.credentialId, 'id') }),
);

/**
 * Remembers that a client was refused a call for lack of all of these scopes. Some clients then refresh their token,
 * which cannot add a scope, and give up; only after a failed refresh do they ask the person.
 */
export async function noteStepUp(ctx: Ctx, grantId: string, scopes: readonly string[]): Promise<void> {
  await note.all(ctx, { grant_id: grantId, scopes, now: ctx.now() });
}

/** Whether a refresh with this token follows such a refusal. True once for each refusal, and only shortly after it. */
export async function takeStepUp(ctx: Ctx, hash: Buffer): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - LIMITS.oauth.step_up_ms);
  return (await take.one(ctx, { hash, since })) !== undefined;
}
