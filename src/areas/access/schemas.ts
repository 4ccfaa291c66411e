import { z } from 'zod';
import {
  ACCESS_GRANT_DECISIONS,
  ACCESS_GRANT_STATUSES,
  BUDGETS,
  type Budget,
  PERMISSIONS,
  PRINCIPAL_DIRECTIONS,
} from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { timestampField } from '../../core/timestamps.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { CompactProfile, Profile } from '../profiles/schemas.ts';

const eachBudget = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(BUDGETS.map((budget) => [budget, schema])) as Record<Budget, S>;

const BudgetLimit = z
  .object({
    limit: z.int().describe('The limit of this grant, or else the smallest of the grants that it was delegated from.'),
    left: z
      .int()
      .describe('Remaining today (UTC): the minimum over this grant and the grants that it was delegated from.'),
  })
  .meta({ id: 'BudgetLimit' });
const Budgets = z.object(eachBudget(BudgetLimit.nullable())).meta({ id: 'Budgets' });

export const AccessGrant = z
  .object({
    id: z.uuid(),
    profile_id: z.uuid().describe('The managed profile.'),
    manager_profile: Profile,
    permissions: z.array(z.enum(PERMISSIONS)),
    status: z.enum(ACCESS_GRANT_STATUSES),
    budget: Budgets.nullable().describe('Daily limits of the manager (UTC days). Null means unlimited.'),
    expires_at: z.iso.datetime().nullable().describe('When the grant expires; null if never.'),
    public: z.boolean().describe('Whether everyone can see the grant.'),
    accepted_at: z.iso.datetime().nullable(),
    declined_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AccessGrant' });

export const CompactAccessGrant = AccessGrant.extend({ manager_profile: CompactProfile }).meta({
  id: 'CompactAccessGrant',
});

export const AccessGrantAnswer = z.object({ access_grant: AccessGrant });
export const AccessGrantChange = z.object({
  access_grant: AccessGrant,
  ended_grants: z
    .array(AccessGrant)
    .describe('Delegated grants and invitations that ended with this one. Empty for a manager that resigns.'),
  narrowed_grants: z
    .array(AccessGrant)
    .describe('Delegated grants and invitations, narrowed to what this one now allows.'),
});
export const Invitation = z.object({ access_grant: AccessGrant, managed_profile: Profile }).meta({ id: 'Invitation' });
export const InvitationPage = pageOf('InvitationPage', Invitation);
export const AccessGrantPage = pageOf('AccessGrantPage', AccessGrant, {
  profile: Profile,
  can_manage_access: z
    .boolean()
    .describe('Whether the caller may invite managers, and change and revoke their grants.'),
});
const ProfilePrincipal = z
  .object({
    profile: Profile,
    permissions: z.array(z.enum(PERMISSIONS)),
    since: z.iso.datetime(),
    direction: z
      .enum(PRINCIPAL_DIRECTIONS)
      .describe('`acts_for`: the profile in the path acts for this one. `acted_for_by`: this one acts for it.'),
  })
  .meta({ id: 'ProfilePrincipal' });
export const PrincipalPage = pageOf('PrincipalPage', ProfilePrincipal);

const permissions = z
  .array(z.enum(PERMISSIONS))
  .min(1)
  .max(PERMISSIONS.length)
  .describe('What the manager may do. No permission implies another.');
const budget = z
  .strictObject(eachBudget(z.int().min(0).max(LIMITS.access_grant.max_budget).nullable().optional()))
  .nullable();
const expiresAt = timestampField().nullable();
const isPublic =
  'Whether everyone can see the grant, in `principals` of both profiles and in `operated_by` of an AI agent.';

export const Invite = z.strictObject({
  manager_profile_id: profileReference().describe(
    'The id or username of the profile to invite as a manager: a human, a company or an AI agent.',
  ),
  permissions,
  budget: budget.optional().describe('Limits per day (UTC). A missing or null limit means unlimited.'),
  expires_at: expiresAt.optional().describe('When the grant expires: in the future, up to the year 9999.'),
  public: z.boolean().default(false).describe(isPublic),
});
export const UpdateGrant = z.strictObject({
  permissions: permissions.optional(),
  budget: budget
    .optional()
    .describe(
      'Limits to change; missing ones stay as they are. A null limit removes that limit, and a null budget removes all.',
    ),
  expires_at: expiresAt
    .optional()
    .describe('When the grant expires: in the future, up to the year 9999. Null means never.'),
  public: z
    .boolean()
    .optional()
    .describe(
      'Both sides can set false, the manager with no other field. It cannot become true: the manager agrees to the invitation that it has read.',
    ),
});
export const RespondToInvitation = z.strictObject({
  decision: z.enum(ACCESS_GRANT_DECISIONS).describe('Accept only if the person who owns the account agrees.'),
});

export const GrantPath = z.strictObject({ grant_id: pathSegment() });
export const ListGrantsQuery = z.strictObject({
  status: z.enum(ACCESS_GRANT_STATUSES).optional().describe('Only grants with this status. By default, all.'),
  ...pageQuery,
  ...viewQuery,
});
export const ListQuery = z.strictObject({ ...pageQuery, ...viewQuery });
export const ReadQuery = z.strictObject(viewQuery);

export type AccessGrantWire = z.output<typeof AccessGrant>;
export type InviteInput = z.output<typeof Invite>;
export type UpdateGrantInput = z.output<typeof UpdateGrant>;
export type ListGrantsInput = z.output<typeof ListGrantsQuery>;
export type ListInput = z.output<typeof ListQuery>;
