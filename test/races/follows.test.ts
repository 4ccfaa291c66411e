import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ask, askForContact, becomeContacts, contactIdOf, respond } from '../support/contacts.ts';
import { openConversation } from '../support/conversations.ts';
import { block, follow, tryBlock, tryFollow, tryUnblock, unfollow } from '../support/follows.ts';
import { UNTOLD } from '../support/many-profiles.ts';
import type { Member } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';
import { codeOf, type Moves, pairs, ROUNDS, raceOf } from '../support/race.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
});

/**
 * The relation between two profiles. Counts are summed over both; the invariants compare them one by one at the end.
 */
async function relationOf(a: Member, b: Member) {
  const { rows } = await t.pool.query(
    `select (select count(*)::int from follows where follower_profile_id = any($1) and followed_profile_id = any($1)) as follows,
      (select coalesce(sum(followers), 0)::int from profile_counters where profile_id = any($1)) as followers,
      (select coalesce(sum(following), 0)::int from profile_counters where profile_id = any($1)) as following,
      (select count(*)::int from contacts where owner_entity_id = any($1) and contact_entity_id = any($1)) as contacts,
      (select coalesce(sum(contacts), 0)::int from profile_counters where profile_id = any($1)) as contacts_counted,
      (select count(*)::int from blocks where blocker_profile_id = any($1) and blocked_profile_id = any($1)) as blocks,
      (select count(*)::int from contact_requests where status = 'pending' and requester_profile_id = any($1) and addressee_profile_id = any($1)) as waiting`,
    [[a.profile.id, b.profile.id]],
  );
  return rows[0];
}
const race = (moves: Moves, atOnce?: number) => raceOf(t, moves, relationOf, atOnce);
const followed = (n: number) => ({ follows: n, followers: n, following: n });
const NOTHING = { ...followed(0), contacts: 0, contacts_counted: 0, waiting: 0 };

describe('concurrent moves: exactly one succeeds, or both in some order', () => {
  it('follow and follow: one row, returned to both', async () => {
    const rounds = await race(async (a, b) => [
      () => tryFollow(t, a, b),
      () => tryFollow(t, a, b),
      () => tryFollow(t, b, a),
    ]);
    for (const { codes, facts } of rounds) {
      expect([...codes].sort()).toEqual([200, 201, 201]);
      expect(codes[2]).toBe(201);
      expect(facts).toMatchObject(followed(2));
    }
  });

  it('follow and unfollow', async () => {
    const rounds = await race(async (a, b) => {
      await follow(t, a, b);
      return [() => tryFollow(t, a, b), () => unfollow(t, a, b), () => unfollow(t, a, b)];
    });
    for (const { codes, facts } of rounds) {
      expect(codes.slice(1)).toEqual([200, 200]);
      expect([200, 201]).toContain(codes[0]);
      expect([0, 1]).toContain(facts.follows);
      expect(facts).toMatchObject(followed(facts.follows));
      // The second follow ran after the unfollow; whether the second unfollow ran before or after it is open.
      if (codes[0] === 200) expect(facts.follows).toBe(0);
    }
  });

  it('follow, from both sides, and block: nothing is left between the two', async () => {
    const rounds = await race(async (a, b) => [
      () => tryFollow(t, a, b),
      () => tryBlock(t, b, a),
      () => tryFollow(t, b, a),
    ]);
    for (const { codes, facts } of rounds) {
      expect(codes[1]).toBe(201);
      for (const code of [codes[0], codes[2]]) expect([201, 'interaction_not_allowed']).toContain(code);
      expect(facts).toEqual({ ...NOTHING, blocks: 1 });
    }
  });

  it('unfollow and block', async () => {
    const rounds = await race(async (a, b) => {
      await follow(t, a, b);
      await follow(t, b, a);
      return [() => unfollow(t, a, b), () => tryBlock(t, b, a), () => unfollow(t, b, a)];
    });
    for (const { codes, facts } of rounds) {
      expect(codes).toEqual([200, 201, 200]);
      expect(facts).toEqual({ ...NOTHING, blocks: 1 });
    }
  });

  it('block and block, from one side and from both', async () => {
    const rounds = await race(async (a, b) => {
      await follow(t, a, b);
      await becomeContacts(t, a, b);
      return [() => tryBlock(t, a, b), () => tryBlock(t, b, a), () => tryBlock(t, a, b)];
    });
    for (const { codes, facts } of rounds) {
      expect([codes[0], codes[2]].sort()).toEqual([200, 201]);
      expect(codes[1]).toBe(201);
      expect(facts).toEqual({ ...NOTHING, blocks: 2 });
    }
  });

  it('block, unblock and follow', async () => {
    const rounds = await race(async (a, b) => {
      await block(t, a, b);
      return [() => tryBlock(t, a, b), () => tryUnblock(t, a, b), () => tryFollow(t, b, a)];
    });
    for (const { codes, facts } of rounds) {
      expect([200, 201]).toContain(codes[0]);
      expect(codes[1]).toBe(200);
      if (codes[0] === 200) expect(facts.blocks).toBe(0);
      else expect(facts).toEqual({ ...NOTHING, blocks: 1 });
      if (facts.blocks === 0) expect(facts).toMatchObject(followed(codes[2] === 201 ? 1 : 0));
    }
  });

  it('accept, a request and a block', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b, 'Hello');
      return [() => respond(t, b, id, 'accept'), () => tryBlock(t, b, a), () => ask(t, b, a)];
    });
    for (const { codes, facts } of rounds) {
      expect([200, 'contact_request_not_pending']).toContain(codes[0]);
      expect(codes[1]).toBe(201);
      expect(['contact_request_reciprocal_pending', 'already_contacts', 'interaction_not_allowed']).toContain(codes[2]);
      expect(facts).toEqual({ ...NOTHING, blocks: 1 });
    }
  });

  it('request, from both sides, and a block', async () => {
    const rounds = await race(async (a, b) => [() => ask(t, a, b), () => tryBlock(t, b, a), () => ask(t, b, a)]);
    for (const { codes, facts } of rounds) {
      expect(codes[1]).toBe(201);
      expect(facts).toEqual({ ...NOTHING, blocks: 1 });
    }
  });

  it('removing a contact and a block', async () => {
    const rounds = await race(async (a, b) => {
      await becomeContacts(t, a, b);
      const [mine, theirs] = [await contactIdOf(t, a, b), await contactIdOf(t, b, a)];
      const end = (by: Member, id: string) => () => t.call('DELETE', `/v1/contacts/${id}`, as(by));
      return [end(a, mine), () => tryBlock(t, b, a), end(b, theirs)];
    });
    for (const { codes, facts } of rounds) {
      expect(codes[1]).toBe(201);
      for (const code of [codes[0], codes[2]]) expect([200, 'contact_not_found']).toContain(code);
      expect([codes[0], codes[2]].filter((code) => code === 200).length).toBeLessThanOrEqual(1);
      expect(facts).toEqual({ ...NOTHING, blocks: 1 });
    }
  });

  it('message, comment, reaction and block: written before it, or refused', async () => {
    const rounds = await race(async (a, b) => {
      const conversation = await openConversation(t, a, b);
      const post = (await makePost(t, as(b))).id;
      const by = as(a);
      return [
        () => t.call('POST', `/v1/conversations/${conversation}/messages`, { ...by, body: { body: 'Hello' } }),
        () => tryBlock(t, b, a),
        () => t.call('POST', `/v1/posts/${post}/comments`, { ...by, body: { body: 'Hello' } }),
        () => t.call('PUT', `/v1/posts/${post}/reaction`, { ...by, body: { reaction_type: 'like', active: true } }),
      ];
    });
    for (const { a, b, codes } of rounds) {
      expect(codes[1]).toBe(201);
      expect([201, 'interaction_not_allowed']).toContain(codes[0]);
      expect([201, 'interaction_not_allowed']).toContain(codes[2]);
      expect([200, 'interaction_not_allowed']).toContain(codes[3]);
      // An answered block is in force: the next message is refused.
      const open = await t.call('POST', '/v1/conversations/direct', { ...as(a), body: { profile_id: b.profile.id } });
      expect(codeOf(open)).toBe('interaction_not_allowed');
    }
  });

  it('follow, block and the deletion of a side', async () => {
    const rounds = await race(async (a, b) => {
      await follow(t, b, a);
      const remove = () => t.call('DELETE', `/v1/profiles/${a.profile.id}`, { token: a.token });
      return [() => tryFollow(t, b, a), remove, () => tryBlock(t, b, a), () => unfollow(t, b, a)];
      // Deletions are serialized, and wait no longer than the lock timeout.
    }, 4);
    for (const { codes, facts } of rounds) {
      expect(codes[1]).toBe(200);
      expect(codes.filter((code) => code === 'service_unavailable' || code === 'internal_error')).toEqual([]);
      // A block stays when one of its profiles is deleted.
      expect(facts).toEqual({ ...NOTHING, blocks: typeof codes[2] === 'number' ? 1 : 0 });
    }
  });
});

it('counts twenty concurrent followers of one profile, and twenty who unfollow', async () => {
  const sides = await pairs(t);
  const star = sides[0]![0];
  const fans = sides.map(([, one]) => one);
  const countOf = async () => {
    const { json } = await t.call('GET', `/v1/profiles/${star.profile.id}`);
    return json.data.followers_count;
  };
  expect(new Set((await Promise.all(fans.map((one) => tryFollow(t, one, star)))).map(codeOf))).toEqual(new Set([201]));
  expect(await countOf()).toBe(ROUNDS);
  expect(new Set((await Promise.all(fans.map((one) => unfollow(t, one, star)))).map(codeOf))).toEqual(new Set([200]));
  expect(await countOf()).toBe(0);
});

it('follows and blocks of twenty in a ring, concurrently, without a deadlock', async () => {
  const ring = (await pairs(t)).flat();
  const moves = ring.flatMap((one, n) => {
    const [next, further] = [ring[(n + 1) % ring.length]!, ring[(n + 2) % ring.length]!];
    return [
      () => tryFollow(t, one, next),
      () => tryFollow(t, next, one),
      () => tryBlock(t, one, further),
      () => tryFollow(t, further, one),
    ];
  });
  const codes = new Set((await Promise.all(moves.map((move) => move()))).map(codeOf));
  for (const code of codes) expect([200, 201, 'interaction_not_allowed']).toContain(code);
});
