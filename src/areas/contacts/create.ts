import { sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import { requireActing } from '../../auth/require.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { pairLock } from '../relations/pair-lock.ts';
import { blockedFrom, cooldownSince, coolsDown, isContact, isShown } from '../relations/queries.ts';
import { requestEvents } from './events.ts';
import { expireContactRequest } from './expire.ts';
import { answerInstead, openRequests, tryLater, withdrawInstead } from './hints.ts';
import { isWaiting, type RequestRow, requestColumns } from './requests.ts';
import type { CreateContactRequestInput } from './schemas.ts';

const me = p('profile_id', 'uuid');
const target = p('target_id', 'uuid');
const now = p('now', 'timestamptz');
const policy = sql`pr.inbox_policy->'contact_requests'->>${p('profile_type', 'text')}`;
const open = sql`(select count(*) from contact_requests cr where cr.requester_profile_id = ${me} and ${isWaiting})`;

/** Locks the requester first, so that the number of its open requests is exact, then the pair. */
const lock = statement(
  'contacts.lock_for_request',
  sql`select pg_advisory_xact_lock(hashtextextended('contact_requests:' || ${me}::text, 0)), ${pairLock(me, target)}`,
);

const insertRequest = writeStatement<RequestRow>('contacts.insert_request', {
  authority: 'acting',
  change: sql`target as (
    select pr.id from profiles pr cross join authority
    where pr.id = ${target} and pr.id <> authority.profile_id and ${isShown(sql`pr`)} and ${policy} = 'anyone'
      and not ${blockedFrom(me, target)} and not ${isContact(me, target)} and not ${coolsDown(me, target)}
      and ${open} < ${p('max_open', 'int')}
    for key share of pr
  ), cr as (
    insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message,
      by_ai, manager_profile_id, grant_id, expires_at, created_at, updated_at)
    select ${p('id', 'uuid')}, authority.profile_id, authority.actor_id, target.id, 'pending', ${p('message', 'text')},
      authority.by_ai, authority.manager_profile_id, authority.grant_id, ${p('expires_at', 'timestamptz')}, ${now}, ${now}
    from target cross join authority
    on conflict (least(requester_profile_id, addressee_profile_id), greatest(requester_profile_id, addressee_profile_id))
      where status = 'pending' do nothing
    returning *
  )`,
  events: requestEvents('contact_request.created', sql`cr.requester_profile_id`),
  spends: { budget: 'contact_requests_per_day', from: sql`cr` },
  audit: { from: sql`cr`, objectType: 'contact_request', object: sql`cr.id` },
  answer: sql`select ${requestColumns} from cr`,
});

type Obstacle = {
  policy: string;
  blocked: boolean;
  is_contact: boolean;
  pending_id: string | null;
  pending_is_mine: boolean | null;
  pending_waits: boolean | null;
  cools_until: Date | null;
};

const findObstacle = statement<Obstacle>(
  'contacts.explain_request',
  sql`select ${policy} as policy, ${blockedFrom(me, target)} as blocked, ${isContact(me, target)} as is_contact,
    cr.id as pending_id, cr.requester_profile_id = ${me} as pending_is_mine, cr.expires_at > ${now} as pending_waits,
    (select max(rr.updated_at) from contact_requests rr where rr.requester_profile_id = ${me}
      and rr.addressee_profile_id = ${target} and rr.status in ('rejected', 'withdrawn')
      and rr.updated_at > ${p('cooldown_since', 'timestamptz')}) as cools_until
  from profiles pr
  left join contact_requests cr on least(cr.requester_profile_id, cr.addressee_profile_id) = least(${me}, ${target})
    and greatest(cr.requester_profile_id, cr.addressee_profile_id) = greatest(${me}, ${target}) and cr.status = 'pending'
  where pr.id = ${target} and ${isShown(sql`pr`)}`,
);

/**
 * Sends a contact request. Fails with `cannot_target_self`, `profile_not_found`, `permission_denied`,
 * `interaction_not_allowed` (a block, or an inbox policy of `nobody`), `already_contacts`, `contact_request_pending`,
 * `contact_request_reciprocal_pending`, `contact_request_cooldown`, `plan_limit_reached` (too many open ones),
 * `grant_budget_reached`, or the credential's failure.
 *
 * Locks: the requester's requests, the pair, the two profiles, the new row.
 */
export async function createContactRequest(ctx: Ctx, input: CreateContactRequestInput): Promise<RequestRow> {
  const acting = requireActing(ctx);
  const targetId = idOrNone(input.profile_id);
  if (targetId === acting.id) fail('cannot_target_self');
  const { max_open, max_open_for_ai_agent, expires_ms } = LIMITS.contact_request;
  return inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const values = {
      profile_id: acting.id,
      profile_type: acting.type,
      target_id: targetId,
      cooldown_since: cooldownSince(tx),
      max_open: acting.type === 'ai_agent' ? max_open_for_ai_agent : max_open,
      id: newId(),
      message: input.message,
      expires_at: new Date(at.getTime() + expires_ms),
      now: at,
    };
    await lock.all(tx, values);
    const row = await insertRequest.run(tx, values, ['networking']);
    if (row) return row;
    const stale = await refuse(tx, values);
    await expireContactRequest(tx, stale);
    return (await insertRequest.run(tx, values, ['networking'])) ?? fail('contact_request_pending');
  });
}

/**
 * Explains why the request was refused, in the order of the contract, or returns the id of an expired request that has
 * to be ended first.
 */
async function refuse(tx: TxCtx, values: Record<string, unknown>): Promise<string> {
  const refusal = await explainRefusal(tx, ['networking']);
  if (refusal && refusal.code !== 'permission_denied') throw refusal;
  const found = await findObstacle.one(tx, values);
  if (!found) fail('profile_not_found');
  if (refusal) throw refusal;
  if (found.blocked || found.policy !== 'anyone') fail('interaction_not_allowed');
  if (found.is_contact) fail('already_contacts');
  if (found.pending_id !== null && found.pending_waits) {
    if (found.pending_is_mine) fail('contact_request_pending', { agent: withdrawInstead(found.pending_id) });
    fail('contact_request_reciprocal_pending', { agent: answerInstead(found.pending_id) });
  }
  if (found.cools_until) {
    const until = found.cools_until.getTime() + LIMITS.contact_request.cooldown_ms;
    fail('contact_request_cooldown', { agent: tryLater(Math.ceil((until - tx.now().getTime()) / 1000)) });
  }
  return found.pending_id ?? fail('plan_limit_reached', { agent: openRequests });
}
