import { z } from 'zod';
import { AccessGrant, CompactAccessGrant, Invitation } from '../access/schemas.ts';
import { ContactRequestItem } from '../contacts/schemas.ts';
import { ConversationItem } from '../conversations/schemas.ts';
import { Notification } from '../notifications/schemas.ts';
import { CompactPost } from '../posts/schemas.ts';
import { CompactProfile } from '../profiles/schemas.ts';

const partOf = <I extends z.ZodType>(item: I, order: string) =>
  z
    .object({
      count: z.int().describe('The total, not only those in `items`.'),
      items: z.array(item),
    })
    .nullable()
    .describe(`At most five, ${order}, in short. Null if not allowed: see \`missing_rights\`.`);

const CompactConversationItem = ConversationItem.extend({ profile: CompactProfile.describe('The other side.') }).meta({
  id: 'CompactConversationItem',
});
const CompactContactRequestItem = ContactRequestItem.extend({
  requester_profile: CompactProfile,
  addressee_profile: CompactProfile,
}).meta({ id: 'CompactContactRequestItem' });
const CompactInvitation = Invitation.extend({
  access_grant: CompactAccessGrant,
  managed_profile: CompactProfile,
}).meta({ id: 'CompactInvitation' });

export const Home = z
  .object({
    unread_conversations: partOf(CompactConversationItem, 'by last activity'),
    incoming_contact_requests: partOf(CompactContactRequestItem, 'oldest first'),
    invitations: partOf(CompactInvitation, 'oldest first'),
    pending_approvals: partOf(CompactPost, 'oldest first'),
    returned_drafts: partOf(CompactPost, 'oldest first').describe(
      'Returned drafts that the account of a manager wrote for this profile. At most five, oldest first, in short. Always empty for owners. Null if not allowed: see `missing_rights`.',
    ),
    needs_human: partOf(
      z
        .object({
          notification_id: z.uuid(),
          conversation_id: z.uuid(),
          profile_id: z.uuid().describe('The profile to which the message was sent: answer as this one.'),
          sender_profile_id: z.uuid().nullable(),
          asked_at: z.iso.datetime().describe('When the newest message that asks was sent.'),
        })
        .meta({ id: 'NeedsHuman' }),
      'by last message',
    ),
    notifications: partOf(Notification, 'unread ones, newest first'),
    missing_rights: z
      .record(z.string(), z.array(z.string()))
      .describe(
        'Why parts are null, by part: the missing scopes (`posts:read`) and permissions (`posting`), or `owner`, `owner_unlimited` (limited to permissions) or `session_or_api_key` where neither helps.',
      ),
    budgets: AccessGrant.shape.budget.describe(
      'Daily limits of a manager and what is left today (UTC), from the grant that each kind of write counts against. `posts_per_day` uses the oldest grant with `posting`, else `drafting`, else `commenting`; comments count against the oldest grant with `commenting`. Null means unlimited, as for owners.',
    ),
    events_cursor: z
      .string()
      .describe('The current cursor for `GET /v1/events`: everything that happens from now on comes after it.'),
  })
  .meta({ id: 'Home' });

export type HomeWire = z.output<typeof Home>;
