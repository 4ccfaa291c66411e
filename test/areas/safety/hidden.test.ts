import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact, becomeContacts } from '../../support/contacts.ts';
import { openConversation } from '../../support/conversations.ts';
import { tryBlock, tryUnblock } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, refusal } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const report = (by: Member, { profile }: Member) =>
  t.call('POST', '/v1/reports', { ...as(by), body: { target_type: 'profile', target_id: profile.id, reason: 'spam' } });

it('members in touch with one whose account waits for deletion can block and report it, others cannot', async () => {
  const leaving = await makeMember(t);
  const [contact, asked, asking, writing, stranger] = [
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
  ];
  await becomeContacts(t, leaving, contact);
  await askForContact(t, leaving, asked, 'Hello');
  await askForContact(t, asking, leaving, 'Hello');
  await openConversation(t, writing, leaving);
  const { email, password, token } = leaving;
  expect((await t.call('DELETE', '/v1/account', { token, body: { password } })).status).toBe(200);
  for (const member of [contact, asked, asking, writing]) {
    expect((await report(member, leaving)).status).toBe(201);
    expect((await tryBlock(t, member, leaving)).status).toBe(201);
    const { items } = (await t.call('GET', '/v1/blocks', as(member))).json.data;
    expect(items).toMatchObject([{ profile: { id: leaving.profile.id, name: 'Deleted member', bio: null } }]);
  }
  expect(refusal(await report(stranger, leaving)).slice(0, 2)).toEqual([404, 'profile_not_found']);
  expect(refusal(await tryBlock(t, stranger, leaving)).slice(0, 2)).toEqual([404, 'profile_not_found']);
  expect((await tryUnblock(t, contact, leaving)).status).toBe(200);
  // The account is kept after all, and the blocks are in force.
  const session = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  const back = { ...leaving, token: session.json.data.session.token };
  const message = (to: Member) =>
    t.call('POST', '/v1/conversations/direct', { ...as(back), body: { profile_id: to.profile.id } });
  expect(refusal(await message(writing))[1]).toBe('interaction_not_allowed');
});
