import { reserveBudget } from '../../auth/budget.ts';
import { requireActing } from '../../auth/require.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { contactRequests } from '../../db/schema/relations.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { isBetween, isPending } from '../relations/contact-requests.ts';
import { pairLock } from '../relations/pair-lock.ts';
import {
  blockedFrom,
  cooldownSince,
  coolsDown,
  coolsDownFrom,
  isContact,
  isShown,
  refusalBy,
  requestsClosedTo,
} from '../relations/queries.ts';
import { REQUEST_REFUSALS } from '../relations/refusals.ts';
import { endRequestBetween } from './end-between.ts';
import { announceRequest } from './events.ts';
import { lookAt, openRequests, respond, withdraw } from './hints.ts';
import { type RequestRow, requestFields } from './requests.ts';
import type { CreateContactRequestInput } from './schemas.ts';

const me = p('profile_id', 'uuid');
const target = p('target_id', 'uuid');
const now = p('now', 'timestamptz');

/** Locks the requests of the requester, so that the number of its open ones is exact, then the pair. */
const lock = statement(
  'contacts.lock_for_request',
  { profile_id: 'uuid', target_id: 'uuid' },
  sql`select pg_advisory_xact_lock(hashtextextended('contact_requests:' || ${me}::text, 0)), ${pairLock(me, target)}`,
);

const refusal = refusalBy(REQUEST_REFUSALS, {
  unreachable: blockedFrom(me, target),
  inboxClosed: sql`target.inbox_closed`,
  areContacts: isContact(me, target),
  asked: sql`cr.requester_profile_id = ${me}`,
  isAsked: sql`cr.requester_profile_id = ${target}`,
  coolsDown: coolsDown(me, target),
});

/** Locks the addressee against concurrent deletion. */
const requireAddressee = authorizedStatement(
  'contacts.require_addressee_for',
  {
    profile_type: 'text',
    target_id: 'uuid',
    profile_id: 'uuid',
    cooldown_since: 'timestamptz',
    now: 'timestamptz',
    max_open: 'int',
  },
  sql`with target as (
    select pr.id, ${requestsClosedTo(p('profile_type', 'text'))} as inbox_closed
    from profiles pr where pr.id = ${target} and ${isShown(sql`pr`)} for key share of pr
  ), found as (
    select target.id, cr.id as pending_id, ${refusal} as refusal
    from target left join contact_requests cr
      on ${isBetween(me, target)} and ${isPending}
  )
  select case when found.id is null then ${refuse('profile_not_found')}
    when not ${found.permitted} then ${refuse('permission_denied')}
    when found.refusal is not null then ${refuse(
      sql`found.refusal`,
      sql`jsonb_build_object('pending_id', found.pending_id, 'cools_down_from', ${coolsDownFrom(me, target)})`,
    )}
    when (select count(*) from contact_requests cr where cr.requester_profile_id = ${me} and ${isPending}) >= ${p('max_open', 'int')}
      then ${refuse('plan_limit_reached')} end
  from (select 1) one left join found on true`,
);

const insertRequest = authorizedStatement(
  'contacts.insert_request',
  {
    id: 'uuid',
    profile_id: 'uuid',
    actor_id: 'uuid',
    target_id: 'uuid',
    message: 'text',
    expires_at: 'timestamptz',
    now: 'timestamptz',
  },
  qb
    .insert(contactRequests)
    .values({
      id: p('id', 'uuid'),
      requesterProfileId: me,
      requesterActorId: p('actor_id', 'uuid'),
      addresseeProfileId: target,
      status: 'pending',
      message: p('message', 'text'),
      byAi: found.by_ai,
      managerProfileId: found.manager_profile_id,
      grantId: found.grant_id,
      expiresAt: p('expires_at', 'timestamptz'),
      createdAt: now,
      updatedAt: now,
    })
    .returning(requestFields),
);

/**
 * Sends a contact request. Fails with `cannot_target_self`, `profile_not_found`, `permission_denied`,
 * `interaction_not_allowed`, `already_contacts`, `contact_request_pending`, `contact_request_reciprocal_pending`,
 * `contact_request_cooldown`, `plan_limit_reached`, `grant_budget_reached`.
 */
export async function createContactRequest(ctx: Ctx, input: CreateContactRequestInput): Promise<RequestRow> {
  const acting = requireActing(ctx);
  const target_id = idOrNone(input.profile_id);
  if (target_id === acting.id) fail('cannot_target_self');
  const { max_open, max_open_for_ai_agent, expires_ms } = LIMITS.contact_request;
  const id = newId();
  const pair = { profile_id: acting.id, target_id, now: ctx.now() };
  const { inserted } = await write(ctx, {
    permissions: ['networking'],
    checksPermission: false,
    checks: [
      lock.call(pair),
      requireAddressee.call({
        ...pair,
        profile_type: acting.type,
        cooldown_since: cooldownSince(ctx),
        max_open: acting.type === 'ai_agent' ? max_open_for_ai_agent : max_open,
      }),
    ],
    change: {
      ended: endRequestBetween(ctx, target_id, { withdraws: false }),
      inserted: insertRequest.call({
        ...pair,
        id,
        actor_id: acting.actorId,
        message: input.message,
        expires_at: new Date(ctx.now().getTime() + expires_ms),
      }),
      budget: reserveBudget(ctx, 'contact_requests_per_day'),
      announced: announceRequest(ctx, id),
      audit: auditCall(ctx, { type: 'contact_request', id }),
    },
    explain: (given) => explain(ctx, given),
  });
  return inserted[0]!;
}

function explain(ctx: Ctx, { code, facts }: Refusal): FailureFacts | undefined {
  const pending = String(facts['pending_id']);
  switch (code) {
    case 'contact_request_pending':
      return { next_actions: [lookAt(pending), withdraw(pending)] };
    case 'contact_request_reciprocal_pending':
      return { next_actions: [respond(pending)] };
    case 'contact_request_cooldown': {
      const until = new Date(String(facts['cools_down_from'])).getTime() + LIMITS.contact_request.cooldown_ms;
      return { retry_after_seconds: Math.ceil((until - ctx.now().getTime()) / 1000) };
    }
    case 'plan_limit_reached':
      return openRequests;
    default:
      return undefined;
  }
}
