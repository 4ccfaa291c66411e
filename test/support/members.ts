import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { CallOptions, TestApp } from './app.ts';

/** Members created through the API. Each call creates a new one, so that tests share nothing. */

type Caller = Pick<TestApp, 'call'>;
type Kind = 'human' | 'company' | 'ai_agent';

export const PASSWORD = 'seven quiet herons over the lake';

export type SignedUp = {
  token: string;
  accountId: string;
  sessionId: string;
  workspaceId: string;
  email: string;
  password: string;
};
export type MadeProfile = { id: string; username: string; name: string; type: Kind };
export type MadeKey = { id: string; token: string };

/** Letters and digits that no other test uses. */
export function unique(prefix = 't'): string {
  return `${prefix}${randomBytes(6).toString('hex')}`;
}

async function made(t: Caller, path: string, options: CallOptions) {
  const answer = await t.call('POST', path, options);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

/** A new account with its first session. */
export async function signUp(
  t: Caller,
  { email = `${unique('m')}@example.com`, password = PASSWORD }: { email?: string; password?: string } = {},
): Promise<SignedUp> {
  const { account, workspace, session } = await made(t, '/v1/account', { body: { email, password } });
  return {
    token: session.token,
    accountId: account.id,
    sessionId: session.id,
    workspaceId: workspace.id,
    email,
    password,
  };
}

/** A new profile of the account of a session or key; `fields` adds to the request body. */
export async function makeProfile(
  t: Caller,
  by: { token: string },
  {
    type = 'human',
    username = unique(),
    name = 'Robin Example',
    fields = {},
  }: {
    type?: Kind;
    username?: string;
    name?: string;
    fields?: Record<string, unknown>;
  } = {},
): Promise<MadeProfile> {
  const profile = await made(t, '/v1/profiles', { token: by.token, body: { type, username, name, ...fields } });
  return { id: profile.id, username: profile.username, name: profile.name, type: profile.type };
}

/** A new API key; `token` is its secret. */
export async function makeKey(
  t: Caller,
  by: { token: string },
  {
    scopes = ['all:all'],
    profileIds = [],
    forAgent,
    expiresAt,
    name = 'key of a test',
    permissions,
  }: {
    scopes?: readonly string[];
    profileIds?: readonly string[];
    forAgent?: boolean;
    expiresAt?: Date;
    name?: string;
    permissions?: readonly string[];
  } = {},
): Promise<MadeKey> {
  const body = {
    name,
    scopes,
    profile_ids: profileIds,
    ...(forAgent === undefined ? {} : { for_agent: forAgent }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt.toISOString() }),
    ...(permissions === undefined ? {} : { permissions }),
  };
  const { api_key, secret } = await made(t, '/v1/api-keys', { token: by.token, body });
  return { id: api_key.id, token: secret };
}

export type Member = SignedUp & { profile: MadeProfile };

/** An account with one profile: `member.token` is its session, `member.profile.id` its X-Profile-Id. */
export async function makeMember(t: Caller, profile: Parameters<typeof makeProfile>[2] = {}): Promise<Member> {
  const account = await signUp(t);
  return { ...account, profile: await makeProfile(t, account, profile) };
}
