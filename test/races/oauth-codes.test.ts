import { beforeAll, expect, it } from 'vitest';
import { makeMember } from '../support/members.ts';
import { getCode, makeClient, type OAuthApp, redeem, startOAuthApp } from '../support/oauth.ts';
import { ROUNDS } from '../support/race.ts';

let t: OAuthApp;
beforeAll(async () => {
  t = await startOAuthApp();
});

it('redeems a code once under concurrent use, and the repeats revoke the grant', async () => {
  const member = await makeMember(t);
  for (let round = 0; round < ROUNDS; round++) {
    const clientId = await makeClient(t);
    const code = await getCode(t, member, { client_id: clientId });
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(t, code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won.length).toBe(1);
    expect(answers.filter(({ json }) => json.error === 'invalid_grant').length).toBe(4);
    for (const { json } of won) expect((await t.call('GET', '/v1/me', { token: json.access_token })).status).toBe(401);
  }
});

it('does the same for two concurrent uses', async () => {
  const member = await makeMember(t);
  const clientId = await makeClient(t);
  for (let round = 0; round < ROUNDS; round++) {
    const code = await getCode(t, member, { client_id: clientId });
    const answers = await Promise.all([redeem(t, code), redeem(t, code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  }
});
