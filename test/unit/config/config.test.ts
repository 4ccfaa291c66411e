import { describe, expect, it } from 'vitest';
import { makeConfig } from '../../../src/config/config.ts';
import type { Env } from '../../../src/config/env.ts';

const OPEN = { loopback: true, signup: 'open', emailsCountAsVerified: true, shutdownDelayMs: 0 };
const SAFE = { loopback: false, signup: 'invite', emailsCountAsVerified: false, shutdownDelayMs: 3000 };

describe('what follows from where the service is called', () => {
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
  ])('%j is a machine of one person: open', (env) => {
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

  it('opens sign-up where mail proves addresses, and does what it is told', () => {
    const env = { BASE_URL: 'https://network.example.com', SMTP_URL: 'smtps://mail.example.com:465' };
    expect(makeConfig(env)).toMatchObject({ ...SAFE, signup: 'open' });
    expect(makeConfig({ ...env, SIGNUP: 'closed' }).signup).toBe('closed');
    expect(makeConfig({ SMTP_URL: env.SMTP_URL })).toMatchObject({ ...OPEN, emailsCountAsVerified: false });
  });

  it.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '0'])(
    'HOST=%s needs an address for clients',
    (HOST) => {
      expect(() => makeConfig({ HOST })).toThrow(`BASE_URL: must be set when HOST is ${HOST},`);
      expect(makeConfig({ HOST, BASE_URL: 'https://network.example.com/' }).baseUrl).toBe(
        'https://network.example.com',
      );
    },
  );

  it('makes the address of clients from host and port', () => {
    expect(makeConfig({}).baseUrl).toBe('http://127.0.0.1:3000');
    expect(makeConfig({ HOST: '::1', PORT: '8080' }).baseUrl).toBe('http://[::1]:8080');
    expect(() => makeConfig({ HOST: 'no host' })).toThrow('HOST: must be an address');
  });
});
