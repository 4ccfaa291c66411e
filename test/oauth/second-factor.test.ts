import { beforeAll, expect, it } from 'vitest';
import { makeMember } from '../support/members.ts';
import { authorizeUrl, formOf, makeClient, type OAuthApp, pkce, startOAuthApp, Visitor } from '../support/oauth.ts';
import { enableFactor, nextCode } from '../support/second-factor.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

it('the sign-in page of an app asks for the code, delays wrong ones, and continues to the consent', async () => {
  const member = await makeMember(t);
  const { secret } = await enableFactor(t, member.token);
  const { challenge } = pkce();
  const asked = {
    client_id: await makeClient(t),
    scope: 'posts:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const visitor = new Visitor(t.origin);
  const { action, token } = formOf((await visitor.visit(authorizeUrl(t, asked))).text);
  const { email, password } = member;
  const step = await visitor.post(action, { token, email, password });
  expect([step.status, step.text.includes('Enter your code')]).toEqual([200, true]);
  expect(step.text).not.toContain(password);
  const fields = { token, first_step: fieldIn(step.text, 'first_step') };
  const wrong = await visitor.post(action, { ...fields, second_code: '' });
  expect([wrong.status, wrong.text.includes('This code is wrong')]).toEqual([422, true]);
  const forged = await visitor.post(action, { token, first_step: 'AAAA', second_code: '123456' });
  expect([forged.status, forged.text.includes('name="password"')]).toEqual([422, true]);
  for (let i = 0; i < 3; i++) await visitor.post(action, { ...fields, second_code: 'aaaa' });
  const limited = await visitor.post(action, { ...fields, second_code: 'aaaa' });
  expect([limited.status, limited.text.includes('Enter your code')]).toEqual([429, true]);
  const done = await visitor.post(action, { ...fields, second_code: nextCode(t, secret) });
  expect(done.status).toBe(303);
  expect((await visitor.follow(done)).text).toContain('Allow');
});
