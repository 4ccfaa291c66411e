import { PASSWORD, signUp, unique } from '../support/members.ts';
import type { Recipe } from './recipes.ts';
import { mailedToken, type World } from './world.ts';

const newExport = async (w: World, { token }: { token: string }) => {
  const answer = await w.t.call('POST', '/v1/exports', { token });
  return { export_id: answer.json.data.export.id };
};

export const ACCOUNT_RECIPES: Readonly<Record<string, Recipe>> = {
  'account.create': { body: () => ({ email: `${unique('m')}@example.com`, password: PASSWORD }) },
  'account.get': {},
  'account.update': {},
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
      { what: "a stranger's session", path: (w) => ({ session_id: w.stranger.sessionId }), code: 'session_not_found' },
    ],
  },
  'account.verify_email': { body: async (w) => ({ token: await mailedToken(w.t, w.me.accountId) }) },
  'account.remove': {
    token: async (w) => (await signUp(w.t)).token,
    body: () => ({ password: PASSWORD }),
  },
  'account.change_password': {
    token: async (w) => (await signUp(w.t)).token,
    body: () => ({ current_password: PASSWORD, new_password: PASSWORD }),
  },
  'exports.create': {},
  'exports.get': {
    path: (w) => newExport(w, w.me),
    missing: 'export_not_found',
    foreign: [{ what: "a stranger's export", path: (w) => newExport(w, w.stranger), code: 'export_not_found' }],
  },
  'account.request_password_reset': { body: (w) => ({ email: w.me.email }) },
  'account.confirm_password_reset': {
    body: async (w) => ({
      token: await mailedToken(w.t, (await signUp(w.t)).accountId, 'password_reset'),
      new_password: PASSWORD,
    }),
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
};
