import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
const paths = new Map<string, string>();
beforeAll(async () => {
  t = await startTestApp();
  const member = await makeMember(t);
  const { id } = await makePost(t, as(member));
  for (const path of [
    '/v1/meta',
    '/v1/taxonomies/locations/countries',
    '/openapi.json',
    '/docs',
    '/robots.txt',
    '/llms.txt',
  ])
    paths.set(path, path);
  paths.set('a post', `/v1/posts/${id}`);
  paths.set('the posts of a profile', `/v1/profiles/${member.profile.id}/posts`);
  paths.set('a page', `/@${member.profile.username}`);
});

it('a 304 has no Content-Length, to GET and HEAD, from the cache or not', async () => {
  const wrong: string[] = [];
  for (const [name, url] of paths) {
    const { headers } = await t.app.inject({ url });
    const known = { 'if-none-match': String(headers.etag) };
    for (const uncached of [{}, { cookie: 'uncached=1' }]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await t.app.inject({ method, url, headers: { ...known, ...uncached } });
        const length = answer.headers['content-length'];
        if (answer.statusCode !== 304 || length !== undefined || answer.payload !== '')
          wrong.push(`${method} ${name} ${JSON.stringify(uncached)}: ${answer.statusCode}, ${length}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
