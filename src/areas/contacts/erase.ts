import { and, eq, ne, or, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { contactRequests } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { cr, isOpen } from '../relations/contact-requests.ts';
import { otherSideOf } from './requests.ts';

const profileId = p('profile_id', 'uuid');

/** Both rows of each contact. The other side may be a guest, which has no counters and no event log. */
const removeContacts = statement(
  'contacts.remove_all_of',
  { profile_id: 'uuid' },
  sql<{ id: string; other_profile_id: string }>`with own as (
    delete from ${writes('contacts')} where owner_entity_id = ${profileId}
  ), theirs as (
    delete from ${writes('contacts')} where contact_entity_id = ${profileId}
      and owner_entity_id in (select contact_entity_id from contacts where owner_entity_id = ${profileId})
    returning id, owner_entity_id, owner_entity_type
  )
  select id, owner_entity_id as other_profile_id from theirs where owner_entity_type = 'profile'`,
);

const withdrawRequests = statement(
  'contacts.withdraw_all_of',
  { now: 'timestamptz', profile_id: 'uuid' },
  qb
    .update(cr)
    .set({ status: 'withdrawn', updatedAt: p('now', 'timestamptz') })
    .where(and(isOpen, or(eq(cr.requesterProfileId, profileId), eq(cr.addresseeProfileId, profileId))))
    .returning({ id: cr.id, other_profile_id: sql<string>`${otherSideOf(profileId)}`.as('other_profile_id') }),
);

const eraseNotes = statement(
  'contacts.erase_notes',
  { account_id: 'uuid' },
  qb
    .update(contactRequests)
    .set({ message: '' })
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, p('account_id')),
        eq(contactRequests.requesterProfileId, profiles.id),
        ne(contactRequests.message, ''),
      ),
    ),
);

/** Removes the contacts of a profile and withdraws its pending requests, and later erases the notes of its requests. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const contacts = await removeContacts.all(tx, { profile_id: profileId });
    const requests = await withdrawRequests.all(tx, { profile_id: profileId, now: tx.now() });
    const fromOther = { actorProfileId: profileId };
    return {
      events: [
        ...contacts.map(({ id, other_profile_id }) => ({
          ...fromOther,
          type: 'contact.removed' as const,
          profileId: other_profile_id,
          objectType: 'contact',
          objectId: id,
        })),
        ...requests.map(({ id, other_profile_id }) => ({
          ...fromOther,
          type: 'contact_request.withdrawn' as const,
          profileId: other_profile_id,
          objectType: 'contact_request',
          objectId: id,
        })),
      ],
    };
  },
  account: async (ctx, account_id) => void (await eraseNotes.all(ctx, { account_id })),
};
