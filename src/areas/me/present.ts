import type { z } from 'zod';
import type { Principal } from '../../auth/principal.ts';
import type { View } from '../../core/enums.ts';
import { presentCompactProfile, presentProfile } from '../profiles/present.ts';
import type { Me } from './schemas.ts';
import type { OwnProfileRow } from './service.ts';

type Around = {
  webUrl: string;
  view: View;
  activeProfileId: string | null;
  usage: { limit: number; remaining: number; resetSeconds: number } | null;
};

export function presentMe(principal: Principal, rows: OwnProfileRow[], around: Around): z.output<typeof Me> {
  const { type, id, name, accountId, email, emailVerified, suspendedAt, suspensionReason } = principal;
  const { usage } = around;
  return {
    principal: { type, id, name },
    account: {
      id: accountId,
      email: type === 'session' ? email : null,
      email_verified: emailVerified,
      suspension: suspendedAt && { reason: suspensionReason, since: suspendedAt.toISOString() },
    },
    scopes: [...principal.scopes],
    profiles: rows.map((row) => ({
      profile: around.view === 'compact' ? presentCompactProfile(row) : presentProfile(row, around.webUrl),
      actor_id: row.attached.actorId,
      owned: row.attached.owned,
      permissions: [...row.attached.permissions],
    })),
    active_profile_id: around.activeProfileId,
    rate_limit: usage && { limit: usage.limit, remaining: usage.remaining, reset_seconds: usage.resetSeconds },
  };
}
