import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { guardedLookup, isPublicAddress } from '../../../src/adapters/outbound/guarded-agent.ts';
import { urlProblem } from '../../../src/core/allowed-url.ts';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '168.63.129.16',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::',
    '::1',
    '::7f00:1',
    'fe80::1',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a URL', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/a?b=c',
    'https://EXAMPLE.com:443',
    'https://example.com./',
  ])('%s is allowed', (url) => expect(urlProblem(url, { allowLoopback: false })).toBeNull());

  const REFUSED = {
    https_only: ['http://example.com/', 'ftp://example.com/'],
    userinfo: ['https://user@example.com/', 'https://:password@example.com/', 'https://user@localhost/'],
    port: ['https://example.com:22/', 'https://example.com:80/', 'https://93.184.216.34:22/'],
    ip_address: [
      'https://93.184.216.34/',
      'https://10.0.0.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    ],
    loopback_off: [
      'http://127.0.0.1:3000/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://017700000001/',
      'https://127.0.0.1./',
      'https://[::1]/',
      'https://localhost/',
      'https://localhost./',
      'https://LOCALHOST./',
      'https://api.localhost/',
      'https://api.localhost./',
    ],
    not_public: [
      'https://intranet/',
      'https://a..b/',
      'https://example.com../',
      'https://.example.com/',
      'https://.../',
      'https://intranet./',
    ],
    url: ['not a URL', ''],
  };
  it.each(Object.entries(REFUSED).flatMap(([rule, urls]) => urls.map((url) => [url, rule])))(
    '%s is refused by the rule %s',
    (url, rule) => expect(urlProblem(url!, { allowLoopback: false })).toBe(rule),
  );

  it('may be one of this machine only if that is allowed', () => {
    for (const url of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'https://[::1]:3000/']) {
      expect(urlProblem(url, { allowLoopback: true })).toBeNull();
    }
    for (const url of ['http://10.0.0.1:3000/', 'http://example.com:3000/', 'http://127.0.0.1:22/']) {
      expect(urlProblem(url, { allowLoopback: true })).not.toBeNull();
    }
  });
});

describe('the resolver of the socket', () => {
  const resolvingTo =
    (...addresses: string[]): LookupFunction =>
    (_name, _options, callback) =>
      callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never);
  const look = (name: string, allowLoopback: boolean, ...addresses: string[]) =>
    new Promise((done) => {
      guardedLookup({ resolve: resolvingTo(...addresses), allowLoopback })(name, {}, (error, address) =>
        done(error?.code ?? address),
      );
    });

  it('returns the address that it checked', async () => {
    expect(await look('example.com', false, '93.184.216.34')).toBe('93.184.216.34');
  });

  it.each([
    ['a private address', 'example.com', false, ['10.0.0.1']],
    ['a private address among public ones', 'example.com', false, ['93.184.216.34', '10.0.0.1']],
    ['no address', 'example.com', false, []],
    ['loopback for a name of others, where loopback is allowed', 'example.com', true, ['127.0.0.1']],
    ['a private address for localhost, where loopback is allowed', 'localhost', true, ['10.0.0.1']],
    ['loopback for localhost, where it is not allowed', 'localhost', false, ['127.0.0.1']],
  ])('refuses %s', async (_what, name, allowLoopback, addresses) => {
    expect(await look(name, allowLoopback, ...addresses)).toBe('EADDRNOTPUBLIC');
  });

  const lookInDns = (name: string, allowLoopback: boolean) =>
    new Promise((done) => {
      guardedLookup({ allowLoopback })(name, { all: true }, (error, found) => done(error?.code ?? found));
    });

  it('asks DNS for both kinds of addresses and checks them all', async () => {
    const v4 = vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['93.184.216.34'] as never);
    const v6 = vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue(['2606:2800:220:1::1']);
    expect(await lookInDns('example.com', false)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ]);
    v6.mockResolvedValue(['::1']);
    expect(await lookInDns('example.com', true)).toBe('EADDRNOTPUBLIC');
    v6.mockRejectedValue(Object.assign(new Error('none'), { code: 'ENODATA' }));
    v4.mockResolvedValue(['10.0.0.1'] as never);
    expect(await lookInDns('example.com', true)).toBe('EADDRNOTPUBLIC');
    vi.restoreAllMocks();
  });

  it('knows localhost without DNS', async () => {
    const asked = vi.spyOn(Resolver.prototype, 'resolve4');
    expect(await lookInDns('localhost', true)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(await lookInDns('localhost', false)).toBe('EADDRNOTPUBLIC');
    expect(asked).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('resolves localhost where loopback is allowed', async () => {
    expect(await look('localhost', true, '127.0.0.1')).toBe('127.0.0.1');
  });
});
