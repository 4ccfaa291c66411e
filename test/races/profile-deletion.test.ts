import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProfile, signUp } from '../support/members.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it('leaves nothing of a profile that is deleted while it writes', async () => {
  const account = await signUp(t);
  for (let round = 0; round < 10; round++) {
    const { id } = await makeProfile(t, account);
    const write = () => t.call('POST', '/v1/posts', { token: account.token, as: id, body: { body: 'Still here?' } });
    const remove = () => t.call('DELETE', `/v1/profiles/${id}`, { token: account.token });
    const answers = await Promise.all([write(), write(), write(), remove(), write(), write(), write(), write()]);
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 201, 403]))).toBe(true);
    const left = await t.pool.query(
      `select count(*)::int as n from posts where profile_id = $1 and status <> 'removed'`,
      [id],
    );
    expect(left.rows[0].n).toBe(0);
  }
});
