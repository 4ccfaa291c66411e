import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { resolveAddresses } from '../../../src/core/dns.ts';

const NAME = 'name.example.com';
const { resolve4 } = Resolver.prototype;
const answering = (v4: () => Promise<string[]>, v6: () => Promise<string[]>) => {
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(v4 as never);
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(v6 as never);
};
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

let server: Socket | null = null;
afterEach(() => {
  vi.restoreAllMocks();
  server?.close();
  server = null;
});

it('finds addresses of both kinds', async () => {
  answering(
    async () => ['93.184.216.34', '93.184.216.35'],
    async () => ['2606:2800:220:1::1'],
  );
  expect(await resolveAddresses(NAME)).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '93.184.216.35', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ]);
});

it('finds those of one kind if there are no others, or their name server is silent', async () => {
  for (const code of ['ENODATA', 'ETIMEOUT', 'ECANCELLED']) {
    answering(async () => ['93.184.216.34'], failing(code));
    expect(await resolveAddresses(NAME)).toEqual([{ address: '93.184.216.34', family: 4 }]);
  }
});

it.each([
  ['ENOTFOUND', 'ENOTFOUND', 'ENOTFOUND'],
  ['ENODATA', 'ENODATA', 'ENOTFOUND'],
  ['ENODATA', 'ESERVFAIL', 'EAI_AGAIN'],
  // No name server could be reached: nothing is said about the receiver.
  ['ECONNREFUSED', 'ECONNREFUSED', 'EAI_AGAIN'],
])('fails after %s and %s with %s', async (v4, v6, code) => {
  answering(failing(v4), failing(v6));
  await expect(resolveAddresses(NAME)).rejects.toMatchObject({ code });
});

it('gives up after two seconds, and a hundred silent name servers keep no thread from other work', async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  const silent = [`127.0.0.1:${server.address().port}`];
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function asked(this: Resolver, name: string) {
    this.setServers(silent);
    return resolve4.call(this, name, { ttl: false } as never);
  } as never);

  let ended = 0;
  const lookups = Array.from({ length: 100 }, (_, n) =>
    resolveAddresses(`x${n}.example.com`).finally(() => {
      ended++;
    }),
  );
  const settled = Promise.allSettled(lookups);
  await stat('.');
  expect(ended).toBe(0);
  const codes = (await settled).map((one) => one.status === 'rejected' && one.reason.code);
  expect(new Set(codes)).toEqual(new Set(['EAI_AGAIN']));
}, 30_000);
