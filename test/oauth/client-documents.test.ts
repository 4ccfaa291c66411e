import { afterEach, beforeAll, expect, it } from 'vitest';
import type { FetchedDocument } from '../../src/oauth/client-metadata.ts';
import { authorizeUrl, type OAuthApp, pkce, REDIRECT, startOAuthApp, Visitor } from '../support/oauth.ts';

let t: OAuthApp;
let hanging: Promise<void> | null = null;
const fetched: string[] = [];

beforeAll(async () => {
  const fetchDocument = async (url: string): Promise<FetchedDocument> => {
    fetched.push(url);
    await hanging;
    return { json: { client_id: url, client_name: 'Reader', redirect_uris: [REDIRECT] }, maxAgeSeconds: null };
  };
  t = await startOAuthApp({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '127.0.0.1' }, { fetchDocument });
});
afterEach(() => {
  hanging = null;
});

const clientAt = (name: string) => `https://${name}.example.com/client.json`;

async function authorize(name: string, address: string) {
  const url = await authorizeUrl(t, {
    client_id: clientAt(name),
    scope: 'posts:write',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  });
  return new Visitor(t.origin).request(url, { headers: { 'x-forwarded-for': address } });
}

async function redeem(name: string, address: string) {
  const answer = await fetch(`${t.origin}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ client_id: clientAt(name), grant_type: 'authorization_code', code: 'x' }),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), json: await answer.json() };
}

it('an address can have 20 new documents fetched in an hour, by pages and programs', async () => {
  const mine = '192.0.2.1';
  for (let n = 0; n < 10; n++) expect((await authorize(`page${n}`, mine)).status).toBe(303);
  for (let n = 0; n < 10; n++)
    expect((await redeem(`program${n}`, mine)).json).toMatchObject({ error: 'invalid_grant' });
  fetched.length = 0;

  const page = await authorize('new', mine);
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000);
  const refused = await redeem('new', mine);
  expect(refused).toMatchObject({ status: 429, json: { error: 'temporarily_unavailable' } });
  expect(Number(refused.retry)).toBeGreaterThan(3000);
  expect(fetched).toEqual([]);

  expect((await authorize('page0', mine)).status).toBe(303);
  expect((await authorize('new', '192.0.2.2')).status).toBe(303);
});

it('a document that must wait for eight others is temporarily unavailable', async () => {
  let release: () => void = () => undefined;
  hanging = new Promise((resolve) => {
    release = resolve;
  });
  fetched.length = 0;
  const slow = Array.from({ length: 8 }, (_, n) => authorize(`slow${n}`, '192.0.2.3'));
  await expect.poll(() => fetched.length).toBe(8);
  const page = await authorize('late', '192.0.2.4');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await redeem('late', '192.0.2.4')).toMatchObject({
    status: 503,
    retry: '5',
    json: { error: 'temporarily_unavailable' },
  });
  release();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(8).fill(303));
  expect((await authorize('late', '192.0.2.4')).status).toBe(303);
});
