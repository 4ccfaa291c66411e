import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { type OAuthApp, startOAuthApp } from '../support/oauth.ts';
import { jpeg } from '../support/pictures.ts';
import { as, form, grantAccess, makePost, type Part } from '../support/posts.ts';

const browser = useBrowser();
let t: OAuthApp;
let ada: Member;
let photo: Buffer;
beforeAll(async () => {
  t = await startOAuthApp();
  ada = await makeMember(t, { name: 'Ada Example' });
  photo = await jpeg({ width: 64, height: 48 });
});

/** Pages as a member sees them, without a browser. */
function visitor(member: Pick<Member, 'token'> | null) {
  let cookies: Record<string, string> = member ? { pronet_session: member.token } : {};
  const shown = ({ statusCode, payload, headers }: Awaited<ReturnType<typeof t.app.inject>>) => ({
    status: statusCode,
    html: payload,
    to: headers.location as string | undefined,
    target: headers['hx-retarget'],
  });
  const get = async (url: string) => shown(await t.app.inject({ url, cookies }));
  return {
    get,
    signOut: () => {
      cookies = {};
    },
    signIn: ({ token }: Pick<Member, 'token'>) => {
      cookies = { pronet_session: token };
    },
    /** Submits a form like a browser without scripts: all hidden fields of the page, and these. */
    async submit(page: string, url: string, parts: Part[], headers: Record<string, string> = {}) {
      const hidden = [
        ...page.matchAll(/<input type="hidden" name="(token|once|revision|status|kind)" value="([^"]*)"/g),
      ];
      const fields = new Map(hidden.map(([, name, value]) => [name!, value!]));
      const body = form([...[...fields].map(([name, value]) => ({ name, value })), ...parts]);
      return shown(
        await t.app.inject({ method: 'POST', url, cookies, ...body, headers: { ...body.headers, ...headers } }),
      );
    },
  };
}

const text = (name: string, value: string): Part => ({ name, value });
const post = (body: string): Part[] => [
  text('body', body),
  text('visibility', 'public'),
  text('ai_disclosure', 'none'),
  text('scheduled_at', ''),
];
const slot = (bytes: Buffer | null, alt = ''): Part[] => [
  bytes
    ? { name: 'images', bytes }
    : { name: 'images', bytes: Buffer.alloc(0), filename: '', type: 'application/octet-stream' },
  text('alt_text', alt),
];
const typed = (html: string) => /<textarea id="body"[^>]*>([^<]*)</.exec(html)?.[1];
const idIn = (to: string | undefined) => new URL(to!, 'http://console.test').searchParams.get('about')!;
const read = async (id: string, by = ada) => (await t.call('GET', `/v1/posts/${id}`, as(by))).json.data;
const fresh = (member = ada) => `/console/posts/new?profile=${member.profile.id}`;
const pageOf = (id: string, member = ada) => `/console/posts/${member.profile.id}/${id}`;
const inMs = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();

describe('a new post', () => {
  it('is published with its pictures and their descriptions, without scripts', async () => {
    const me = visitor(ada);
    const page = await me.get(fresh());
    const parts = [
      ...post('Bread & <b>rolls</b>'),
      ...slot(null, 'of no picture'),
      ...slot(photo, 'A loaf'),
      ...slot(photo),
      ...slot(null),
    ];
    const answer = await me.submit(page.html, `${fresh()}&do=publish`, parts);
    expect([answer.status, answer.to], answer.html).toEqual([303, expect.stringContaining('done=post_created')]);
    const made = await read(idIn(answer.to));
    expect(made).toMatchObject({ body: 'Bread & <b>rolls</b>', status: 'published', image_count: 2 });
    expect(made.images.map(({ alt_text }: { alt_text: string }) => alt_text)).toEqual(['A loaf', null]);
    const list = await me.get(answer.to!);
    expect(list.html).toContain(`Post published. <a href="/posts/${made.id}">`);
    expect(list.html).toContain('Bread &amp; &lt;b&gt;rolls&lt;/b&gt;');
    const again = await me.submit(page.html, `${fresh()}&do=publish`, parts);
    expect(idIn(again.to), 'the same form').toBe(made.id);
  });

  it('has its author as a field, so that another choice loses no text', async () => {
    const person = await makeMember(t, { name: 'Robin Baker' });
    const agent = await makeProfile(t, person, { name: 'Rye Bot', type: 'ai_agent' });
    const me = visitor(person);
    const page = await me.get(fresh(person));
    expect(page.html).toContain(`<option value="${agent.id}">Rye Bot</option>`);
    const parts = [text('as', agent.id), ...post('x'.repeat(3001))];
    const refused = await me.submit(page.html, `${fresh(person)}&do=publish`, parts);
    expect([refused.status, typed(refused.html)?.length]).toEqual([422, 3001]);
    expect(refused.html).toContain(`<option value="${agent.id}" selected>Rye Bot</option>`);
    const made = await me.submit(page.html, `${fresh(person)}&do=publish`, [text('as', agent.id), ...post('Rolls')]);
    expect(await read(idIn(made.to), person)).toMatchObject({ profile_id: agent.id, ai_disclosure: 'generated' });
  });

  it('is saved as a draft, or scheduled in UTC', async () => {
    const me = visitor(ada);
    const page = await me.get(fresh());
    const draft = await me.submit(page.html, `${fresh()}&do=draft`, post('Only a thought'));
    expect(draft.to).toContain('status=draft&done=draft_saved');
    expect((await me.get(draft.to!)).html).toContain('Only a thought');
    const at = inMs(3_600_000).slice(0, 16);
    const later = [...post('In an hour').slice(0, -1), text('scheduled_at', at)];
    const scheduled = await me.submit((await me.get(fresh())).html, `${fresh()}&do=schedule`, later);
    expect(scheduled.to).toContain('status=scheduled&done=post_scheduled');
    const { items } = (await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?status=scheduled`, as(ada))).json.data;
    expect(items[0]).toMatchObject({ scheduled_at: `${at}:00.000Z` });
    const soon = [...post('Too soon').slice(0, -1), text('scheduled_at', inMs(0).slice(0, 16))];
    const again = await me.submit(page.html, `${fresh()}&do=draft`, post('Another thought'));
    expect(again.html).toContain('You have already submitted this form.');
    expect((await me.submit(again.html, `${fresh()}&do=draft`, post('Another thought'))).status).toBe(303);
    const refused = await me.submit((await me.get(fresh())).html, `${fresh()}&do=schedule`, soon);
    expect([refused.status, typed(refused.html)]).toEqual([422, 'Too soon']);
    expect(refused.html).toContain('Choose a time at least one minute from now.');
  });

  it('asks for the time before anything is saved', async () => {
    const me = visitor(ada);
    const { id } = await makePost(t, as(ada), { body: 'Before', status: 'draft' });
    for (const [path, query] of [
      [fresh(), '&do=schedule'],
      [pageOf(id), '?do=schedule'],
    ] as const) {
      const parts = [...post('After'), ...slot(photo, 'A loaf')];
      const refused = await me.submit((await me.get(path)).html, `${path}${query}`, parts);
      expect([refused.status, typed(refused.html)]).toEqual([422, 'After']);
      expect(refused.html).toContain('<p class="wrong" id="scheduled_at-problem">Choose a date and time.</p>');
      expect(refused.html).toContain('value="A loaf"');
    }
    expect(await read(id)).toMatchObject({ body: 'Before', revision: 1 });
  });

  it('is not published at once while its form has a date', async () => {
    const me = visitor(ada);
    const at = inMs(3_600_000).slice(0, 16);
    const { id } = await makePost(t, as(ada), { body: 'Before', status: 'draft' });
    const parts = [...post('After').slice(0, -1), text('scheduled_at', at), ...slot(photo, 'A loaf')];
    for (const path of [`${fresh()}&do=publish`, fresh(), `${pageOf(id)}?do=publish`]) {
      const refused = await me.submit((await me.get(path)).html, path, parts);
      expect([refused.status, typed(refused.html)], path).toEqual([422, 'After']);
      expect(refused.html).toContain('You set a date. Choose Schedule, or clear the date.</p>');
      expect(refused.html).toContain(`value="${at}"`);
      expect(refused.html).toContain('value="A loaf"');
    }
    expect(await read(id)).toMatchObject({ body: 'Before', revision: 1 });
  });

  it('has all texts before the files, because texts after them would be lost', async () => {
    const { html } = await visitor(ada).get(fresh());
    const names = [...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
    const beforeFiles = names.slice(0, names.indexOf('images'));
    expect(beforeFiles).toEqual(
      expect.arrayContaining(['body', 'visibility', 'ai_disclosure', 'scheduled_at', 'once']),
    );
    expect(new Set(names.slice(beforeFiles.length))).toEqual(new Set(['images', 'alt_text']));
  });

  it('says that a key in its text was revoked, whether it is saved or not', async () => {
    const me = visitor(ada);
    const keys = [await makeKey(t, ada), await makeKey(t, ada), await makeKey(t, ada)];
    const leak = async (n: number, parts: Part[] = []) =>
      me.submit((await me.get(fresh())).html, `${fresh()}&do=publish`, [...post(`Use ${keys[n]!.token}`), ...parts]);
    for (const saved of [await leak(0), await leak(1, slot(photo))]) {
      const { html } = await me.get(saved.to!);
      expect(html).toContain('It was revoked and removed from the text.');
      expect(html).toContain('Use [revoked API key]');
    }
    const refused = await leak(2, slot(Buffer.from('<svg/>')));
    expect([refused.status, typed(refused.html)]).toEqual([422, `Use ${keys[2]!.token}`]);
    expect(refused.html).toContain('It was revoked. Remove it from the text.');
    expect((await t.call('GET', '/v1/me', { token: keys[2]!.token })).json.error_code).toBe('revoked_credentials');
    const clean = await me.submit((await me.get(fresh())).html, `${fresh()}&do=publish`, post('Nothing secret'));
    expect((await me.get(clean.to!)).html).not.toContain('API key or token');
  });

  it('keeps what was typed if it is refused, out of date, or the session has ended', async () => {
    const me = visitor(ada);
    const page = await me.get(fresh());
    const broken = [...post('Kept'), ...slot(Buffer.from('<svg/>'), 'A logo'), ...slot(photo, 'Also kept')];
    const refused = await me.submit(page.html, `${fresh()}&do=publish`, broken);
    expect([refused.status, typed(refused.html)]).toEqual([422, 'Kept']);
    for (const words of [
      'A picture has an unsupported type.',
      'Use a JPEG, PNG, WebP or GIF picture.',
      'value="A logo"',
      'value="Also kept"',
      'Choose your pictures again',
    ]) {
      expect(refused.html).toContain(words);
    }
    expect(refused.html).not.toContain('image/jpeg, ');
    const long = await me.submit(page.html, `${fresh()}&do=publish`, post('x'.repeat(3001)));
    expect([long.status, typed(long.html)?.length]).toEqual([422, 3001]);
    expect(long.html).toContain('Use at most 3,000 characters.');

    me.signOut();
    const ended = await me.submit(page.html, `${fresh()}&do=publish`, post('Still here'));
    expect([ended.status, typed(ended.html)]).toEqual([422, 'Still here']);
    expect(ended.html).toContain('You are signed out, so nothing was saved.');
    me.signIn(ada);
    const outOfDate = await me.submit(ended.html, `${fresh()}&do=publish`, post('Still here'));
    expect([outOfDate.status, typed(outOfDate.html)]).toEqual([422, 'Still here']);
    const done = await me.submit(outOfDate.html, `${fresh()}&do=publish`, post('Still here'));
    expect(await read(idIn(done.to))).toMatchObject({ body: 'Still here' });
  });

  it('is sent for approval by a manager who can only draft, and listed with the note if it comes back', async () => {
    const manager = await makeMember(t);
    await grantAccess(t, ada, manager, ['drafting']);
    const me = visitor(manager);
    const page = await me.get(fresh());
    expect(page.html).toContain('Send for approval');
    expect(page.html).not.toContain('Publish later');
    const sent = await me.submit(page.html, `${fresh()}&do=publish`, post('For Ada'));
    expect(sent.to).toContain('status=pending_approval&done=post_submitted');
    const { items } = (await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?status=pending_approval`, as(ada)))
      .json.data;
    await t.call('POST', `/v1/posts/${items[0].id}/return`, { ...as(ada), body: { note: 'Shorter, <please>' } });
    const drafts = await me.get(`/console/posts?profile=${ada.profile.id}&status=draft`);
    expect(drafts.html).toContain('Sent back');
    expect(drafts.html).toContain('Shorter, &lt;please&gt;');
    const edited = await me.get(pageOf(items[0].id));
    const back = await me.submit(edited.html, `${pageOf(items[0].id)}?do=publish`, post('Short'));
    expect(back.to).toContain('status=pending_approval');
    expect((await me.get(`${pageOf(items[0].id)}/remove`)).status, 'needs `posting`').toBe(403);
    const published = await makePost(t, as(ada));
    expect((await me.get(pageOf(published.id))).html).toContain('You can’t edit this post.');
  });

  it('is not offered to managers who may not write, nor for profiles of others', async () => {
    const manager = await makeMember(t);
    await grantAccess(t, ada, manager, ['messaging']);
    expect((await visitor(manager).get(fresh())).status).toBe(403);
    const list = await visitor(manager).get(`/console/posts?profile=${ada.profile.id}&status=draft`);
    expect([list.status, list.html.includes('You can’t see unpublished posts')]).toEqual([200, true]);
    const stranger = await makeMember(t);
    const { id } = await makePost(t, as(ada), { status: 'draft' });
    for (const url of [fresh(), pageOf(id), pageOf(id, stranger), `/console/posts?profile=${ada.profile.id}`]) {
      expect((await visitor(stranger).get(url)).status, url).toBe(404);
    }
  });
});

describe('an existing post', () => {
  it('shows what somebody else has written since, and keeps what was typed', async () => {
    const me = visitor(ada);
    const { id } = await makePost(t, as(ada), { body: 'First' });
    const page = await me.get(pageOf(id));
    await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body: 'By <i>another</i> hand' } });
    const conflict = await me.submit(page.html, `${pageOf(id)}?do=save`, post('Mine'));
    expect([conflict.status, typed(conflict.html)]).toEqual([422, 'Mine']);
    expect(conflict.html).toContain('By &lt;i&gt;another&lt;/i&gt; hand');
    expect(await read(id)).toMatchObject({ body: 'By <i>another</i> hand', revision: 2 });
    const saved = await me.submit(conflict.html, `${pageOf(id)}?do=save`, post('Mine'));
    expect(saved.to).toBe(`${pageOf(id)}?done=post_saved`);
    expect(await read(id)).toMatchObject({ body: 'Mine', revision: 3 });
    const earlier = await me.get(`${pageOf(id)}/revisions`);
    expect(earlier.html).toContain('First');
    expect(earlier.html).toContain('By &lt;i&gt;another&lt;/i&gt; hand');
  });

  it('changes the order, the descriptions and the number of its pictures', async () => {
    const me = visitor(ada);
    const images = ['one', 'two', 'three'].map((alt_text) => ({ content_base64: photo.toString('base64'), alt_text }));
    const made = await t.call('POST', '/v1/posts/with-images', {
      ...as(ada),
      body: { body: 'Three', status: 'draft', images },
    });
    const { id } = made.json.data;
    const page = await me.get(pageOf(id));
    const [one, two, three] = made.json.data.images as { id: string }[];
    const picture = (image: { id: string } | undefined, place: number, alt: string) => [
      text('picture', image!.id),
      text('picture_alt', alt),
      text('picture_place', String(place)),
    ];
    const order = [
      ...picture(one, 3, 'last'),
      ...picture(two, 2, ''),
      text('picture_removed', two!.id),
      ...picture(three, 1, 'first'),
    ];
    const answer = await me.submit(page.html, `${pageOf(id)}?do=save`, [...post('Two'), ...order, ...slot(null)]);
    expect(answer.status, answer.html).toBe(303);
    const alts = async () => (await read(id)).images.map(({ alt_text }: { alt_text: string }) => alt_text);
    expect(await alts()).toEqual(['first', 'last']);
    const next = await me.get(pageOf(id));
    const replaced = await me.submit(next.html, `${pageOf(id)}?do=publish`, [
      ...post('One'),
      ...slot(photo, 'another'),
    ]);
    expect(replaced.to, replaced.html).toContain('done=post_created');
    expect(await alts()).toEqual(['another']);
  });

  it('is shown with its new pictures if they were saved, but the publication was refused', async () => {
    const me = visitor(ada);
    const { id } = await makePost(t, as(ada), { body: 'A draft', status: 'draft' });
    const soon = [...post('A draft').slice(0, -1), text('scheduled_at', inMs(0).slice(0, 16)), ...slot(photo, 'New')];
    const url = `${pageOf(id)}?do=schedule`;
    const part = await me.submit((await me.get(pageOf(id))).html, url, soon, { 'hx-request': 'true' });
    expect([part.status, part.target]).toEqual([422, '#post-form']);
    const { images, status, revision } = await read(id);
    expect([status, images.length]).toEqual(['draft', 1]);
    for (const words of [
      'Your changes were saved',
      'at least one minute',
      images[0].id,
      `name="revision" value="${revision}"`,
    ]) {
      expect(part.html).toContain(words);
    }
    expect((await me.submit(part.html, `${pageOf(id)}?do=publish`, post('A draft'))).status).toBe(303);
  });

  it('keeps what was typed if it was published before its schedule is canceled', async () => {
    const me = visitor(ada);
    const { id } = await makePost(t, as(ada), { body: 'Later', scheduled_at: inMs(600_000) });
    const page = await me.get(pageOf(id));
    expect((await t.call('POST', `/v1/posts/${id}/publish`, as(ada))).status).toBe(200);
    const refused = await me.submit(page.html, `${pageOf(id)}?do=draft`, post('Not yet'));
    expect(refused.status).toBe(422);
    for (const words of ['The status of this post changed', 'The saved version', 'Not yet']) {
      expect(refused.html).toContain(words);
    }
    expect(refused.html).not.toContain('Cancel schedule');
  });

  it('is taken off its schedule, published and removed', async () => {
    const me = visitor(ada);
    const { id } = await makePost(t, as(ada), { body: 'Later', scheduled_at: inMs(600_000) });
    const page = await me.get(pageOf(id));
    expect(page.html).toContain('Cancel schedule');
    const canceled = await me.submit(page.html, `${pageOf(id)}?do=draft`, post('Later'));
    expect(canceled.to).toContain('status=draft');
    const published = await me.submit((await me.get(pageOf(id))).html, `${pageOf(id)}?do=publish`, post('Now'));
    expect(idIn(published.to)).toBe(id);
    const question = await me.get(`${pageOf(id)}/remove`);
    expect(question.html).toContain('You can’t undo this.');
    expect((await me.submit(question.html, `${pageOf(id)}/remove`, [])).status, 'without files').toBe(415);
    const removed = await t.app.inject({
      method: 'POST',
      url: `${pageOf(id)}/remove`,
      cookies: { pronet_session: ada.token },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${encodeURIComponent(/name="token" value="([^"]+)"/.exec(question.html)![1]!)}`,
    });
    expect(removed.headers.location).toContain('done=post_removed');
    expect((await me.get(pageOf(id))).status).toBe(404);
  });
});

describe('the list of posts', () => {
  it('is filtered by words and dates, and continues page by page', async () => {
    const member = await makeMember(t);
    const me = visitor(member);
    for (let n = 1; n <= 21; n++) await makePost(t, as(member), { body: `Harvest report ${n}` });
    await makePost(t, as(member), { body: 'Something else' });
    const path = `/console/posts?profile=${member.profile.id}`;
    const found = await me.get(`${path}&q=harvest`);
    expect(found.html).not.toContain('Something else');
    const next = /<a href="([^"]+)">Next page/.exec(found.html)![1]!.replaceAll('&amp;', '&');
    expect(next).toContain('q=harvest');
    expect((await me.get(next)).html).toContain('Harvest report 1<');
    expect((await me.get(`${path}&to=1999-01-01`)).html).toContain('No posts match.');
    expect((await me.get(`${path}&from=yesterday`)).status).toBe(422);
  });
});

describe('the form in a browser', () => {
  it(
    'counts characters, shows and orders pictures before they are uploaded, and keeps everything when signed out',
    async () => {
      const member = await makeMember(t, { name: 'Robin Example' });
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, fresh(member));
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
      const [wide, tall] = [await jpeg({ width: 80, height: 40 }), await jpeg({ width: 40, height: 80 })];
      await page.getByLabel('Text').fill('Rolls 🥐');
      await page.getByText('7 of 3,000 characters').waitFor();
      await page
        .getByLabel('Picture 1', { exact: true })
        .setInputFiles([file('wide.jpg', wide), file('tall.jpg', tall)]);
      const boxes = page.locator('[data-slots] .picture:visible');
      await expect.poll(() => boxes.count(), { message: 'two pictures and a free slot' }).toBe(3);
      await page.waitForFunction(`document.querySelectorAll('[data-slots] img:not([hidden])').length === 2`);
      await boxes.nth(0).getByLabel('Description').fill('Wide');
      await boxes.nth(1).getByLabel('Description').fill('Tall');
      await boxes.nth(1).getByRole('button', { name: 'Move up' }).click();
      expect(await boxes.nth(0).getByLabel('Description').inputValue()).toBe('Tall');
      await boxes.nth(0).getByLabel('Description').press('Enter');
      await page.getByText('Publish later').click();
      await page.getByLabel('Date and time (UTC)').fill('2030-01-01T12:00');
      await page.getByText('your time').waitFor();
      await holds(page, 'post-new');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('You set a date. Choose Schedule, or clear the date.').waitFor();
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      await page.getByLabel('Date and time (UTC)').fill('');

      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('You are signed out, so nothing was saved.').waitFor();
      expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert');
      await page.context().addCookies(cookies);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('You have signed in again').waitFor();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Post published.').waitFor();
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422', '422']);
      const { items } = (await t.call('GET', `/v1/profiles/${member.profile.id}/posts`)).json.data;
      expect(items[0].images.map(({ alt_text }: { alt_text: string }) => alt_text)).toEqual(['Tall', 'Wide']);
      expect(items[0].images[0].height).toBeGreaterThan(items[0].images[0].width);

      const { id } = items[0];
      await holds(page, 'posts');
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Text').fill('Mine');
      await page.getByRole('button', { name: 'Move down' }).first().click();
      await t.call('PATCH', `/v1/posts/${id}`, { ...as(member), body: { body: 'Theirs' } });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'The saved version' }).waitFor();
      expect(await page.getByLabel('Text').inputValue()).toBe('Mine');
      await holds(page, 'post-conflict');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect((await read(id, member)).images.map(({ alt_text }: { alt_text: string }) => alt_text)).toEqual([
        'Wide',
        'Tall',
      ]);
      await holds(page, 'post-edit');
      await page.getByRole('link', { name: 'Earlier versions' }).click();
      await holds(page, 'post-revisions');
      await page.getByRole('link', { name: 'Back to the post' }).click();
      await page.getByRole('link', { name: 'Remove…' }).click();
      await holds(page, 'post-remove');
      await page.getByRole('button', { name: 'Remove permanently' }).click();
      await page.getByText('Post removed.').waitFor();
      expect(complaints.splice(0).map((line) => line.slice(0, 3))).toEqual(['422']);
      expect(strangers).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
