import { beforeAll, expect, it } from 'vitest';
import { settleCounts } from '../../src/areas/profiles/move-counts.ts';
import { type Ctx, systemCtx } from '../../src/ctx.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeContacts } from '../support/contacts.ts';
import { follow, tryFollow, unfollow } from '../support/follows.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

/** The guard compares all counts with their rows at the end of the file. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const hide = ({ profile }: Member, hidden: boolean) =>
  t.pool.query('update profiles set suspended_at = case when $2 then now() end where id = $1', [profile.id, hidden]);

/** Moves counts for one row at a time, and stops after so many parts. */
async function settle(parts = Number.POSITIVE_INFINITY): Promise<void> {
  let left = parts;
  const signal = { throwIfAborted: () => left-- > 0 || expect.fail('stopped') };
  await settleCounts({ ...systemCtx(t.deps, 'test'), signal } as unknown as Ctx, 1).catch((error: Error) => {
    if (error.message !== 'stopped') throw error;
  });
}

const react = (by: Member, post: string, active: boolean) =>
  t.call('PUT', `/v1/posts/${post}/reaction`, { ...as(by), body: { reaction_type: 'like', active } });
const comment = (by: Member, post: string) =>
  t.call('POST', `/v1/posts/${post}/comments`, { ...as(by), body: { body: 'Well' } });

async function makeScene() {
  const [me, other, third] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const { id: post } = await makePost(t, as(me));
  for (const one of [other, third]) {
    await follow(t, one, me);
    await follow(t, me, one);
    await react(one, post, true);
    await comment(one, post);
    await makePost(t, as(one), { quoted_post_id: post });
  }
  await makeContacts(t, me, other);
  return { me, other, third, post };
}

async function countsOf({ me, post }: Awaited<ReturnType<typeof makeScene>>) {
  const profile = (await t.call('GET', `/v1/profiles/${me.profile.id}`, as(me))).json.data;
  const { likes_count, reply_count, comments_count, quotes_count } = (await t.call('GET', `/v1/posts/${post}`)).json
    .data;
  const { followers_count, following_count, contacts_count } = profile;
  return [followers_count, following_count, contacts_count, likes_count, reply_count, comments_count, quotes_count];
}

it.each([1, 2, 3, 4, 5])('counts are exact if the job stops after part %i', async (parts) => {
  const scene = await makeScene();
  const { me, other, post } = scene;
  await hide(other, true);
  await settle(parts);
  await unfollow(t, me, other);
  await hide(other, false);
  await react(other, post, false);
  await comment(other, post);
  await settle(parts);
  await react(other, post, true);
  await follow(t, me, other);
  await settle();
  expect(await countsOf(scene)).toEqual([2, 2, 1, 2, 3, 3, 2]);
});

it('counts are exact if a member is hidden and shown while everybody writes', async () => {
  const scene = await makeScene();
  const { me, other, third, post } = scene;
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      hide(other, round % 2 === 0).then(() => settle()),
      unfollow(t, me, other).then(() => tryFollow(t, me, other)),
      unfollow(t, other, me).then(() => tryFollow(t, other, me)),
      react(other, post, round % 2 === 0),
      react(third, post, round % 2 === 1),
      comment(other, post),
      comment(third, post),
      hide(third, round % 2 === 1).then(() => settle()),
    ]);
  }
  for (const one of [other, third]) await hide(one, false);
  await settle();
  for (const one of [other, third]) {
    await react(one, post, true);
    await tryFollow(t, one, me);
    await tryFollow(t, me, one);
  }
  expect((await countsOf(scene)).slice(0, 4)).toEqual([2, 2, 1, 2]);
});
