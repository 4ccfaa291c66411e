import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { holds, PATIENCE_MS, signInBy } from '../support/console.ts';
import { makeMember } from '../support/members.ts';
import { formOf, type OAuthApp, startOAuthApp, Visitor } from '../support/oauth.ts';
import { enableFactor, nextCode, shownCode } from '../support/second-factor.ts';

const browser = useBrowser();
let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const PATH = '/console/account/second-factor';
const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

async function firstStep(member: { email: string; password: string }) {
  const visitor = new Visitor(t.origin);
  const { token } = formOf((await visitor.request('/console/sign-in')).text);
  const { email, password } = member;
  const asked = await visitor.post('/console/sign-in', { token, email, password, next: '/console/account' });
  const fields = { token, next: fieldIn(asked.text, 'next'), first_step: fieldIn(asked.text, 'first_step') };
  const answer = (second_code: string) => visitor.post('/console/sign-in', { ...fields, second_code });
  return { visitor, asked, fields, answer };
}

describe('in a browser', () => {
  it(
    'is turned on with a QR code, asks for a code at sign-in, gives new recovery codes, and is turned off',
    async () => {
      const member = await makeMember(t);
      const { page, complaints, strangers } = await signInBy(browser, t.origin, member, '/console/account');
      await page.getByRole('link', { name: 'Two-step sign-in' }).click();
      await page.getByRole('heading', { name: 'Turn it on' }).waitFor();
      await holds(page, 'second-factor-off');
      await page.getByLabel('Confirm with your password').fill('certainly not the password');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This is not your current password.').waitFor();
      await page.getByLabel('Confirm with your password').fill(member.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      await holds(page, 'second-factor-qr');
      const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
      await page.getByLabel('Code from the app').fill('abc');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('This code is wrong').waitFor();
      await holds(page, 'second-factor-wrong');
      await page.getByLabel('Code from the app').fill(shownCode(t, secret));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('heading', { name: 'Two-step sign-in is on' }).waitFor();
      await holds(page, 'recovery-codes');
      const codes = ((await page.locator('#codes').textContent()) ?? '').split('\n');
      expect(codes).toHaveLength(10);

      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByLabel('Your account').click();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByLabel('E-mail address').fill(member.email);
      await page.getByLabel('Password').fill(member.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
      await holds(page, 'sign-in-code');
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await holds(page, 'sign-in-code-wrong');
      await page.getByLabel('Code').fill(codes[0]!);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${t.origin}/home`);

      await page.goto(`${t.origin}${PATH}`);
      await page.getByText('You have 9 left.').waitFor();
      await holds(page, 'second-factor-on');
      const form = (heading: string) => page.getByRole('region', { name: heading });
      await form('Recovery codes').getByLabel('Password').fill(member.password);
      await form('Recovery codes').getByLabel('Code').fill(nextCode(t, secret));
      await page.getByRole('button', { name: 'Get new codes' }).click();
      await page.getByRole('heading', { name: 'New recovery codes' }).waitFor();
      await page.goto(`${t.origin}${PATH}`);
      await form('Turn it off').getByLabel('Password').fill(member.password);
      await form('Turn it off').getByLabel('Code').fill(codes[1]!);
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('Enter the code that the app shows now.').waitFor();
      await form('Turn it off').getByLabel('Password').fill(member.password);
      await form('Turn it off').getByLabel('Code').fill(nextCode(t, secret));
      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.getByText('Two-step sign-in is off.').waitFor();
      expect(complaints.map((line) => line.slice(0, 3))).toEqual(['422', '422', '422', '422']);
      expect(strangers).toEqual([]);
      await page.context().close();
    },
    PATIENCE_MS,
  );
});

describe('the second step', () => {
  it('carries the password encrypted, goes to the page asked for, and works once', async () => {
    const member = await makeMember(t);
    const { codes } = await enableFactor(t, member.token);
    const { asked, answer } = await firstStep(member);
    expect(asked.status).toBe(200);
    expect(asked.text).not.toContain(member.password);
    expect(Buffer.from(fieldIn(asked.text, 'first_step'), 'base64').toString()).not.toContain(member.password);
    expect((await answer('')).status).toBe(422);
    const done = await answer(codes[0]!);
    expect([done.status, done.location]).toEqual([303, '/console/account']);
  });

  it('asks for the password again after ten minutes, or if the field was changed', async () => {
    const member = await makeMember(t);
    const { codes } = await enableFactor(t, member.token);
    const { visitor, fields, answer } = await firstStep(member);
    t.clock.advance(11 * 60_000);
    const late = await answer(codes[0]!);
    expect([late.status, late.text.includes('That took too long')]).toEqual([422, true]);
    const forged = await visitor.post('/console/sign-in', { ...fields, first_step: 'AAAA', second_code: codes[0]! });
    expect([forged.status, forged.text.includes('name="password"')]).toEqual([422, true]);
  });
});
