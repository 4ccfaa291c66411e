import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { granted, invited, respondToInvite } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, tryBlock, tryUnblock, unblock } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, auditOf, refusal } from '../../support/posts.ts';

/** What a block does with grants between the two profiles, and what a manager may block. */

let t: TestApp;
let company: Member;
let manager: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [company, manager] = [await makeMember(t, { type: 'company' }), await makeMember(t)];
});

const acting = (by: Member): Member => ({ ...by, profile: company.profile });
const statusOf = async (...ids: string[]) => {
  const { rows } = await t.pool.query('select id, status from access_grants where id = any($1)', [ids]);
  return ids.map((id) => rows.find((row) => row.id === id).status);
};
const post = async ({ token }: { token: string }) => {
  const answer = await t.call('POST', '/v1/posts', {
    token,
    as: company.profile.id,
    body: { body: 'For the company' },
  });
  return answer.json.error_code ?? answer.status;
};
const revocationsOf = async (id: string) => {
  const { rows } = await t.pool.query(
    `select profile_id, actor_profile_id from events where object_id = $1 and type = 'access_grant.revoked' order by profile_id = $2`,
    [id, manager.profile.id],
  );
  return rows.map(({ profile_id, actor_profile_id }) => [profile_id, actor_profile_id]);
};

describe('a block by the owner', () => {
  it('ends the grant of the blocked manager at once, as a revocation does', async () => {
    const id = await granted(t, company, manager, ['posting', 'networking', 'messaging']);
    const key = await makeKey(t, manager, { scopes: ['posts:all'], profileIds: [company.profile.id] });
    expect([await post(manager), await post(key)]).toEqual([201, 201]);
    const answer = await tryBlock(t, company, manager);
    expect(answer.status).toBe(201);
    expect(answer.json.agent.hint).toContain('1 access grant or invitation between the two ended');
    expect([await post(manager), await post(key)]).toEqual(['profile_not_attached', 'profile_not_attached']);
    expect(await statusOf(id)).toEqual(['revoked']);
    expect(await revocationsOf(id)).toEqual([
      [company.profile.id, company.profile.id],
      [manager.profile.id, company.profile.id],
    ]);
    expect((await auditOf(t, id)).map(({ operation }) => operation)).toEqual([
      'access.invite',
      'access.respond',
      'safety.block',
    ]);
    const { rows } = await t.pool.query('select 1 from credential_profiles where credential_id = $1', [key.id]);
    expect(rows).toEqual([]);
    // The manager can no longer end the block, and unblocking does not restore the grant.
    expect(refusal(await tryUnblock(t, acting(manager), manager))[1]).toBe('profile_not_attached');
    await unblock(t, company, manager);
    expect(await statusOf(id)).toEqual(['revoked']);
  });

  it('ends grants and invitations in both directions, and what was delegated from them', async () => {
    const other = await makeMember(t);
    const given = await granted(t, company, manager, ['posting', 'access_management']);
    const delegated = await invited(t, acting(manager), other, ['posting']);
    await respondToInvite(t, other, delegated);
    const held = await invited(t, manager, company, ['messaging']);
    const dry = await t.call('POST', '/v1/blocks', {
      ...as(company),
      body: { profile_id: manager.profile.id },
      headers: { 'dry-run': 'true' },
    });
    expect([dry.status, await statusOf(given)]).toEqual([201, ['accepted']]);
    const answer = await tryBlock(t, company, manager);
    expect(answer.json.agent.hint).toContain('2 access grants or invitations between the two ended');
    expect(await statusOf(given, delegated, held)).toEqual(['revoked', 'revoked', 'revoked']);
    expect([await post(manager), await post(other)]).toEqual(['profile_not_attached', 'profile_not_attached']);
    expect((await revocationsOf(delegated)).map(([log]) => log).sort()).toEqual(
      [company.profile.id, other.profile.id].sort(),
    );
  });

  it('resigns if the blocked profile is managed by the blocker', async () => {
    const id = await granted(t, company, manager, ['posting']);
    await block(t, manager, company);
    expect([await statusOf(id), await post(manager)]).toEqual([['revoked'], 'profile_not_attached']);
  });

  it('leaves grants of other profiles of the same account', async () => {
    const id = await granted(t, company, manager, ['posting']);
    const second = { ...manager, profile: await makeProfile(t, manager) };
    const answer = await tryBlock(t, company, second);
    expect(answer.json.agent.hint).not.toContain('grant');
    expect([await statusOf(id), await post(manager)]).toEqual([['accepted'], 201]);
  });
});

describe('a manager', () => {
  it('can neither block nor unblock profiles of its own account for the profile that it manages', async () => {
    await granted(t, company, manager, ['networking']);
    const second = { ...manager, profile: await makeProfile(t, manager) };
    await block(t, company, second);
    for (const own of [second, manager]) {
      for (const answer of [await tryUnblock(t, acting(manager), own), await tryBlock(t, acting(manager), own)]) {
        expect(refusal(answer).slice(0, 2)).toEqual([403, 'permission_denied']);
        expect(answer.json.agent.hint).toContain('Only the owner of the acting profile');
        expect(answer.json.agent.required_permission).toBeUndefined();
      }
    }
    const { items } = (await t.call('GET', '/v1/blocks', as(company))).json.data;
    expect(items.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([second.profile.id]);
    // Other profiles are still up to it, and so are blocks by its own profiles.
    const other = await makeMember(t);
    await block(t, acting(manager), other);
    await unblock(t, acting(manager), other);
    await block(t, second, company);
  });

  it('ends no grants without access_management, and learns of none', async () => {
    const other = await makeMember(t);
    await granted(t, company, manager, ['networking']);
    const given = await granted(t, company, other, ['posting']);
    const held = await granted(t, other, company, ['posting']);
    const answer = await tryBlock(t, acting(manager), other);
    expect(answer.status).toBe(201);
    expect(answer.json.agent.hint).not.toContain('grant');
    expect(await statusOf(given, held)).toEqual(['accepted', 'accepted']);
    // The owner repeats the block to end them.
    const repeated = await tryBlock(t, company, other);
    expect(repeated.status).toBe(200);
    expect(repeated.json.agent.hint).toContain('already blocked. ');
    expect(repeated.json.agent.hint).toContain('2 access grants or invitations');
    expect(await statusOf(given, held)).toEqual(['revoked', 'revoked']);
    expect(await revocationsOf(given)).toHaveLength(2);
  });

  it('ends them with access_management of another grant to its account, as it can revoke them with it', async () => {
    const other = await makeMember(t);
    await granted(t, company, manager, ['networking']);
    const second = { ...manager, profile: await makeProfile(t, manager) };
    const managing = await granted(t, company, second, ['access_management']);
    const others = await granted(t, company, other, ['posting']);
    const answer = await tryBlock(t, acting(manager), other);
    expect(answer.json.agent.hint).toContain('1 access grant or invitation between the two ended');
    expect(await statusOf(others)).toEqual(['revoked']);
    await t.call('DELETE', `/v1/profile-access/${managing}`, { token: company.token });
    const third = await makeMember(t);
    const kept = await granted(t, company, third, ['posting']);
    expect((await tryBlock(t, acting(manager), third)).json.agent.hint).not.toContain('grant');
    expect(await statusOf(kept)).toEqual(['accepted']);
  });

  it('with access_management ends grants of the profile, even that from which its own was delegated', async () => {
    const giver = await makeMember(t);
    const one = await granted(t, company, giver, ['networking', 'access_management']);
    const two = await invited(t, acting(giver), manager, ['networking', 'access_management']);
    await respondToInvite(t, manager, two);
    const held = await granted(t, giver, company, ['posting']);
    const answer = await tryBlock(t, acting(manager), giver);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json.agent.hint).toContain('1 access grant or invitation');
    // Only the owner resigns for the company.
    expect(await statusOf(one, two, held)).toEqual(['revoked', 'revoked', 'accepted']);
  });

  it('whose repeated block ends grants leaves events of those delegated from them', async () => {
    const [giver, third] = [await makeMember(t), await makeMember(t)];
    await granted(t, company, manager, ['networking']);
    const one = await granted(t, company, giver, ['posting', 'access_management']);
    const two = await invited(t, acting(giver), third, ['posting']);
    await respondToInvite(t, third, two);
    await block(t, acting(manager), giver);
    await block(t, company, giver);
    expect(await statusOf(one, two)).toEqual(['revoked', 'revoked']);
    expect(await revocationsOf(two)).toHaveLength(2);
  });
});
