import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { signUp } from '../../support/members.ts';
import { type AreaContract, NO_PROFILE } from '../contract.ts';
import type { World } from '../world.ts';

/** One that is suspended, with its session. */
export async function suspendedMember({ t }: World) {
  const member = await signUp(t);
  await suspendAccount(systemCtx(t.deps, 'admin.suspend'), { accountId: member.accountId, reason: 'Spam' });
  return member;
}

export default {
  recipes: {
    'appeals.create': {
      token: async (w) => (await suspendedMember(w)).token,
      body: () => ({ text: 'It was not me.' }),
    },
  },
  permissions: { 'appeals.create': NO_PROFILE },
  roundTrips: { 'appeals.create': 2 },
} satisfies AreaContract;
