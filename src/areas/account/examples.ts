const account = {
  id: '019a3f2c-7b1e-7c44-9d0a-5f6b8e2d1c30',
  email: 'ada@example.com',
  email_verified: true,
  created_at: '2026-03-02T08:15:30.125Z',
  deletion_scheduled_at: null,
};
const workspace = { id: '019a3f2c-7b1e-7c45-8a51-2b9c4d7e6f10', name: 'Personal' };
const session = {
  id: '019a3f2c-7b1f-7a02-b6de-91c3f5a7e824',
  token: 'pns_example',
  expires_at: '2026-04-01T08:15:30.125Z',
};
const token = 'pnt_example';
const password = 'a long sentence that only you know';
const newPassword = 'another sentence that nobody has heard';

/** Realistic requests and answers of the account operations. Secrets are shortened, so that no scanner reports them. */
export const examples = {
  signUp: { body: { email: account.email, password, name: workspace.name }, data: { account, workspace, session } },
  get: { data: { account, workspace } },
  update: {
    body: { name: 'Ada and her agents' },
    data: { account, workspace: { ...workspace, name: 'Ada and her agents' } },
  },
  signIn: { body: { email: account.email, password }, data: { account, session, deletion_cancelled: false } },
  sessions: {
    data: {
      items: [
        {
          id: session.id,
          created_at: account.created_at,
          last_used_at: '2026-03-04T17:02:11.480Z',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
          ip_prefix: '203.0.113.0/24',
          current: true,
        },
      ],
      next_cursor: null,
    },
  },
  revoke: { data: { session_id: session.id, revoked: true } },
  verify: { body: { token }, data: { account } },
  remove: {
    body: { password },
    data: { account: { ...account, deletion_scheduled_at: '2026-04-03T09:12:44.310Z' } },
  },
  resend: { data: { accepted: true } },
  changePassword: { body: { current_password: password, new_password: newPassword }, data: { account } },
  requestReset: { body: { email: account.email }, data: { accepted: true } },
  confirmReset: { body: { token, new_password: newPassword }, data: { account } },
};
