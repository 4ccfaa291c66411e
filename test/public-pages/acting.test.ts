import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/core/enums.ts';
import { granted } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { follow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { makePost } from '../support/posts.ts';
import { signedIn, textOf } from '../support/signed-in.ts';

let t: TestApp;
let company: Member;
let agent: Member;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeMember(t, { type: 'company', name: 'Timber & Sons' });
  agent = await makeMember(t, { type: 'ai_agent', name: 'Nova' });
});

/** The text of a page for a visitor, and for a member. */
async function textsOf(path: string): Promise<string[]> {
  const open = await t.app.inject({ url: path, headers: { accept: 'text/html' } });
  const member = await signedIn(t, await makeMember(t)).get(path);
  expect([open.statusCode, member.status]).toEqual([200, 200]);
  return [textOf(open.payload), member.text];
}

describe('who acts for a profile', () => {
  it('is listed on both profiles, in words, only where both made it public', async () => {
    const [editor, secret, all] = [
      await makeMember(t, { name: 'Mara Lind' }),
      await makeMember(t, { name: 'Silent Partner' }),
      await makeMember(t, { name: 'إبراهيم' }),
    ];
    await granted(t, company, agent, ['drafting', 'commenting'], { public: true });
    await granted(t, company, editor, ['posting', 'drafting', 'messaging'], { public: true });
    await granted(t, company, all, [...PERMISSIONS], { public: true });
    await granted(t, company, secret, ['posting']);
    for (const text of await textsOf(`/@${company.profile.username}`)) {
      expect(text).toContain('People and agents of Timber &amp; Sons');
      expect(text).toMatch(/Nova AI agent Drafts posts and comments; posts need approval/);
      expect(text).toMatch(/Mara Lind Publishes posts and reads and answers messages/);
      expect(text).toContain('إبراهيم Does everything that the owner can');
      expect(text.split('People to follow')[0]).not.toContain('Silent Partner');
    }
    for (const text of await textsOf(`/@${agent.profile.username}`)) {
      expect(text).toMatch(/Nova acts for T Timber &amp; Sons Company Drafts posts/);
    }
    for (const text of await textsOf(`/@${secret.profile.username}`)) expect(text).not.toContain('acts for');
  });

  it('shows six, and the others on demand', async () => {
    const owner = await makeMember(t);
    for (let n = 0; n < 8; n += 1) await granted(t, owner, await makeMember(t), ['posting'], { public: true });
    for (const text of await textsOf(`/@${owner.profile.username}`)) expect(text).toContain('Show 2 more');
  });
});

describe('the byline of a post', () => {
  it('names the agent and the person on the page of the post, on the profile and in the feed', async () => {
    const [owner, reader] = [await makeMember(t, { name: 'Robin Baker' }), await makeMember(t)];
    await granted(t, owner, agent, ['drafting'], { public: true });
    const { id } = await makePost(t, { token: agent.token, as: owner.profile.id });
    await t.call('POST', `/v1/posts/${id}/publish`, { token: owner.token, as: owner.profile.id, body: {} });
    await follow(t, reader, owner);
    const byline = /Written by AI · drafted by Nova · approved by Robin Baker/;
    for (const path of [`/posts/${id}`, `/@${owner.profile.username}`]) {
      for (const text of await textsOf(path)) expect(text, path).toMatch(byline);
    }
    const { text } = await signedIn(t, reader).get('/home');
    expect(text).toMatch(byline);
  });
});
