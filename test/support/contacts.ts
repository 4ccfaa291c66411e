import { expect } from 'vitest';
import type { CallResult, TestApp } from './app.ts';
import type { Member } from './members.ts';
import { as } from './posts.ts';

export { makeContacts } from './posts.ts';

/** Sends a contact request, whatever the response is. */
export const ask = (t: TestApp, from: Member, to: { profile: { id: string } }, message?: string): Promise<CallResult> =>
  t.call('POST', '/v1/contact-requests', {
    ...as(from),
    body: { profile_id: to.profile.id, ...(message === undefined ? {} : { message }) },
  });

/** The id of a new pending request. */
export async function askForContact(t: TestApp, from: Member, to: Member, message?: string): Promise<string> {
  const answer = await ask(t, from, to, message);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.contact_request.id;
}

export const respond = (t: TestApp, by: Member, id: string, decision: 'accept' | 'reject'): Promise<CallResult> =>
  t.call('POST', `/v1/contact-requests/${id}/respond`, { ...as(by), body: { decision } });

export const withdraw = (t: TestApp, by: Member, id: string): Promise<CallResult> =>
  t.call('POST', `/v1/contact-requests/${id}/withdraw`, as(by));

/** Makes two members contacts; returns the request's id. */
export async function becomeContacts(t: TestApp, from: Member, to: Member, message?: string): Promise<string> {
  const id = await askForContact(t, from, to, message);
  const answer = await respond(t, to, id, 'accept');
  expect(answer.status, answer.text).toBe(200);
  return id;
}

/** The id of `owner`'s own row of a contact. */
export async function contactIdOf(t: TestApp, owner: Member, contact: Member): Promise<string> {
  const { rows } = await t.pool.query('select id from contacts where owner_entity_id = $1 and contact_entity_id = $2', [
    owner.profile.id,
    contact.profile.id,
  ]);
  return rows[0]?.id;
}

export type Exchange = {
  conversation: Record<string, unknown>;
  members: Record<string, unknown>[];
  messages: Record<string, unknown>[];
};

/** The rows of the conversations between two members. */
export async function conversationsOf(t: TestApp, a: Member, b: Member): Promise<Exchange[]> {
  const found = await t.pool.query(
    `select c.* from conversations c join actors low on low.id = c.low_actor_id join actors high on high.id = c.high_actor_id
      where low.entity_id = any($1) and high.entity_id = any($1)`,
    [[a.profile.id, b.profile.id]],
  );
  return Promise.all(
    found.rows.map(async (conversation) => ({
      conversation,
      members: (await t.pool.query('select * from conversation_members where conversation_id = $1', [conversation.id]))
        .rows,
      messages: (
        await t.pool.query('select * from messages where conversation_id = $1 order by seq', [conversation.id])
      ).rows,
    })),
  );
}
