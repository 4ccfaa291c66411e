import { appHasAccess } from '../../auth/apps.ts';
import { isUnrevoked } from '../../auth/credential-state.ts';
import { isActive, permissionsInForce } from '../../auth/grants.ts';
import { isShown } from '../../auth/standing.ts';
import { ENDS, type End, fateOf } from '../../core/ended-rights.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import type { TxCtx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditRowsCall, eventsCall, type NewEvent } from '../../events/emit.ts';

/** Keeps each statement far below its time limit. */
const BATCH = 500;

const publishing = sql`(case po.kind when 'comment' then 'commenting' else 'posting' end)`;
const grantAllows = sql`exists (select from access_grants g join profiles m on m.id = g.manager_profile_id and ${isShown(sql`m`)}
  where g.id = po.scheduled_under_id and ${isActive}
    and ${publishing} = any(${permissionsInForce}))`;

const makesDrafts = (end: End): boolean => fateOf(end, 'scheduled_posts') === 'draft';
const GRANT_ENDS: readonly End[] = ['grant_revoked', 'grant_narrowed', 'grant_expired'];
/** By which a credential `c` has ended; `used` are its columns for subqueries with an alias `c` of their own. */
const CREDENTIAL_ENDS: Partial<Record<End, SQL>> = {
  app_revoked: sql`c.type = 'oauth' and (not ${isUnrevoked} or not ${appHasAccess(sql`used.credential_id`, sql`used.account_id`)})`,
  app_limited: sql`c.type = 'oauth' and not ${publishing} = any(c.permissions)`,
  credential_leaked: sql`c.leaked_at is not null`,
  password_reset: sql`c.type <> 'oauth' and exists (select from accounts a where a.id = c.account_id
    and least(c.revoked_at, c.expires_at) <= a.password_reset_at)`,
};
const credentialEnds = ENDS.filter(makesDrafts).flatMap((end) => CREDENTIAL_ENDS[end] ?? []);

/**
 * Condition: the right with which the scheduled post `po` was last scheduled or edited has ended in a way that makes it a draft
 * again, so it must not be published.
 */
export const hasLostRight: SQL = sql`(${GRANT_ENDS.some(makesDrafts)} and po.scheduled_under_id is not null and not ${grantAllows}
  or exists (select from credentials c
    cross join lateral (select c.id as credential_id, c.account_id) used where c.id = po.scheduled_with_id and (${sql.join(credentialEnds, sql` or `)})))`;

/** The event of a scheduled post that the service made a draft again, because publishing it would fail with `reason`. */
export const unscheduledEvent = (id: string, profileId: string, reason: ErrorCode): NewEvent => ({
  type: 'post.unscheduled',
  profileId,
  objectId: id,
  data: { reason },
});

type Unscheduled = { id: string; profile_id: string };

/** Skips a post that somebody is changing: `publishScheduledPost` checks again. */
const unscheduleSome = statement(
  'posts.unschedule',
  { grant_ids: 'uuid[]', credential_ids: 'uuid[]', now: 'timestamptz' },
  sql<Unscheduled>`with lost as (
      select po.id from posts po where po.status = 'scheduled' and ${hasLostRight}
        and (po.scheduled_under_id = any(${p('grant_ids', 'uuid[]')}) or po.scheduled_with_id = any(${p('credential_ids', 'uuid[]')}))
      order by po.id limit ${BATCH}::int for no key update skip locked)
    update ${writes('posts')} po set status = 'draft', scheduled_at = null, updated_at = ${p('now', 'timestamptz')}
    from lost where po.id = lost.id returning po.id, po.profile_id`,
);

/**
 * Makes scheduled posts drafts again whose right came from these access grants or credentials and has ended, if this kind of end
 * does, with an event for each profile's log. Call it after the end, in the same transaction. Returns their profiles, one for each post. Two round trips for 500
 * posts. Locks: 7 posts, after all other locks of that kind.
 */
export async function unschedule(
  tx: TxCtx,
  end: End,
  { grantIds = [], credentialIds = [] }: { grantIds?: readonly string[]; credentialIds?: readonly string[] },
): Promise<string[]> {
  const profiles: string[] = [];
  if (!makesDrafts(end) || grantIds.length + credentialIds.length === 0) return profiles;
  for (let found = BATCH; found === BATCH; ) {
    const values = { grant_ids: grantIds, credential_ids: credentialIds, now: tx.now() };
    const rows = await unscheduleSome.all(tx, values);
    found = rows.length;
    if (found === 0) break;
    const about = rows.map((row) => ({ type: 'post', id: row.id, profileId: row.profile_id }));
    const events = about.map(({ id, profileId }) => unscheduledEvent(id, profileId, 'permission_denied'));
    await batch(tx, [eventsCall(tx, events), auditRowsCall(tx, about)]);
    profiles.push(...about.map(({ profileId }) => profileId));
  }
  return profiles;
}

const underEndedApps = sql`posts po join credentials app on app.id = po.scheduled_with_id
    where po.status = 'scheduled' and app.type = 'oauth' and not ${appHasAccess(sql`app.id`, sql`app.account_id`)}`;

/** Accounts whose apps scheduled a post and have no access any more. */
export const findUnderEndedApps = statement(
  'posts.find_under_ended_apps',
  { now: 'timestamptz', rows: 'bigint' },
  sql<{ account_id: string }>`select distinct app.account_id from ${underEndedApps} limit ${p('rows', 'bigint')}`,
);
const listEndedApps = statement(
  'posts.list_ended_apps',
  { now: 'timestamptz', account_id: 'uuid' },
  sql<{ id: string }>`select distinct app.id from ${underEndedApps} and app.account_id = ${p('account_id', 'uuid')}`,
);

/** As `unschedule`, for all apps of an account without access, however that ended. */
export async function unscheduleOfEndedApps(tx: TxCtx, account_id: string): Promise<void> {
  const ended = await listEndedApps.all(tx, { account_id, now: tx.now() });
  await unschedule(tx, 'app_revoked', { credentialIds: ended.map(({ id }) => id) });
}

const listScheduling = statement(
  'posts.list_scheduling_credentials',
  { account_id: 'uuid' },
  sql<{ id: string }>`select distinct c.id from posts po join credentials c on c.id = po.scheduled_with_id
    where po.status = 'scheduled' and c.account_id = ${p('account_id', 'uuid')}`,
);

/** As `unschedule`, for all credentials of an account that have ended when its password is reset. */
export async function unscheduleAfterReset(tx: TxCtx, account_id: string): Promise<void> {
  const scheduling = await listScheduling.all(tx, { account_id });
  await unschedule(tx, 'password_reset', { credentialIds: scheduling.map(({ id }) => id) });
}
