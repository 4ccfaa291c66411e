import { beforeAll, describe, expect, it } from 'vitest';
import { REACTION_TYPES } from '../../../src/core/enums.ts';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember, signUp } from '../../support/members.ts';
import { as, auditOf, eventsOf, makePost, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

type By = { token: string; as: string };
const react = (by: By, id: string, reaction_type = 'like', active = true) =>
  t.call('PUT', `/v1/posts/${id}/reaction`, { ...by, body: { reaction_type, active } });
const stored = async (id: string) => {
  const { rows } = await t.pool.query(
    `select (select count(*)::int from reactions where post_id = $1) as rows,
      (select coalesce(sum(likes), 0)::int from post_counters where post_id = $1) as counted,
      (select count(*)::int from post_counters where post_id = $1) as shards`,
    [id],
  );
  return rows[0] as { rows: number; counted: number; shards: number };
};

describe('PUT /v1/posts/{post_id}/reaction', () => {
  it('sets, changes and clears one reaction per profile, with events for changes only', async () => {
    const { id } = await makePost(t, as(ada));
    for (const reaction_type of REACTION_TYPES) {
      const answer = await react(as(ben), id, reaction_type);
      expect([answer.status, answer.json.data]).toEqual([
        200,
        { post_id: id, likes_count: 1, viewer_reaction: reaction_type },
      ]);
      const read = await t.call('GET', `/v1/posts/${id}`, as(ben));
      expect(read.json.data).toMatchObject({ likes_count: 1, viewer_reaction: reaction_type });
    }
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data.viewer_reaction).toBeNull();
    expect((await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data.viewer_reaction).toBeNull();
    const eventCount = (await eventsOf(t, id)).length;
    const audited = (await auditOf(t, id)).length;
    const again = await react(as(ben), id, 'funny');
    expect(again.json.data).toMatchObject({ likes_count: 1, viewer_reaction: 'funny' });
    const cleared = await react(as(ben), id, 'like', false);
    expect(cleared.json.data, 'whatever its type was').toEqual({ post_id: id, likes_count: 0, viewer_reaction: null });
    expect((await react(as(ben), id, 'like', false)).json.data).toMatchObject({
      likes_count: 0,
      viewer_reaction: null,
    });
    expect(
      [(await eventsOf(t, id)).length - eventCount, (await auditOf(t, id)).length - audited],
      'one clearing',
    ).toEqual([2, 1]);
    const [mine, theirs] = (await eventsOf(t, id)).slice(-2);
    expect([mine, theirs].map((event) => [event!.type, event!.actor_profile_id])).toEqual([
      ['reaction.changed', ben.profile.id],
      ['reaction.changed', ben.profile.id],
    ]);
    expect([mine!.profile_id, theirs!.profile_id].sort()).toEqual([ada.profile.id, ben.profile.id].sort());
    expect(mine!.data).toMatchObject({ active: false });
    await react(as(ada), id);
    expect((await eventsOf(t, id)).filter(({ profile_id }) => profile_id === ada.profile.id).at(-1)).toMatchObject({
      actor_profile_id: ada.profile.id,
    });
  });

  it('rejects unknown reactions, and posts that are hidden from the caller', async () => {
    const { id } = await makePost(t, as(ada));
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const contacts = await makePost(t, as(ada), { visibility: 'contacts' });
    expect(refusal(await react(as(ben), id, 'angry'))).toEqual([400, 'invalid_request', 'allowed_values']);
    const call = (body: object) => t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(ben), body });
    expect(refusal(await call({ reaction_type: 'like' }))).toEqual([400, 'invalid_request', 'required']);
    expect(refusal(await call({ reaction_type: 'like', active: 'yes' }))).toEqual([400, 'invalid_request', 'type']);
    expect(refusal(await react(as(ben), draft.id))[1]).toBe('post_not_found');
    expect(refusal(await react(as(ada), draft.id))[1], 'nor an own draft').toBe('post_not_found');
    expect(refusal(await react(as(ben), contacts.id))[1]).toBe('post_not_found');
    expect(refusal(await react(as(ben), newId()))[1]).toBe('post_not_found');
  });

  it('lists reactions by type over several pages, newest first', async () => {
    const { id } = await makePost(t, as(ada));
    const members = [];
    for (let index = 0; index < 7; index++) {
      const member = await makeMember(t);
      t.clock.advance(5);
      await react(as(member), id, index % 2 === 0 ? 'like' : 'insightful');
      members.unshift(member.profile.id);
    }
    expect(await walk(t, `/v1/posts/${id}/reactions`)).toEqual(members);
    const insightful = await walk(t, `/v1/posts/${id}/reactions?reaction_type=insightful`, { limit: 2 });
    expect(insightful).toEqual(members.filter((_, index) => index % 2 === 1));
    const page = await t.call('GET', `/v1/posts/${id}/reactions?limit=2&view=compact`);
    expect(Object.keys(page.json.data.items[0].profile).sort()).toEqual(['name', 'type', 'username']);
    const { next_cursor } = page.json.data;
    const filtered = await t.call('GET', `/v1/posts/${id}/reactions?limit=2&reaction_type=like&cursor=${next_cursor}`);
    expect(refusal(filtered)[1]).toBe('invalid_cursor');
  });
});

/** mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Inserts accounts with 50 profiles each: 200 sign-ups through the API would take longer than the test. */
async function makeProfiles(size: number): Promise<By[]> {
  const callers: By[] = [];
  while (callers.length < size) {
    const account = await signUp(t);
    const ids = Array.from({ length: Math.min(50, size - callers.length) }, newId);
    await t.pool.query(
      `with made as (
        insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
        select id, $2, 'human', 'c' || replace(right(id::text, 20), '-', ''), 'One of many', 'One',
          '{"messages":{"human":"anyone","company":"anyone","ai_agent":"anyone"},"contact_requests":{"human":"anyone","company":"anyone","ai_agent":"anyone"}}', now(), now()
        from unnest($1::uuid[]) as id returning id, username
      ), named as (insert into usernames (key, username, profile_id) select username, username, id from made
      ), emitted as (insert into events (id, created_at, type, profile_id, actor_profile_id, object_type, object_id, data)
        select gen_random_uuid(), now(), 'profile.created', id, id, 'profile', id, '{}' from made
      ), audited as (insert into audit_log (id, created_at, operation, principal_type, object_type, object_id, request_id)
        select gen_random_uuid(), now(), 'test.insert', 'system', 'profile', id, 'test' from made)
      insert into actors (id, type, entity_id, created_at, updated_at) select gen_random_uuid(), 'profile', id, now(), now() from made`,
      [ids, account.accountId],
    );
    t.deps.credentialCache.evictAccount(account.accountId);
    callers.push(...ids.map((id) => ({ token: account.token, as: id })));
  }
  return callers;
}

describe('200 concurrent profiles', () => {
  it.each([1, 2])('end with the count of a model (seed %i)', async (seed) => {
    const next = random(seed);
    const callers = await makeProfiles(200);
    const { id } = await makePost(t, as(ada));
    const model = new Map<string, string>();
    const waves = 3;
    for (let wave = 0; wave < waves; wave++) {
      const moves = callers.map((by) => ({
        by,
        type: REACTION_TYPES[Math.floor(next() * REACTION_TYPES.length)]!,
        active: next() < (wave === 0 ? 0.9 : 0.6),
      }));
      const answers = await Promise.all(moves.map(({ by, type, active }) => react(by, id, type, active)));
      expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
      for (const { by, type, active } of moves) {
        if (active) model.set(by.as, type);
        else model.delete(by.as);
      }
      const { rows, counted } = await stored(id);
      expect([rows, counted], `wave ${wave}`).toEqual([model.size, model.size]);
      expect((await t.call('GET', `/v1/posts/${id}`)).json.data.likes_count).toBe(model.size);
    }
    expect((await stored(id)).shards, 'a popular post has several counter rows').toBeGreaterThan(4);
    const { rows } = await t.pool.query('select profile_id, reaction_type from reactions where post_id = $1', [id]);
    expect(new Map(rows.map((row) => [row.profile_id, row.reaction_type]))).toEqual(model);
    await Promise.all(callers.map((by) => react(by, id, 'like', false)));
    expect(await stored(id)).toMatchObject({ rows: 0, counted: 0 });
  });

  it('a profile with concurrent changes ends with one reaction or none', async () => {
    const { id } = await makePost(t, as(ada));
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => react(as(ben), id, REACTION_TYPES[at % 6], at % 3 !== 0)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { rows, counted } = await stored(id);
      expect(rows).toBe(counted);
      expect([0, 1]).toContain(rows);
    }
  });
});
