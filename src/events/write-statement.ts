import { authorityValues, callerCte, explainRefusal } from '../auth/authority.ts';
import { grantId, managerProfileId } from '../auth/authorize.ts';
import type { EventType } from '../core/enums.ts';
import { newId } from '../core/ids.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type Call, p, statement } from '../db/statement.ts';
import { auditValues, insertEventsFrom } from './emit.ts';

type EventSpec = {
  type: EventType | SQL;
  /** The source of the event: a FROM item, optionally with its WHERE. At most one row. */
  from: SQL;
  /** The profile in whose event log it appears. */
  profile: SQL;
  actor?: SQL;
  account?: SQL;
  objectType: string;
  object: SQL;
  /** A jsonb of ids and states; never text from members. */
  data?: SQL;
};

export type WriteSpec = {
  /**
   * `caller`: requires the CTE `caller`; `none`: requires no credential; `checked`: an earlier statement of the batch has checked it (`write`).
   */
  authority: 'caller' | 'none' | 'checked';
  /** The CTEs that make the change. */
  change: SQL;
  events?: readonly EventSpec[];
  /** The changed object; `from` has one row if there was a change. */
  audit: { from: SQL; objectType: string; object: SQL; account?: SQL; profile?: SQL };
  /** The final SELECT. */
  answer: SQL;
};

export type WriteStatement<Row> = {
  /**
   * Runs the write. No row means that there was no authority or no matching object; `refuseWithoutAuthority` throws the
   * error for the former.
   */
  run(ctx: Ctx, values: Record<string, unknown>): Promise<Row | undefined>;
  /** The same for a batch, with authority `checked`. */
  call(ctx: Ctx, values: Record<string, unknown>): Call<Row>;
};

const none = sql`null::uuid`;

function eventCte(name: string, event: EventSpec): SQL {
  const type = typeof event.type === 'string' ? sql`${event.type}::text` : event.type;
  return sql`${sql.identifier(name)} as (
    ${insertEventsFrom(sql`select ${p(`${name}_id`, 'uuid')}, ${p('now', 'timestamptz')}, ${type}, ${event.profile}, ${event.account ?? none},
      ${event.actor ?? none}, ${event.objectType}::text, ${event.object}, ${event.data ?? sql`'{}'::jsonb`}
    from ${event.from}`)})`;
}

function auditCte(spec: WriteSpec): SQL {
  const accounts = { caller: sql`(select account_id from caller)`, none, checked: p('account_id', 'uuid') };
  const account = spec.audit.account ?? accounts[spec.authority];
  const [manager, grant] = {
    checked: [managerProfileId, grantId],
    caller: [none, none],
    none: [none, none],
  }[spec.authority];
  return sql`audit as (
    insert into audit_log (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, grant_id, object_type, object_id, request_id)
    select ${p('audit_id', 'uuid')}, ${p('now', 'timestamptz')}, ${p('operation', 'text')}, ${p('principal_type', 'text')},
      ${p('credential_id', 'uuid')}, ${account}, ${spec.audit.profile ?? p('profile_id', 'uuid')},
      ${manager}, ${grant},
      ${spec.audit.objectType}::text, ${spec.audit.object}, ${p('request_id', 'text')}
    from ${spec.audit.from})`;
}

/**
 * The common write path: authority, change, events and audit row in a single statement. They commit together or not at
 * all, and the change fails if access was revoked just before.
 */
export function writeStatement<Row>(name: string, spec: WriteSpec): WriteStatement<Row> {
  const events = (spec.events ?? []).map((event, index) => ({ cte: `event_${index + 1}`, event }));
  const head = {
    caller: sql`${callerCte}, `,
    none: sql``,
    checked: sql``,
  }[spec.authority];
  const compiled = statement<Row>(
    name,
    sql`with ${head}${spec.change}${sql.join(events.map(({ cte, event }) => sql`, ${eventCte(cte, event)}`))}, ${auditCte(spec)}
    ${spec.answer}`,
  );
  const eventIds = events.map(({ cte }) => `${cte}_id`);

  const valuesOf = (ctx: Ctx, values: Record<string, unknown>) => {
    const full: Record<string, unknown> = { ...authorityValues(ctx, []), ...auditValues(ctx), ...values };
    for (const id of eventIds) full[id] = newId();
    return full;
  };

  return {
    run: (ctx, values) => compiled.one(ctx, valuesOf(ctx, values)),
    call: (ctx, values) => compiled.call(valuesOf(ctx, values)),
  };
}

/** Throws the reason if the caller has no authority; returns if the cause must be the object. */
export async function refuseWithoutAuthority(ctx: Ctx): Promise<void> {
  const refusal = await explainRefusal(ctx, []);
  if (refusal) throw refusal;
}
