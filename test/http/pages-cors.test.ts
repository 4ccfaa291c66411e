import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it.each(['/console', '/console/', '/console/sign-in', '/console/nothing', '/@nobody', '/posts/x', '/oauth/consent/x'])(
  '%s refuses scripts of other sites',
  async (path) => {
    const { headers } = await t.app.inject({ url: path, headers: { origin: 'https://other.example.com' } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toBeUndefined();
  },
);
