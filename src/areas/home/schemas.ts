import { z } from 'zod';
import { AccessGrant, Invitation } from '../access/schemas.ts';
import { ContactRequestItem } from '../contacts/schemas.ts';
import { ConversationItem } from '../conversations/schemas.ts';
import { CompactPost } from '../posts/schemas.ts';

const partOf = <I extends z.ZodType>(item: I, order: string) =>
  z
    .object({ count: z.int().describe('All of them, not only those in `items`.'), items: z.array(item) })
    .nullable()
    .describe(`At most five, ${order}, with \`view=compact\`. Null: not open to this credential or manager.`);

export const Home = z
  .object({
    unread_conversations: partOf(ConversationItem, 'by last activity'),
    incoming_contact_requests: partOf(ContactRequestItem, 'the oldest first'),
    invitations: partOf(Invitation, 'the oldest first'),
    pending_approvals: partOf(CompactPost, 'the oldest first'),
    notifications: z.null().describe('Null: this version of the service keeps no notifications.'),
    budgets: AccessGrant.shape.budget.describe(
      'Of a manager: what the grant behind each kind of write allows and leaves of today (UTC); of several grants the one that the write is counted under. `posts_per_day` is that of posts: the oldest grant with `posting`, else with `drafting`, else (for comments alone) with `commenting`; comments are counted under the oldest with `commenting`, which may be another. Null: without limit, as for every owner.',
    ),
    events_cursor: z
      .string()
      .nullable()
      .describe('Where to go on reading events. Null: this version of the service has no list of events to read.'),
  })
  .meta({ id: 'Home' });

export type HomeWire = z.output<typeof Home>;
