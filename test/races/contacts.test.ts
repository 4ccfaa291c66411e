import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  ask,
  askForContact,
  becomeContacts,
  contactIdOf,
  conversationsOf,
  respond,
  withdraw,
} from '../support/contacts.ts';
import { follow, tryBlock } from '../support/follows.ts';
import { UNTOLD } from '../support/many-profiles.ts';
import type { Member } from '../support/members.ts';
import { as } from '../support/posts.ts';
import { codeOf, type Moves, pairs, ROUNDS, raceOf } from '../support/race.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
});

/** The relation between two profiles. */
async function relationOf(a: Member, b: Member) {
  const ids = [a.profile.id, b.profile.id];
  const { rows } = await t.pool.query(
    `select (select count(*)::int from contacts where owner_entity_id = any($1) and contact_entity_id = any($1)) as contacts,
      (select coalesce(sum(contacts), 0)::int from profile_counters where profile_id = any($1)) as counted,
      array(select status from contact_requests where requester_profile_id = any($1) and addressee_profile_id = any($1) order by 1) as requests`,
    [ids],
  );
  return rows[0];
}

const race = (moves: Moves, atOnce?: number) => raceOf(t, moves, relationOf, atOnce);

const CONTACTS = { contacts: 2, counted: 2, requests: ['accepted'] };

describe('exactly one of two concurrent moves succeeds', () => {
  it('request and request, from both sides', async () => {
    const rounds = await race(async (a, b) => [() => ask(t, a, b), () => ask(t, b, a), () => ask(t, a, b)]);
    for (const { codes, facts } of rounds) {
      expect(codes.filter((one) => one === 201)).toHaveLength(1);
      const refused = codes.filter((one) => one !== 201);
      const [mine, theirs] = ['contact_request_pending', 'contact_request_reciprocal_pending'];
      expect(refused.sort()).toEqual(codes[1] === 201 ? [theirs, theirs] : [mine, theirs]);
      expect(facts).toEqual({ contacts: 0, counted: 0, requests: ['pending'] });
    }
  });

  it('accept and withdraw', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b, 'Hello');
      return [() => respond(t, b, id, 'accept'), () => withdraw(t, a, id)];
    });
    for (const { a, b, codes, facts } of rounds) {
      const accepted = codes[0] === 200;
      expect(codes).toEqual(accepted ? [200, 'contact_request_not_pending'] : ['contact_request_not_pending', 200]);
      expect(facts).toEqual(accepted ? CONTACTS : { contacts: 0, counted: 0, requests: ['withdrawn'] });
      expect(await conversationsOf(t, a, b)).toHaveLength(accepted ? 1 : 0);
    }
  });

  it('accept, accept and reject', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b, 'Hello');
      return [() => respond(t, b, id, 'accept'), () => respond(t, b, id, 'reject'), () => respond(t, b, id, 'accept')];
    });
    for (const { a, b, codes, facts } of rounds) {
      expect(codes.filter((one) => one === 200)).toHaveLength(1);
      expect(codes.filter((one) => one === 'contact_request_not_pending')).toHaveLength(2);
      const rejected = codes[1] === 200;
      expect(facts).toEqual(rejected ? { contacts: 0, counted: 0, requests: ['rejected'] } : CONTACTS);
      const [exchange] = await conversationsOf(t, a, b);
      expect(exchange?.messages.length ?? 0).toBe(rejected ? 0 : 1);
    }
  });

  it('accept and a request of the other side', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b);
      return [() => respond(t, b, id, 'accept'), () => ask(t, b, a)];
    });
    for (const { codes, facts } of rounds) {
      expect(codes[0]).toBe(200);
      expect(['contact_request_reciprocal_pending', 'already_contacts']).toContain(codes[1]);
      expect(facts).toEqual(CONTACTS);
    }
  });

  it('removal by both sides, twice each', async () => {
    const rounds = await race(async (a, b) => {
      await becomeContacts(t, a, b);
      const remove = (by: Member, id: string) => () => t.call('DELETE', `/v1/contacts/${id}`, as(by));
      const [mine, theirs] = [await contactIdOf(t, a, b), await contactIdOf(t, b, a)];
      return [remove(a, mine), remove(b, theirs), remove(a, mine), remove(b, theirs)];
    });
    for (const { codes, facts } of rounds) {
      expect(codes.filter((one) => one === 200)).toHaveLength(1);
      expect(codes.filter((one) => one === 'contact_not_found')).toHaveLength(3);
      expect(facts).toEqual({ contacts: 0, counted: 0, requests: ['accepted'] });
    }
  });

  it('removal and block, with follows: everything is removed and counted once', async () => {
    const rounds = await race(async (a, b) => {
      await becomeContacts(t, a, b);
      await Promise.all([follow(t, a, b), follow(t, b, a)]);
      const [mine, theirs] = [await contactIdOf(t, a, b), await contactIdOf(t, b, a)];
      return [
        () => t.call('DELETE', `/v1/contacts/${theirs}`, as(b)),
        () => tryBlock(t, a, b),
        () => t.call('DELETE', `/v1/contacts/${mine}`, as(a)),
        () => t.call('DELETE', `/v1/profile-follows/${a.profile.id}`, as(b)),
      ];
    });
    for (const { codes, facts } of rounds) {
      const [theirs, blocked, mine, unfollowed] = codes;
      expect([blocked, unfollowed]).toEqual([201, 200]);
      expect([theirs, mine].filter((one) => one === 200).length).toBeLessThanOrEqual(1);
      expect(facts).toEqual({ contacts: 0, counted: 0, requests: ['accepted'] });
    }
  });

  it('accept and block: in either order, nothing is left between the two', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b, 'Hello');
      return [() => respond(t, b, id, 'accept'), () => tryBlock(t, a, b), () => ask(t, b, a)];
    });
    for (const { codes, facts } of rounds) {
      expect([200, 'contact_request_not_pending']).toContain(codes[0]);
      expect(facts).toEqual({ contacts: 0, counted: 0, requests: [codes[0] === 200 ? 'accepted' : 'withdrawn'] });
    }
  });

  it('accept, a request and the deletion of a side', async () => {
    const rounds = await race(async (a, b) => {
      const id = await askForContact(t, a, b, 'Hello');
      const remove = () => t.call('DELETE', `/v1/profiles/${a.profile.id}`, { token: a.token });
      return [() => respond(t, b, id, 'accept'), remove, () => ask(t, b, a)];
      // Deletions are serialized, and wait no longer than the lock timeout.
    }, 4);
    for (const { b, codes, facts } of rounds) {
      expect(codes[1]).toBe(200);
      expect([200, 'contact_request_not_found', 'contact_request_not_pending']).toContain(codes[0]);
      expect(['contact_request_reciprocal_pending', 'already_contacts', 'profile_not_found']).toContain(codes[2]);
      expect(facts).toEqual({ contacts: 0, counted: 0, requests: [codes[0] === 200 ? 'accepted' : 'withdrawn'] });
      expect((await t.call('GET', '/v1/contacts', as(b))).json.data.items).toEqual([]);
    }
  });
});

it('counts twenty concurrent acceptances', async () => {
  const sides = await pairs(t);
  const star = sides[0]![0];
  const askers = sides.map(([, one]) => one);
  const ids = await Promise.all(askers.map((one) => askForContact(t, one, star, 'Hello')));
  const answers = await Promise.all(ids.map((id) => respond(t, star, id, 'accept')));
  expect(new Set(answers.map(codeOf))).toEqual(new Set([200]));
  const profile = await t.call('GET', `/v1/profiles/${star.profile.id}`, as(star));
  expect(profile.json.data.contacts_count).toBe(ROUNDS);
});
