import { requireActing } from '../../auth/require.ts';
import type { EventTypeOf } from '../../core/event-catalogue.ts';
import { newId } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { auditCall, insertEventsFrom } from '../../events/emit.ts';
import { type DataColumns, jsonOf } from '../../events/payload.ts';

/** What an event about the grant `g` contains. */
export const grantData = {
  profile_id: sql`g.profile_id`,
  manager_profile_id: sql`g.manager_profile_id`,
  status: sql`g.status`,
} satisfies DataColumns<'AccessGrantEvent'>;

const announce = statement(
  'access.announce',
  { now: 'timestamptz', type: 'text', actor_profile_id: 'uuid?', event_1_id: 'uuid', event_2_id: 'uuid', id: 'uuid' },
  insertEventsFrom(sql`
    select event.id, ${p('now', 'timestamptz')}, ${p('type', 'text')}, event.profile_id, null::uuid, ${p('actor_profile_id', 'uuid')},
      'access_grant', g.id, ${jsonOf(grantData)}
    from access_grants g cross join lateral (values
      (${p('event_1_id', 'uuid')}, g.profile_id), (${p('event_2_id', 'uuid')}, g.manager_profile_id)) as event(id, profile_id)
    where g.id = ${p('id', 'uuid')}`),
);

/** A statement with events about a changed grant, for the logs of both sides. Without an actor, it changed by itself. */
export const announceCall = (
  ctx: Ctx,
  type: EventTypeOf<'AccessGrantEvent'>,
  id: string,
  actor: string | null,
): Call<unknown> =>
  announce.call({ id, type, now: ctx.now(), actor_profile_id: actor, event_1_id: newId(), event_2_id: newId() });

/** Statements with the events and the audit row of a change by the acting profile, for a batch. */
export const recordCalls = (
  ctx: Ctx,
  type: EventTypeOf<'AccessGrantEvent'>,
  id: string,
): [Call<unknown>, Call<unknown>] => [
  announceCall(ctx, type, id, requireActing(ctx).id),
  auditCall(ctx, { type: 'access_grant', id }),
];
