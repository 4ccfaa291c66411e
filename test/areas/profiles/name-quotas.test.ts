import { expect, it } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';

it('changes usernames 5 times in 30 days, whichever profiles of the account', async () => {
  const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
  const ada = await makeMember(t, { username: 'ada-one' });
  const second = await makeProfile(t, ada);
  const rename = (id: string, username: string) =>
    t.call('PATCH', `/v1/profiles/${id}`, { token: ada.token, body: { username, bio: username } });
  for (const name of ['ada-two', 'ada-three', 'ada-four']) {
    expect((await rename(ada.profile.id, name)).status).toBe(200);
    // The name that it has already, also with another separator, is no change.
    expect((await rename(ada.profile.id, name.replace('-', '_'))).status).toBe(200);
  }
  expect(refusal(await rename(ada.profile.id, 'support'))[1]).toBe('username_reserved');
  for (const name of ['bea-one', 'bea-two']) expect((await rename(second.id, name)).status).toBe(200);
  for (const { id } of [ada.profile, second]) {
    const refused = await rename(id, 'ada-five');
    expect(refusal(refused)[1]).toBe('rate_limited');
    expect(refused.json.agent.exceeded_limit).toMatchObject({ name: 'renames', max: 5 });
    expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(29 * 86_400);
  }
  expect((await rename(second.id, 'bea_two')).status).toBe(200);
  const ben = await makeMember(t);
  expect(
    (await t.call('PATCH', `/v1/profiles/${ben.profile.id}`, { token: ben.token, body: { username: 'ben-one' } }))
      .status,
  ).toBe(200);
});
