import { expect } from 'vitest';
import type { ResolveTxt } from '../../src/core/dns.ts';
import type { TestApp } from './app.ts';
import { type Member, makeMember, signUp, unique } from './members.ts';

type Record = { type: string; name: string; value: string };

/** A DNS for one test: returns what was set; a name with a failure fails with it. */
export function zone() {
  const records = new Map<string, string[]>();
  const failures = new Map<string, string>();
  const asked: string[] = [];
  const resolveTxt: ResolveTxt = async (name) => {
    asked.push(name);
    const code = failures.get(name) ?? (records.has(name) ? null : 'ENOTFOUND');
    if (code) throw Object.assign(new Error(`queryTxt ${code}`), { code });
    // Like resolvers: in chunks of at most 255 bytes.
    return records.get(name)!.map((value) => [value.slice(0, 9), value.slice(9)]);
  };
  return {
    resolveTxt,
    asked,
    set: ({ name, value }: Pick<Record, 'name' | 'value'>, ...others: string[]) =>
      void records.set(name, [...others, value]),
    fail: (name: string, code: string) => void failures.set(name, code),
  };
}

export const makeCompany = (t: TestApp): Promise<Member> => makeMember(t, { type: 'company', name: 'Harbour Coffee' });
export const newDomain = () => `${unique('d')}.example`;

export type Verification = { id: string; dns_record: Record; status: string; reason: string | null };

/** Starts a verification: of a domain, or a request to the operator. */
export async function begin(t: TestApp, by: Member, domain?: string): Promise<Verification> {
  const body = { profile_id: by.profile.id, ...(domain ? { method: 'domain', domain } : { method: 'operator' }) };
  const answer = await t.call('POST', '/v1/verifications', { token: by.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.verification;
}

export const check = (t: TestApp, by: { token: string }, id: string, as?: string) =>
  t.call('POST', `/v1/verifications/${id}/check`, { token: by.token, as });

export async function isVerified(t: TestApp, profileId: string): Promise<boolean> {
  return (await t.call('GET', `/v1/profiles/${profileId}`)).json.data.legal_name_verified;
}

/** An operator of the instance. */
export async function makeOperator(t: TestApp): Promise<{ token: string; accountId: string }> {
  const account = await signUp(t);
  await t.pool.query('update accounts set operator = true where id = $1', [account.accountId]);
  t.deps.credentialCache.clear();
  return account;
}
