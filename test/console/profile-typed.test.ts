import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true' });
});

const LISBON = { country_code: 'PT', state_code: '11', city_name: 'Sintra' };

describe('unsaved input of the profile form', () => {
  it('stays with its location while the server rejects requests', async () => {
    const member = await makeMember(t);
    const path = `/console/profiles/${member.profile.id}`;
    const visitor = new Visitor(t.origin);
    const { token } = formOf((await visitor.request('/console/sign-in')).text);
    await visitor.post('/console/sign-in', { token, next: path, email: member.email, password: member.password });
    const page = await visitor.request(path);
    const texts = {
      name: 'Robin',
      call_name: 'Robin',
      username: member.profile.username,
      occupation: 'Bakes',
      bio: '',
    };
    const fields = { ...texts, ...LISBON, type: 'human', token: formOf(page.text).token };
    let answer = await visitor.post(path, fields);
    expect(answer.status).toBe(303);
    for (let n = 0; n < 400 && answer.status !== 429; n++) answer = await visitor.post(path, fields);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).toContain('value="Bakes"');
    expect(answer.text).toMatch(/<option value="PT" selected>/);
    expect(answer.text).toMatch(/<option value="11" selected>/);
    expect(answer.text).toContain('value="Sintra"');
    for (let n = 0, status = 200; n < 400 && status !== 429; n++) status = (await visitor.request(path)).status;
    answer = await visitor.post(path, fields);
    expect([answer.status, answer.text.includes('value="Bakes"')]).toEqual([429, true]);
    expect((await visitor.request(path)).status).toBe(429);
    const url = `/console/posts/new?profile=${member.profile.id}&do=schedule`;
    const post = await visitor.post(url, {
      token: fields.token,
      body: 'A long text',
      scheduled_at: '2030-01-01T12:00',
    });
    expect(post.status).toBe(429);
    expect(post.text).toContain('>A long text</textarea>');
    expect(post.text).toContain('value="2030-01-01T12:00"');
  });

  it(
    'stays when the session ends, and Enter saves it without scripts too',
    async () => {
      const member = await makeMember(t);
      const path = `/console/profiles/${member.profile.id}`;
      const { page } = await signInBy(browser, t.origin, member, path);
      await page.locator('noscript').first().waitFor({ state: 'attached' });
      expect(
        await page.evaluate("document.querySelector('#profile-form [type=submit]').name"),
        'the button that Enter activates',
      ).toBe('');
      await page.getByLabel('Country').selectOption({ label: 'Portugal' });
      await page.getByLabel('State or region').selectOption({ label: 'Lisbon' });
      await page.getByRole('combobox', { name: 'City' }).fill('Sintra');
      await page.getByLabel('State or region').selectOption({ label: 'Porto' });
      await expect.poll(() => page.getByRole('combobox', { name: 'City' }).inputValue()).toBe('');
      await page.context().clearCookies();
      await page.getByLabel('About').fill('Much that I have typed');
      await page.getByText('You are signed out, so your changes can’t be saved').waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.getByLabel('About').inputValue()).toBe('Much that I have typed');
      await page.getByLabel('Country').selectOption({ label: 'Spain' });
      await page.getByText('You are signed out, so your changes can’t be saved').waitFor();
      expect(await page.getByLabel('State or region').count()).toBe(1);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});
