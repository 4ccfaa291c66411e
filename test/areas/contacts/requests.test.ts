import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import type { ApiAction } from '../../../src/core/next-action.ts';
import { type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { ask, askForContact, becomeContacts, conversationsOf, respond, withdraw } from '../../support/contacts.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, auditOf, eventsOf, refusal } from '../../support/posts.ts';

let t: TestApp;
let ann: Member;
beforeAll(async () => {
  t = await startTestApp();
  ann = await makeMember(t, { name: 'Ann Example' });
});

const NOTE = 'We met at the talk on engines 👩‍👩‍👧‍👦.';
const DAY = 86_400_000;
type RequestItem = { contact_request: { id: string } };

async function count(member: Member): Promise<number> {
  const answer = await t.call('GET', `/v1/profiles/${member.profile.id}`, as(member));
  return answer.json.data.contacts_count;
}
const viewerOf = async (reader: Member, other: Member) =>
  (await t.call('GET', `/v1/profiles/${other.profile.id}`, as(reader))).json.data.viewer;

describe('sending a contact request', () => {
  it('creates a request that both sides can read', async () => {
    const bob = await makeMember(t, { name: 'Bob Example' });
    const answer = await ask(t, ann, bob, NOTE);
    expect(answer.status, answer.text).toBe(201);
    const { contact_request } = answer.json.data;
    expect(contact_request).toMatchObject({
      profile_id: bob.profile.id,
      requester_profile_id: ann.profile.id,
      status: 'pending',
      message: NOTE,
      responded_at: null,
    });
    expect(answer.json.agent.next_actions.map(({ path }: { path: string }) => path)).toEqual([
      `/v1/contact-requests/${contact_request.id}`,
      `/v1/contact-requests/${contact_request.id}/withdraw`,
    ]);
    for (const [member, direction, other] of [
      [ann, 'outgoing', 'incoming'],
      [bob, 'incoming', 'outgoing'],
    ] as const) {
      const one = await t.call('GET', `/v1/contact-requests/${contact_request.id}`, as(member));
      expect(one.json.data).toMatchObject({
        contact_request,
        requester: {
          id: contact_request.requester_id,
          type: 'profile',
          entity_id: ann.profile.id,
          handle: ann.profile.username,
          name: 'Ann Example',
        },
        requester_profile: { id: ann.profile.id },
        addressee_profile: { id: bob.profile.id, name: 'Bob Example' },
      });
      const list = await t.call('GET', `/v1/contact-requests?direction=${direction}&limit=1`, as(member));
      expect(list.json.data.items[0]).toEqual(one.json.data);
      const none = await t.call('GET', `/v1/contact-requests?direction=${other}`, as(member));
      expect(none.text).not.toContain(contact_request.id);
    }
    expect((await viewerOf(ann, bob)).contact).toBe('outgoing_request');
    expect((await viewerOf(bob, ann)).contact).toBe('incoming_request');
    const events = await eventsOf(t, contact_request.id);
    expect(events.map(({ type, profile_id, actor_profile_id }) => [type, profile_id, actor_profile_id]).sort()).toEqual(
      [ann, bob].map((side) => ['contact_request.created', side.profile.id, ann.profile.id]).sort(),
    );
    expect(JSON.stringify(events)).not.toContain('talk');
    expect((await auditOf(t, contact_request.id)).map(({ operation }) => operation)).toEqual([
      'contacts.create_request',
    ]);
  });

  it('refuses the profile itself, unknown profiles, blocks and closed inboxes', async () => {
    const [bob, eve, shy] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    expect(refusal(await ask(t, ann, ann))).toEqual([400, 'cannot_target_self', undefined]);
    expect(refusal(await ask(t, ann, { profile: { id: newId() } }))).toEqual([404, 'profile_not_found', undefined]);
    expect(refusal(await ask(t, ann, { profile: { id: 'nobody' } }))).toEqual([404, 'profile_not_found', undefined]);
    await block(t, bob, ann);
    await block(t, ann, eve);
    await t.call('PATCH', `/v1/profiles/${shy.profile.id}`, {
      token: shy.token,
      body: { inbox_policy: { contact_requests: { human: 'nobody' } } },
    });
    for (const other of [bob, eve, shy]) {
      expect(refusal(await ask(t, ann, other))).toEqual([403, 'interaction_not_allowed', undefined]);
      expect((await viewerOf(ann, other)).can_request_contact).toBe(false);
    }
    const company = await makeMember(t, { type: 'company' });
    expect((await ask(t, company, shy)).status).toBe(201);
    expect(refusal(await ask(t, ann, await makeMember(t), 'x'.repeat(301)))).toEqual([
      400,
      'invalid_request',
      'too_long',
    ]);
  });

  it('refuses a second one from either side, and names the pending one', async () => {
    const bob = await makeMember(t);
    const id = await askForContact(t, ann, bob);
    const again = await ask(t, ann, bob);
    expect(refusal(again)).toEqual([409, 'contact_request_pending', undefined]);
    expect(again.json.agent.next_actions[1].path).toBe(`/v1/contact-requests/${id}/withdraw`);
    const back = await ask(t, bob, ann);
    expect(refusal(back)).toEqual([409, 'contact_request_reciprocal_pending', undefined]);
    expect(back.json.agent.next_actions).toEqual([
      { method: 'POST', path: `/v1/contact-requests/${id}/respond`, why: expect.any(String) },
    ]);
    await respond(t, bob, id, 'accept');
    expect(refusal(await ask(t, ann, bob))).toEqual([409, 'already_contacts', undefined]);
    expect(refusal(await ask(t, bob, ann))).toEqual([409, 'already_contacts', undefined]);
  });

  it('requires the cooldown after a rejection or withdrawal, but not from the other side', async () => {
    const [bob, eve] = [await makeMember(t), await makeMember(t)];
    await respond(t, bob, await askForContact(t, ann, bob), 'reject');
    await withdraw(t, ann, await askForContact(t, ann, eve));
    for (const other of [bob, eve]) {
      const answer = await ask(t, ann, other);
      expect(refusal(answer)).toEqual([409, 'contact_request_cooldown', undefined]);
      expect(answer.json.agent.retry_after_seconds).toBeGreaterThan(20.9 * 86_400);
      expect(answer.json.agent.retry_after_seconds).toBeLessThanOrEqual(21 * 86_400);
    }
    expect((await ask(t, bob, ann)).status).toBe(201);
    t.clock.advance(21 * DAY);
    expect((await ask(t, ann, eve)).status).toBe(201);
  });

  it('limits open requests, to half as many for AI agents', async () => {
    const { max_open_for_ai_agent: max } = LIMITS.contact_request;
    const agent = await makeMember(t, { type: 'ai_agent' });
    const [first, second] = [await makeMember(t), await makeMember(t)];
    const id = await askForContact(t, agent, first);
    await t.pool.query(
      `with others as (
        insert into profiles (id, type, username, name, call_name, inbox_policy, created_at, updated_at)
        select gen_random_uuid(), 'human', 'open-' || n, 'Open', 'Open', '{}', now(), now() from generate_series(1, $2) n returning id
      ), held as (insert into usernames select 'open' || row_number() over (), 'open', id from others)
      insert into contact_requests (id, requester_profile_id, requester_actor_id, addressee_profile_id, status, message, expires_at, created_at, updated_at)
      select gen_random_uuid(), cr.requester_profile_id, cr.requester_actor_id, others.id, 'pending', '', cr.expires_at, cr.created_at, cr.updated_at
      from contact_requests cr, others where cr.id = $1`,
      [id, max - 1],
    );
    const answer = await ask(t, agent, second);
    expect(refusal(answer)).toEqual([403, 'plan_limit_reached', undefined]);
    expect(answer.json.agent.hint).toContain(`${max} for an AI agent`);
    const { path } = answer.json.agent.next_actions[0];
    const open = await t.call('GET', path, as(agent));
    expect(open.json.data.items.map((item: RequestItem) => item.contact_request.id)).toContain(id);
    await withdraw(t, agent, id);
    expect((await ask(t, agent, second)).status).toBe(201);
    // Half of each profile; only this count needed them.
    await t.pool.query("delete from usernames where key like 'open%'");
    await t.pool.query("delete from profiles where username like 'open-%'");
  });
});

describe('answering a contact request', () => {
  it('accepts in one step: contacts, counts, conversation, note', async () => {
    const bob = await makeMember(t);
    const before = await count(ann);
    const id = await askForContact(t, ann, bob, NOTE);
    const answer = await respond(t, bob, id, 'accept');
    const [open] = answer.json.agent.next_actions;
    expect(open).toMatchObject({ path: '/v1/conversations/direct', body: { profile_id: ann.profile.id } });
    expect((await t.call(open.method, open.path, { ...as(bob), body: open.body })).status).toBe(200);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      contact_request: { id, status: 'accepted', responded_at: expect.any(String) },
      requester: { entity_id: ann.profile.id },
      requester_profile: { id: ann.profile.id, viewer: { contact: 'contact' } },
    });
    expect([await count(ann), await count(bob)]).toEqual([before + 1, 1]);
    const rows = await t.pool.query('select * from contacts where created_from_contact_request_id = $1', [id]);
    expect(rows.rows.map((row) => [row.owner_entity_id, row.contact_entity_id]).sort()).toEqual(
      [
        [ann.profile.id, bob.profile.id],
        [bob.profile.id, ann.profile.id],
      ].sort(),
    );
    const [exchange, ...others] = await conversationsOf(t, ann, bob);
    expect(others).toEqual([]);
    const { requester_id } = answer.json.data.contact_request;
    expect(exchange!.conversation).toMatchObject({
      created_from_contact_request_id: id,
      last_seq: 1,
      last_message_preview: NOTE,
    });
    expect(exchange!.messages).toMatchObject([
      { seq: 1, body: NOTE, sender_actor_id: requester_id, ai_disclosure: 'none' },
    ]);
    expect(
      exchange!.members.map(({ actor_id, unread_count }) => [actor_id === requester_id, unread_count]).sort(),
    ).toEqual([
      [false, 1],
      [true, 0],
    ]);
    const events = await t.pool.query(
      `select type, profile_id, actor_profile_id from events where object_id = any($1) and type <> 'contact_request.created'`,
      [[id, exchange!.conversation['id'], exchange!.messages[0]!['id']]],
    );
    expect(events.rows.map(({ type, actor_profile_id }) => [type, actor_profile_id]).sort()).toEqual(
      [
        ['contact_request.accepted', bob.profile.id],
        ['contact_request.accepted', bob.profile.id],
        ['conversation.created', bob.profile.id],
        ['conversation.created', bob.profile.id],
        ['message.created', ann.profile.id],
        ['message.created', ann.profile.id],
      ].sort(),
    );
    for (const side of [ann, bob]) {
      expect(events.rows.filter(({ profile_id }) => profile_id === side.profile.id)).toHaveLength(3);
    }
  });

  it('opens the conversation without a message if there is no note, or uses the existing one', async () => {
    const bob = await makeMember(t);
    const first = await becomeContacts(t, ann, bob, ' \u200b ');
    const [exchange] = await conversationsOf(t, ann, bob);
    expect(exchange!.conversation).toMatchObject({ last_seq: 0, last_message_at: null, last_message_preview: null });
    expect(exchange!.messages).toEqual([]);
    expect(exchange!.members).toHaveLength(2);
    const { rows } = await t.pool.query('select id from contacts where owner_entity_id = $1', [bob.profile.id]);
    await t.call('DELETE', `/v1/contacts/${rows[0].id}`, as(bob));
    await becomeContacts(t, bob, ann, NOTE);
    const [later, ...others] = await conversationsOf(t, ann, bob);
    expect(others).toEqual([]);
    expect(later!.conversation).toMatchObject({
      id: exchange!.conversation['id'],
      created_from_contact_request_id: first,
      last_seq: 1,
    });
    expect(later!.members.map(({ unread_count }) => unread_count).sort()).toEqual([0, 1]);
    const opened = await eventsOf(t, String(exchange!.conversation['id']));
    expect(opened).toHaveLength(2);
  });

  it("marks an agent's note as written by AI, before and after it is accepted", async () => {
    const [agent, bob] = [await makeMember(t, { type: 'ai_agent' }), await makeMember(t)];
    const marks = async (by: Member) =>
      (await t.call('GET', '/v1/contact-requests', as(by))).json.data.items.map(
        ({ contact_request }: { contact_request: Record<string, unknown> }) => contact_request['ai_disclosure'],
      );
    await askForContact(t, ann, agent, NOTE);
    expect(await marks(agent)).toEqual(['none']);
    const asked = await askForContact(t, agent, await makeMember(t), NOTE);
    expect((await t.call('GET', `/v1/contact-requests/${asked}`, as(agent))).json.data.contact_request).toMatchObject({
      ai_disclosure: 'generated',
    });
    await becomeContacts(t, agent, bob, NOTE);
    expect((await conversationsOf(t, agent, bob))[0]!.messages).toMatchObject([{ ai_disclosure: 'generated' }]);
  });

  it('rejects without creating anything', async () => {
    const bob = await makeMember(t);
    const id = await askForContact(t, ann, bob, NOTE);
    const answer = await respond(t, bob, id, 'reject');
    expect(answer.json.data.contact_request).toMatchObject({ status: 'rejected', responded_at: expect.any(String) });
    expect(await count(bob)).toBe(0);
    expect(await conversationsOf(t, ann, bob)).toEqual([]);
    expect((await eventsOf(t, id)).filter(({ type }) => type === 'contact_request.rejected')).toHaveLength(2);
  });

  it('is for the addressee, and withdrawing for the requester; others get 404', async () => {
    const [bob, eve] = [await makeMember(t), await makeMember(t)];
    const id = await askForContact(t, ann, bob);
    expect(refusal(await respond(t, ann, id, 'accept'))).toEqual([403, 'permission_denied', undefined]);
    expect(refusal(await withdraw(t, bob, id))).toEqual([403, 'permission_denied', undefined]);
    expect(refusal(await respond(t, eve, id, 'accept'))).toEqual([404, 'contact_request_not_found', undefined]);
    expect(refusal(await withdraw(t, eve, id))).toEqual([404, 'contact_request_not_found', undefined]);
    expect(refusal(await t.call('GET', `/v1/contact-requests/${id}`, as(eve)))).toEqual([
      404,
      'contact_request_not_found',
      undefined,
    ]);
    const taken = await withdraw(t, ann, id);
    expect(taken.json.data.contact_request).toMatchObject({ id, status: 'withdrawn', responded_at: null });
    for (const late of [respond(t, bob, id, 'accept'), respond(t, bob, id, 'reject'), withdraw(t, ann, id)]) {
      expect(refusal(await late)).toEqual([409, 'contact_request_not_pending', undefined]);
    }
  });

  it('names what the wrong or late side can do instead', async () => {
    const hintOf = async (answer: Promise<CallResult>) => {
      const { hint, next_actions = [] } = (await answer).json.agent;
      return [hint, next_actions.map(({ method, path }: ApiAction) => `${method} ${path}`)];
    };
    const bob = await makeMember(t);
    const id = await askForContact(t, ann, bob);
    const path = `/v1/contact-requests/${id}`;
    expect(await hintOf(respond(t, ann, id, 'accept'))).toEqual([
      expect.stringContaining('only the other side can answer'),
      [`GET ${path}`, `POST ${path}/withdraw`],
    ]);
    expect(await hintOf(withdraw(t, bob, id))).toEqual([
      expect.stringContaining('only the other side can withdraw it'),
      [`POST ${path}/respond`],
    ]);
    await withdraw(t, ann, id);
    expect(await hintOf(withdraw(t, ann, id))).toEqual([expect.stringContaining('after 21 days'), [`GET ${path}`]]);
    expect(await hintOf(respond(t, bob, id, 'accept'))).toEqual([
      'The request was withdrawn. There is nothing to answer.',
      [`GET ${path}`],
    ]);
    expect((await hintOf(respond(t, ann, id, 'accept')))[1]).toEqual([`GET ${path}`]);

    const [carol, dan] = [await makeMember(t), await makeMember(t)];
    const accepted = await becomeContacts(t, ann, carol);
    expect(await hintOf(respond(t, carol, accepted, 'reject'))).toEqual([
      expect.stringContaining('was accepted'),
      ['GET /v1/contacts'],
    ]);
    const rejected = await askForContact(t, ann, dan);
    await respond(t, dan, rejected, 'reject');
    expect((await hintOf(withdraw(t, ann, rejected)))[0]).toContain(
      'was rejected. The same profile can be asked again',
    );
    expect((await hintOf(respond(t, dan, rejected, 'accept')))[0]).toBe(
      'The request was rejected. No further action is needed.',
    );
  });

  it('leaves no trace in a dry run', async () => {
    const bob = await makeMember(t);
    const id = await askForContact(t, ann, bob, NOTE);
    const answer = await t.call('POST', `/v1/contact-requests/${id}/respond`, {
      ...as(bob),
      body: { decision: 'accept' },
      headers: { 'dry-run': 'true' },
    });
    expect(answer.json.data.contact_request.status).toBe('accepted');
    expect(await count(bob)).toBe(0);
    expect(await conversationsOf(t, ann, bob)).toEqual([]);
    expect((await t.call('GET', `/v1/contact-requests/${id}`, as(bob))).json.data.contact_request.status).toBe(
      'pending',
    );
  });
});
