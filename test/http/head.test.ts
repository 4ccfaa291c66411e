import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** HEAD has the headers of GET, whatever is compressed or cached. */

let t: TestApp;
let ada: Member;
let post: string;
const paths = new Set<string>();

beforeAll(async () => {
  t = await startTestApp({ METRICS_TOKEN: 'token of this test' });
  ada = await makeMember(t);
  post = (await makePost(t, as(ada), { body: 'A long text. '.repeat(200) })).id;
  for (const { method, url } of t.app.routes) if (method === 'GET') paths.add(url);
  for (const url of PAGES) paths.add(url);
});

const PAGES = [
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/docs',
  '/docs/errors',
  '/docs/reference',
  '/docs/performance',
  '/docs/guides/first-post',
  '/docs/guides/none',
  '/llms.txt',
  '/favicon.ico',
  '/robots.txt',
  '/sitemap.xml',
  '/@:username',
  '/posts/:post_id',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/nowhere',
];

/** Of their own request or moment. A stream has no length in advance, which only GET says. */
const OWN = ['date', 'x-request-id', 'transfer-encoding', 'connection', 'keep-alive', 'set-cookie'];
const QUERIES: Readonly<Record<string, string>> = {
  '/v1/posts/lookup': 'ids={post}',
  '/v1/profiles/lookup': 'ids={profile}',
  '/v1/search/posts': 'q=long',
  '/v1/search/profiles': 'q=robin',
  '/v1/taxonomies/locations/states': 'country_code=SE',
  '/v1/taxonomies/locations/cities': 'country_code=SE&state_code=AB',
};

function pathOf(template: string): string {
  const query = QUERIES[template];
  return (query === undefined ? template : `${template}?${query}`)
    .replace(/:operation/, 'posts.create')
    .replace(/:username/, ada.profile.username)
    .replace(/:profile_id|\{profile\}/, ada.profile.id)
    .replace(/:\w+|\{post\}/g, post);
}

async function headersOf(method: 'GET' | 'HEAD', url: string, headers: Record<string, string>) {
  const response = await t.app.inject({ method, url, headers });
  const rest = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !OWN.includes(name)));
  // A member's cursors have a nonce, so the compressed length differs each time.
  if (rest['cache-control'] === 'private, no-store' && rest['content-encoding']) delete rest['content-length'];
  return { status: response.statusCode, ...rest, body: response.rawPayload.length };
}

it.each(['br, gzip', 'gzip', 'identity', ''])('with Accept-Encoding: %s', async (encoding) => {
  let compared = 0;
  let compressed = 0;
  for (const template of paths) {
    if (template === '/v1/events/stream') continue;
    const url = pathOf(template);
    const accept = { 'accept-encoding': encoding };
    const member = { ...accept, authorization: `Bearer ${ada.token}`, 'x-profile-id': ada.profile.id };
    for (const headers of template.startsWith('/v1') ? [accept, member] : [accept]) {
      // In both orders, because the first response can be stored.
      const [head, got, again] = [
        await headersOf('HEAD', url, headers),
        await headersOf('GET', url, headers),
        await headersOf('HEAD', url, headers),
      ];
      expect([url, head], url).toEqual([url, { ...got, body: 0 }]);
      expect(again, url).toEqual(head);
      compared++;
      if ('content-encoding' in got) compressed++;
      if (got.status === 200) expect(got.body, url).toBeGreaterThan(0);
    }
  }
  expect(compared).toBeGreaterThan(120);
  if (encoding.includes('gzip')) expect(compressed).toBeGreaterThan(15);
});

it('also for a cached response that is unchanged', async () => {
  for (const url of ['/v1/meta', '/openapi.json', `/posts/${post}`]) {
    const { etag } = (await t.app.inject({ url })).headers;
    const unchanged = (method: 'GET' | 'HEAD') => headersOf(method, url, { 'if-none-match': String(etag) });
    const got = await unchanged('GET');
    expect([got.status, got.body]).toEqual([304, 0]);
    expect(await unchanged('HEAD')).toEqual(got);
  }
});
