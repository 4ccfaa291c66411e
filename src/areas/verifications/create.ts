import { randomBytes } from 'node:crypto';
import type { VerificationMethod } from '../../core/enums.ts';
import { failFields } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { actingAs, NAMED_IN_PATH } from '../profiles/acting.ts';
import { type VerificationRow, verificationColumns } from './columns.ts';
import { hasLostMark } from './verified.ts';

/** The permission to edit a profile includes the permission to verify its name. */
export const PROVING = 'profile_editing';

const TOKEN_BYTES = 16;
const method = p('method', 'text');
const now = p('now', 'timestamptz');
const id = p('verification_id', 'uuid');

const insert = writeStatement(
  'verifications.create',
  { verification_id: 'uuid', method: 'text', domain: 'text?', token: 'text?', expires_at: 'timestamptz' },
  {
    change: sql`made as (
    insert into ${writes('verifications')} as v (id, profile_id, method, status, domain, token, name, expires_at, created_at, updated_at)
    select ${id}, pr.id, ${method}, 'pending', ${p('domain', 'text')}, ${p('token', 'text')},
      case when ${method} = 'operator' then pr.name end, ${p('expires_at', 'timestamptz')}, ${now}, ${now}
    from profiles pr where pr.id = ${p('profile_id', 'uuid')}
    on conflict (profile_id, method, (coalesce(domain, ''))) where status in ('pending', 'verified') do update
      set expires_at = case when v.status = 'pending' then excluded.expires_at else v.expires_at end
    returning v.*
  ), fresh as (select made.id from made where made.id = ${id})`,
    audit: { from: sql`fresh`, objectType: 'verification', object: sql`fresh.id` },
    answer: sql<
      VerificationRow & { created: boolean }
    >`select ${verificationColumns}, v.id = ${id} as created from made v`,
  },
);

const refuseWithdrawn = statement(
  'verifications.refuse_withdrawn',
  { profile_id: 'uuid' },
  sql`select case when ${hasLostMark(sql`pr`)} then ${refuse('verification_withdrawn')} end
    from profiles pr where pr.id = ${p('profile_id', 'uuid')}`,
);

export type ProofInput = { profile_id: string; method: VerificationMethod; domain?: string | undefined };

/**
 * Requests verification of a name. A pending or active one is returned again (`created` false), a pending one with a
 * new deadline. Fails with `profile_not_found`, `permission_denied`, `verification_withdrawn` (method domain), and
 * `invalid_request` (method and profile or domain don't fit).
 */
export async function createVerification(
  ctx: Ctx,
  input: ProofInput,
): Promise<{ verification: VerificationRow; created: boolean }> {
  const proving = await actingAs(ctx, input.profile_id, PROVING);
  refuseMisfit(input, proving.acting!.type === 'company');
  const waits = input.method === 'domain' ? LIMITS.verification.domain_ms : LIMITS.verification.operator_ms;
  const values = {
    verification_id: newId(),
    method: input.method,
    domain: input.domain ?? null,
    token: input.method === 'domain' ? randomBytes(TOKEN_BYTES).toString('hex') : null,
    expires_at: new Date(ctx.now().getTime() + waits),
  };
  const [[row]] = await write(proving, {
    permissions: [PROVING],
    refusals: NAMED_IN_PATH,
    checks: input.method === 'domain' ? [refuseWithdrawn.call({ profile_id: proving.acting!.id })] : [],
    change: [insert.call(proving, values)],
  });
  return { verification: row!, created: row!.created };
}

/** A domain identifies an organization, not a person. */
function refuseMisfit({ method: how, domain }: ProofInput, isCompany: boolean): void {
  if (how === 'domain' && !isCompany)
    failFields([{ path: 'body.method', rule: 'company_only', allowed: ['operator'] }]);
  if (how === 'domain' && domain === undefined) failFields([{ path: 'body.domain', rule: 'required' }]);
  if (how === 'operator' && domain !== undefined) failFields([{ path: 'body.domain', rule: 'with_domain_only' }]);
}
