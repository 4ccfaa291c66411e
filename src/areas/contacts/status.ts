import type { ContactRequestStatus } from '../../core/enums.ts';
import type { FailureFacts } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { cr } from '../relations/contact-requests.ts';
import { blockedFrom, isShown } from '../relations/queries.ts';
import { announceRequest } from './events.ts';
import { notPending, type RequestSide, wrongSide } from './hints.ts';
import { isOwnRequest, otherSideOf, type RequestRow, requestFields } from './requests.ts';

const me = p('profile_id', 'uuid');

/** Locks the request and its other side against concurrent deletion. */
function requireSide(side: RequestSide, { shown, blocked }: Record<'shown' | 'blocked', SQL>) {
  const own = side === 'addressee' ? sql`cr.addressee_profile_id` : sql`cr.requester_profile_id`;
  const facts = sql`jsonb_build_object('status', found.status)`;
  return statement(
    `contacts.require_${side}`,
    { id: 'uuid', profile_id: 'uuid', now: 'timestamptz' },
    sql`with found as (
      select ${requestFields.status.sql} as status, ${own} = ${me} as is_own, ${blocked} as blocked
      from contact_requests cr join profiles pr on pr.id = ${otherSideOf(me)} and ${shown}
      where ${isOwnRequest(me)}
      for key share of pr for no key update of cr
    )
    select case when found.status is null then ${refuse('contact_request_not_found')}
      when not found.is_own then ${refuse('permission_denied', facts)}
      when found.status <> 'pending' then ${refuse('contact_request_not_pending', facts)}
      when found.blocked then ${refuse('interaction_not_allowed')} end
    from (select 1) one left join found on true`,
  );
}

const REQUIRE = {
  addressee: requireSide('addressee', { shown: isShown(sql`pr`), blocked: blockedFrom(me, sql`pr.id`) }),
  /** A request can be withdrawn whatever became of the addressee. Who received it hears nothing of a hidden requester. */
  requester: requireSide('requester', {
    shown: sql`(cr.requester_profile_id = ${me} or ${isShown(sql`pr`)})`,
    blocked: sql`false`,
  }),
};

/**
 * Refuses unless the acting profile is this side of a pending request: `contact_request_not_found`,
 * `permission_denied`, `contact_request_not_pending`; for the addressee `interaction_not_allowed`.
 */
export function requirePending(ctx: Ctx, id: string, side: RequestSide): Call<unknown> {
  return REQUIRE[side].call({ id, profile_id: ctx.acting!.id, now: ctx.now() });
}

/** For `write`: adds to a refusal of `requirePending` what the caller can do instead. */
export function explainSide(id: string, side: RequestSide): (refusal: Refusal) => FailureFacts | undefined {
  return ({ code, facts }) => {
    if (facts['status'] === undefined) return undefined;
    const request = { id, status: facts['status'] as ContactRequestStatus };
    return code === 'permission_denied' ? wrongSide(request, side) : notPending(request, side);
  };
}

const setStatus = statement(
  'contacts.set_status',
  { status: 'text', responded_at: 'timestamptz?', now: 'timestamptz', id: 'uuid' },
  qb
    .update(cr)
    .set({
      status: sql`${p('status', 'text')}`,
      respondedAt: p('responded_at', 'timestamptz'),
      updatedAt: p('now', 'timestamptz'),
    })
    .where(eq(cr.id, p('id', 'uuid')))
    .returning(requestFields),
);

export function endRequest(
  ctx: Ctx,
  id: string,
  status: 'accepted' | 'rejected' | 'withdrawn',
): [Call<RequestRow>, Call<unknown>, Call<unknown>] {
  const responded_at = status === 'withdrawn' ? null : ctx.now();
  return [
    setStatus.call({ id, status, responded_at, now: ctx.now() }),
    announceRequest(ctx, id),
    auditCall(ctx, { type: 'contact_request', id }),
  ];
}

/**
 * Withdraws a request of the acting profile. Fails with `permission_denied` (also for the addressee),
 * `contact_request_not_found`, `contact_request_not_pending`.
 */
export async function withdrawRequest(ctx: Ctx, requestId: string): Promise<RequestRow> {
  const id = idOrNone(requestId);
  const [[row]] = await write(ctx, {
    permissions: ['networking'],
    checks: [requirePending(ctx, id, 'requester')],
    change: endRequest(ctx, id, 'withdrawn'),
    explain: explainSide(id, 'requester'),
  });
  return row!;
}
