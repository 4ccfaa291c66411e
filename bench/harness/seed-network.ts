import type { Call, Made } from './seed.ts';

/** How many members after (and before) it in the list each member is a contact of. */
const REACH = 8;
const MESSAGES = 30;
const NOTE = 'We met at the fair in spring. It was good to meet you.';

/**
 * Makes each member a contact of its neighbors in the list, which also creates their conversations. Every second member
 * exchanges many messages with the next one. Members farther apart than `REACH` never become contacts.
 *
 * @returns the ids of those conversations.
 */
export async function seedNetwork(call: Call, members: readonly Made[]): Promise<string[]> {
  for (let distance = 1; distance <= REACH; distance++) {
    const pairs = members.map((member, place) => [member, members[(place + distance) % members.length]!] as const);
    // Sequential, because writes of the same member wait for each other.
    for (const [from, to] of pairs) await makeContacts(call, from, to);
  }
  const conversationIds: string[] = [];
  for (let place = 0; place + 1 < members.length; place += 2) {
    const conversationId = await directConversation(call, members[place]!, members[place + 1]!);
    for (let number = 0; number < MESSAGES; number++) {
      await call('POST', `/v1/conversations/${conversationId}/messages`, { body: NOTE }, members[place + (number % 2)]);
    }
    conversationIds.push(conversationId);
  }
  return conversationIds;
}

type Caller = Pick<Made, 'token' | 'profileId'>;

export async function makeContacts(call: Call, from: Caller, to: Caller): Promise<void> {
  const body = { profile_id: to.profileId, message: NOTE };
  const { contact_request } = await call<{ contact_request: { id: string } }>(
    'POST',
    '/v1/contact-requests',
    body,
    from,
  );
  await call('POST', `/v1/contact-requests/${contact_request.id}/respond`, { decision: 'accept' }, to);
}

/** @returns the id of the conversation of two contacts. */
export async function directConversation(call: Call, one: Caller, other: Caller): Promise<string> {
  const body = { profile_id: other.profileId };
  const { conversation } = await call<{ conversation: { id: string } }>('POST', '/v1/conversations/direct', body, one);
  return conversation.id;
}
