import { describe, expect, it } from 'vitest';
import { makeConfig } from '../../../src/config/config.ts';
import type { Env } from '../../../src/config/env.ts';

const OPEN = { loopback: true, signup: 'open', emailsCountAsVerified: true, shutdownDelayMs: 0 };
const SAFE = { loopback: false, signup: 'invite', emailsCountAsVerified: false, shutdownDelayMs: 3000 };

describe('OPERATOR_SECOND_FACTOR', () => {
  it('is required by default, except on loopback', () => {
    const required = (env: Env) => makeConfig(env).operatorsNeedSecondFactor;
    expect([required({}), required({ BASE_URL: 'https://network.example' })]).toEqual([false, true]);
    expect(required({ OPERATOR_SECOND_FACTOR: 'required' })).toBe(true);
    expect(required({ BASE_URL: 'https://network.example', OPERATOR_SECOND_FACTOR: 'optional' })).toBe(false);
    expect(() => required({ OPERATOR_SECOND_FACTOR: 'yes' })).toThrow(/^OPERATOR_SECOND_FACTOR: must be required/);
  });
});

describe('WEBHOOK_ALLOW_LOOPBACK', () => {
  it('is refused unless only this machine can reach the server', () => {
    expect(makeConfig({ WEBHOOK_ALLOW_LOOPBACK: 'true' }).webhookAllowLoopback).toBe(true);
    for (const env of [{ HOST: '192.0.2.1' }, { BASE_URL: 'https://network.example' }]) {
      expect(() => makeConfig({ ...env, WEBHOOK_ALLOW_LOOPBACK: 'true' })).toThrow(
        'WEBHOOK_ALLOW_LOOPBACK: must not be true',
      );
    }
  });

  it('is off unless it is set, because a web page in a browser on this machine reaches the server, too', () => {
    expect(makeConfig({}).webhookAllowLoopback).toBe(false);
  });
});

describe('SECRET_KEY_PREVIOUS', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [string, string, string, string];
  const previous = (SECRET_KEY_PREVIOUS: string, SECRET_KEY = a) =>
    makeConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS }).previousSecretKeys;

  it('has at most two keys, as long as SECRET_KEY, which differ from it and from each other', () => {
    expect([makeConfig({ SECRET_KEY: a }).previousSecretKeys, previous(b), previous(`${b}, ${c}`)]).toEqual([
      [],
      [b],
      [b, c],
    ]);
    for (const wrong of [`${b},${c},${d}`, 'short', `${b},`, ','])
      expect(() => previous(wrong)).toThrow(/^SECRET_KEY_PREVIOUS: must be one key, or two [^\n]*$/);
    for (const wrong of [a, `${b},${b}`, `${b},${a}`])
      expect(() => previous(wrong)).toThrow(/^SECRET_KEY_PREVIOUS: must not contain SECRET_KEY, nor a key twice$/);
    expect(() => makeConfig({ SECRET_KEY_PREVIOUS: b })).toThrow(/^SECRET_KEY_PREVIOUS: requires SECRET_KEY/);
  });
});

describe('PROCESSES', () => {
  it('is a number or auto, and what is limited for the server is divided among them', () => {
    expect(makeConfig({})).toMatchObject({ processes: 1, maxConnections: 2000, maxEventStreams: 1000 });
    expect(makeConfig({ PROCESSES: '3' })).toMatchObject({ processes: 3, maxConnections: 667, maxEventStreams: 334 });
    expect(makeConfig({ PROCESSES: 'auto' }).processes).toBeGreaterThanOrEqual(1);
    for (const wrong of ['0', '65', 'all', '1.5']) {
      expect(() => makeConfig({ PROCESSES: wrong })).toThrow(
        /^PROCESSES: must be a whole number from 1 to 64, or auto$/,
      );
    }
  });
});

describe('REDIS_URL', () => {
  it('is an address of Redis', () => {
    expect(makeConfig({ REDIS_URL: 'rediss://:secret@cache.example:6380/1' }).redisUrl).toContain('cache.example');
    expect(() => makeConfig({ REDIS_URL: 'cache.example:6379' })).toThrow(/^REDIS_URL: must begin with redis:/);
  });
});

describe('values that could never work', () => {
  it('keeps the audit log forever, or at least for the year that rules look back', () => {
    const kept = (AUDIT_KEEP?: string) => makeConfig({ ...(AUDIT_KEEP && { AUDIT_KEEP }) }).auditKeptMs;
    expect([kept(), kept('forever'), kept('365d')]).toEqual([null, null, 365 * 86_400_000]);
    for (const wrong of ['364d', '365', '2y', '1000000d', 'never'])
      expect(() => kept(wrong)).toThrow(/^AUDIT_KEEP: must be forever, or at least 365 days, such as 730d$/);
  });

  it.each<[Env, string]>([
    [{ MAIL_FROM: 'Our network' }, 'MAIL_FROM: must be an e-mail address, or a name and an address'],
    [{ MAIL_FROM: 'Our network <no-reply>' }, 'MAIL_FROM: must be an e-mail address'],
    [{ MAIL_FROM: 'a@b <' }, 'MAIL_FROM: must be an e-mail address'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: must contain a host'],
    [{ SMTP_URL: 'smtp:mail.example.com' }, 'SMTP_URL: must contain a host'],
    [{ REDIS_URL: 'redis:///1' }, 'REDIS_URL: must contain a host'],
    [{ WEB_URL: 'https://user@www.example.com' }, 'WEB_URL: must not contain a user, password, query or fragment'],
    [{ WEB_URL: 'https://www.example.com/?q' }, 'WEB_URL: must not contain'],
    [{ WEB_URL: 'https://www.example.com/#x' }, 'WEB_URL: must not contain'],
  ])('%j is refused', (env, message) => {
    expect(() => makeConfig(env)).toThrow(message);
  });

  it.each<Env>([
    { MAIL_FROM: 'no-reply@localhost' },
    { MAIL_FROM: '"Network, our" <no-reply@example.com>' },
    { SMTP_URL: 'smtp://127.0.0.1:1025' },
    { REDIS_URL: 'redis://[::1]:6379/1' },
    { WEB_URL: 'https://www.example.com/network/' },
  ])('%j is accepted', (env) => {
    expect(() => makeConfig(env)).not.toThrow();
  });
});

describe('TRUST_PROXY', () => {
  it('is a number of hops, or addresses and networks', () => {
    expect(makeConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    const networks = ['10.0.0.0/8', '192.168.1.4', '::1', 'fd00::/64', '192.0.2.1/32'];
    expect(makeConfig({ TRUST_PROXY: networks.join(', ') }).trustProxy).toEqual(networks);
  });

  it.each(['10.0.0.0/99', '10.0.0.0/x', '10.0.0.0/', '0.0.0.0/0', '::/129', '10.0.0.0/8/8', '127.0.0.1,10.0.0.0/33'])(
    'is not %s',
    (TRUST_PROXY) => {
      expect(() => makeConfig({ TRUST_PROXY })).toThrow(
        /^TRUST_PROXY: [\d.:]+\/\S* is not a network: the prefix must be /,
      );
    },
  );
});

describe('DATABASE_URL', () => {
  it('says how to name a socket if a URL with user and password lacks a host', () => {
    const named = 'postgres://pronet:secret@localhost/pronet?host=/run/postgresql';
    expect(makeConfig({ DATABASE_URL: named }).databaseUrl).toBe(named);
    expect(() => makeConfig({ DATABASE_URL: named.replace('localhost', '') })).toThrow(
      /^DATABASE_URL: must be a URL .* for a socket postgres:\/\/user@localhost\/database\?host=\/folder$/,
    );
  });
});

describe('defaults that depend on where the service is called', () => {
  it.each<Env>([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0:0:0:0:0:0:0:1' },
    { HOST: '127.0.0.53' },
    { BASE_URL: 'http://localhost:3000' },
    { BASE_URL: 'http://[::1]:3000' },
    { BASE_URL: 'http://pronet.localhost:8080' },
    { PORT: '0' },
  ])('%j is a single-user machine: open', (env) => {
    expect(makeConfig(env)).toMatchObject(OPEN);
  });

  it.each<Env>([
    { BASE_URL: 'https://network.example.com' },
    { HOST: '::1', BASE_URL: 'https://network.example.com' },
    { BASE_URL: 'http://192.168.1.4:3000' },
    { BASE_URL: 'https://127.0.0.1.example.com' },
    { BASE_URL: 'https://localhost.example.com' },
    { HOST: '192.168.1.4' },
    { HOST: '192.168.1.4', BASE_URL: 'http://localhost:3000' },
    { HOST: '0.0.0.0', BASE_URL: 'http://localhost:3000' },
    { HOST: '::', BASE_URL: 'https://network.example.com' },
  ])('%j can be called by others: safe', (env) => {
    expect(makeConfig(env)).toMatchObject(SAFE);
  });

  it('invites, also if mail can verify addresses, unless set otherwise', () => {
    const env = { BASE_URL: 'https://network.example.com', SMTP_URL: 'smtps://mail.example.com:465' };
    expect(makeConfig(env)).toMatchObject(SAFE);
    expect(makeConfig({ ...env, SIGNUP: 'open' }).signup).toBe('open');
    expect(makeConfig({ SMTP_URL: env.SMTP_URL })).toMatchObject({ ...OPEN, emailsCountAsVerified: false });
  });

  it.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '0'])('HOST=%s needs a URL for clients', (HOST) => {
    expect(() => makeConfig({ HOST })).toThrow(`BASE_URL: must be set when HOST is ${HOST},`);
    expect(makeConfig({ HOST, BASE_URL: 'https://network.example.com/' }).baseUrl).toBe('https://network.example.com');
  });

  it('derives the URL for clients from host and port', () => {
    expect(makeConfig({}).baseUrl).toBe('http://127.0.0.1:3000');
    expect(makeConfig({ HOST: '::1', PORT: '8080' }).baseUrl).toBe('http://[::1]:8080');
    expect(() => makeConfig({ HOST: 'no host' })).toThrow('HOST: must be an IP address');
  });
});

describe('a URL without TLS', () => {
  it.each<[Env, boolean]>([
    [{}, false],
    [{ BASE_URL: 'http://localhost:3000' }, false],
    [{ BASE_URL: 'https://network.example.com' }, false],
    [{ BASE_URL: 'http://network.example.com' }, true],
    [{ BASE_URL: 'https://network.example.com', AUTH_URL: 'http://auth.example.com' }, true],
  ])('%j: %s', (env, lacksTls) => {
    expect(makeConfig(env).lacksTls).toBe(lacksTls);
  });

  it.each(['https://example.com/path', 'https://user@example.com', 'https://example.com/?q', 'https://example.com#x'])(
    'rejects BASE_URL=%s, as links append a path to it',
    (BASE_URL) => {
      expect(() => makeConfig({ BASE_URL })).toThrow('BASE_URL: must consist of scheme, host and optional port');
      expect(() => makeConfig({ AUTH_URL: BASE_URL })).toThrow('AUTH_URL: must consist of scheme');
    },
  );
});

describe('media storage', () => {
  const S3: Env = { MEDIA_STORAGE: 's3', S3_BUCKET: 'pictures' };

  it('is on disk by default', () => {
    expect(makeConfig({}).mediaStorage).toEqual({ kind: 'disk' });
  });

  it("is at Amazon by region, with the machine's credentials", () => {
    expect(makeConfig({ ...S3, S3_REGION: 'eu-central-1', S3_PREFIX: 'pronet/media/' }).mediaStorage).toEqual({
      kind: 's3',
      bucket: 'pictures',
      region: 'eu-central-1',
      endpoint: undefined,
      credentials: undefined,
      forcePathStyle: false,
      prefix: 'pronet/media/',
    });
  });

  it('is at another server by its URL, with the bucket in the path', () => {
    const keys = { S3_ACCESS_KEY_ID: 'one', S3_SECRET_ACCESS_KEY: 'two' };
    const env = { ...S3, ...keys, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PREFIX: 'media' };
    const expected = {
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      credentials: { accessKeyId: 'one', secretAccessKey: 'two' },
      forcePathStyle: true,
      prefix: 'media/',
    };
    expect(makeConfig(env).mediaStorage).toMatchObject(expected);
    const inPath = { S3_ENDPOINT: 'https://s3.example.com/storage/@v1', S3_PREFIX: '.a/b..c/..d' };
    expect(makeConfig({ ...env, ...inPath }).mediaStorage).toMatchObject({
      endpoint: inPath.S3_ENDPOINT,
      prefix: '.a/b..c/..d/',
    });
    expect(makeConfig({ ...env, S3_FORCE_PATH_STYLE: 'false' }).mediaStorage).toMatchObject({ forcePathStyle: false });
  });

  it.each<[Env, string]>([
    [{ MEDIA_STORAGE: 'ftp' }, 'MEDIA_STORAGE: must be disk or s3'],
    [{ S3_BUCKET: 'pictures' }, 'S3_BUCKET: has no effect when MEDIA_STORAGE is disk'],
    [{ MEDIA_STORAGE: 's3', S3_REGION: 'eu-central-1' }, 'S3_BUCKET: must be set'],
    [S3, 'S3_REGION: must be set when S3_ENDPOINT is not'],
    [{ ...S3, S3_REGION: 'x', S3_ACCESS_KEY_ID: 'one' }, 'S3_SECRET_ACCESS_KEY: must be set'],
    [{ ...S3, S3_REGION: 'x', S3_SECRET_ACCESS_KEY: 'two' }, 'S3_ACCESS_KEY_ID: must be set'],
    [{ ...S3, S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT: must be an http or https address'],
    [{ ...S3, S3_ENDPOINT: 'http://one:two@127.0.0.1:9000' }, 'S3_ENDPOINT: must not contain a user'],
    [{ ...S3, S3_ENDPOINT: 'http://one@127.0.0.1:9000' }, 'S3_ENDPOINT: must not contain a user'],
    [{ ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000/?region=x' }, 'S3_ENDPOINT: must not contain'],
    [{ ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000/#x' }, 'S3_ENDPOINT: must not contain'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: '..' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: '../media' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: 'media/./' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: 'a/../b' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: '/media' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_PREFIX: 'a//b' }, 'S3_PREFIX: must be a folder'],
    [{ ...S3, S3_REGION: 'x', S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE: must be true or false'],
  ])('rejects %j', (env, message) => {
    expect(() => makeConfig(env)).toThrow(message);
  });
});
