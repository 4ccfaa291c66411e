import { expect } from 'vitest';
import type { CallOptions, TestApp } from './app.ts';
import type { Member } from './members.ts';
import { as } from './posts.ts';

/** Helpers for tests of conversations. */

/** Opens the direct conversation of two members, as the first one. */
export async function openConversation(t: TestApp, by: Member, other: Member): Promise<string> {
  const answer = await t.call('POST', '/v1/conversations/direct', {
    ...as(by),
    body: { profile_id: other.profile.id },
  });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.json.data.conversation.id;
}

/** Sends a message. */
export async function sendMessage(t: TestApp, by: CallOptions, conversationId: string, fields: object | string = {}) {
  const body = { body: 'Something to say', ...(typeof fields === 'string' ? { body: fields } : fields) };
  const answer = await t.call('POST', `/v1/conversations/${conversationId}/messages`, { ...by, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.message;
}

/** A conversation as one side sees it. */
export async function sideOf(t: TestApp, by: CallOptions, conversationId: string) {
  const answer = await t.call('GET', `/v1/conversations/${conversationId}`, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

/** All messages of a conversation, newest first, from all pages of the list. */
export async function messagesOf(t: TestApp, by: CallOptions, conversationId: string, limit = 50) {
  const items = [];
  let cursor = '';
  do {
    const path = `/v1/conversations/${conversationId}/messages?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const answer = await t.call('GET', path, by);
    expect(answer.status, answer.text).toBe(200);
    items.push(...answer.json.data.items);
    cursor = answer.json.data.next_cursor ?? '';
  } while (cursor);
  return items;
}
