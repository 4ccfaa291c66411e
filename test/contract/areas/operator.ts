import { makeMember, type SignedUp, signUp, unique } from '../../support/members.ts';
import { makeOperator } from '../../support/operator.ts';
import { as } from '../../support/posts.ts';
import { type AreaContract, NO_PROFILE } from '../contract.ts';
import type { World } from '../world.ts';
import { suspendedMember } from './appeals.ts';

const WEEK_MS = 7 * 86_400_000;
const operators = new WeakMap<World, Promise<SignedUp>>();

/** The operator of a world. */
function operatorIn(w: World): Promise<SignedUp> {
  const made = operators.get(w) ?? signUp(w.t).then(async (one) => makeOperator(w.t, one).then(() => one));
  operators.set(w, made);
  return made;
}

const operatorOf = async (w: World) => (await operatorIn(w)).token;

/** A report that is open. */
async function openReport({ t }: World): Promise<string> {
  const [reporter, reported] = [await makeMember(t), await makeMember(t)];
  const body = { target_type: 'profile', target_id: reported.profile.id, reason: 'spam' };
  return (await t.call('POST', '/v1/reports', { ...as(reporter), body })).json.data.report.id;
}

const OWN = {
  what: 'the operator’s account',
  path: async (w: World) => ({ account_id: (await operatorIn(w)).accountId }),
  code: 'cannot_target_self',
} as const;
const NO_ACCOUNT = {
  what: 'a post',
  path: async (w: World) => ({ account_id: await w.post(w.stranger) }),
  code: 'account_not_found',
} as const;
const anAccount = async ({ t }: World) => ({ account_id: (await signUp(t)).accountId });

/** One that the operator has suspended. */
async function suspendedAccount(w: World) {
  const path = await anAccount(w);
  const url = `/v1/operator/accounts/${path.account_id}/suspension`;
  await w.t.call('PUT', url, { token: await operatorOf(w), body: { reason: 'Spam' } });
  return path;
}

/** One with a confirmed address that waits for an operator. */
async function waitingSignUp(w: World) {
  const path = await anAccount(w);
  await w.t.pool.query(
    'update accounts set waiting_since = $2, suspended_at = $2, email_verified_at = $2 where id = $1',
    [path.account_id, w.t.clock.now()],
  );
  return path;
}

/** A domain that is blocked. */
async function signUpBlock(w: World) {
  const body = { kind: 'domain', value: `${unique('x')}.example` };
  const made = await w.t.call('POST', '/v1/operator/sign-up-blocks', { token: await operatorOf(w), body });
  return { block_id: made.json.data.sign_up_block.id as string };
}

/** An appeal that no operator has decided. */
async function openAppeal(w: World) {
  const { token } = await suspendedMember(w);
  const made = await w.t.call('POST', '/v1/appeals', { token, body: { text: 'It was not me.' } });
  return { appeal_id: made.json.data.appeal_id as string };
}

const FOR_OPERATORS = { stranger: 'permission_denied', blocked: 'permission_denied' } as const;

export default {
  recipes: {
    'operator.list_reports': {
      token: async (w) => {
        await openReport(w);
        return operatorOf(w);
      },
    },
    'operator.act_on_report': {
      token: operatorOf,
      path: async (w) => ({ report_id: await openReport(w) }),
      body: () => ({ act: 'warn' }),
      missing: 'report_not_found',
      foreign: [
        { what: 'a post', path: async (w) => ({ report_id: await w.post(w.stranger) }), code: 'report_not_found' },
      ],
    },
    'operator.suspend_account': {
      token: operatorOf,
      path: anAccount,
      body: ({ t }) => ({ reason: 'Spam', until: new Date(t.clock.now().getTime() + WEEK_MS).toISOString() }),
      missing: 'account_not_found',
      foreign: [OWN],
    },
    'operator.lift_suspension': {
      token: operatorOf,
      path: suspendedAccount,
      missing: 'account_not_found',
      foreign: [OWN],
    },
    'operator.list_sign_ups': {
      token: async (w) => {
        await waitingSignUp(w);
        return operatorOf(w);
      },
    },
    'operator.decide_sign_up': {
      token: operatorOf,
      path: waitingSignUp,
      body: () => ({ decision: 'approve' }),
      missing: 'account_not_found',
      foreign: [{ what: 'an account that does not wait', path: anAccount, code: 'account_not_found' }],
    },
    'operator.list_sign_up_blocks': {
      token: async (w) => {
        await signUpBlock(w);
        return operatorOf(w);
      },
    },
    'operator.add_sign_up_block': {
      token: operatorOf,
      body: () => ({ kind: 'domain', value: `${unique('x')}.example` }),
    },
    'operator.remove_sign_up_block': {
      token: operatorOf,
      path: signUpBlock,
      missing: null,
      foreign: [],
    },
    'operator.list_appeals': {
      token: async (w) => {
        await openAppeal(w);
        return operatorOf(w);
      },
    },
    'operator.decide_appeal': {
      token: operatorOf,
      path: openAppeal,
      body: () => ({ decision: 'reject' }),
      missing: 'appeal_not_found',
      foreign: [
        { what: 'a post', path: async (w) => ({ appeal_id: await w.post(w.stranger) }), code: 'appeal_not_found' },
      ],
    },
    'operator.export_account': {
      token: operatorOf,
      path: anAccount,
      missing: 'account_not_found',
      foreign: [NO_ACCOUNT],
    },
    'operator.delete_account': {
      token: operatorOf,
      path: anAccount,
      missing: 'account_not_found',
      foreign: [NO_ACCOUNT],
    },
    'operator.set_roles': {
      token: operatorOf,
      path: anAccount,
      body: () => ({ roles: ['moderate'] }),
      missing: 'account_not_found',
      foreign: [NO_ACCOUNT],
    },
  },
  permissions: {
    'operator.list_sign_ups': NO_PROFILE,
    'operator.decide_sign_up': NO_PROFILE,
    'operator.list_sign_up_blocks': NO_PROFILE,
    'operator.add_sign_up_block': NO_PROFILE,
    'operator.remove_sign_up_block': NO_PROFILE,
    'operator.list_appeals': NO_PROFILE,
    'operator.decide_appeal': NO_PROFILE,
    'operator.export_account': NO_PROFILE,
    'operator.delete_account': NO_PROFILE,
    'operator.set_roles': NO_PROFILE,
    'operator.list_reports': NO_PROFILE,
    'operator.act_on_report': NO_PROFILE,
    'operator.suspend_account': NO_PROFILE,
    'operator.lift_suspension': NO_PROFILE,
  },
  outsiders: {
    'operator.decide_sign_up': FOR_OPERATORS,
    'operator.remove_sign_up_block': FOR_OPERATORS,
    'operator.decide_appeal': FOR_OPERATORS,
    'operator.export_account': FOR_OPERATORS,
    'operator.delete_account': FOR_OPERATORS,
    'operator.set_roles': FOR_OPERATORS,
    'operator.act_on_report': FOR_OPERATORS,
    'operator.suspend_account': FOR_OPERATORS,
    'operator.lift_suspension': FOR_OPERATORS,
  },
  roundTrips: {
    'operator.list_reports': 1,
    'operator.act_on_report': 8,
    'operator.suspend_account': 7,
    'operator.lift_suspension': 5,
    'operator.list_sign_ups': 1,
    'operator.decide_sign_up': 4,
    'operator.list_sign_up_blocks': 1,
    'operator.add_sign_up_block': 2,
    'operator.remove_sign_up_block': 2,
    'operator.list_appeals': 1,
    'operator.decide_appeal': 4,
    'operator.export_account': 1,
    'operator.delete_account': 6,
    'operator.set_roles': 4,
  },
} satisfies AreaContract;
