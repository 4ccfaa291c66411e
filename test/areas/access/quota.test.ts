import { expect, it } from 'vitest';
import { endGrant, invite, invited, resendInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { mailsTo } from '../../support/mails.ts';
import { type Member, makeMember, makeProfile } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';
import { signInAgain } from '../../support/sessions.ts';

it('limits an account to 20 invitations per day, whatever becomes of them', async () => {
  // A fifth of every limit: 4.
  const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.2' });
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  for (let n = 0; n < 4; n++) await endGrant(t, owner, await invited(t, owner, manager));
  const refused = await invite(t, owner, owner.profile.id, manager.profile.id);
  expect(refusal(refused)[1]).toBe('rate_limited');
  expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(23 * 3600);
  // The other account has its own limit.
  await invited(t, manager, owner);
});

const invitationsTo = async (t: TestApp, { email }: Member) =>
  (await mailsTo(t, email)).filter(({ template }) => template === 'access-invitation');

it('mails one invitation a day from one profile to another, and five to one account', async () => {
  const t = await startTestApp();
  const [owner, other] = [await makeMember(t), await makeMember(t)];
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [other.accountId]);
  const mails = async () => (await invitationsTo(t, other)).length;
  for (let n = 0; n < 3; n++) await endGrant(t, owner, await invited(t, owner, other));
  expect(await mails()).toBe(1);
  // What was not mailed is a notification all the same.
  const told = "select from events where type = 'access_grant.invited' and profile_id = $1";
  expect((await t.pool.query(told, [other.profile.id])).rows).toHaveLength(3);
  for (let n = 0; n < 5; n++) await invited(t, { ...owner, profile: await makeProfile(t, owner) }, other);
  await invited(t, await makeMember(t), { ...other, profile: await makeProfile(t, other) });
  expect(await mails()).toBe(5);
  t.clock.advance(86_400_000);
  const last = await invited(t, await signInAgain(t, owner), other);
  expect(await mails()).toBe(6);
  expect((await resendInvite(t, owner, last)).status).toBe(200);
  expect(await mails()).toBe(6);
});

it('mails five of the invitations that many send to one account at once', async () => {
  const t = await startTestApp();
  const other = await makeMember(t);
  await t.pool.query('update accounts set email_verified_at = now() where id = $1', [other.accountId]);
  const owners = [];
  for (let n = 0; n < 8; n++) owners.push(await makeMember(t));
  await Promise.all(owners.map((owner) => invited(t, owner, other)));
  expect(await invitationsTo(t, other)).toHaveLength(5);
});
