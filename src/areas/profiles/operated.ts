import type { ActivePlan } from '../../core/enums.ts';
import type { EventKind, EventTypeOf } from '../../core/event-catalogue.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { DataColumns } from '../../events/payload.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { type ProfileReference, REFERENCE, referredProfileId } from './reference.ts';

/** Statements that change what only the operator sets. No row: there is no such profile. */

/** `changed` is false if nothing had to change. */
export type Changed = { id: string; changed: boolean };
/** `renamed`: the profile no longer has the name that the operator was shown, so it stays as it was. */
export type Verified = Changed & { renamed: boolean };

const lock = statement(
  'profiles.lock_referred',
  REFERENCE,
  sql`select id from profiles where id = ${referredProfileId} for no key update`,
);

/** A statement before the change, so that it sees what a concurrent change by the member has committed. */
export const lockReferred = (profile: ProfileReference): Call<unknown> => lock.call(profile);

type EventOf<K extends EventKind> = { type: EventTypeOf<K>; data: DataColumns<K> };
type Flag<Row, Types> = {
  types: Types;
  column: SQL;
  value: SQL;
  /** What changes with it. */
  also?: SQL;
  condition?: SQL;
  event: EventOf<'ProfileUpdatedEvent'> | EventOf<'ProfileVerifiedEvent'>;
  answer: SQL<Row>;
};

const flagStatement = <Row, const Types extends ParameterTypes>(name: string, flag: Flag<Row, Types>) =>
  writeStatement(
    name,
    { ...REFERENCE, ...flag.types },
    {
      change: sql`target as (
      select * from profiles where id = ${referredProfileId} and deleted_at is null
    ), changed as (
      update ${writes('profiles')} pr set ${flag.column} = ${flag.value}${flag.also ?? sql``}, updated_at = ${p('now', 'timestamptz')} from target
      where pr.id = target.id and target.${flag.column} <> ${flag.value} and ${flag.condition ?? sql`true`}
      returning pr.id
    )`,
      events: [
        {
          ...flag.event,
          from: sql`changed`,
          profile: sql`changed.id`,
          object: sql`changed.id`,
        },
      ],
      audit: { from: sql`changed`, objectType: 'profile', object: sql`changed.id`, profile: sql`changed.id` },
      answer: flag.answer,
    },
  );

const changed = sql`target.id, exists (select from changed) as changed`;
const answer = sql<Changed>`select ${changed} from target`;
const updated = (field: string) =>
  ({ event: { type: 'profile.updated', data: { fields: sql`jsonb_build_array(${field}::text)` } } }) as const;

const setPlan = flagStatement('profiles.set_plan', {
  types: { plan: 'text' },
  answer,
  column: sql`active_plan`,
  value: p('plan', 'text'),
  ...updated('active_plan'),
});

const setAutofollow = flagStatement('profiles.set_autofollow', {
  types: { autofollow: 'bool' },
  answer,
  column: sql`signup_autofollow`,
  value: p('autofollow', 'bool'),
  ...updated('signup_autofollow'),
});

const isAsShown = sql`(${p('shown_name', 'text')} is null or target.name = ${p('shown_name', 'text')})`;

const verify = flagStatement('profiles.verify', {
  types: { shown_name: 'text?' },
  answer: sql<Verified>`select ${changed}, not ${isAsShown} as renamed from target`,
  column: sql`legal_name_verified`,
  value: sql`true`,
  also: sql`, mark_withdrawn_at = null`,
  condition: isAsShown,
  event: { type: 'profile.verified', data: { method: sql`'operator'`, verification_id: sql`null` } },
});

const unverify = flagStatement('profiles.unverify', {
  types: {},
  answer: sql<Verified>`select ${changed}, false as renamed from target`,
  column: sql`legal_name_verified`,
  value: sql`false`,
  also: sql`, verified_domain = null, mark_withdrawn_at = ${p('now', 'timestamptz')}`,
  ...updated('legal_name_verified'),
});

export const planCall = (ctx: Ctx, profile: ProfileReference, plan: ActivePlan): Call<Changed> =>
  setPlan.call(ctx, { ...profile, plan });

export const autofollowCall = (ctx: Ctx, profile: ProfileReference, autofollow: boolean): Call<Changed> =>
  setAutofollow.call(ctx, { ...profile, autofollow });

/** `shownName`: the name that the operator was shown; null if there was no page. */
export const verifyCall = (ctx: Ctx, profile: ProfileReference, shownName: string | null): Call<Verified> =>
  verify.call(ctx, { ...profile, shown_name: shownName });

export const unverifyCall = (ctx: Ctx, profile: ProfileReference): Call<Verified> => unverify.call(ctx, profile);
