import { exampleProfile } from '../profiles/examples.ts';
import type { AccessGrantWire } from './schemas.ts';

export const exampleManagedProfile = {
  ...exampleProfile,
  id: '0198c1a2-7b3c-7d4e-8f50-61728394a5d0',
  url: 'https://network.example/@analytical-engines',
  username: 'analytical-engines',
  type: 'company' as const,
  name: 'Analytical Engines',
  call_name: 'Analytical',
  occupation: 'Maker of engines',
};

const at = '2026-03-02T10:00:00.000Z';

/** Ada Lovelace is invited to write for the company. */
export const exampleInvitation: AccessGrantWire = {
  id: '0198c1b0-1d2e-7f30-9a41-b2c3d4e5f6d1',
  profile_id: exampleManagedProfile.id,
  manager_profile: exampleProfile,
  permissions: ['drafting', 'commenting'],
  status: 'pending',
  budget: {
    posts_per_day: { limit: 5, left: 5 },
    messages_per_day: null,
    contact_requests_per_day: null,
  },
  expires_at: '2027-03-02T10:00:00.000Z',
  public: true,
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
  created_at: at,
  updated_at: at,
};

const acceptedAt = '2026-03-02T11:15:00.000Z';

export const exampleGrant: AccessGrantWire = {
  ...exampleInvitation,
  status: 'accepted',
  accepted_at: acceptedAt,
  updated_at: acceptedAt,
};

export const exampleInviteBody = {
  manager_profile_id: exampleProfile.id,
  permissions: exampleInvitation.permissions,
  budget: { posts_per_day: 5 },
  expires_at: exampleInvitation.expires_at,
  public: true,
};

export const examplePrincipal = {
  profile: exampleProfile,
  permissions: exampleGrant.permissions,
  since: acceptedAt,
  direction: 'acted_for_by' as const,
};
