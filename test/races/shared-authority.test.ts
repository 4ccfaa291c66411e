import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openConversation } from '../support/conversations.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** A write that requests share checks all that `authorize` checks, whatever is cached, and is refused as by it. */
let t: TestApp;
let others: Member[];
let post: string;
beforeAll(async () => {
  t = await startTestApp();
  others = [];
  for (let index = 0; index < 4; index++) others.push(await makeMember(t));
  post = (await makePost(t, as(others[0]!))).id;
});

type By = { token: string; as: string };

const publish = (by: By) => t.call('POST', '/v1/posts', { ...by, body: { body: 'A post' } });
const react = (by: By) =>
  t.call('PUT', `/v1/posts/${post}/reaction`, { ...by, body: { reaction_type: 'like', active: true } });
const send = (by: By, conversation: string) =>
  t.call('POST', `/v1/conversations/${conversation}/messages`, { ...by, body: { body: 'Hello' } });

/** A key that has been used, so that the server knows it, and then this change. */
async function keyAfter(change: string): Promise<{ by: By; conversation: string }> {
  const member = await makeMember(t);
  const key = await makeKey(t, member, { profileIds: [member.profile.id] });
  const by = { token: key.token, as: member.profile.id };
  const conversation = await openConversation(t, member, others[0]!);
  expect([(await publish(by)).status, (await send(by, conversation)).status]).toEqual([201, 201]);
  await t.pool.query(change, [member.profile.id]);
  return { by, conversation };
}

const ofProfile = 'where id = $1';
const ofAccount = 'where id = (select account_id from profiles where id = $1)';
const keysOf = "type = 'api_key' and account_id = (select account_id from profiles where id = $1)";

it.each([
  ['the key was detached', 'profile_not_attached', 'delete from credential_profiles where profile_id = $1'],
  ['the key has expired', 'expired_credentials', `update credentials set expires_at = created_at where ${keysOf}`],
  [
    'its secret has expired',
    'expired_credentials',
    `update credential_secrets set expires_at = created_at where credential_id in (select id from credentials where ${keysOf})`,
  ],
  ['the profile was suspended', 'profile_suspended', `update profiles set suspended_at = now() ${ofProfile}`],
  ['the account was suspended', 'profile_suspended', `update accounts set suspended_at = now() ${ofAccount}`],
  [
    'the account will be deleted',
    'revoked_credentials',
    `with sessions as (update credentials set revoked_at = now() from profiles pr
        where pr.id = $1 and credentials.account_id = pr.account_id and credentials.type = 'session')
      update accounts set deletion_scheduled_at = now() ${ofAccount}`,
  ],
])('nothing is written if %s, alone and together', async (_, code, change) => {
  const codes = [];
  for (const write of [publish, react, send]) {
    const { by, conversation } = await keyAfter(change);
    codes.push((await write(by, conversation)).json.error_code);
  }
  for (const write of [publish, react]) {
    const { by } = await keyAfter(change);
    const [refused, ...allowed] = await Promise.all([by, ...others.map(as)].map(write));
    expect(allowed.map(({ json }) => json.ok)).toEqual(others.map(() => true));
    codes.push(refused!.json.error_code);
  }
  expect(codes).toEqual(codes.map(() => code));
});
