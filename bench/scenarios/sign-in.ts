import { hashPassword, verifyPassword } from '../../src/auth/passwords.ts';
import { PASSWORD } from '../harness/seed.ts';
import { type BenchRequest, type Scenario, shareOf } from './scenario.ts';

const CONNECTIONS = 4;

/** `POST /v1/account/sessions`, compared with the argon2 password check that it cannot avoid. */
export const signIn: Scenario = {
  name: 'sign-in',
  title: 'sign-in',
  operation: 'account.create_session',
  connections: CONNECTIONS,
  requests: 400,
  send: ({ members }, connection) =>
    shareOf(members, connection, CONNECTIONS).map(
      ({ email }): BenchRequest => ({
        method: 'POST',
        path: '/v1/account/sessions',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
    ),
  floor(app) {
    const stored = hashPassword(PASSWORD);
    app.post('/v1/account/sessions', async (request, reply) => {
      const { password } = request.body as { password: string };
      const ok = await verifyPassword(await stored, password);
      return reply.type('application/json').send(JSON.stringify({ ok }));
    });
  },
};
