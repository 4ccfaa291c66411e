import { beforeAll, expect, it } from 'vitest';
import { makeKey, makeMember } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { as, makePost } from '../support/posts.ts';
import { signedIn } from '../support/signed-in.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it('shows what a drafted comment or quote is about, because approving it puts both side by side', async () => {
  const owner = await makeMember(t, { name: 'Owner Example' });
  const stranger = await makeMember(t, { name: 'Stranger Example' });
  const [below, around] = [
    await makePost(t, as(stranger), { body: 'Send me <b>money</b>.' }),
    await makePost(t, as(stranger), { body: 'Double your savings today.' }),
  ];
  const drafting = await makeKey(t, owner, {
    scopes: ['all:all'],
    permissions: ['drafting'],
    profileIds: [owner.profile.id],
  });
  const draft = async (path: string, body: object) => {
    const made = await t.call('POST', path, { token: drafting.token, as: owner.profile.id, body });
    expect(made.json.data?.status, made.text).toBe('pending_approval');
    return made.json.data;
  };
  const comment = await draft(`/v1/posts/${below.id}/comments`, { body: 'I agree.' });
  await draft('/v1/posts', { body: 'I use it myself.', quoted_post_id: around.id });
  const shown = await signedIn(t, owner).get('/console/approvals');
  expect(shown.text).toContain('Answers Stranger Example');
  expect(shown.html).toContain('Send me &lt;b&gt;money&lt;/b&gt;.');
  expect(shown.text).toContain('Quotes Stranger Example');
  expect(shown.text).toContain('Double your savings today.');

  expect(shown.text).toContain('Written with “');
  expect(shown.text).not.toContain('was changed after');
  const editing = await signedIn(t, owner).get(`/console/posts/${owner.profile.id}/${comment.id}`);
  expect(editing.text).toContain('Answers Stranger Example');
  expect(editing.html).toContain('Send me &lt;b&gt;money&lt;/b&gt;.');

  t.clock.advance(1000);
  await t.call('PATCH', `/v1/posts/${below.id}`, { ...as(stranger), body: { body: 'Now quite another text.' } });
  const changed = await signedIn(t, owner).get('/console/approvals');
  expect(changed.text).toContain('That post was changed after this one was submitted for approval.');
  expect(changed.text).toContain('Now quite another text.');

  expect((await t.call('DELETE', `/v1/posts/${around.id}`, as(stranger))).status).toBe(200);
  const later = await signedIn(t, owner).get('/console/approvals');
  expect(later.text).toContain('The post that it quotes can’t be read any more.');
  expect(later.text).not.toContain('Double your savings today.');
});

it.each(['draft', 'pending_approval'])('leads from the address of a %s to where it is decided', async (status) => {
  const owner = await makeMember(t);
  const permissions = status === 'draft' ? {} : { permissions: ['drafting'] };
  const { token } = await makeKey(t, owner, { scopes: ['all:all'], ...permissions, profileIds: [owner.profile.id] });
  const post = await makePost(t, { token, as: owner.profile.id }, { body: 'Not yet', status: 'draft' });
  if (status !== 'draft')
    await t.call('POST', `/v1/posts/${post.id}/publish`, { token, as: owner.profile.id, body: {} });
  const browser = signedIn(t, owner);
  const page = await browser.get(`/posts/${post.id}`);
  expect([page.status, page.location]).toEqual([303, `/console/posts/${owner.profile.id}/${post.id}`]);
  const form = await browser.get(page.location!);
  expect(form.text).toContain('Not yet');
  expect(form.text).toMatch(status === 'draft' ? /Publish/ : /Approve|[Aa]pproval/);
  expect(form.text).not.toContain('1 Jan 1970');
});

it('lists the last decision about each draft of an app', async () => {
  const owner = await makeMember(t);
  const limits = { scopes: ['all:all'], permissions: ['drafting'], profileIds: [owner.profile.id] };
  const app = { token: (await makeKey(t, owner, limits)).token, as: owner.profile.id };
  const browser = signedIn(t, owner);
  const decided = async () =>
    [
      ...(await browser.get('/console/approvals')).html.matchAll(
        /<span class="tag[^"]*">(Approved|Sent back)<\/span>/g,
      ),
    ].map(([, what]) => what);
  const { id } = await makePost(t, app, { body: 'First try' });
  await t.call('POST', `/v1/posts/${id}/return`, { ...as(owner), body: { note: 'Shorter' } });
  expect(await decided()).toEqual(['Sent back']);
  await t.call('PATCH', `/v1/posts/${id}`, { ...app, body: { body: 'Second try', expected_revision: 1 } });
  await t.call('POST', `/v1/posts/${id}/publish`, { ...app, body: {} });
  expect(await decided()).toEqual([]);
  const approved = await t.call('POST', `/v1/posts/${id}/publish`, { ...as(owner), body: {} });
  expect(approved.json.data.status).toBe('published');
  expect(await decided()).toEqual(['Approved']);
  await makePost(t, as(owner), { body: 'Published by the owner alone' });
  expect(await decided()).toEqual(['Approved']);
});

it('shows drafts that a program wrote among what waits', async () => {
  const owner = await makeMember(t);
  const key = await makeKey(t, owner, { scopes: ['all:all'], profileIds: [owner.profile.id] });
  const browser = signedIn(t, owner);
  await makePost(t, as(owner), { body: 'By hand', status: 'draft' });
  expect((await browser.get('/console')).text).toContain('Nothing is waiting for you');
  const { id } = await makePost(
    t,
    { token: key.token, as: owner.profile.id },
    { body: 'By a program', status: 'draft' },
  );
  for (const path of ['/console', '/home']) {
    expect((await browser.get(path)).text, path).toContain('draft that a program wrote');
  }
  expect((await browser.get(`/console/posts?profile=${owner.profile.id}&status=draft`)).text).toContain('By a program');
  await t.call('POST', `/v1/posts/${id}/publish`, { ...as(owner), body: {} });
  expect((await browser.get('/console')).text).toContain('Nothing is waiting for you');
});
