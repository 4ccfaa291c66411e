import { z } from 'zod';
import {
  ACCESS_GRANT_DECISIONS,
  ACCESS_GRANT_STATUSES,
  BUDGETS,
  type Budget,
  PERMISSIONS,
  PRINCIPAL_DIRECTIONS,
} from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { momentField } from '../../core/moments.ts';
import { pageQuery } from '../../core/pagination.ts';
import { viewQuery } from '../../core/view.ts';
import { pathWord } from '../../core/words.ts';
import { pageOf } from '../../http/envelope.ts';
import { ProfileView } from '../profiles/schemas.ts';

const eachBudget = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(BUDGETS.map((budget) => [budget, schema])) as Record<Budget, S>;

export const AccessGrant = z
  .object({
    id: z.uuid(),
    profile_id: z.uuid().describe('The managed profile.'),
    manager_profile: ProfileView,
    permissions: z.array(z.enum(PERMISSIONS)),
    status: z.enum(ACCESS_GRANT_STATUSES),
    budget: z
      .object(
        eachBudget(
          z
            .object({
              limit: z.int().describe('Its own, else the smallest of the grants that it was given under.'),
              left: z
                .int()
                .describe(
                  'Of today (UTC): the least that the grant and those that it was given under (by managers with access_management) leave.',
                ),
            })
            .nullable(),
        ),
      )
      .nullable()
      .describe('What the manager may do in a day (UTC); null: without limit.'),
    expires_at: z.iso.datetime().nullable().describe('When the grant ends by itself; null: never.'),
    public: z.boolean().describe('Whether everybody may see it.'),
    accepted_at: z.iso.datetime().nullable(),
    declined_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AccessGrant' });

export const AccessGrantAnswer = z.object({ access_grant: AccessGrant });
export const AccessGrantChange = z.object({
  access_grant: AccessGrant,
  ended_grants: z
    .array(AccessGrant)
    .describe('Grants and invitations that were given through this one and ended with it; empty for who only resigns.'),
  narrowed_grants: z
    .array(AccessGrant)
    .describe('Grants and invitations that were given through this one and were cut to what it allows now.'),
});
export const Invitation = z.object({ access_grant: AccessGrant, managed_profile: ProfileView });
export const InvitationPage = pageOf(Invitation);
export const AccessGrantPage = pageOf(AccessGrant).extend({
  profile: ProfileView,
  can_manage_access: z.boolean().describe('Whether the caller may invite, change and revoke here.'),
});
export const ProfilePrincipal = z
  .object({
    profile: ProfileView,
    permissions: z.array(z.enum(PERMISSIONS)),
    since: z.iso.datetime(),
    direction: z
      .enum(PRINCIPAL_DIRECTIONS)
      .describe('`acts_for`: the profile of the path acts for this one; `acted_for_by`: this one acts for it.'),
  })
  .meta({ id: 'ProfilePrincipal' });
export const PrincipalPage = pageOf(ProfilePrincipal);

const permissions = z
  .array(z.enum(PERMISSIONS))
  .min(1)
  .max(PERMISSIONS.length)
  .describe('What the manager may do. None of them implies another.');
const budget = z
  .strictObject(eachBudget(z.int().min(0).max(LIMITS.access_grant.max_budget).nullable().optional()))
  .nullable();
const expiresAt = momentField().nullable();
const isPublic =
  'Whether everybody may see the grant: in `principals` of both profiles and in `operated_by` of an AI agent.';

export const Invite = z.strictObject({
  manager_profile_id: idField().describe('The id of the profile that is to act: a human, a company or an AI agent.'),
  permissions,
  budget: budget.optional().describe('Numbers for one day (UTC); what is left out or null has no limit.'),
  expires_at: expiresAt.optional().describe('In the future, up to the year 9999: when the grant ends by itself.'),
  public: z.boolean().default(false).describe(isPublic),
});
export const UpdateGrant = z.strictObject({
  permissions: permissions.optional(),
  budget: budget
    .optional()
    .describe('May be partial: what is left out stays, a null in it takes one limit away, and null alone takes all.'),
  expires_at: expiresAt.optional().describe('In the future, up to the year 9999; null: it does not end by itself.'),
  public: z.boolean().optional().describe(isPublic),
});
export const RespondToInvitation = z.strictObject({
  decision: z.enum(ACCESS_GRANT_DECISIONS).describe('Accept only what the person behind the account wants.'),
});

export const GrantPath = z.strictObject({ grant_id: pathWord() });
export const ListGrantsQuery = z.strictObject({
  status: z.enum(ACCESS_GRANT_STATUSES).optional().describe('Only those with this status; all by default.'),
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
