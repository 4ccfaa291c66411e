import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { usernameLook } from '../../../src/core/username.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember, makeProfile } from '../../support/members.ts';
import { as } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const create = async (username: string) => {
  const { token } = await makeMember(t);
  const answer = await t.call('POST', '/v1/profiles', { token, body: { type: 'human', username, name: 'Ada' } });
  return answer.json.error_code ?? answer.status;
};

describe('usernames that look alike', () => {
  it.each([
    ['william', 'w1ll1am', 'wi11iam', 'w1lliarn', 'w-1lliam', 'wlll1am'],
    ['lo-o2', 'l0-o2', 'lo02', '10-02'],
    ['tom-smith', 'torn-smith', 'tornsrnith', 't0m-smith'],
    ['m1chael', 'michael', 'mlchael'],
  ])('cannot be taken: %s', async (name, ...others) => {
    expect(await create(name)).toBe(201);
    for (const other of others) expect(await create(other), other).toBe('username_taken');
  });

  it('leave honest names to their owners', async () => {
    for (const name of ['ian', 'lan', 'ali-2', 'all-2', 'member7', 'member8', 'ali']) {
      expect(await create(name), name).toBe(201);
    }
  });

  it('protect reserved names', async () => {
    for (const name of ['adm1n', 'adrnin', 'supp0rt', 'n0-reply', 'rn0derator', 'v-er1fied']) {
      expect(await create(name), name).toBe('username_reserved');
    }
  });

  it('protect the service, its staff and its word for verification, as for names', async () => {
    for (const name of [
      'pronet-security',
      'the-pronet',
      'pr0net_login',
      'security-team',
      'acme-verified',
      'acmeverified',
    ]) {
      expect(await create(name), name).toBe('username_reserved');
    }
    for (const name of ['pronet-solutions', 'support-berlin', 'verified-coffee'])
      expect(await create(name), name).toBe(201);
  });

  it('let one of several at once have the name', async () => {
    const all = await Promise.all(['robin0l', 'rob1nol', 'robino1', 'r0binol'].map(create));
    expect(all.toSorted()).toEqual([201, 'username_taken', 'username_taken', 'username_taken']);
  });

  it('that exist stay as they are, and can be found and edited', async () => {
    const first = await makeMember(t);
    const second = await makeProfile(t, first, {});
    for (const [id, username] of [
      [first.profile.id, 'adm1n'],
      [second.id, 'adrn1n'],
    ]) {
      await t.pool.query('update profiles set username = $2 where id = $1', [id, username]);
      await t.pool.query('update usernames set username = $2, key = $2 where profile_id = $1', [id, username]);
    }
    const found = await t.call('GET', '/v1/profiles/adm1n');
    expect(found.json.data.id).toBe(first.profile.id);
    const edited = await t.call('PATCH', `/v1/profiles/${first.profile.id}`, {
      ...as(first),
      body: { username: 'adm1n', bio: 'x' },
    });
    expect(edited.status, edited.text).toBe(200);
  });

  it('of a deleted profile stay taken', async () => {
    const member = await makeMember(t);
    const rename = (username: string) =>
      t.call('PATCH', `/v1/profiles/${member.profile.id}`, { ...as(member), body: { username } });
    for (const name of ['gertrude-l', 'gertrude-1']) expect((await rename(name)).status, name).toBe(200);
    expect((await t.call('DELETE', `/v1/profiles/${member.profile.id}`, as(member))).status).toBe(200);
    for (const name of ['gertrude-l', 'gertrude1', 'gertrude_1'])
      expect(await create(name), name).toBe('username_taken');
    expect(await create('gertrude-2')).toBe(201);
  });

  it('are the same for the database', async () => {
    const keys = fc.sample(fc.stringMatching(/^[a-z01rnmil]{3,30}$/), 200);
    const { rows } = await t.pool.query(
      "select translate(replace(key, 'rn', 'm'), '01i', 'oll') as look from unnest($1::text[]) key",
      [keys],
    );
    expect(rows.map(({ look }) => look)).toEqual(keys.map(usernameLook));
  });
});
