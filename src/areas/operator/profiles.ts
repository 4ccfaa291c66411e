import { type SQL, sql } from 'drizzle-orm';
import type { ActivePlan } from '../../core/enums.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { operatorStatement } from '../../events/operator-statement.ts';
import { referenceValues, referredProfileId } from '../profiles/reference.ts';

/** The outcome: `changed` is false if nothing had to change. Undefined: no such profile. */
export type Changed = { id: string; changed: boolean };
export type Verified = Changed & { renamed: boolean };

const now = p('now', 'timestamptz');
const lock = statement(
  'operator.lock_profile',
  sql`select id from profiles where id = ${referredProfileId} for no key update`,
);

/** Locks in a separate statement, so that the change sees what a concurrent change by the member has committed. */
async function onProfile<Row extends Changed>(
  ctx: Ctx,
  statementOf: ReturnType<typeof operatorStatement<Row>>,
  idOrUsername: string,
  values: Record<string, unknown>,
): Promise<Row | undefined> {
  const reference = referenceValues(idOrUsername);
  return inTransaction(ctx, async (tx) => {
    await lock.all(tx, reference);
    return statementOf.run(tx, { ...reference, ...values });
  });
}

const target = sql`target as (select pr.* from profiles pr cross join operator where pr.id = ${referredProfileId} and pr.deleted_at is null)`;
/** The name that the operator was shown; null if there was no page. */
const isAsShown = sql`(${p('shown_name', 'text')} is null or target.name = ${p('shown_name', 'text')})`;
const answer = sql`select target.id, exists (select from changed) as changed from target`;
const audit = {
  from: sql`changed`,
  objectType: 'profile',
  object: sql`changed.id`,
  profile: sql`changed.id`,
} as const;

/** A flag that only the operator sets. Events report it like every change of a profile. */
const flag = (name: string, column: SQL, value: SQL, field: string) =>
  operatorStatement<Changed>(name, {
    change: sql`${target}, changed as (
      update profiles pr set ${column} = ${value}, updated_at = ${now} from target
      where pr.id = target.id and target.${column} <> ${value} returning pr.id)`,
    events: [
      {
        type: 'profile.updated',
        from: sql`changed`,
        profile: sql`changed.id`,
        objectType: 'profile',
        object: sql`changed.id`,
        data: sql`jsonb_build_object('fields', jsonb_build_array(${field}::text))`,
      },
    ],
    audit,
    answer,
  });

const planStatement = flag('operator.set_plan', sql`active_plan`, p('plan', 'text'), 'active_plan');
const autofollowStatement = flag(
  'operator.set_autofollow',
  sql`signup_autofollow`,
  p('autofollow', 'bool'),
  'signup_autofollow',
);

/** Sets the plan of a profile, by id or username. Fails with `permission_denied`. Two statements in a transaction. */
export async function setPlan(ctx: Ctx, profile: string, plan: ActivePlan): Promise<Changed | undefined> {
  return onProfile(ctx, planStatement, profile, { plan });
}

/** Recommends a profile to new members, or stops that. Fails with `permission_denied`. */
export async function setAutofollow(ctx: Ctx, profile: string, autofollow: boolean): Promise<Changed | undefined> {
  return onProfile(ctx, autofollowStatement, profile, { autofollow });
}

/** Also answers a verification request that awaits the operator. */
const verifyStatement = operatorStatement<Verified>('operator.verify_profile', {
  change: sql`${target}, changed as (
    update profiles pr set legal_name_verified = true, updated_at = ${now} from target
    where pr.id = target.id and not target.legal_name_verified and ${isAsShown} returning pr.id
  ), decided as (
    update verifications v set status = 'verified', reason = null, updated_at = ${now} from target
    where v.profile_id = target.id and v.status = 'pending' and v.method = 'operator' and v.name = target.name
      and ${isAsShown}
  )`,
  events: [
    {
      type: 'profile.verified',
      from: sql`changed`,
      profile: sql`changed.id`,
      objectType: 'profile',
      object: sql`changed.id`,
      data: sql`jsonb_build_object('method', 'operator')`,
    },
  ],
  audit,
  answer: sql`select target.id, exists (select from changed) as changed, not ${isAsShown} as renamed from target`,
});

/** Ends what verified the name. */
const unverifyStatement = operatorStatement<Verified>('operator.unverify_profile', {
  change: sql`${target}, changed as (
    update profiles pr set legal_name_verified = false, updated_at = ${now} from target
    where pr.id = target.id and target.legal_name_verified returning pr.id
  ), ended as (
    update verifications v set status = 'rejected', reason = 'declined', updated_at = ${now} from target
    where v.profile_id = target.id and v.status = 'verified'
  )`,
  events: [
    {
      type: 'profile.updated',
      from: sql`changed`,
      profile: sql`changed.id`,
      objectType: 'profile',
      object: sql`changed.id`,
      data: sql`jsonb_build_object('fields', jsonb_build_array('legal_name_verified'))`,
    },
  ],
  audit,
  answer: sql`select target.id, exists (select from changed) as changed, false as renamed from target`,
});

/**
 * Verifies the name of a profile, or withdraws that, by id or username. With `shownName`, the name that the operator
 * read, a profile renamed meanwhile stays as it was: `renamed` is true. Fails with `permission_denied`. Two statements
 * in a transaction.
 *
 * Locks: the profile, its verifications.
 */
export async function verifyProfile(
  ctx: Ctx,
  profile: string,
  verified: boolean,
  shownName: string | null = null,
): Promise<Verified | undefined> {
  return verified
    ? onProfile(ctx, verifyStatement, profile, { shown_name: shownName })
    : onProfile(ctx, unverifyStatement, profile, {});
}
