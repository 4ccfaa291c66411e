import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { as, grantAccess, makePost, refusal } from '../../support/posts.ts';

/** A caller that may only draft fills a part of the profile's unpublished posts, not all. */

const SHARE = LIMITS.post.max_unpublished_of_drafter;
const full = [403, 'plan_limit_reached', undefined];
let t: TestApp;
let owner: Member;
beforeAll(async () => {
  t = await startTestApp();
  owner = await makeMember(t);
});

const write = (by: CallOptions, fields: object = { status: 'draft' }) =>
  t.call('POST', '/v1/posts', { ...by, body: { body: 'For review', ...fields } });
const asManager = (manager: Member): CallOptions => ({ token: manager.token, as: owner.profile.id });

/** Copies a post until its writer has `count` of them. The copies have no events and audit rows, so they are deleted. */
async function fill(by: CallOptions, count: number, work: () => Promise<void>): Promise<void> {
  const { id } = (await write(by)).json.data;
  await t.pool.query(
    `insert into posts (id, profile_id, kind, status, body, visibility, ai_disclosure, revision, ancestor_ids, created_at, updated_at,
        manager_profile_id, grant_id, written_with_id)
      select gen_random_uuid(), profile_id, kind, status, 'Copy', visibility, ai_disclosure, revision, ancestor_ids, created_at,
        updated_at, manager_profile_id, grant_id, written_with_id
      from posts cross join generate_series(2, $2) where id = $1`,
    [id, count],
  );
  try {
    await work();
  } finally {
    await t.pool.query(`delete from posts where body = 'Copy'`);
  }
}

describe('a manager that may only draft', () => {
  it('has a share, also at once and for what it submits, and leaves room to everyone else', async () => {
    const [drafter, other] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, drafter, ['drafting']);
    await grantAccess(t, owner, other, ['drafting']);
    await fill(asManager(drafter), SHARE - 2, async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => write(asManager(drafter))));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
      const refused = await write(asManager(drafter), {});
      expect(refusal(refused)).toEqual(full);
      expect(refused.json.agent.hint).toContain('at most 100 posts of its own');
      const { token } = await makeKey(t, drafter, { profileIds: [owner.profile.id] });
      expect(refusal(await write({ token, as: owner.profile.id }))).toEqual(full);
      expect((await write(asManager(other))).status).toBe(201);
      expect((await write(as(owner))).status).toBe(201);
      const { id } = answers.find(({ status }) => status === 201)!.json.data;
      expect((await t.call('DELETE', `/v1/posts/${id}`, as(owner))).status).toBe(200);
      expect((await write(asManager(drafter), {})).json.data.status).toBe('pending_approval');
    });
  });

  it('adds nothing to a profile whose room is half full, also by posts of others', async () => {
    const drafter = await makeMember(t);
    await grantAccess(t, owner, drafter, ['drafting']);
    await fill(as(owner), LIMITS.post.max_unpublished_of_drafters, async () => {
      expect(refusal(await write(asManager(drafter), {}))).toEqual(full);
      expect((await write(as(owner))).status).toBe(201);
    });
  });

  it('has it for comments, too, while one that may comment has none for these', async () => {
    const [drafter, commenter] = [await makeMember(t), await makeMember(t)];
    await grantAccess(t, owner, drafter, ['drafting']);
    await grantAccess(t, owner, commenter, ['drafting', 'commenting']);
    const comment = { status: 'draft', reply_to_post_id: (await makePost(t, as(owner))).id };
    for (const [member, expected] of [
      [drafter, 403],
      [commenter, 201],
    ] as const)
      await fill(asManager(member), SHARE, async () => {
        expect((await write(asManager(member), comment)).status).toBe(expected);
      });
  });
});

it('a key that may only draft has a share, and its owner does not', async () => {
  const { token } = await makeKey(t, owner, { profileIds: [owner.profile.id], permissions: ['drafting'] });
  const second = await makeKey(t, owner, { profileIds: [owner.profile.id], permissions: ['drafting'] });
  const by = { token, as: owner.profile.id };
  await fill(by, SHARE, async () => {
    expect(refusal(await write(by))).toEqual(full);
    expect((await write({ ...by, token: second.token })).status).toBe(201);
  });
  await fill(as(owner), SHARE, async () => {
    expect((await write(as(owner))).status).toBe(201);
    expect((await write(by)).status).toBe(201);
  });
});
