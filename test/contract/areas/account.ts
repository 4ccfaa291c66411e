import { PASSWORD, signUp, unique } from '../../support/members.ts';
import { PLANTED, plantFactor, shownCode } from '../../support/second-factor.ts';
import { type AreaContract, NO_PROFILE } from '../contract.ts';
import { mailedToken } from '../world.ts';

export default {
  recipes: {
    'account.create': { body: () => ({ email: `${unique('m')}@example.com`, password: PASSWORD }) },
    'account.get': {},
    'account.update': { body: () => ({ name: 'Ada and her agents' }) },
    'account.create_session': { body: (w) => ({ email: w.me.email, password: w.me.password }) },
    'account.list_sessions': {},
    'account.revoke_session': {
      path: async (w) => {
        const answer = await w.t.call('POST', '/v1/account/sessions', {
          body: { email: w.me.email, password: w.me.password },
        });
        return { session_id: answer.json.data.session.id };
      },
      missing: 'session_not_found',
      foreign: [
        {
          what: "a stranger's session",
          path: (w) => ({ session_id: w.stranger.sessionId }),
          code: 'session_not_found',
        },
      ],
    },
    'account.verify_email': { body: async (w) => ({ token: await mailedToken(w.t, w.me.accountId) }) },
    'account.remove': {
      token: async (w) => (await signUp(w.t)).token,
      body: () => ({ password: PASSWORD }),
    },
    'account.change_email': {
      token: async (w) => (await signUp(w.t)).token,
      body: () => ({ email: 'robin.new@example.com' }),
    },
    'account.change_password': {
      token: async (w) => (await signUp(w.t)).token,
      body: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
    },
    'account.request_password_reset': { body: (w) => ({ email: w.me.email }) },
    'account.confirm_password_reset': {
      body: async (w) => ({
        token: await mailedToken(w.t, (await signUp(w.t)).accountId, 'password_reset'),
        new_password: PASSWORD,
      }),
    },
    'account.create_second_factor': {
      token: async (w) => (await signUp(w.t)).token,
      body: () => ({ password: PASSWORD }),
    },
    'account.confirm_second_factor': {
      token: async (w) => plantFactor(w.t, await signUp(w.t), { confirmed: false }),
      body: (w) => ({ code: shownCode(w.t, PLANTED.secret) }),
    },
    'account.replace_recovery_codes': {
      token: async (w) => plantFactor(w.t, await signUp(w.t)),
      body: () => ({ password: PASSWORD, code: PLANTED.recoveryCode }),
    },
    'account.remove_second_factor': {
      token: async (w) => plantFactor(w.t, await signUp(w.t)),
      body: () => ({ password: PASSWORD, code: PLANTED.recoveryCode }),
    },
    'account.resend_verification': {
      token: async (w) => {
        const { token, accountId } = await signUp(w.t);
        await w.t.call('POST', '/v1/account/email-verification', {
          body: { token: await mailedToken(w.t, accountId) },
        });
        return token;
      },
    },
  },
  permissions: {
    'account.create': NO_PROFILE,
    'account.get': NO_PROFILE,
    'account.update': NO_PROFILE,
    'account.verify_email': NO_PROFILE,
    'account.resend_verification': NO_PROFILE,
    'account.create_session': NO_PROFILE,
    'account.list_sessions': NO_PROFILE,
    'account.revoke_session': NO_PROFILE,
    'account.change_email': NO_PROFILE,
    'account.change_password': NO_PROFILE,
    'account.request_password_reset': NO_PROFILE,
    'account.confirm_password_reset': NO_PROFILE,
    'account.remove': NO_PROFILE,
    'account.create_second_factor': NO_PROFILE,
    'account.confirm_second_factor': NO_PROFILE,
    'account.replace_recovery_codes': NO_PROFILE,
    'account.remove_second_factor': NO_PROFILE,
  },
  roundTrips: {
    'account.change_email': 7,
    'account.change_password': 7,
    // One of them finds what ended sessions and keys had scheduled.
    'account.confirm_password_reset': 6,
    'account.confirm_second_factor': 7,
    'account.create': 4,
    'account.create_second_factor': 7,
    'account.create_session': 5,
    'account.get': 1,
    'account.list_sessions': 1,
    'account.remove': 10,
    'account.remove_second_factor': 11,
    'account.replace_recovery_codes': 11,
    'account.request_password_reset': 2,
    'account.resend_verification': 3,
    'account.revoke_session': 3,
    'account.update': 1,
    'account.verify_email': 3,
  },
} satisfies AreaContract;
