import { beforeAll, describe, expect, it } from 'vitest';
import { scopesWithin } from '../../../src/areas/keys/strength.ts';
import { ALL_SCOPES, isSubset } from '../../../src/core/scopes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';

let t: TestApp;
let me: Member;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
});

const codeOf = (answer: { status: number; json: { error_code: string } }) => [answer.status, answer.json.error_code];
const patch = (token: string, id: string, body: object) => t.call('PATCH', `/v1/api-keys/${id}`, { token, body });
const rotate = (token: string, id: string) => t.call('POST', `/v1/api-keys/${id}/rotate`, { token });
const revoke = (token: string, id: string) => t.call('DELETE', `/v1/api-keys/${id}`, { token });
const read = async (token: string) => (await t.call('GET', '/v1/me', { token })).json.data;
const auditedOf = async (id: string) =>
  (await t.pool.query('select operation from audit_log where object_id = $1 order by id', [id])).rows.map(
    ({ operation }) => operation,
  );
const MANAGER = ['keys:all', 'posts:all'];

describe('a leaked key', () => {
  it('gets no secret and grants no access that outlives its revocation', async () => {
    const sibling = await makeKey(t, me, { scopes: ['posts:read'] });
    const maker = await makeKey(t, me, { scopes: MANAGER });
    const leaked = await makeKey(t, maker, { scopes: MANAGER });
    const cousin = await makeKey(t, maker, { scopes: ['posts:read'] });
    for (const { id } of [sibling, cousin, maker]) {
      for (const answer of [
        await rotate(leaked.token, id),
        await patch(leaked.token, id, { scopes: ['posts:all'] }),
        await patch(leaked.token, id, { name: 'Mine now' }),
      ]) {
        expect(codeOf(answer)).toEqual([403, 'insufficient_scope']);
        expect(answer.json.agent.hint).toContain('only itself and the keys that it created');
        expect(answer.json.agent.required_scopes).toEqual([]);
      }
    }
    const itself = (await rotate(leaked.token, leaked.id)).json.data.secret;
    const child = await makeKey(t, { token: itself }, { scopes: MANAGER });
    const grandchild = await makeKey(t, child, { scopes: ['posts:read'] });
    const own = (await rotate(itself, grandchild.id)).json.data.secret;
    expect((await patch(itself, grandchild.id, { scopes: ['posts:all'] })).status).toBe(200);
    await revoke(me.token, leaked.id);
    for (const token of [leaked.token, itself, child.token, grandchild.token, own]) {
      expect(codeOf(await t.call('GET', '/v1/me', { token }))).toEqual([401, 'revoked_credentials']);
    }
    expect((await read(sibling.token)).scopes).toEqual(['posts:read']);
  });

  it('revokes no stronger key with a weak one that it did not create', async () => {
    const weak = await makeKey(t, me, { scopes: ['keys:all', 'posts:read'] });
    const child = await makeKey(t, weak, { scopes: ['posts:read'] });
    await patch(me.token, child.id, { scopes: ['posts:all'] });
    const key = await makeKey(t, me, { scopes: ['keys:all', 'posts:read'] });
    expect(codeOf(await revoke(key.token, child.id))).toEqual([403, 'insufficient_scope']);
    expect(codeOf(await revoke(key.token, weak.id))).toEqual([403, 'insufficient_scope']);
    expect((await read(child.token)).scopes).toEqual(['posts:all']);
    await patch(me.token, child.id, { scopes: ['posts:read'], permissions: null });
    expect((await revoke(key.token, weak.id)).json.data.revoked).toBe(true);
  });

  it('may revoke keys that are no stronger, and the keys it created regardless of what they now allow', async () => {
    const key = await makeKey(t, me, { scopes: [...MANAGER, 'profiles:write'] });
    const weak = await makeKey(t, me, { scopes: ['posts:read'] });
    expect((await revoke(key.token, weak.id)).status).toBe(200);
    const child = await makeKey(t, key, { scopes: ['profiles:write'] });
    await makeProfile(t, child);
    expect(codeOf(await rotate(key.token, child.id))).toEqual([403, 'insufficient_scope']);
    expect((await revoke(key.token, child.id)).json.data.revoked).toBe(true);
  });
});

describe('what a key loses', () => {
  it('is lost by all its descendants immediately, and recorded', async () => {
    const second = await makeProfile(t, me);
    const both = [me.profile.id, second.id];
    const root = await makeKey(t, me, { scopes: ['keys:all', 'all:write'], profileIds: both });
    const child = await makeKey(t, root, { scopes: ['keys:write', 'all:write'], profileIds: both });
    const grandchild = await makeKey(t, child, { scopes: ['messages:write', 'posts:write'], profileIds: both });
    const bare = await makeKey(t, child, { scopes: ['posts:write'] });
    const bystander = await makeKey(t, me, { scopes: ['all:write'], profileIds: both });
    const ended = await makeKey(t, root, { scopes: ['all:write'] });
    await revoke(me.token, ended.id);
    expect((await read(child.token)).profiles).toHaveLength(2);

    const scopes = ['keys:all', 'messages:all', 'posts:read'];
    expect((await patch(me.token, root.id, { scopes, profile_ids: [second.id] })).status).toBe(200);
    const [ofChild, ofGrandchild, ofBystander] = await Promise.all(
      [child, grandchild, bystander].map(({ token }) => read(token)),
    );
    expect(ofChild.scopes).toEqual(['keys:write', 'messages:write']);
    expect(ofGrandchild.scopes).toEqual(['messages:write']);
    expect(codeOf(await t.call('GET', '/v1/me', { token: bare.token }))).toEqual([401, 'revoked_credentials']);
    const events = await t.pool.query(`select type from events where object_id = $1 order by id`, [bare.id]);
    expect(events.rows.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.revoked']);
    for (const { profiles } of [ofChild, ofGrandchild]) {
      expect(profiles.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([second.id]);
    }
    expect([ofBystander.scopes, ofBystander.profiles.length]).toEqual([['all:write'], 2]);
    expect(await auditedOf(child.id)).toEqual(['keys.create', 'keys.update']);
    expect(await auditedOf(ended.id)).toEqual(['keys.create', 'keys.revoke']);

    // Restoring it restores nothing for the others, and renaming removes nothing.
    await patch(me.token, root.id, { scopes: ['keys:all', 'all:write'] });
    await patch(me.token, root.id, { name: 'Renamed' });
    expect((await read(child.token)).scopes).toEqual(['keys:write', 'messages:write']);
    expect(await auditedOf(child.id)).toHaveLength(2);
  });

  it('except a profile that one of them created itself', async () => {
    const root = await makeKey(t, me, { scopes: ['keys:all', 'profiles:all'], profileIds: [me.profile.id] });
    const child = await makeKey(t, root, { scopes: ['profiles:all'], profileIds: [me.profile.id] });
    const own = await makeProfile(t, child);
    await patch(root.token, root.id, { profile_ids: [] });
    const { profiles } = await read(child.token);
    expect(profiles.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual([own.id]);
  });

  it('is not kept by a key created concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await makeKey(t, me, { scopes: MANAGER });
      const make = () =>
        t.call('POST', '/v1/api-keys', {
          token: maker.token,
          body: { name: 'late', scopes: ['posts:all'], profile_ids: [] },
        });
      await Promise.all([make(), patch(me.token, maker.id, { scopes: ['keys:all', 'posts:read'] }), make(), make()]);
      const { rows } = await t.pool.query('select distinct scopes from credentials where parent_id = $1', [maker.id]);
      for (const { scopes } of rows) expect(scopes).toEqual(['posts:read']);
      await revoke(me.token, maker.id);
    }
  });
});

describe('scopesWithin', () => {
  it.each([
    [['posts:read'], ['posts:all'], ['posts:read']],
    [['all:write'], ['posts:write', 'feed:read'], ['posts:write']],
    [
      ['all:all', 'keys:read'],
      ['all:read', 'posts:write', 'keys:all'],
      ['keys:read', 'all:read', 'posts:all'],
    ],
    [['posts:all'], ['comments:all'], ['comments:all']],
    [
      ['posts:all', 'feed:all'],
      ['posts:read', 'feed:read'],
      ['feed:read', 'posts:read'],
    ],
    [['keys:all'], ['all:all'], []],
  ])('of %j, for a creator with %j, returns %j', (scopes, bound, kept) => {
    expect(scopesWithin(scopes, bound)).toEqual(kept);
  });

  it('returns exactly the operations that both allow', () => {
    for (const one of ALL_SCOPES) {
      for (const other of ALL_SCOPES.filter((_, at) => at % 4 === 0)) {
        const bound = [other, 'feed:read'];
        const kept = scopesWithin([one, 'posts:read'], bound);
        expect(isSubset(kept, bound) && isSubset(kept, [one, 'posts:read']), `${one} ${other}`).toBe(true);
        const shared = ALL_SCOPES.filter((scope) => isSubset([scope], bound) && isSubset([scope], [one, 'posts:read']));
        expect(isSubset(shared, kept), `${one} ${other}`).toBe(true);
      }
    }
  });
});
