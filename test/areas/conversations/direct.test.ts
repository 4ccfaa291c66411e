import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import type { ApiAction } from '../../../src/core/next-action.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, withdraw } from '../../support/contacts.ts';
import { openConversation, sendMessage, sideOf } from '../../support/conversations.ts';
import { block, unblock } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, makeContacts, revokeGrant } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t, { name: 'Ada Direct' }), await makeMember(t, { name: 'Ben Direct' })];
});

const open = (by: { token: string; as: string }, profile_id: string) =>
  t.call('POST', '/v1/conversations/direct', { ...by, body: { profile_id } });
const code = ({ status, json }: { status: number; json: { error_code?: string } }) => json.error_code ?? status;
const setPolicy = (member: Member, messages: object) =>
  t.call('PATCH', `/v1/profiles/${member.profile.id}`, { token: member.token, body: { inbox_policy: { messages } } });

describe('POST /v1/conversations/direct', () => {
  it('opens one conversation for two profiles and names it after the other side', async () => {
    const first = await open(as(ada), ben.profile.id);
    expect(first.status, first.text).toBe(201);
    const { conversation } = first.json.data;
    expect(conversation).toMatchObject({
      kind: 'direct',
      title: 'Ben Direct',
      created_from_contact_request_id: null,
      last_message_at: null,
      last_message_preview: null,
    });
    const again = await open(as(ada), ben.profile.id.toUpperCase());
    expect([again.status, again.json.data.conversation]).toEqual([200, conversation]);
    const back = await open(as(ben), ada.profile.id);
    expect([back.status, back.json.data.conversation]).toEqual([200, { ...conversation, title: 'Ada Direct' }]);
    expect(await eventsOf(t, conversation.id)).toMatchObject([
      { type: 'conversation.created' },
      { type: 'conversation.created' },
    ]);
    expect(await auditOf(t, conversation.id)).toHaveLength(1);
  });

  it('rejects the profile itself, unknown and deleted profiles', async () => {
    const gone = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    expect(code(await open(as(ada), ada.profile.id))).toBe('cannot_target_self');
    for (const id of [newId(), gone.profile.id, ada.accountId]) {
      expect(code(await open(as(ada), id))).toBe('profile_not_found');
    }
    expect(code(await open(as(ada), 'ben'))).toBe('profile_not_found');
    expect(code(await open(as(ada), '?'))).toBe('invalid_request');
    expect(code(await t.call('POST', '/v1/conversations/direct', { ...as(ada), body: {} }))).toBe('invalid_request');
  });

  it.each([
    ['anyone', 201, 201],
    ['contacts', 'contact_required', 201],
    ['nobody', 'interaction_not_allowed', 'interaction_not_allowed'],
  ])('applies the inbox policy %s, by the type of the sender', async (policy, stranger, contact) => {
    const [host, guest, friend] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await setPolicy(host, { human: policy, company: 'anyone' });
    await makeContacts(t, host, friend);
    expect(code(await open(as(guest), host.profile.id))).toBe(stranger);
    expect(code(await open(as(friend), host.profile.id))).toBe(contact);
    const company = await makeMember(t, { type: 'company' });
    expect(code(await open(as(company), host.profile.id))).toBe(201);
    const viewer = async (by: Member) =>
      (await t.call('GET', `/v1/profiles/${host.profile.id}`, as(by))).json.data.viewer.can_message;
    expect([await viewer(guest), await viewer(friend)]).toEqual([stranger === 201, contact === 201]);
  });

  async function makeContactsOnly(): Promise<Member> {
    const member = await makeMember(t);
    await setPolicy(member, { human: 'contacts' });
    return member;
  }

  it('suggests the next step for the relation of the two if only contacts may write', async () => {
    const [host, guest] = [await makeMember(t), await makeMember(t)];
    await setPolicy(host, { human: 'contacts' });
    const id = await openConversation(t, host, guest);
    const hintsFor = async (by = as(guest)) => {
      const send = await t.call('POST', `/v1/conversations/${id}/messages`, { ...by, body: { body: 'Hello' } });
      const begin = await open(by, host.profile.id);
      expect(code(send)).toBe('contact_required');
      // An existing conversation needs no permission of the other side.
      expect(begin.status).toBe(200);
      const { hint, next_actions = [] } = send.json.agent;
      return { hint, calls: next_actions.map(({ method, path }: ApiAction) => `${method} ${path}`) };
    };
    expect((await hintsFor()).calls).toEqual(['POST /v1/contact-requests']);

    const stranger = await makeMember(t);
    const [ask] = (await open(as(stranger), host.profile.id)).json.agent.next_actions;
    expect(ask).toMatchObject({ path: '/v1/contact-requests', body: { profile_id: host.profile.id } });
    expect((await t.call(ask.method, ask.path, { ...as(stranger), body: ask.body })).status).toBe(201);

    const asked = await askForContact(t, guest, host);
    expect((await hintsFor()).calls).toEqual([`GET /v1/contact-requests/${asked}`]);
    await withdraw(t, guest, asked);
    expect(await hintsFor()).toEqual({ hint: expect.stringContaining('21 days'), calls: [] });

    const theirs = await askForContact(t, host, guest);
    const { hint, calls } = await hintsFor();
    expect(calls).toEqual([`GET /v1/contact-requests/${theirs}`, `POST /v1/contact-requests/${theirs}/respond`]);
    expect(hint).toMatch(/does not let you write.*ask before you decide/);
    // A manager that may not read contacts learns nothing about them.
    const manager = await makeMember(t);
    await grantAccess(t, guest, manager, ['messaging']);
    const key = await makeKey(t, guest, { scopes: ['messages:all'], profileIds: [guest.profile.id] });
    for (const token of [manager.token, key.token]) {
      expect(await hintsFor({ token, as: guest.profile.id })).toEqual({
        hint: expect.stringContaining('networking'),
        calls: [],
      });
    }
    // A key that may ask, but not read contacts, gets no action that reads them.
    const writes = { scopes: ['messages:write', 'contacts:write'], profileIds: [guest.profile.id] };
    const byWriter = { token: (await makeKey(t, guest, writes)).token, as: guest.profile.id };
    expect((await hintsFor(byWriter)).calls).toEqual([`POST /v1/contact-requests/${theirs}/respond`]);
    expect((await open(byWriter, (await makeContactsOnly()).profile.id)).json.agent.next_actions).toMatchObject([
      { method: 'POST', path: '/v1/contact-requests' },
    ]);
    await withdraw(t, host, theirs);
    t.clock.advance(LIMITS.contact_request.cooldown_ms + 1);
    const settings = { inbox_policy: { contact_requests: { human: 'nobody' } } };
    await t.call('PATCH', `/v1/profiles/${host.profile.id}`, { token: host.token, body: settings });
    expect(await hintsFor()).toEqual({ hint: expect.stringContaining('no contact requests'), calls: [] });
  });

  it('suggests the same before a conversation exists', async () => {
    const [host, guest] = [await makeMember(t), await makeMember(t)];
    await setPolicy(host, { human: 'contacts' });
    const asked = await askForContact(t, guest, host);
    expect((await open(as(guest), host.profile.id)).json.agent.next_actions).toMatchObject([
      { method: 'GET', path: `/v1/contact-requests/${asked}` },
    ]);
  });

  it('accepts messages of AI agents from contacts only, by default', async () => {
    const agent = await makeMember(t, { type: 'ai_agent' });
    expect(code(await open(as(agent), ada.profile.id))).toBe('contact_required');
    await makeContacts(t, agent, ada);
    expect(code(await open(as(agent), ada.profile.id))).toBe(201);
  });

  it('returns an existing conversation whatever the policy is now', async () => {
    const host = await makeMember(t);
    const id = await openConversation(t, ada, host);
    await setPolicy(host, { human: 'nobody' });
    expect(await openConversation(t, ada, host)).toBe(id);
    // But messages from a member who was never answered are refused.
    const path = `/v1/conversations/${id}/messages`;
    const send = () => t.call('POST', path, { ...as(ada), body: { body: 'Are you there?' } });
    expect(code(await send())).toBe('interaction_not_allowed');
    const advised = async () => {
      const { agent } = (await open(as(ada), host.profile.id)).json;
      return agent.next_actions.map(({ method }: { method: string }) => method);
    };
    expect(await advised()).toEqual(['GET']);
    expect((await sideOf(t, as(ada), id)).profile.viewer.can_message).toBe(false);
    await sendMessage(t, as(host), id, 'I closed my inbox, but write here');
    expect((await sideOf(t, as(ada), id)).profile.viewer.can_message).toBe(true);
    expect(await advised()).toEqual(['GET', 'POST']);
    expect(code(await send())).toBe(201);
  });

  it('is refused across a block in either direction, even for an existing conversation', async () => {
    const [one, other] = [await makeMember(t), await makeMember(t)];
    const id = await openConversation(t, one, other);
    await sendMessage(t, as(other), id);
    const advisedBy = async (by: Member) => {
      const { agent } = (await t.call('GET', `/v1/conversations/${id}/messages`, as(by))).json;
      return agent.next_actions.map(({ method }: { method: string }) => method);
    };
    await block(t, one, other);
    for (const [by, target] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(code(await open(as(by), target.profile.id))).toBe('interaction_not_allowed');
      const sent = await t.call('POST', `/v1/conversations/${id}/messages`, { ...as(by), body: { body: 'Hello?' } });
      expect(code(sent)).toBe('interaction_not_allowed');
      const side = await sideOf(t, as(by), id);
      expect([side.profile.viewer.can_message, side.conversation.id]).toEqual([false, id]);
      expect(await advisedBy(by)).toEqual(['PUT']);
    }
    await unblock(t, one, other);
    expect(await advisedBy(one)).toEqual(['PUT', 'POST']);
    expect(code(await open(as(one), other.profile.id))).toBe(200);
  });

  it('is for managers with messaging, and records who acted', async () => {
    const manager = await makeMember(t);
    const target = await makeMember(t);
    const by = { token: manager.token, as: ada.profile.id };
    const others = await grantAccess(t, ada, manager, ['posting', 'networking']);
    const refused = await open(by, target.profile.id);
    expect([code(refused), refused.json.agent.required_permission]).toEqual(['permission_denied', 'messaging']);
    await revokeGrant(t, others);
    const grant = await grantAccess(t, ada, manager, ['messaging']);
    const opened = await open(by, target.profile.id);
    expect(opened.status, opened.text).toBe(201);
    const { id } = opened.json.data.conversation;
    expect(await auditOf(t, id)).toMatchObject([
      { profile_id: ada.profile.id, manager_profile_id: manager.profile.id, grant_id: grant },
    ]);
    await revokeGrant(t, grant);
    const path = `/v1/conversations/${id}/messages`;
    expect(code(await t.call('POST', path, { ...by, body: { body: 'Once more' } }))).toBe('profile_not_attached');
  });
});
