import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember, signUp } from '../support/members.ts';
import { overHttp } from '../support/over-http.ts';
import { as, refusal } from '../support/posts.ts';

/** A contact and a conversation as two clients use them, from the first request to the end, over a socket. */

const DAY_MS = 86_400_000;
const NOTE = 'We met at the fair in Lyon.';
let t: TestApp;
let anna: Member;
let bela: Member;

beforeAll(async () => {
  t = await overHttp(await startTestApp());
  anna = await makeMember(t, { name: 'Anna Lindqvist' });
  bela = await makeMember(t, { name: 'Béla Kovács' });
});

/** The data of a response with the expected status. */
async function ok(status: number, method: string, path: string, by: object, body?: object) {
  const answer = await t.call(method, path, { ...by, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
  return answer.json.data;
}
const ask = (from: Member, to: Member, message = '') =>
  t.call('POST', '/v1/contact-requests', { ...as(from), body: { profile_id: to.profile.id, message } });
const viewer = async (by: Member, of: Member) => (await ok(200, 'GET', `/v1/profiles/${of.profile.id}`, as(by))).viewer;
const unread = async (by: object) => (await ok(200, 'GET', '/v1/conversations/summary', by)).unread_count;
const found = async (by: Member, q: string) =>
  (await ok(200, 'GET', `/v1/contacts?q=${encodeURIComponent(q)}`, as(by))).items.map(
    (item: { profile: { id: string } }) => item.profile.id,
  );

describe('from a contact request to a conversation', () => {
  let requestId: string;
  let conversationId: string;
  let messageId: string;

  it('the addressee finds the request, and the same request in the other direction is refused', async () => {
    expect(await viewer(anna, bela)).toMatchObject({ contact: 'none', can_request_contact: true });
    const sent = await ask(anna, bela, NOTE);
    expect(sent.status).toBe(201);
    requestId = sent.json.data.contact_request.id;
    expect(refusal(await ask(anna, bela))).toEqual([409, 'contact_request_pending', undefined]);

    const { items } = await ok(200, 'GET', '/v1/contact-requests?direction=incoming&status=pending', as(bela));
    expect(items).toMatchObject([
      {
        contact_request: { id: requestId, message: NOTE, status: 'pending', responded_at: null },
        requester: { name: 'Anna Lindqvist' },
        requester_profile: { id: anna.profile.id, viewer: { contact: 'incoming_request' } },
        addressee_profile: { id: bela.profile.id },
      },
    ]);
    const reciprocal = await ask(bela, anna);
    expect(refusal(reciprocal)).toEqual([409, 'contact_request_reciprocal_pending', undefined]);
    const [answerIt] = reciprocal.json.agent.next_actions;
    expect(answerIt).toMatchObject({ method: 'POST', path: `/v1/contact-requests/${requestId}/respond` });
  });

  it('only the addressee accepts it, once, as the hint says', async () => {
    const path = `/v1/contact-requests/${requestId}/respond`;
    const accept = { body: { decision: 'accept' } };
    const [byAsker, byStranger] = [
      await t.call('POST', path, { ...as(anna), ...accept }),
      await t.call('POST', path, { ...as(await makeMember(t)), ...accept }),
    ];
    expect([byAsker.json.error_code, byStranger.json.error_code]).toEqual([
      'permission_denied',
      'contact_request_not_found',
    ]);
    const accepted = await ok(200, 'POST', path, as(bela), accept.body);
    expect(accepted).toMatchObject({
      contact_request: { id: requestId, status: 'accepted' },
      requester: { name: 'Anna Lindqvist' },
      requester_profile: { id: anna.profile.id, viewer: { contact: 'contact' } },
    });
    expect(refusal(await t.call('POST', path, { ...as(bela), ...accept }))[1]).toBe('contact_request_not_pending');
    expect(refusal(await ask(bela, anna))[1]).toBe('already_contacts');
  });

  it('both list each other, and search ignores accents and case', async () => {
    for (const [me, other, words] of [
      [anna, bela, ['bela', 'KOVACS', 'éla', bela.profile.username.slice(2, 9)]],
      [bela, anna, ['lindq', 'ANNA', anna.profile.username.toUpperCase()]],
    ] as const) {
      for (const q of words) expect(await found(me, q), q).toEqual([other.profile.id]);
      expect(await found(me, 'nobody of this name')).toEqual([]);
    }
    const { items } = await ok(200, 'GET', '/v1/contacts', as(anna));
    expect(items).toMatchObject([
      {
        contact: { owner_entity_id: anna.profile.id, created_from_contact_request_id: requestId },
        actor: { name: 'Béla Kovács' },
      },
    ]);
  });

  it('the note is the first message, unread for the other side', async () => {
    const { items } = await ok(200, 'GET', '/v1/conversations', as(bela));
    expect(items).toMatchObject([
      {
        conversation: {
          created_from_contact_request_id: requestId,
          title: 'Anna Lindqvist',
          last_message_preview: NOTE,
        },
        profile: { id: anna.profile.id },
        unread_count: 1,
      },
    ]);
    conversationId = items[0].conversation.id;
    expect([await unread(as(bela)), await unread(as(anna))]).toEqual([1, 0]);
  });

  it('concurrent openings by both return the same conversation', async () => {
    const open = (by: Member, other: Member) =>
      ok(200, 'POST', '/v1/conversations/direct', as(by), { profile_id: other.profile.id });
    const opened = await Promise.all([open(anna, bela), open(bela, anna), open(bela, anna)]);
    expect(opened.map(({ conversation }) => conversation.id)).toEqual([conversationId, conversationId, conversationId]);
  });

  it('replies, reads up to a message, and counts the unread rest', async () => {
    const path = `/v1/conversations/${conversationId}`;
    for (const body of ['Yes, at the blue booth.', 'Are you there again this year?']) {
      const { message } = await ok(201, 'POST', `${path}/messages`, as(bela), { body });
      messageId ??= message.id;
    }
    expect(await unread(as(anna))).toBe(1);
    expect(await ok(200, 'PUT', `${path}/read`, as(anna), { message_id: messageId })).toEqual({
      conversation_id: conversationId,
      unread_count: 1,
    });
    expect(await ok(200, 'PUT', `${path}/read`, as(anna))).toMatchObject({ unread_count: 0 });
    expect([await unread(as(anna)), await unread(as(bela))]).toEqual([0, 1]);
    const { items } = await ok(200, 'GET', `${path}/messages`, as(anna));
    expect(items.map(({ body, mine }: { body: string; mine: boolean }) => [body, mine])).toEqual([
      ['Are you there again this year?', false],
      ['Yes, at the blue booth.', false],
      [NOTE, true],
    ]);
  });

  it('only its sender deletes a message, for both, and an unread one no longer counts', async () => {
    const path = `/v1/conversations/${conversationId}/messages`;
    const { message } = await ok(201, 'POST', path, as(anna), { body: 'Sent too early' });
    expect(await unread(as(bela))).toBe(1);
    await ok(200, 'PUT', `/v1/conversations/${conversationId}/read`, as(bela), { message_id: messageId });
    expect((await ok(200, 'GET', `/v1/conversations/${conversationId}`, as(bela))).unread_count).toBe(1);
    const byOther = await t.call('DELETE', `${path}/${message.id}`, as(bela));
    expect(refusal(byOther)[1]).toBe('permission_denied');
    await ok(200, 'DELETE', `${path}/${message.id}`, as(anna));
    expect(await unread(as(bela))).toBe(0);
    for (const side of [anna, bela]) {
      const read = await ok(200, 'GET', `${path}/${message.id}`, as(side));
      expect(read.message).toMatchObject({ body: '', deleted_at: expect.any(String) });
    }
  });

  it('removing the contact removes both rows and keeps the messages', async () => {
    const { items } = await ok(200, 'GET', '/v1/contacts', as(anna));
    const path = `/v1/contacts/${items[0].contact.id}`;
    expect(refusal(await t.call('DELETE', path, as(bela)))[1]).toBe('contact_not_found');
    expect(await ok(200, 'DELETE', path, as(anna))).toEqual({ contact_id: items[0].contact.id, removed: true });
    expect(refusal(await t.call('DELETE', path, as(anna)))[1]).toBe('contact_not_found');
    for (const side of [anna, bela]) expect((await ok(200, 'GET', '/v1/contacts', as(side))).items).toEqual([]);
    expect((await ok(200, 'GET', '/v1/conversations', as(bela))).items).toHaveLength(1);
    expect(await viewer(bela, anna)).toMatchObject({ contact: 'none', can_request_contact: true });
  });
});

describe('an unsuccessful request', () => {
  it('starts a cooldown after a rejection or withdrawal, but not for the other side', async () => {
    const [cara, dora] = [await makeMember(t), await makeMember(t)];
    const ends = [
      (id: string) => ok(200, 'POST', `/v1/contact-requests/${id}/respond`, as(dora), { decision: 'reject' }),
      (id: string) => ok(200, 'POST', `/v1/contact-requests/${id}/withdraw`, as(cara)),
    ];
    for (const [n, end] of ends.entries()) {
      const sent = await ask(cara, dora);
      expect(sent.status).toBe(201);
      const { contact_request } = await end(sent.json.data.contact_request.id);
      expect(contact_request.status).toBe(['rejected', 'withdrawn'][n]);
      expect(await viewer(cara, dora)).toMatchObject({ can_request_contact: false });
      const again = await ask(cara, dora);
      expect(refusal(again)[1]).toBe('contact_request_cooldown');
      const wait = again.json.agent.retry_after_seconds;
      expect(wait).toBeGreaterThan((20 * DAY_MS) / 1000);
      expect(wait).toBeLessThanOrEqual((21 * DAY_MS) / 1000);
      if (n === 0) t.clock.advance(wait * 1000);
    }
    expect((await ask(dora, cara)).status).toBe(201);
  });
});

describe('a guest', () => {
  it('has no conversations or contacts, and cannot request any', async () => {
    const guest = await signUp(t);
    expect(await unread(guest)).toBe(0);
    expect(await ok(200, 'GET', '/v1/contacts', guest)).toEqual({ items: [], next_cursor: null, contacts_count: 0 });
    const refused = await t.call('GET', '/v1/conversations', guest);
    expect(refusal(refused)[1]).toBe('profile_header_required');
  });
});
