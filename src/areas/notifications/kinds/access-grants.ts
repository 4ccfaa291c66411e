import { isWaiting } from '../../../auth/grants.ts';
import type { NotificationType } from '../../../core/enums.ts';
import { sql } from '../../../db/drizzle.ts';
import { kind, toOther } from './kind.ts';

/** An invitation to act for a profile, until it is answered, revoked or expired. */
const invitation = <Type extends NotificationType>(type: Type) =>
  kind({
    type,
    madeBy: { [type]: toOther },
    isOpen: (group) => sql`exists (select from access_grants g where g.id = ${group} and ${isWaiting} offset 0)`,
    settledBy: ['access_grant.accepted', 'access_grant.declined', 'access_grant.revoked', 'access_grant.expired'],
  });

const answer = <Type extends NotificationType>(type: Type) => kind({ type, madeBy: { [type]: toOther } });
/** It may have reached its end, or the end of one above it. */
const change = <Type extends NotificationType>(type: Type) =>
  kind({ type, madeBy: { [type]: toOther }, withoutActor: true });

export const accessGrants = {
  'access_grant.invited': invitation('access_grant.invited'),
  'access_grant.resent': invitation('access_grant.resent'),
  'access_grant.accepted': answer('access_grant.accepted'),
  'access_grant.declined': answer('access_grant.declined'),
  'access_grant.updated': change('access_grant.updated'),
  'access_grant.revoked': change('access_grant.revoked'),
  'access_grant.expired': change('access_grant.expired'),
} as const;
