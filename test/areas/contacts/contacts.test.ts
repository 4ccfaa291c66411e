import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { ask, becomeContacts, contactIdOf, makeContacts } from '../../support/contacts.ts';
import { type Member, makeKey, makeMember, makeProfile, signUp } from '../../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, logLineOf, refusal, revokeGrant, walk } from '../../support/posts.ts';

let t: TestApp;
let ann: Member;
let others: Member[];
beforeAll(async () => {
  t = await startTestApp();
  ann = await makeMember(t, { name: 'Ann Example' });
  const account = await signUp(t);
  const named = async (name: string, occupation?: string) => {
    const profile = await makeProfile(t, account, { name });
    if (occupation) {
      const answer = await t.call('PATCH', `/v1/profiles/${profile.id}`, {
        token: account.token,
        body: { occupation },
      });
      expect(answer.status, answer.text).toBe(200);
    }
    return { ...account, profile };
  };
  others = [
    await named('Zoë Żółć', 'Head of Crème'),
    await named('Bob 100% Sure'),
    await named('Under_Score Back\\Slash'),
    await named('Plain Person', 'Keeper of 50 herons'),
    await named('Last One'),
  ];
  for (const other of others) await makeContacts(t, ann, other);
});

const list = (query = '', by: Member = ann) => t.call('GET', `/v1/contacts${query}`, as(by));
const names = async (q: string) =>
  (await list(`?q=${encodeURIComponent(q)}`)).json.data.items.map(
    ({ profile }: { profile: { name: string } }) => profile.name,
  );

describe('the list of contacts', () => {
  it('is newest first, with actor and profile, in three statements', async () => {
    await list();
    const answer = await list('?limit=50');
    expect(logLineOf(t, 'contacts.list').statements).toBe(3);
    const { items, next_cursor } = answer.json.data;
    expect(next_cursor).toBeNull();
    expect(items.map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual(
      others.map(({ profile }) => profile.id).reverse(),
    );
    expect(items[0]).toMatchObject({
      contact: { owner_entity_id: ann.profile.id, owner_entity_type: 'profile', created_from_contact_request_id: null },
      actor: { type: 'profile', entity_id: items[0].profile.id, handle: items[0].profile.username, name: 'Last One' },
      profile: { viewer: { contact: 'contact', can_request_contact: false } },
    });
    expect(items[0].contact.contact_actor_id).toBe(items[0].actor.id);
    const compact = await list('?view=compact&limit=1');
    expect(Object.keys(compact.json.data.items[0])).toEqual(['contact', 'profile']);
    expect(Object.keys(compact.json.data.items[0].profile)).toEqual(['username', 'type', 'name']);
  });

  it('is oldest first on request, and always says how many there are', async () => {
    const path = '/v1/contacts?sort=oldest&limit=2';
    const { items, next_cursor, contacts_count } = (await t.call('GET', path, as(ann))).json.data;
    const rest = (await t.call('GET', `${path}&limit=50&cursor=${next_cursor}`.replace('limit=2&', ''), as(ann))).json
      .data;
    expect([...items, ...rest.items].map(({ profile }: { profile: { id: string } }) => profile.id)).toEqual(
      others.map(({ profile }) => profile.id),
    );
    expect([contacts_count, rest.contacts_count]).toEqual([5, 5]);
    expect((await list('?q=zoe&sort=oldest')).json.data).toMatchObject({
      items: [expect.anything()],
      contacts_count: 5,
    });
    expect(refusal(await list(`?cursor=${next_cursor}`))).toEqual([400, 'invalid_cursor', undefined]);
  });

  it('returns each contact once while others come and go', async () => {
    const account = await signUp(t);
    const extra = { ...account, profile: await makeProfile(t, account) };
    const seen = await walk(t, '/v1/contacts', {
      ...as(ann),
      limit: 2,
      between: async () => {
        const id = await contactIdOf(t, ann, extra);
        if (id) await t.call('DELETE', `/v1/contacts/${id}`, as(ann));
        else await makeContacts(t, ann, extra);
      },
    });
    const mine = others.map(({ profile }) => profile.id).reverse();
    expect(seen).toEqual(mine);
    const late = await contactIdOf(t, ann, extra);
    if (late) await t.call('DELETE', `/v1/contacts/${late}`, as(ann));
  });

  it.each<[string, string[]]>([
    ['zoe', ['Zoë Żółć']],
    ['ZOLC', ['Zoë Żółć']],
    ['creme', ['Zoë Żółć']],
    ['ERON', ['Plain Person']],
    ['100%', ['Bob 100% Sure']],
    ['％', ['Bob 100% Sure']],
    ['%', ['Bob 100% Sure']],
    ['_', ['Under_Score Back\\Slash']],
    ['\\', ['Under_Score Back\\Slash']],
    ['k\\s', ['Under_Score Back\\Slash']],
    ['per_on', []],
    ['nobody at all', []],
  ])('finds %s', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  it('searches username and call name, and returns all for an empty search', async () => {
    expect(await names(others[3]!.profile.username.slice(2))).toEqual(['Plain Person']);
    expect(await names('')).toHaveLength(5);
    expect(await names('  ')).toHaveLength(5);
    expect(refusal(await list(`?q=${'x'.repeat(101)}`))).toEqual([400, 'invalid_request', 'too_long']);
    const first = await list('?limit=2');
    const cursor = encodeURIComponent(first.json.data.next_cursor);
    expect(refusal(await list(`?limit=2&q=e&cursor=${cursor}`))).toEqual([400, 'invalid_cursor', undefined]);
  });

  it('leaves out suspended members, and lists them again afterwards', async () => {
    const { id } = others[4]!.profile;
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [id]);
    expect((await list()).text).not.toContain(id);
    await t.pool.query('update profiles set suspended_at = null where id = $1', [id]);
    expect((await list()).text).toContain(id);
  });

  it('is empty for a guest, but not for other callers without a profile', async () => {
    const guest = await signUp(t);
    const answer = await t.call('GET', '/v1/contacts', { token: guest.token });
    expect([answer.status, answer.json.data]).toEqual([200, { items: [], next_cursor: null, contacts_count: 0 }]);
    const key = await makeKey(t, guest);
    expect(refusal(await t.call('GET', '/v1/contacts', { token: key.token }))).toEqual([
      400,
      'profile_header_required',
      undefined,
    ]);
  });
});

describe('removing a contact', () => {
  it("removes both rows, updates counts, notifies both sides, and accepts only the caller's row", async () => {
    const [bob, eve] = [await makeMember(t), await makeMember(t)];
    await becomeContacts(t, bob, eve);
    const [mine, theirs] = [await contactIdOf(t, bob, eve), await contactIdOf(t, eve, bob)];
    const remove = (by: Member, id: string) => t.call('DELETE', `/v1/contacts/${id}`, as(by));
    expect(refusal(await remove(bob, theirs))).toEqual([404, 'contact_not_found', undefined]);
    const answer = await remove(bob, mine);
    expect([answer.status, answer.json.data]).toEqual([200, { contact_id: mine, removed: true }]);
    expect(refusal(await remove(bob, mine))).toEqual([404, 'contact_not_found', undefined]);
    expect(refusal(await remove(eve, theirs))).toEqual([404, 'contact_not_found', undefined]);
    for (const side of [bob, eve]) {
      expect((await list('', side)).json.data.items).toEqual([]);
      const profile = await t.call('GET', `/v1/profiles/${side.profile.id}`, as(side));
      expect(profile.json.data.contacts_count).toBe(0);
    }
    expect(await eventsOf(t, mine)).toMatchObject([
      { type: 'contact.removed', profile_id: bob.profile.id, actor_profile_id: bob.profile.id },
    ]);
    expect(await eventsOf(t, theirs)).toMatchObject([
      { type: 'contact.removed', profile_id: eve.profile.id, actor_profile_id: bob.profile.id },
    ]);
    expect(await auditOf(t, mine)).toMatchObject([{ operation: 'contacts.remove', profile_id: bob.profile.id }]);
    expect((await ask(t, bob, eve)).status).toBe(201);
  });
});

describe('a manager', () => {
  it('with networking acts for the profile, and the request names the grant', async () => {
    const [owner, manager, bob] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    const grant = await grantAccess(t, owner, manager, ['networking']);
    const by = { token: manager.token, as: owner.profile.id };
    const answer = await t.call('POST', '/v1/contact-requests', { ...by, body: { profile_id: bob.profile.id } });
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.json.data.contact_request;
    const { rows } = await t.pool.query('select manager_profile_id, grant_id from contact_requests where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ manager_profile_id: manager.profile.id, grant_id: grant }]);
    expect(await auditOf(t, id)).toMatchObject([{ manager_profile_id: manager.profile.id, grant_id: grant }]);
    expect((await t.call('GET', '/v1/contact-requests?direction=outgoing', by)).json.data.items).toHaveLength(1);
    await revokeGrant(t, grant);
    expect((await t.call('POST', `/v1/contact-requests/${id}/withdraw`, by)).status).toBe(403);
  });
});
