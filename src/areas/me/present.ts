import type { z } from 'zod';
import type { Permission, PrincipalType } from '../../core/enums.ts';
import { RATE_LIMITS } from '../../core/limits.ts';
import type { LimitUsage } from '../../core/rate-counters.ts';
import type { ProfileRow } from '../profiles/columns.ts';
import { type ProfileAddresses, presentProfile } from '../profiles/present.ts';
import type { Me } from './schemas.ts';

/** The fields of a principal that GET /v1/me returns. */
type Self = {
  type: PrincipalType;
  id: string;
  name: string;
  accountId: string;
  email: string;
  emailVerified: boolean;
  waitingSince: Date | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  suspendedUntil: Date | null;
  scopes: readonly string[];
};

export type OwnProfileRow = ProfileRow & {
  attached: { actorId: string; isOwn: boolean; permissions: readonly Permission[] };
};

type Around = {
  addresses: ProfileAddresses;
  activeProfileId: string | null;
  usage: LimitUsage | null;
  usages: readonly LimitUsage[];
};

export function presentMe(principal: Self, rows: OwnProfileRow[], around: Around): z.output<typeof Me> {
  const {
    type,
    id,
    name,
    accountId,
    email,
    emailVerified,
    waitingSince,
    suspendedAt,
    suspensionReason,
    suspendedUntil,
  } = principal;
  const { addresses, usage, usages } = around;
  return {
    principal: { type, id, name },
    account: {
      id: accountId,
      email: type === 'session' ? email : null,
      email_verified: emailVerified,
      waiting_since: waitingSince?.toISOString() ?? null,
      suspension:
        waitingSince || !suspendedAt
          ? null
          : {
              reason: suspensionReason,
              since: suspendedAt.toISOString(),
              until: suspendedUntil?.toISOString() ?? null,
            },
    },
    scopes: [...principal.scopes],
    profiles: rows.map((row) => ({
      profile: presentProfile(row, addresses),
      actor_id: row.attached.actorId,
      owned: row.attached.isOwn,
      permissions: [...row.attached.permissions],
    })),
    active_profile_id: around.activeProfileId,
    rate_limit: usage && { limit: usage.limit, remaining: usage.remaining, reset_seconds: usage.resetSeconds },
    rate_limits: usages.map(presentLimit),
  };
}

function presentLimit({ name, windowSeconds, limit, remaining, resetSeconds }: LimitUsage) {
  const { per } = RATE_LIMITS[name];
  return { name, per, window_seconds: windowSeconds, limit, remaining, reset_seconds: resetSeconds };
}
