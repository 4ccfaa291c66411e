import { beforeAll, describe, expect, it } from 'vitest';
import { eraseDueAccounts } from '../../../src/areas/account/erase-due.ts';
import { newId } from '../../../src/core/ids.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { ACCOUNT_ERASERS } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { ask, askForContact, becomeContacts, respond } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { block, follow, tryBlock, tryFollow, tryUnblock, unblock } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, auditOf, grantAccess, makePost, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const secondProfile = async (member: Member): Promise<Member> => ({ ...member, profile: await makeProfile(t, member) });
const pair = async (): Promise<[Member, Member]> => [await makeMember(t), await makeMember(t)];
async function countsOf(member: Member): Promise<number[]> {
  const { json } = await t.call('GET', `/v1/profiles/${member.profile.id}`, as(member));
  const { followers_count, following_count, contacts_count } = json.data;
  return [followers_count, following_count, contacts_count];
}
/** Events in a member's own log since a time, with their actors. */
async function logOf(member: Member, since: Date) {
  const { rows } = await t.pool.query(
    `select type, actor_profile_id = profile_id as by_itself from events
      where profile_id = $1 and created_at > $2 order by type`,
    [member.profile.id, since],
  );
  return rows.map(({ type, by_itself }) => [type, by_itself]);
}

describe('a block', () => {
  it('removes both follows and the contact, with all counts', async () => {
    const [ada, ben] = await pair();
    await follow(t, ada, ben);
    await follow(t, ben, ada);
    await becomeContacts(t, ada, ben);
    expect([await countsOf(ada), await countsOf(ben)]).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    const before = t.clock.now();
    t.clock.advance(1);
    const answer = await tryBlock(t, ada, ben);
    expect([answer.status, answer.json.data]).toEqual([201, { profile_id: ben.profile.id, blocked: true }]);
    expect([await countsOf(ada), await countsOf(ben)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    // The other side sees what was removed, but not who did it.
    expect(await logOf(ada, before)).toEqual([
      ['contact.removed', true],
      ['follow.removed', true],
      ['follow.removed', true],
    ]);
    expect(await logOf(ben, before)).toEqual([
      ['contact.removed', null],
      ['follow.removed', null],
      ['follow.removed', null],
    ]);
    expect(await auditOf(t, ben.profile.id)).toMatchObject([
      { operation: 'profiles.create' },
      { operation: 'safety.block', profile_id: ada.profile.id },
    ]);
  });

  it('withdraws a pending contact request, whichever side sent it', async () => {
    const [ada, ben] = await pair();
    for (const [from, to] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      const before = t.clock.now();
      t.clock.advance(1);
      const id = await askForContact(t, from, to, 'Hello');
      await block(t, ada, ben);
      expect(refusal(await respond(t, to, id, 'accept')).slice(0, 2)).toEqual([409, 'contact_request_not_pending']);
      const request = (await t.call('GET', `/v1/contact-requests/${id}`, as(from))).json.data.contact_request;
      expect(request.status).toBe('withdrawn');
      const events = await logOf(ben, before);
      expect(events).toEqual([
        ['contact_request.created', from === ben],
        ['contact_request.withdrawn', null],
      ]);
      await unblock(t, ada, ben);
    }
  });

  it('marks an expired contact request as expired', async () => {
    const [ada, ben] = await pair();
    const id = await askForContact(t, ada, ben);
    await t.pool.query('update contact_requests set expires_at = $2 where id = $1', [id, t.clock.now()]);
    const before = t.clock.now();
    t.clock.advance(1);
    await block(t, ben, ada);
    expect(await logOf(ada, before)).toEqual([['contact_request.expired', null]]);
    await unblock(t, ben, ada);
    expect((await ask(t, ada, ben)).status).toBe(201);
  });

  it('can be repeated, without events', async () => {
    const [ada, ben] = await pair();
    await follow(t, ben, ada);
    const answers = [await tryBlock(t, ada, ben), await tryBlock(t, ada, ben)];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(answers[1]!.json.data).toEqual({ profile_id: ben.profile.id, blocked: true });
    const audit = await auditOf(t, ben.profile.id);
    expect(audit.filter(({ operation }) => operation === 'safety.block')).toHaveLength(1);
  });

  it('can exist in both directions, and each side ends its own', async () => {
    const [ada, ben] = await pair();
    await block(t, ada, ben);
    expect((await tryBlock(t, ben, ada)).status).toBe(201);
    await unblock(t, ada, ben);
    expect(refusal(await tryFollow(t, ada, ben)).slice(0, 2)).toEqual([403, 'interaction_not_allowed']);
    await unblock(t, ben, ada);
    expect((await tryFollow(t, ada, ben)).status).toBe(201);
  });

  it('is refused for the profile itself and for unknown profiles', async () => {
    const [ada, gone] = await pair();
    await t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token });
    expect(refusal(await tryBlock(t, ada, ada)).slice(0, 2)).toEqual([400, 'cannot_target_self']);
    for (const id of [gone.profile.id, newId()]) {
      expect(refusal(await tryBlock(t, ada, { profile: { id } })).slice(0, 2)).toEqual([404, 'profile_not_found']);
      expect(refusal(await tryUnblock(t, ada, { profile: { id } })).slice(0, 2)).toEqual([404, 'block_not_found']);
    }
    const username = { profile: { id: 'somebody' } };
    expect(refusal(await tryBlock(t, ada, username))).toEqual([404, 'profile_not_found', undefined]);
    expect(refusal(await tryUnblock(t, ada, username)).slice(0, 2)).toEqual([404, 'block_not_found']);
  });

  it('is for owners and managers with networking', async () => {
    const [owner, manager] = await pair();
    const other = await makeMember(t);
    const acting = { ...manager, profile: owner.profile };
    const grantId = await grantAccess(t, owner, manager, ['following', 'messaging', 'posting']);
    for (const answer of [
      await tryBlock(t, acting, other),
      await tryUnblock(t, acting, other),
      await t.call('GET', '/v1/blocks', as(acting)),
    ]) {
      expect(refusal(answer).slice(0, 2)).toEqual([403, 'permission_denied']);
      expect(answer.json.agent.required_permission).toBe('networking');
    }
    await t.pool.query(`update access_grants set permissions = '{networking}' where id = $1`, [grantId]);
    t.deps.credentialCache.clear();
    await block(t, acting, other);
    const [, audit] = await auditOf(t, other.profile.id);
    expect(audit).toMatchObject({
      profile_id: owner.profile.id,
      manager_profile_id: manager.profile.id,
      grant_id: grantId,
    });
    expect((await t.call('GET', '/v1/blocks', as(acting))).json.data.items).toHaveLength(1);
  });

  it('happens once per idempotency key, and not at all in a dry run', async () => {
    const [ada, ben] = await pair();
    await follow(t, ben, ada);
    const body = { profile_id: ben.profile.id };
    const dry = await t.call('POST', '/v1/blocks', { ...as(ada), body, headers: { 'dry-run': 'true' } });
    expect([dry.status, await countsOf(ada)]).toEqual([201, [1, 0, 0]]);
    const headers = { 'idempotency-key': 'block-once' };
    const first = await t.call('POST', '/v1/blocks', { ...as(ada), body, headers });
    const again = await t.call('POST', '/v1/blocks', { ...as(ada), body, headers });
    expect([first.status, again.status, again.json.agent.replayed]).toEqual([201, 201, true]);
  });
});

describe('across a block', () => {
  it('neither can reach the other, and the refusal does not reveal who blocks', async () => {
    const [ada, ben] = await pair();
    const conversation = await openConversation(t, ada, ben);
    await sendMessage(t, as(ben), conversation);
    const posts = new Map([
      [ada, (await makePost(t, as(ada))).id],
      [ben, (await makePost(t, as(ben))).id],
    ]);
    await block(t, ada, ben);
    for (const [by, other] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      const post = posts.get(other);
      const writes: [string, string, object][] = [
        ['POST', '/v1/profile-follows', { followed_profile_id: other.profile.id }],
        ['POST', '/v1/contact-requests', { profile_id: other.profile.id }],
        ['POST', '/v1/conversations/direct', { profile_id: other.profile.id }],
        ['POST', `/v1/conversations/${conversation}/messages`, { body: 'Hello' }],
        ['POST', `/v1/posts/${post}/comments`, { body: 'Hello' }],
        ['POST', '/v1/posts', { body: 'Hello', quoted_post_id: post }],
        ['PUT', `/v1/posts/${post}/reaction`, { reaction_type: 'like', active: true }],
      ];
      for (const [method, path, body] of writes) {
        const answer = await t.call(method, path, { ...as(by), body });
        expect(refusal(answer).slice(0, 2), path).toEqual([403, 'interaction_not_allowed']);
      }
    }
    await unblock(t, ada, ben);
    await sendMessage(t, as(ben), conversation);
    expect([await countsOf(ada), await countsOf(ben)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('public content is readable as by anybody, except for the viewer', async () => {
    const [ada, ben] = await pair();
    const post = (await makePost(t, as(ada), { body: 'For everybody' })).id;
    const fan = await makeMember(t);
    await follow(t, fan, ada);
    await block(t, ada, ben);
    for (const path of [
      `/v1/posts/${post}`,
      `/v1/profiles/${ada.profile.id}`,
      `/v1/profiles/${ada.profile.id}/posts`,
      `/v1/profiles/${ada.profile.id}/followers`,
    ]) {
      const [anonymous, blocked] = [await t.call('GET', path), await t.call('GET', path, as(ben))];
      expect(anonymous.status).toBe(200);
      // `viewer` is set if a profile acts, and null otherwise.
      const face = (text: string) =>
        JSON.stringify(JSON.parse(text).data, (key, value) => (key === 'viewer' ? null : value));
      expect(face(blocked.text), path).toBe(face(anonymous.text));
    }
    const { viewer } = (await t.call('GET', `/v1/profiles/${ada.profile.id}`, as(ben))).json.data;
    expect(viewer).toMatchObject({ blocked: false, can_message: false, can_request_contact: false });
  });
});

describe('the list of blocks', () => {
  it('shows own blocks, newest first, page by page', async () => {
    const [ada, ben] = await pair();
    const others = [];
    for (let n = 0; n < 5; n++) {
      others.push(await makeMember(t));
      await block(t, ada, others[n]!);
    }
    await block(t, ben, ada);
    const newestFirst = others.map(({ profile }) => profile.id).reverse();
    expect(await walk(t, '/v1/blocks', { ...as(ada), limit: 2 }, ({ profile }) => profile.id)).toEqual(newestFirst);
    const { json } = await t.call('GET', '/v1/blocks?limit=1', as(ada));
    expect(json.data.items[0]).toMatchObject({
      profile: { viewer: { blocked: true } },
      created_at: expect.any(String),
    });
    expect((await t.call('GET', '/v1/blocks?view=compact', as(ada))).json.data.items[0].profile).not.toHaveProperty(
      'bio',
    );
    await unblock(t, ada, others[4]!);
    expect((await tryUnblock(t, ada, others[4]!)).json.data).toEqual({
      profile_id: others[4]!.profile.id,
      blocked: false,
    });
    expect((await t.call('GET', '/v1/blocks', as(ada))).json.data.items).toHaveLength(4);
  });

  it('is complete even if many are created in the same millisecond', async () => {
    const [ada] = await pair();
    const others = await Promise.all(Array.from({ length: 7 }, () => makeMember(t)));
    for (const one of others) await block(t, ada, one);
    await t.pool.query('update blocks set created_at = $2 where blocker_profile_id = $1', [
      ada.profile.id,
      t.clock.now(),
    ]);
    const seen = await walk(t, '/v1/blocks', { ...as(ada), limit: 3 }, ({ profile }) => profile.id);
    expect(seen.sort()).toEqual(others.map(({ profile }) => profile.id).sort());
  });
});

describe('after a profile is deleted', () => {
  const listed = async (member: Member) =>
    (await t.call('GET', '/v1/blocks', as(member))).json.data.items.map(
      ({ profile }: { profile: { id: string; name: string; viewer: { blocked: boolean } } }) => [
        profile.id,
        profile.name,
        profile.viewer.blocked,
      ],
    );
  const asked = async (from: Member, to: Member) => refusal(await ask(t, from, to)).slice(0, 2);
  const remove = async (member: Member) =>
    expect((await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token })).status).toBe(200);

  it('the block of a deleted profile holds for the others of its account, and can be ended', async () => {
    const [ada, ben] = await pair();
    const second = await secondProfile(ben);
    await block(t, ada, ben);
    await remove(ben);
    expect(await asked(second, ada)).toEqual([403, 'interaction_not_allowed']);
    expect(await listed(ada)).toEqual([[ben.profile.id, 'Deleted member', true]]);
    expect((await tryUnblock(t, ada, ben)).json.data.blocked).toBe(false);
    expect([await listed(ada), (await ask(t, second, ada)).status]).toEqual([[], 201]);
    expect(refusal(await tryUnblock(t, ada, ben)).slice(0, 2)).toEqual([404, 'block_not_found']);
  });

  it('what it blocked is out of reach for the others of its account, which list and end it; only own blocks show as blocked', async () => {
    const [ada, ben] = await pair();
    const cleo = await makeMember(t);
    const [second, third] = [await secondProfile(ada), await secondProfile(ada)];
    await block(t, ada, ben);
    t.clock.advance(1);
    await block(t, third, ben);
    await block(t, second, ben);
    await block(t, ada, cleo);
    await remove(ada);
    await remove(third);
    expect(await asked(ben, second)).toEqual([403, 'interaction_not_allowed']);
    const both = [ben, cleo].map(({ profile }) => profile.id).sort();
    expect((await walk(t, '/v1/blocks', { ...as(second), limit: 1 }, ({ profile }) => profile.id)).sort()).toEqual(
      both,
    );
    const ownOnly = [ben, cleo].map(({ profile }) => [profile.id, profile.name, profile === ben.profile]);
    expect((await listed(second)).sort()).toEqual(ownOnly.sort());
    const shown = async (of: Member) =>
      (await t.call('GET', `/v1/profiles/${of.profile.id}`, as(second))).json.data.viewer.blocked;
    expect([await shown(ben), await shown(cleo)]).toEqual([true, false]);
    expect(await asked(second, cleo)).toEqual([403, 'interaction_not_allowed']);
    expect((await ask(t, cleo, second)).status).toBe(201);
    await unblock(t, second, ben);
    await unblock(t, second, cleo);
    expect([await listed(second), (await ask(t, ben, second)).status]).toEqual([[], 201]);
  });

  it('the blocks end with the account', async () => {
    const [ada, ben] = await pair();
    await block(t, ada, ben);
    await block(t, ben, ada);
    expect((await t.call('DELETE', '/v1/account', { token: ben.token, body: { password: ben.password } })).status).toBe(
      200,
    );
    t.clock.advance(LIMITS.account.deletion_delay_ms);
    const ctx = systemCtx(t.deps, 'job.account.erase');
    expect(await eraseDueAccounts(ctx, ACCOUNT_ERASERS)).toEqual({ erased: 1 });
    const { rows } = await t.pool.query('select from blocks where $1 in (blocker_profile_id, blocked_profile_id)', [
      ben.profile.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('managers, and keys for some of the profiles, learn nothing of what it blocked', async () => {
    const [ada, ben] = await pair();
    const [second, manager] = [await secondProfile(ada), await makeMember(t)];
    await secondProfile(ada);
    await block(t, ada, ben);
    await remove(ada);
    await grantAccess(t, second, manager, ['networking']);
    const key = await makeKey(t, ada, { profileIds: [second.profile.id] });
    for (const { token } of [manager, key]) {
      const by = { ...second, token };
      expect(await listed(by)).toEqual([]);
      const nothing = await tryUnblock(t, by, ben);
      expect([nothing.status, nothing.json.data.blocked]).toEqual([200, false]);
    }
    expect((await listed(second)).map(([id]: string[]) => id)).toEqual([ben.profile.id]);
    expect((await tryUnblock(t, second, ben)).status).toBe(200);
    expect(await listed(second)).toEqual([]);
  });
});
