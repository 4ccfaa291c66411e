import { beforeAll, expect, it } from 'vitest';
import { expireContactRequests } from '../../../src/areas/contacts/expire.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { ask, askForContact, respond, withdraw } from '../../support/contacts.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, eventsOf, refusal } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const DAY = 86_400_000;
/** The session expires in the meantime; the member signs in again. */
async function signInAgain(member: Member): Promise<Member> {
  const { email, password } = member;
  const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  return { ...member, token: answer.json.data.session.token };
}
const outgoing = async (by: Member, status: string) =>
  (await t.call('GET', `/v1/contact-requests?direction=outgoing&status=${status}`, as(by))).json.data.items.map(
    ({ contact_request }: { contact_request: { id: string; status: string } }) => [
      contact_request.id,
      contact_request.status,
    ],
  );

it('expires after 90 days, both before and after the job runs', async () => {
  let [ann, bob, eve] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const id = await askForContact(t, ann, bob);
  const other = await askForContact(t, ann, eve);
  t.clock.advance(90 * DAY - 60_000);
  [ann, bob, eve] = [await signInAgain(ann), await signInAgain(bob), await signInAgain(eve)];
  expect(await outgoing(ann, 'pending')).toHaveLength(2);
  t.clock.advance(60_001);

  expect(await outgoing(ann, 'pending')).toEqual([]);
  expect(await outgoing(ann, 'expired')).toEqual([
    [other, 'expired'],
    [id, 'expired'],
  ]);
  expect((await t.call('GET', `/v1/contact-requests/${id}`, as(bob))).json.data.contact_request.status).toBe('expired');
  for (const late of [respond(t, bob, id, 'accept'), respond(t, bob, id, 'reject'), withdraw(t, ann, id)]) {
    expect(refusal(await late)).toEqual([409, 'contact_request_not_pending', undefined]);
  }
  const viewer = await t.call('GET', `/v1/profiles/${bob.profile.id}`, as(ann));
  expect(viewer.json.data.viewer).toMatchObject({ contact: 'none', can_request_contact: true });

  // No cooldown, and the old request prevents neither side from asking again.
  expect((await ask(t, bob, ann)).status).toBe(201);
  expect((await eventsOf(t, id)).filter(({ type }) => type === 'contact_request.expired')).toHaveLength(2);

  const ctx = systemCtx(t.deps, 'contact_requests.expire');
  const runs = await Promise.all([expireContactRequests(ctx), expireContactRequests(ctx)]);
  expect(runs.map(({ expired }) => expired).sort()).toEqual([0, 1]);
  expect(await eventsOf(t, other)).toMatchObject([
    { type: 'contact_request.created' },
    { type: 'contact_request.created' },
    { type: 'contact_request.expired', actor_profile_id: null },
    { type: 'contact_request.expired', actor_profile_id: null },
  ]);
  expect(await outgoing(ann, 'expired')).toHaveLength(2);
  expect(await expireContactRequests(ctx)).toEqual({ expired: 0 });
});
