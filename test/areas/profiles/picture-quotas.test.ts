import { expect, it } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { makeKey, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { pictures, refusal, send } from '../../support/posts.ts';
import { putPicture, removePicture } from '../../support/profile-pictures.ts';

it('pictures of profiles and posts count together, per account', async () => {
  // A twentieth of every limit: three pictures in half an hour, and three writes a minute per key.
  const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.05' });
  const me = await makeMember(t);
  const small = await png({ width: 8, height: 8 });
  const newKey = async () => ({ ...(await makeKey(t, me, { profileIds: [me.profile.id] })), as: me.profile.id });
  const [first, second] = [await newKey(), await newKey()];
  expect((await send(t, first, pictures(small))).status).toBe(201);
  expect((await putPicture(t, first, me.profile.id, small)).status).toBe(200);
  expect((await putPicture(t, second, me.profile.id, small, { kind: 'banner' })).status).toBe(200);
  const refused = await putPicture(t, second, me.profile.id, small, { theme: 'dark' });
  expect([...refusal(refused).slice(0, 2), Number(refused.headers['retry-after']) > 60]).toEqual([
    429,
    'rate_limited',
    true,
  ]);
  expect((await removePicture(t, second, me.profile.id)).status, 'does not count').toBe(200);
});
