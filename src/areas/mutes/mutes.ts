import { requireActing, requirePermission } from '../../auth/require.ts';
import type { Permission, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Page, type PageInput, pageByTime } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { mutes } from '../../db/schema/mutes.ts';
import { authorizedStatement, p, statement } from '../../db/statement.ts';
import { write } from '../../events/write.ts';
import { privateMark } from '../private-mark.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isListedFor, isShown, mutes as mutesOf } from '../relations/queries.ts';
import { type ViewerRow, viewedPage } from '../relations/viewer.ts';

export const PERMISSIONS: readonly Permission[] = ['networking'];

const profileId = p('profile_id', 'uuid');
const mutedId = p('muted_id', 'uuid');

/** Locks the profile against concurrent deletion. */
const requireTarget = authorizedStatement(
  'mutes.require_target',
  { muted_id: 'uuid' },
  sql`with target as (
    select pr.id from profiles pr where pr.id = ${mutedId} and ${isShown(sql`pr`)} for key share of pr
  )
  select case when not exists (select from target) then ${refuse('profile_not_found')}
    when not ${found.permitted} then ${refuse('permission_denied')} end`,
);

/** A mute of a profile that is no longer shown can still be ended; without one, it looks like a profile that does not exist. */
const requireMuted = authorizedStatement(
  'mutes.require_muted',
  { profile_id: 'uuid', muted_id: 'uuid' },
  sql`select case when not (${found.permitted} and ${mutesOf(profileId, mutedId)})
      and not exists (select from profiles pr where pr.id = ${mutedId} and ${isShown(sql`pr`)})
    then ${refuse('profile_not_found')} when not ${found.permitted} then ${refuse('permission_denied')} end`,
);

const { insert, remove } = privateMark({
  table: 'mutes',
  owner: mutes.muterProfileId,
  target: mutes.mutedProfileId,
  objectType: 'mute',
});

/** Mutes a profile. Fails with `cannot_target_self`, `profile_not_found`, `permission_denied`. */
export async function muteProfile(ctx: Ctx, target: string): Promise<string> {
  const muted_id = idOrNone(target);
  if (muted_id === requireActing(ctx).id) fail('cannot_target_self');
  await write(ctx, {
    permissions: PERMISSIONS,
    checksPermission: false,
    checks: [requireTarget.call({ muted_id })],
    change: [insert.call(ctx, { target_id: muted_id })],
  });
  return muted_id;
}

/** Ends a mute, if there is one. Fails with `cannot_target_self`, `profile_not_found`, `permission_denied`. */
export async function unmuteProfile(ctx: Ctx, target: string): Promise<string> {
  const muted_id = idOrNone(target);
  const { id } = requireActing(ctx);
  if (muted_id === id) fail('cannot_target_self');
  await write(ctx, {
    permissions: PERMISSIONS,
    checksPermission: false,
    checks: [requireMuted.call({ profile_id: id, muted_id })],
    change: [remove.call(ctx, { target_id: muted_id })],
  });
  return muted_id;
}

export type MuteRow = ProfileRow & ViewerRow & { muted_at: Date };

const list = statement(
  'mutes.list',
  { profile_id: 'uuid', before: 'timestamptz', before_id: 'uuid', rows: 'int' },
  sql<Omit<MuteRow, keyof ViewerRow>>`select mu.created_at as muted_at, ${profileColumns}
    from mutes mu
    join lateral (select * from profiles one where one.id = mu.muted_profile_id offset 0) pr on ${isListedFor(profileId, sql`pr`)}
    where mu.muter_profile_id = ${profileId}
      and (mu.created_at, mu.muted_profile_id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by mu.created_at desc, mu.muted_profile_id desc limit ${p('rows', 'int')}`,
);

/** Muted profiles, newest first, without hidden and blocked ones. Fails with `permission_denied`, `invalid_cursor`. */
export async function listMutes(ctx: Ctx, input: PageInput & { view: View }): Promise<Page<MuteRow>> {
  const { id } = requirePermission(ctx, 'networking');
  const page = await pageByTime(ctx, input, ['muted_at', 'profile_id'], (from) =>
    list.all(ctx, { profile_id: id, ...from }),
  );
  return viewedPage(ctx, page, input.view);
}
