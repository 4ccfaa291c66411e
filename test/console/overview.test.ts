import { beforeAll, describe, expect, it } from 'vitest';
import { NOTIFICATION_TYPES } from '../../src/core/enums.ts';
import { invited } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { makeMember, makeProfile } from '../support/members.ts';
import { makeOperator } from '../support/operator.ts';
import { jpeg } from '../support/pictures.ts';
import { as, grantAccess, makeContacts, makePost } from '../support/posts.ts';
import { putPicture } from '../support/profile-pictures.ts';
import { signedIn } from '../support/signed-in.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

/** The fewest round trips of some requests for a page: the notice of an earlier change can evict the cached credential. */
async function roundTrips(visitor: ReturnType<typeof signedIn>, path: string): Promise<number> {
  const counts: number[] = [];
  for (let request = 0; request < 4; request++) {
    t.logLines.length = 0;
    await visitor.get(path);
    counts.push(t.logLines.map((line) => JSON.parse(line).round_trips ?? 0).reduce((sum, count) => sum + count, 0));
  }
  return Math.min(...counts);
}

describe('what needs attention', () => {
  it('lists what is pending for every profile, with links and badges, and hides zeros', async () => {
    const [owner, other] = [await makeMember(t), await makeMember(t)];
    const agent = await makeMember(t, { type: 'ai_agent' });
    for (let i = 0; i < 6; i++) await makeProfile(t, owner, { type: 'company' });
    const seventh = await makeProfile(t, owner, { name: 'Rossi bakery', type: 'company' });
    const bakery = { ...owner, profile: seventh };
    await askForContact(t, other, bakery);
    await invited(t, other, owner);
    await grantAccess(t, bakery, agent, ['drafting']);
    await makePost(t, { token: agent.token, as: seventh.id }, { body: 'A draft' });
    const { html, text } = await signedIn(t, owner).get('/console');
    expect(text).toContain(`1 contact request for Rossi bakery (@${seventh.username})`);
    expect(text).toContain(`1 draft to approve for Rossi bakery (@${seventh.username})`);
    expect(text).toContain(`1 invitation to answer for ${owner.profile.name} (@${owner.profile.username})`);
    expect(text).not.toMatch(/unread (conversation|message)|\b0 /);
    expect(text).toContain('Approvals 1');
    expect(text).toContain('Network 1');
    expect(text).toContain('Access 1');
    const main = html.slice(html.indexOf('<main'));
    const requests = `/console/network/requests?profile=${seventh.id}`;
    for (const path of ['/console/approvals', '/console/access', requests])
      expect(main).toContain(`<a href="${path}">`);
  });

  it('begins with the messages that ask for a person, and marks their notifications', async () => {
    const [owner, writer] = [await makeMember(t), await makeMember(t)];
    await makeContacts(t, owner, writer);
    await askForContact(t, await makeMember(t), owner);
    const id = await openConversation(t, writer, owner);
    const send = (needs_human: boolean) => sendMessage(t, as(writer), id, { body: 'Hello?', needs_human });
    await send(false);
    const visitor = signedIn(t, owner);
    expect((await visitor.get('/console')).text).not.toMatch(/asks for a person/i);
    await send(true);
    const { html, text } = await visitor.get('/console');
    const to = `/console/notifications?profile=${owner.profile.id}&filter=person`;
    expect(text).toMatch(/Needs your attention 1 message asks for a person for .* 1 contact request/);
    expect(html).toContain(`<a href="/console/messages?profile=${owner.profile.id}&amp;filter=unread">`);
    expect(html).toContain(
      `<a href="${to.replace('&', '&amp;')}"><span class="badge">1</span> message asks for a person</a>`,
    );
    expect((await visitor.get(to)).text).toMatch(/sent you a message Asks for a person/);
    await t.call('PUT', '/v1/notifications/read', as(owner));
    expect((await visitor.get('/console')).text).not.toMatch(/asks for a person/i);
  });

  it('leaves out what a manager may not decide', async () => {
    const [owner, manager] = [await makeMember(t), await makeMember(t)];
    const agent = await makeMember(t, { type: 'ai_agent' });
    await grantAccess(t, owner, agent, ['drafting']);
    await makePost(t, { token: agent.token, as: owner.profile.id }, { body: 'A draft' });
    await grantAccess(t, owner, manager, ['commenting']);
    expect((await signedIn(t, manager).get('/console')).text).toContain('Nothing is waiting for you.');
    const publisher = await makeMember(t);
    await grantAccess(t, owner, publisher, ['posting']);
    expect((await signedIn(t, publisher).get('/console')).text).toContain('1 draft to approve');
  });

  it('takes as many round trips for twenty profiles as for two', async () => {
    const [few, many] = [await makeMember(t), await makeMember(t)];
    await makeProfile(t, few);
    for (let i = 0; i < 19; i++) await makeProfile(t, many);
    const [ofFew, ofMany] = [
      await roundTrips(signedIn(t, few), '/console'),
      await roundTrips(signedIn(t, many), '/console'),
    ];
    expect(ofMany).toBe(ofFew);
    // The account menu of every page shows what waits for each profile.
    expect(await roundTrips(signedIn(t, many), '/console/export')).toBeLessThanOrEqual(2);
  });
});

describe('notifications', () => {
  it('are listed with their objects and marked as read', async () => {
    const [owner, fan] = [await makeMember(t), await makeMember(t, { name: 'Fan Example' })];
    const { id } = await makePost(t, as(owner));
    const comment = { ...as(fan), body: { body: `Well said${'!'.repeat(200)}` } };
    expect((await t.call('POST', `/v1/posts/${id}/comments`, comment)).status).toBe(201);
    const visitor = signedIn(t, owner);
    const { text } = await visitor.get('/console');
    expect(text).toMatch(/Fan Example commented on your post .*Well said!+…/);
    expect(text).toContain('Notifications 1');
    const seen = /name="seen" value="([^"]+)"/.exec((await visitor.get('/console/notifications')).html)![1]!;
    const marked = await visitor.post('/console/notifications/read', { seen, filter: 'unread' });
    expect(marked.location).toBe('/console/notifications?filter=unread');
    expect((await visitor.get('/console')).text).not.toContain('commented on your post');
    const list = await visitor.get('/console/notifications');
    expect(list.text).toContain('Fan Example commented on your post');
    expect(list.html).not.toContain('name="seen"');
  });

  it('link to a page that shows what they are about, or to none', async () => {
    const [owner, fan, drafter] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, drafter, ['drafting']);
    const [open, closed] = [await makePost(t, as(owner)), await makePost(t, as(owner), { visibility: 'members' })];
    for (const { id } of [open, closed]) {
      await t.call('POST', `/v1/posts/${id}/comments`, { ...as(fan), body: { body: 'Well said' } });
      const body = { reaction_type: 'celebrate', active: true };
      await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(fan), body });
    }
    await makePost(t, as(fan), { body: `@${owner.profile.username} for members`, visibility: 'members' });
    const request = await askForContact(t, fan, owner);
    const draft = await makePost(t, { token: drafter.token, as: owner.profile.id }, { body: 'A draft' });
    const listFor = async (member: typeof owner, profile = member) => {
      const { html } = await signedIn(t, member).get(`/console/notifications?profile=${profile.profile.id}`);
      return html.slice(html.indexOf('<main'));
    };
    const shown = await listFor(owner);
    const own = `/console/posts/${owner.profile.id}`;
    for (const [path, words] of [
      [`/posts/${open.id}?profile=${owner.profile.id}`, 'reacted to your post'],
      [`/posts/${closed.id}?profile=${owner.profile.id}`, 'reacted to your post'],
      [`/console/network/requests/${request}?profile=${owner.profile.id}`, 'sent you a contact request'],
      ['/console/approvals', 'sent a draft for approval'],
    ])
      expect(shown).toContain(`<a class="what" href="${path}">${words}</a>`);
    for (const words of ['mentioned you', 'commented on your post'])
      expect(shown).toMatch(new RegExp(`<a class="what" href="/posts/[^"]+?profile=${owner.profile.id}">${words}</a>`));
    expect(await listFor(drafter, owner), 'who may not decide').not.toContain('sent a draft for approval');

    await t.call('POST', `/v1/posts/${draft.id}/return`, { ...as(owner), body: { note: 'Shorter' } });
    const returned = await listFor(drafter);
    expect(returned).toContain(`<a class="what" href="${own}/${draft.id}">sent your draft back</a>`);
    for (const html of [shown, returned]) {
      for (const [, path] of html.matchAll(/ href="(\/(?:posts|console)\/[^"]+)"/g))
        expect((await signedIn(t, html === shown ? owner : drafter).get(path!)).status, path).toBe(200);
    }
  });

  it('are chosen for each profile, in the list and by mail', async () => {
    const [owner, editor, poster] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, editor, ['profile_editing']);
    await grantAccess(t, owner, poster, ['posting']);
    const list = `/console/notifications?profile=${owner.profile.id}`;
    const path = `/console/notifications/preferences?profile=${owner.profile.id}`;
    expect((await signedIn(t, owner).get(list)).html).toContain(`href="${path}"`);
    expect((await signedIn(t, poster).get(list)).html).not.toContain(`href="${path}"`);
    expect((await signedIn(t, poster).get(path)).status).toBe(403);
    const read = async () => (await t.call('GET', '/v1/notification-preferences', as(owner))).json.data;
    const before = await read();
    const visitor = signedIn(t, editor);
    const chosenIn = (html: string, way: string) =>
      [...html.matchAll(new RegExp(`name="${way}" value="([^"]+)"[^>]* checked`, 'g'))].map(([, type]) => type!);
    const { html } = await visitor.get(path);
    const [inList, byMail] = [chosenIn(html, 'list'), chosenIn(html, 'mail')];
    expect(inList.toSorted()).toEqual(NOTIFICATION_TYPES.toSorted());
    expect(byMail.toSorted()).toEqual(NOTIFICATION_TYPES.filter((type) => before[type].mail).toSorted());
    const fields = { list: inList.filter((type) => type !== 'follow.created'), mail: [...byMail, 'reaction.changed'] };
    const saved = await visitor.post(path, fields);
    expect(saved.location).toBe(`${path}&done=profile_saved`);
    expect(await read()).toEqual({
      ...before,
      'follow.created': { list: false, mail: false },
      'reaction.changed': { list: true, mail: true },
    });
    const { rows } = await t.pool.query('select type from notification_preferences where profile_id = $1 order by 1', [
      owner.profile.id,
    ]);
    expect(rows).toEqual([{ type: 'follow.created' }, { type: 'reaction.changed' }]);
  });

  it('start again at the first page if the cursor is not valid', async () => {
    const owner = await makeMember(t);
    const path = `/console/notifications?profile=${owner.profile.id}`;
    const visitor = signedIn(t, owner);
    for (const cursor of ['junk', '%20', 'x'.repeat(5000)]) {
      const answer = await visitor.get(`${path}&cursor=${cursor}`);
      expect([answer.status, answer.location]).toEqual([302, path]);
    }
    for (const page of [
      '/console/network/followers',
      '/console/search?q=bread',
      '/console/posts',
      '/console/activity',
      '/console/access',
    ])
      expect((await visitor.get(`${page}${page.includes('?') ? '&' : '?'}cursor=junk`)).status, page).toBeLessThan(400);
  });

  it('are only those that a manager may read', async () => {
    const [owner, fan] = [await makeMember(t), await makeMember(t)];
    await t.call('POST', '/v1/profile-follows', { ...as(fan), body: { followed_profile_id: owner.profile.id } });
    const overviewWith = async (permission: string) => {
      const manager = await makeMember(t);
      await grantAccess(t, owner, manager, [permission]);
      return (await signedIn(t, manager).get('/console')).text;
    };
    expect(await overviewWith('posting')).not.toContain('followed you');
    expect(await overviewWith('following')).toContain('followed you');
  });
});

describe('first steps', () => {
  it('lead a new account to its first post, and end with the first month', async () => {
    const member = await makeMember(t);
    const visitor = signedIn(t, member);
    const before = await visitor.get('/console');
    expect(before.text).toContain('Create a profile Done');
    expect(before.html).toContain(`<a href="/console/profiles/${member.profile.id}/pictures">Add a picture</a>`);
    expect(before.text).not.toContain('Publish your first post Done');
    const second = await makeProfile(t, member);
    await makePost(t, { token: member.token, as: second.id });
    expect((await visitor.get('/console')).text).toContain('Publish your first post Done');
    await putPicture(t, member, second.id, await jpeg({ width: 64, height: 64 }));
    expect((await visitor.get('/console')).text).toContain('Add a picture Done');
    await t.pool.query("update profiles set created_at = now() - interval '31 days' where id = $1", [
      member.profile.id,
    ]);
    expect((await visitor.get('/console')).text).not.toContain('First steps');
  });
});

it('counts open reports and verification requests for operators only', async () => {
  const [operator, member] = [await makeMember(t), await makeMember(t)];
  const { id } = await makePost(t, as(member));
  const body = { target_type: 'post', target_id: id, reason: 'spam' };
  await t.call('POST', '/v1/reports', { ...as(operator), body });
  await t.call('POST', '/v1/verifications', {
    token: member.token,
    body: { profile_id: member.profile.id, method: 'operator' },
  });
  await makeOperator(t, operator);
  expect((await signedIn(t, operator).get('/console')).text).toMatch(/Reports 1 .*Verifications 1/);
  expect((await signedIn(t, member).get('/console')).text).not.toContain('Reports');
});
