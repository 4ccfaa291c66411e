import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_LOOKS, useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS } from '../support/console.ts';
import { makeMember, unique } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, makePost, pictures, send } from '../support/posts.ts';
import { putPicture } from '../support/profile-pictures.ts';
import { textOf } from '../support/signed-in.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const SCRIPT = '<script>document.title = "taken"</script>';

describe('in a browser', () => {
  it(
    'shows a profile with pictures, text and posts, all escaped',
    async () => {
      const member = await makeMember(t, { name: `Robin ${SCRIPT}`, username: unique('robin') });
      await t.call('PATCH', `/v1/profiles/${member.profile.id}`, {
        token: member.token,
        body: {
          occupation: 'Bakes "bread" & <b>cake</b>',
          bio: `${SCRIPT}\nSee https://bread.example/a?b=1&c=2, javascript:alert(1) or http://user:pw@evil.example.`,
          location: { country_code: 'PT', state_code: '11', city_name: 'Sintra' },
        },
      });
      await putPicture(t, member, member.profile.id, await jpeg({ width: 800, height: 800 }));
      await putPicture(t, member, member.profile.id, await jpeg({ width: 400, height: 400 }), { theme: 'dark' });
      await putPicture(t, member, member.profile.id, await jpeg({ width: 1600, height: 400 }), { kind: 'banner' });
      for (let n = 1; n <= 12; n++) await makePost(t, as(member), { body: `Post number ${n}` });
      await makePost(t, as(member), { body: `${'Long words '.repeat(60)}${SCRIPT}` });

      const { page, complaints, strangers } = await browser.open(`${t.origin}/@${member.profile.username}`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`Robin ${SCRIPT}`);
      expect(await page.title()).toContain('Robin <script>');
      const links = await page
        .locator('.profile-card .prose a')
        .evaluateAll((found) => (found as HTMLAnchorElement[]).map(({ href, rel }) => [href, rel]));
      expect(links).toEqual([['https://bread.example/a?b=1&c=2', 'nofollow ugc noopener noreferrer']]);
      await holds(page, 'public-profile');
      const picture = page.locator('.profile-card picture', { has: page.locator('.avatar') });
      // The scheme whose picture is shown. Chromium changes it some time after the scheme, so the test polls.
      const shown = () =>
        picture.evaluate((node) => {
          const source = node.querySelector('source')?.srcset ?? '';
          const { currentSrc = '' } = node.querySelector('img') ?? {};
          const path = currentSrc.replace(location.origin, '');
          return path !== '' && source.includes(path) ? 'dark' : 'light';
        });
      for (const colorScheme of ['light', 'dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(shown).toBe(colorScheme);
      }
      expect(await page.locator('article.post').count()).toBe(10);
      await page.getByRole('link', { name: 'Older posts' }).click();
      await page.getByText('Post number 3').waitFor();
      await expect.poll(() => page.locator('article.post').count()).toBe(3);
      await page.getByRole('link', { name: 'Newest posts' }).click();
      await page.getByRole('link', { name: 'Read more' }).click();
      await page.getByText('No comments yet').waitFor();
      expect(await page.locator('.post .prose').textContent()).toContain(SCRIPT);
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it(
    'shows a post with its pictures, quote and comments',
    async () => {
      const author = await makeMember(t, { name: 'Ada Example' });
      const other = await makeMember(t, { name: 'Bo Example', type: 'ai_agent' });
      const quoted = await makePost(t, as(other), { body: 'Quoted words' });
      const answer = await send(t, as(author), [
        ...pictures(await jpeg({ width: 640, height: 480 }), await jpeg({ width: 300, height: 600 })),
        { name: 'alt_text', value: 'Four "fields" & <more>' },
        { name: 'body', value: 'With pictures' },
        { name: 'quoted_post_id', value: quoted.id },
      ]);
      expect(answer.status, answer.text).toBe(201);
      const { id } = answer.json.data;
      for (let n = 1; n <= 21; n++) {
        const made = await t.call('POST', `/v1/posts/${id}/comments`, { ...as(other), body: { body: `Comment ${n}` } });
        expect(made.status, made.text).toBe(201);
      }
      const { page, complaints, strangers } = await browser.open(`${t.origin}/posts/${id}`);
      const images = await page
        .locator('.pictures img')
        .evaluateAll((found) =>
          (found as HTMLImageElement[]).map((img) => [img.alt, img.naturalWidth > 0, img.getAttribute('width')]),
        );
      expect(images).toEqual([
        ['Four "fields" & <more>', true, '640'],
        ['Picture without a description', true, '300'],
      ]);
      expect(await page.locator('blockquote').textContent()).toContain('Quoted words');
      await holds(page, 'public-post', ALL_LOOKS);
      await page.getByRole('link', { name: 'More comments' }).click();
      await page.getByText('Comment 21').waitFor();
      expect(await page.locator('.post').count()).toBe(2);
      await page.getByRole('link', { name: 'First comments' }).click();
      await page.getByText('Comment 1', { exact: true }).waitFor();
      await page.locator('section .post header .soft a').first().click();
      const parent = page.getByRole('link', { name: 'In reply to Ada Example' });
      expect(await parent.getAttribute('href')).toBe(`/posts/${id}`);
      await page.getByText('No replies yet').waitFor();
      await holds(page, 'public-comment');
      expect([complaints, strangers]).toEqual([[], []]);
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it('shows answers to comments below them, two levels deep', async () => {
    const [author, other] = [await makeMember(t), await makeMember(t)];
    const comment = async (id: string, body: string) =>
      (await t.call('POST', `/v1/posts/${id}/comments`, { ...as(other), body: { body } })).json.data.id;
    const { id } = await makePost(t, as(author));
    const first = await comment(id, 'Level one');
    const second = await comment(first, 'Level two');
    for (let n = 0; n < 6; n++) await comment(first, `Answer ${n}`);
    const third = await comment(second, 'Level three');
    await comment(third, 'Level four');
    const text = await (await fetch(`${t.origin}/posts/${id}`)).text();
    for (const words of ['Level one', 'Level two', 'Level three']) expect(text).toContain(words);
    expect(text).not.toContain('Level four');
    expect(text).not.toContain('Answer 5');
    for (const more of [first, third]) expect(text).toContain(`<a href="/posts/${more}">More replies</a>`);
    const answer = await fetch(`${t.origin}/posts/${first}`);
    expect(await answer.text()).toContain('Level four');
  });

  it('counts comments and replies in the singular and plural, and says what a comment replies to', async () => {
    const [author, other] = [await makeMember(t), await makeMember(t, { name: 'Bo <b>' })];
    const comment = async (id: string) =>
      (await t.call('POST', `/v1/posts/${id}/comments`, { ...as(other), body: { body: 'Words' } })).json.data.id;
    const { id } = await makePost(t, as(author));
    const read = async (path: string) => textOf(await (await fetch(t.origin + path)).text());
    const first = await comment(id);
    expect(await read(`/posts/${id}`)).toContain(' 1 comment ');
    const path = `/@${other.profile.username}`;
    expect(await read(path)).toContain('No public posts yet.');
    expect(await read(`${path}?show=comments`)).toMatch(/Bo .* Words/);
    const second = await comment(first);
    expect(await read(`/posts/${id}`)).toContain(' 1 reply ');
    await comment(first);
    await comment(id);
    expect(await read(`/posts/${first}`)).toContain(' 2 replies ');
    expect(await read(`/posts/${id}`)).toContain(' 4 comments ');
    expect(await read(`/posts/${second}`)).toContain('In reply to Bo &lt;b&gt;');
    expect((await t.call('DELETE', `/v1/posts/${first}`, as(other))).status).toBe(200);
    expect(await read(`/posts/${second}`)).toContain('In reply to a post that was removed or isn’t public');
    const profile = `/@${author.profile.username}`;
    await t.call('POST', '/v1/profile-follows', { ...as(other), body: { followed_profile_id: author.profile.id } });
    expect(await read(profile)).toMatch(/Post 1 Follower 1 Following 0/);
  });

  it('lists followers and followed members, and links to sign-up and following', async () => {
    const [member, fan] = [await makeMember(t), await makeMember(t, { name: 'Fan Example' })];
    const body = { followed_profile_id: member.profile.id };
    expect((await t.call('POST', '/v1/profile-follows', { ...as(fan), body })).status).toBe(201);
    const path = `/@${member.profile.username}`;
    const html = async (address: string) => (await fetch(`${t.origin}${address}`)).text();
    const own = await html(path);
    expect(own).toContain(`<a href="${path}/followers">1</a>`);
    for (const link of ['sign-up', `members/${member.profile.username}`])
      expect(own).toContain(`${t.origin}/console/${link}`);
    const followers = await html(`${path}/followers`);
    expect(followers).toContain('Fan Example');
    expect(followers).toContain('<meta name="robots" content="noindex">');
    expect(await html(`/@${fan.profile.username}/following`)).toContain(`href="${path}"`);
    const moved = await fetch(`${t.origin}/@${member.profile.id}/followers`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${path}/followers`]);
    expect((await fetch(`${t.origin}/@nobody-of-that-name/followers`)).status).toBe(404);
  });

  it(
    'lists reactions by kind, and quotes',
    async () => {
      const [author, fan] = [await makeMember(t, { name: 'Author' }), await makeMember(t, { name: 'Fan <b>' })];
      const { id } = await makePost(t, as(author), { body: 'Worth a reaction' });
      const body = { reaction_type: 'celebrate', active: true };
      expect((await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(fan), body })).status).toBe(200);
      await makePost(t, as(fan), { body: 'So true', quoted_post_id: id });
      const { page, complaints } = await browser.open(`${t.origin}/posts/${id}`);
      await page.getByRole('link', { name: '1 reaction' }).click();
      await page.getByRole('heading', { name: 'Reactions to a post by Author' }).waitFor();
      expect(await page.locator('.people .tag').textContent()).toBe('Celebrate');
      await holds(page, 'public-reactions');
      await page.getByRole('link', { name: 'Funny' }).click();
      await page.getByText('Nobody yet.').waitFor();
      await page.getByRole('link', { name: 'Celebrate' }).click();
      await page.getByRole('link', { name: 'Fan <b>' }).waitFor();
      await page.getByRole('link', { name: 'View post' }).click();
      await page.getByRole('link', { name: '1 quote' }).click();
      await page.getByText('So true').waitFor();
      await holds(page, 'public-quotes');
      expect(complaints).toEqual([]);
      await page.context().close();
      for (const list of ['reactions', 'quotes']) {
        const upper = await fetch(`${t.origin}/posts/${id.toUpperCase()}/${list}`, { redirect: 'manual' });
        expect([upper.status, upper.headers.get('location')]).toEqual([301, `/posts/${id}/${list}`]);
        expect((await fetch(`${t.origin}/posts/nonsense/${list}`)).status).toBe(404);
      }
    },
    PATIENCE_MS,
  );

  it(
    'shows a page for missing content',
    async () => {
      const { page } = await browser.open(`${t.origin}/@nobody-of-that-name`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await holds(page, 'public-missing');
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
