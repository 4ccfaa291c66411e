import { randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Actor } from './case.ts';
import { type Answer, send } from './client.ts';

const PASSWORD = 'seven quiet herons over the lake';
/** An account may have 50 active keys. */
const KEYS_PER_MEMBER = 40;
const SCOPES = ['all:all', 'access:all', 'keys:all', 'webhooks:all'];

export type Member = {
  token: string;
  email: string;
  password: string;
  username: string;
  profile: string;
  /** The address that it calls from, so that no case uses up another's limits. */
  address: string;
};
export type Values = Record<string, string>;

export type World = {
  host: Member;
  /** Values that every case may name. */
  values: Values;
  actor(name: Actor): Promise<Member>;
  address(): string;
};

/** Members and their data, created through the API like by a client. */
export async function makeWorld(port: number): Promise<World> {
  let addresses = 0;
  const address = () => {
    const number = ++addresses;
    return `127.${20 + (number >> 14)}.${(number >> 7) & 127}.${1 + (number & 127)}`;
  };

  async function post(path: string, by: { token?: string; profile?: string; address: string }, body: unknown) {
    const answer = await send({
      port,
      address: by.address,
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        ...(by.token === undefined ? {} : { authorization: `Bearer ${by.token}` }),
        ...(by.profile === undefined ? {} : { 'x-profile-id': by.profile }),
      },
      body: JSON.stringify(body),
      timeoutMs: 60_000,
    });
    return made(path, answer);
  }

  async function signUp(): Promise<Member> {
    const from = address();
    const word = `a${randomBytes(6).toString('hex')}`;
    const email = `${word}@example.com`;
    const { session } = await post('/v1/account', { address: from }, { email, password: PASSWORD });
    const by = { token: session.token as string, address: from };
    const body = { type: 'human', username: word, name: 'Robin Example' };
    const { id } = await post('/v1/profiles', by, body);
    return { ...by, email, password: PASSWORD, username: word, profile: id };
  }

  let shared: Member | undefined;
  let keys = 0;
  async function sharedMember(): Promise<Member> {
    if (!shared || keys === KEYS_PER_MEMBER) {
      shared = await signUp();
      keys = 0;
    }
    return shared;
  }

  async function newKey(): Promise<Member> {
    const member = await sharedMember();
    keys++;
    const body = { name: 'of a case', scopes: SCOPES, profile_ids: [member.profile] };
    const { secret } = await post('/v1/api-keys', member, body);
    return { ...member, token: secret, address: address() };
  }

  const host = await signUp();
  const { id } = await post('/v1/posts', host, { body: 'A post that everybody may read.' });
  return {
    host,
    values: { post: id },
    address,
    async actor(name) {
      if (name === 'host') return host;
      if (name === 'key') return newKey();
      if (name === 'session') return sharedMember();
      if (name === 'nobody')
        return { token: '', email: '', password: '', username: '', profile: '', address: address() };
      return signUp();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: read as a client would
function made(path: string, answer: Answer): any {
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text).data;
}

/** New at each use. */
const MADE: Record<string, () => string> = {
  uuid: randomUUID,
  invented_key: () => inventedSecret('pn_'),
  invented_session: () => inventedSecret('pns_'),
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A secret with the right format and checksum that nobody was given: the server has to look it up. */
function inventedSecret(prefix: string): string {
  const text = prefix + Array.from(randomBytes(32), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < 6; place++) {
    checksum = ALPHABET[rest % ALPHABET.length] + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text + checksum;
}

/** Replaces `{name}` by its value; unknown names stay. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{([a-z][a-z0-9_]*(?:\.[a-z]+)?)\}/g, (whole, name: string) => {
    const make = MADE[name];
    if (make) return make();
    return values[name] ?? whole;
  });
}
