import { isWaiting } from '../../../auth/grants.ts';
import type { NotificationType } from '../../../core/enums.ts';
import { sql } from '../../../db/drizzle.ts';
import type { DispatchedEvent } from '../../../events/dispatcher.ts';
import { kind, toOther } from './kind.ts';

const grantOf = ({ object_id }: DispatchedEvent): string => object_id;

/** An invitation to act for a profile, until it is answered, revoked or expired. */
const invitation = <Type extends NotificationType>(type: Type) =>
  kind({
    type,
    madeBy: { [type]: toOther },
    isOpen: (group) => sql`exists (select from access_grants g where g.id = ${group} and ${isWaiting} offset 0)`,
    settledBy: {
      'access_grant.accepted': grantOf,
      'access_grant.declined': grantOf,
      'access_grant.revoked': grantOf,
      'access_grant.expired': grantOf,
    },
  });

const change = <Type extends NotificationType>(type: Type) => kind({ type, madeBy: { [type]: toOther } });

export const accessGrants = {
  'access_grant.invited': invitation('access_grant.invited'),
  'access_grant.resent': invitation('access_grant.resent'),
  'access_grant.accepted': change('access_grant.accepted'),
  'access_grant.declined': change('access_grant.declined'),
  'access_grant.updated': change('access_grant.updated'),
  'access_grant.revoked': change('access_grant.revoked'),
  'access_grant.expired': change('access_grant.expired'),
} as const;
