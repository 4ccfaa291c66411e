import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it.each([
  ['heartbeat', '/docs/guides/events'],
  ['alternative text', '/docs/reference/posts.create_with_images'],
  ['least rights', '/docs/concepts/scopes'],
  ['least privilege', '/docs/concepts/scopes'],
  ['new follower', '/docs/events#followcreated'],
  ['react to a comment', '/docs/reference/posts.set_reaction'],
  ['test accounts', '/docs/guides/apps'],
  ['sign up limit', '/docs/concepts/limits'],
])('%s is among the first five at %s', async (words, path) => {
  const { text } = await t.call('GET', `/docs/search?q=${encodeURIComponent(words)}`);
  const shown = [...text.matchAll(/<li><a href="([^"]+)">[^<]+<\/a> <span>/g)].map((match) => match[1]);
  expect(shown.slice(0, 5)).toContain(path);
});
