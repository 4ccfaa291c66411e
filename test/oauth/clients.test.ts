import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedAgent } from '../../src/adapters/outbound/guarded-agent.ts';
import { ClientDocuments, type FetchedDocument, isMetadataUrl, NoDocument } from '../../src/oauth/client-metadata.ts';
import { documentFetcher } from '../../src/oauth/document-fetcher.ts';
import { isAllowedRedirect, redirectAllowed } from '../../src/oauth/redirects.ts';

const URL_OF_CLIENT = 'https://app.example.com/client.json';
const document = { client_id: URL_OF_CLIENT, client_name: 'App', redirect_uris: ['https://app.example.com/back'] };
const free = async () => undefined;
const silent = { info: () => undefined };

describe('redirect URIs', () => {
  it.each([
    ['https://app.example.com/back', true],
    ['http://127.0.0.1:4000/back', true],
    ['http://[::1]/back', true],
    ['http://localhost/back', true],
    ['http://app.example.com/back', false],
    ['https://user@app.example.com/back', false],
    ['https://app.example.com/back#part', false],
    ['https://localhost/back', false],
    [String.raw`https://evil.example\@app.example.com/back`, false],
    ['javascript:alert(1)', false],
    ['data:text/html,hi', false],
    ['com.example.app:/back', false],
    ['http://127.0.0.1.evil.example/back', false],
    ['no address', false],
  ])('%s can be registered by any client: %s', (address, fit) => {
    expect(isAllowedRedirect(address)).toBe(fit);
  });

  it('allows the operator to register a private-use scheme with a dot', () => {
    expect(isAllowedRedirect('com.example.app:/back', { privateUse: true })).toBe(true);
    expect(isAllowedRedirect('example:/back', { privateUse: true })).toBe(false);
    expect(isAllowedRedirect('javascript:/back', { privateUse: true })).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:5000/back', 'http://127.0.0.1/back', true],
    ['http://127.0.0.1:5000/back', 'http://127.0.0.1:4000/back', true],
    ['http://[::1]:5000/back', 'http://[::1]/back', true],
    ['http://localhost:5000/back', 'http://localhost:1/back', true],
    ['http://localhost:5000/back', 'http://127.0.0.1/back', false],
    ['http://127.0.0.1:5000/other', 'http://127.0.0.1/back', false],
    ['http://127.0.0.1:5000/back?x=1', 'http://127.0.0.1/back', false],
    ['http://127.0.0.1:99999/back', 'http://127.0.0.1/back', false],
    ['http://127.0.0.1:5000@evil.example/back', 'http://127.0.0.1/back', false],
    ['https://app.example.com:444/back', 'https://app.example.com/back', false],
    ['https://app.example.com/back/', 'https://app.example.com/back', false],
    ['https://APP.example.com/back', 'https://app.example.com/back', false],
  ])('%s matches %s: %s', (asked, registered, allowed) => {
    expect(redirectAllowed(asked, [registered])).toBe(allowed);
  });
});

describe('URLs of metadata documents', () => {
  it.each([URL_OF_CLIENT, 'https://example.com/a/b'])('accepts %s', (url) => expect(isMetadataUrl(url)).toBe(true));

  it.each([
    'http://app.example.com/client.json',
    'https://app.example.com/',
    'https://app.example.com',
    'https://app.example.com/a?b=c',
    'https://app.example.com/a#b',
    'https://app.example.com/a?',
    'https://user@app.example.com/a',
    'https://app.example.com:8443/a',
    'https://app.example.com/a/../b',
    'https://APP.example.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    'https://localhost./a',
    'https://ex..com/a',
    'https://.com/a',
    `https://app.example.com/${'a'.repeat(500)}`,
  ])('rejects %s', (url) => expect(isMetadataUrl(url)).toBe(false));
});

describe('metadata documents', () => {
  const answering = (json: unknown, maxAgeSeconds: number | null = null) => {
    const asked: string[] = [];
    const fetch = async (url: string): Promise<FetchedDocument> => {
      asked.push(url);
      return { json, maxAgeSeconds };
    };
    return { asked, clients: new ClientDocuments(fetch, silent) };
  };

  it('are fetched once for concurrent requests, and cached', async () => {
    const { asked, clients } = answering(document);
    const found = await Promise.all(Array.from({ length: 10 }, () => clients.find(URL_OF_CLIENT, free)));
    expect(found[9]).toEqual({
      clientId: URL_OF_CLIENT,
      kind: 'metadata',
      name: 'App',
      redirectUris: document.redirect_uris,
    });
    await clients.find(URL_OF_CLIENT, free);
    expect(asked).toEqual([URL_OF_CLIENT]);
  });

  it('are used for a week while their server does not respond, but not after it withdrew them', async () => {
    let answer = async (): Promise<FetchedDocument> => ({ json: document, maxAgeSeconds: 0 });
    let now = 1;
    const clients = new ClientDocuments(() => answer(), silent, { now: () => now });
    const foundAfter = async (ms: number) => {
      now += ms;
      return (await clients.find(URL_OF_CLIENT, free))?.name ?? null;
    };
    const back = answer;
    const down = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await foundAfter(0)).toBe('App');
    answer = down;
    expect(await foundAfter(31_000)).toBe('App');
    expect(await foundAfter(7 * 86_400_000)).toBeNull();
    answer = back;
    expect(await foundAfter(31_000)).toBe('App');
    answer = () => Promise.reject(new NoDocument());
    expect(await foundAfter(31_000)).toBeNull();
    answer = down;
    expect(await foundAfter(31_000)).toBeNull();
  });

  it('are fetched eight at a time, and the last one is used while there is no room', async () => {
    const release: (() => void)[] = [];
    let now = 1;
    const fetch = async (url: string): Promise<FetchedDocument> => {
      if (url !== URL_OF_CLIENT) await new Promise<void>((resolve) => release.push(resolve));
      return { json: { ...document, client_id: url }, maxAgeSeconds: 0 };
    };
    const counted: string[] = [];
    const clients = new ClientDocuments(fetch, silent, { now: () => now });
    const find = (url: string) => clients.find(url, async () => void counted.push(url));
    await find(URL_OF_CLIENT);
    now += 31_000;
    const others = Array.from({ length: 10 }, (_, n) => `https://app${n}.example.com/client.json`);
    const found = Promise.allSettled(others.map(find));
    await expect(find('https://late.example.com/client.json')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await find(URL_OF_CLIENT))?.name).toBe('App');
    expect(counted).toEqual([URL_OF_CLIENT, ...others.slice(0, 8)]);
    for (const answer of release) answer();
    expect((await found).map(({ status }) => status)).toEqual([
      ...Array(8).fill('fulfilled'),
      ...Array(2).fill('rejected'),
    ]);
    // A document that was seen before counts for nobody.
    now += 31_000;
    await find(URL_OF_CLIENT);
    expect(counted).toHaveLength(9);
  });

  it('are not fetched for a caller that may not have another one', async () => {
    const { asked, clients } = answering(document);
    const refused = new Error('refused');
    await expect(clients.find(URL_OF_CLIENT, () => Promise.reject(refused))).rejects.toBe(refused);
    expect(asked).toEqual([]);
    expect(await clients.find(URL_OF_CLIENT, free)).not.toBeNull();
  });

  it('are not fetched again right after a failure', async () => {
    const { asked, clients } = answering({ ...document, client_id: 'https://other.example.com/a' });
    expect(await clients.find(URL_OF_CLIENT, free)).toBeNull();
    expect(await clients.find(URL_OF_CLIENT, free)).toBeNull();
    expect(asked.length).toBe(1);
  });

  it.each([
    ['a secret', { ...document, client_secret: 'x' }],
    ['another authentication method', { ...document, token_endpoint_auth_method: 'private_key_jwt' }],
    ['no redirect address', { ...document, redirect_uris: [] }],
    ['an invalid redirect address', { ...document, redirect_uris: ['javascript:alert(1)'] }],
    ['a name of several lines', { ...document, client_name: 'a\nb' }],
    ['a name with a verification mark', { ...document, client_name: 'App ✅' }],
    ['a name of the service', { ...document, client_name: 'Рrоnеt Support' }],
    ['a list instead of an object', [document]],
  ])('are rejected with %s', async (_what, json) => {
    expect(await answering(json).clients.find(URL_OF_CLIENT, free)).toBeNull();
  });
});

describe('the address guard', () => {
  it('does not connect to a name with a non-public address', async () => {
    let connections = 0;
    const server = createServer().on('connection', () => connections++);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const resolve: LookupFunction = (_host, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ] as never);
    const agent = guardedAgent({ resolve });
    await expect(documentFetcher(agent)(`http://rebound.example:${port}/a`)).rejects.toMatchObject({
      code: 'EADDRNOTPUBLIC',
    });
    expect(connections).toBe(0);
    await agent.close();
    server.close();
  });
});

describe('a fetched document', () => {
  let server: Server;
  let origin: string;
  const agent = new Agent();
  beforeAll(async () => {
    server = createServer((request, response) => {
      const json = (text: string, status = 200, headers = {}) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
      if (request.url === '/good') json('{"a":1}', 200, { 'cache-control': 'public, max-age=120' });
      else if (request.url === '/large') json(`"${'x'.repeat(11_000)}"`);
      else if (request.url === '/moved') json('{}', 302, { location: `${origin}/good` });
      else if (request.url === '/created') json('{}', 201);
      else if (request.url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('{}');
      else if (request.url === '/broken') json('{');
      else if (request.url === '/down') json('{}', 503);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await agent.close();
    server.close();
  });

  it('is JSON with its cache lifetime', async () => {
    expect(await documentFetcher(agent)(`${origin}/good`)).toEqual({ json: { a: 1 }, maxAgeSeconds: 120 });
  });

  it.each(['large', 'moved', 'created', 'html', 'broken'])('is rejected if it is %s', async (path) => {
    await expect(documentFetcher(agent)(`${origin}/${path}`)).rejects.toThrow(NoDocument);
  });

  it('may exist while its server responds with an error', async () => {
    await expect(documentFetcher(agent)(`${origin}/down`)).rejects.not.toThrow(NoDocument);
  });

  it('times out if nothing arrives', async () => {
    const before = performance.now();
    await expect(documentFetcher(agent)(`${origin}/silent`)).rejects.toThrow();
    expect(performance.now() - before).toBeLessThan(10_000);
  }, 60_000);
});
