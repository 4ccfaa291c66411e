import { expect } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import type { CallResult, TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { ctxOf, makeOperator } from '../support/operator.ts';
import type { Hiding } from './objects.ts';

type Act = (member: Member) => Promise<CallResult>;
/** How members are hidden, and how that ends. */
export type Hidings = Record<Hiding, { begin: Act; end: Act }>;

const DONE: CallResult = { status: 200, json: {}, text: '', headers: {} };

export async function makeHidings(t: TestApp): Promise<Hidings> {
  const operator = await makeMember(t);
  await makeOperator(t, operator);
  const suspend = async ({ accountId }: Member, reason: string | null) => {
    await suspendAccount(await ctxOf(t, await signIn(operator)), { accountId, reason });
    return DONE;
  };
  const signIn = async ({ email, password }: Member): Promise<string> => {
    const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.data.session.token;
  };
  return {
    suspended: { begin: (member) => suspend(member, 'Spam'), end: (member) => suspend(member, null) },
    leaving: {
      begin: async (member) =>
        t.call('DELETE', '/v1/account', { token: await signIn(member), body: { password: member.password } }),
      end: async (member) => {
        await signIn(member);
        return DONE;
      },
    },
  };
}
