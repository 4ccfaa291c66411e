import type { AttachedProfile } from '../../auth/principal.ts';
import { requireActing } from '../../auth/require.ts';
import { NOTIFICATION_TYPES, type NotificationType, type Permission } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { mayReadType } from '../../events/readers.ts';

/** Approvals notify those who may decide, not the drafter. */
const DECIDERS: readonly Permission[] = ['posting', 'commenting'];

/** The types that the caller may read for a profile: its owner all (null), a manager those that its permissions cover. */
export function typesFor(profile: Pick<AttachedProfile, 'owned' | 'permissions'>): NotificationType[] | null {
  if (profile.owned) return null;
  const decides = DECIDERS.some((one) => profile.permissions.includes(one));
  return NOTIFICATION_TYPES.filter(
    (type) => mayReadType(profile, type) && (decides || type !== 'post.approval_requested'),
  );
}

/** The types that the caller may read for the acting profile; null for all. */
export const readableTypes = (ctx: Ctx): NotificationType[] | null => typesFor(requireActing(ctx));

/** Those that it may mark as read: an approval waits for a decision, which no manager puts away for the owner. */
export function typesToMark(ctx: Ctx): NotificationType[] | null {
  return readableTypes(ctx)?.filter((type) => type !== 'post.approval_requested') ?? null;
}

/** Condition: the notification `n` has one of these types. `types` is null for all: comparing costs as much as finding it. */
export const hasType = (types: SQL): SQL => sql`(${types} is null or n.type = any(${types}))`;
