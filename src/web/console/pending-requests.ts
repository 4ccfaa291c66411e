import type { z } from 'zod';
import type { ContactRequestItem } from '../../areas/contacts/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import { type ListedMember, listedRequest } from './member-entries.ts';

type Requests = { items: z.output<typeof ContactRequestItem>[] };

/** Adds requests to the acting profile, so that they can be answered in lists. Older than a page: under Network. */
export async function withPendingRequests<M extends ListedMember>(
  page: ConsoleContext,
  { profile, may }: ActingProfile,
  members: readonly M[],
): Promise<M[]> {
  const hasAsked = ({ profile: { viewer }, request }: M) => viewer?.contact === 'incoming_request' && !request;
  if (!may('networking') || !members.some(hasAsked)) return [...members];
  const answer = await page.attempt<Requests>('GET', '/v1/contact-requests', {
    profileId: profile.id,
    query: { direction: 'incoming', status: 'pending', limit: String(LIMITS.page.max) },
  });
  const requests = answer.ok ? answer.data.items.map(({ contact_request }) => contact_request) : [];
  return members.map((member) => {
    const found = requests.find(({ requester_profile_id }) => requester_profile_id === member.profile.id);
    if (!found || !hasAsked(member)) return member;
    return { ...member, requestId: found.id, request: listedRequest(found, 'incoming'), hasLookedUpRequest: true };
  });
}
