import { beforeAll, describe, expect, it } from 'vitest';
import { changeGrant, endGrant, granted, invite, invited, resendInvite, respondToInvite } from '../support/access.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { tryBlock } from '../support/follows.ts';
import { UNTOLD } from '../support/many-profiles.ts';
import { type Member, makeKey, makeProfile, signUp } from '../support/members.ts';
import { codeOf, type Moves, pairs, ROUNDS, raceOf } from '../support/race.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
});

const FEWER = 5;
const NOT_PENDING = 'access_grant_not_pending';

/**
 * The grants of a profile and the events about them in its log, sorted by type, because timestamps are not in commit
 * order.
 */
async function facts(owner: Member): Promise<{ grants: string[]; events: string[] }> {
  const { rows } = await t.pool.query(
    `select array(select status from access_grants where profile_id = $1 order by id) as grants,
      array(select replace(type, 'access_grant.', '') from events where profile_id = $1 and type like 'access_grant.%' order by 1) as events`,
    [owner.profile.id],
  );
  return rows[0];
}

/** Moves that end a grant lock the manager's account, which all rounds share: run fewer of those at once. */
async function race(moves: Moves, atOnce?: number) {
  const rounds = await raceOf(t, moves, facts, atOnce);
  return rounds.map(({ codes, facts }) => ({ codes, ...facts }));
}

describe('exactly one of two concurrent moves succeeds', () => {
  it('invite and invite', async () => {
    const rounds = await race(async (owner, manager) => {
      const again = () => invite(t, owner, owner.profile.id, manager.profile.id);
      return [again, again, again];
    });
    for (const { codes, grants, events } of rounds) {
      expect(codes.sort()).toEqual([201, 'access_grant_exists', 'access_grant_exists']);
      expect([grants, events]).toEqual([['pending'], ['invited']]);
    }
  });

  it('invite and invite, with an expired invitation', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      await t.pool.query('update access_grants set invitation_expires_at = created_at where id = $1', [id]);
      const again = () => invite(t, owner, owner.profile.id, manager.profile.id);
      return [again, again];
    }, FEWER);
    for (const { codes, grants, events } of rounds) {
      expect(codes.sort()).toEqual([201, 'access_grant_exists']);
      expect([grants, events]).toEqual([
        ['expired', 'pending'],
        ['expired', 'invited', 'invited'],
      ]);
    }
  });

  it('accept and decline', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      return [() => respondToInvite(t, manager, id, 'accept'), () => respondToInvite(t, manager, id, 'decline')];
    });
    for (const { codes, grants, events } of rounds) {
      const accepted = codes[0] === 200;
      expect(codes).toEqual(accepted ? [200, NOT_PENDING] : [NOT_PENDING, 200]);
      expect([grants, events]).toEqual(
        accepted ? [['accepted'], ['accepted', 'invited']] : [['declined'], ['declined', 'invited']],
      );
    }
  });

  it('accept and revoke', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      return [() => respondToInvite(t, manager, id), () => endGrant(t, owner, id)];
    }, FEWER);
    for (const { codes, grants, events } of rounds) {
      expect(codes[1]).toBe(200);
      expect(grants).toEqual(['revoked']);
      expect(events).toEqual(codes[0] === 200 ? ['accepted', 'invited', 'revoked'] : ['invited', 'revoked']);
      expect([200, NOT_PENDING]).toContain(codes[0]);
    }
  });

  it('decline and revoke', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      return [() => respondToInvite(t, manager, id, 'decline'), () => endGrant(t, owner, id)];
    }, FEWER);
    for (const { codes, grants, events } of rounds) {
      const declined = codes[0] === 200;
      expect(codes).toEqual([declined ? 200 : NOT_PENDING, 200]);
      expect([grants, events]).toEqual(
        declined ? [['declined'], ['declined', 'invited']] : [['revoked'], ['invited', 'revoked']],
      );
    }
  });

  it('resend and accept', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      return [() => resendInvite(t, owner, id), () => respondToInvite(t, manager, id)];
    });
    for (const { codes, grants, events } of rounds) {
      expect(codes[1]).toBe(200);
      expect(grants).toEqual(['accepted']);
      expect(events).toEqual(codes[0] === 200 ? ['accepted', 'invited', 'resent'] : ['accepted', 'invited']);
      expect([200, NOT_PENDING]).toContain(codes[0]);
    }
  });

  it('resend and resend', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      return [1, 2, 3].map(() => () => resendInvite(t, owner, id));
    });
    for (const { codes, events } of rounds) {
      expect(codes.sort()).toEqual([200, 'resend_limit_reached', 'resend_limit_reached']);
      expect(events).toEqual(['invited', 'resent']);
    }
  });

  it('revoke from both sides, and a change', async () => {
    const rounds = await race(async (owner, manager) => {
      const id = await granted(t, owner, manager);
      return [
        () => endGrant(t, owner, id),
        () => endGrant(t, manager, id),
        () => changeGrant(t, owner, id, { permissions: ['messaging'] }),
      ];
    }, FEWER);
    for (const { codes, grants, events } of rounds) {
      expect(codes.slice(0, 2)).toEqual([200, 200]);
      expect([200, NOT_PENDING]).toContain(codes[2]);
      const changed = codes[2] === 200 ? ['updated'] : [];
      expect([grants, events]).toEqual([['revoked'], ['accepted', 'invited', 'revoked', ...changed]]);
    }
  });
});

describe('a revocation', () => {
  it('lets writes under the grant that began before finish, and allows none after its response', async () => {
    const outcomes = new Set<unknown>();
    for (const [owner, manager] of await pairs(t)) {
      const id = await granted(t, owner, manager, ['posting']);
      let answered = false;
      const after: unknown[] = [];
      const write = async () => {
        const late = answered;
        const answer = await t.call('POST', '/v1/posts', {
          token: manager.token,
          as: owner.profile.id,
          body: { body: 'For another' },
        });
        outcomes.add(codeOf(answer));
        if (late) after.push(codeOf(answer));
      };
      const end = async () => {
        const answer = await endGrant(t, owner, id);
        answered = true;
        expect(answer.status).toBe(200);
      };
      await Promise.all([write(), end(), write()]);
      await write();
      expect(after).toEqual(['profile_not_attached']);
      // Every stored post names the grant and was written before its end.
      const { rows } = await t.pool.query(
        'select po.grant_id = g.id as named from posts po join access_grants g on g.profile_id = po.profile_id where g.id = $1',
        [id],
      );
      expect(rows.every(({ named }) => named)).toBe(true);
    }
    expect([...outcomes].filter((one) => one !== 201 && one !== 'profile_not_attached')).toEqual([]);
  });

  it('of the last two grants of an account leaves no key attached', async () => {
    const rounds = [];
    for (const [owner, manager] of (await pairs(t)).slice(0, 10)) {
      const second = { ...manager, profile: await makeProfile(t, manager) };
      const ids = [await granted(t, owner, manager), await granted(t, owner, second)];
      const key = await makeKey(t, manager, { scopes: ['posts:read'], profileIds: [owner.profile.id] });
      rounds.push({ owner, manager, ids, key });
    }
    await Promise.all(
      rounds.flatMap(({ owner, manager, ids, key }) => [
        endGrant(t, owner, ids[0]!),
        endGrant(t, manager, ids[1]!),
        t.call('PATCH', `/v1/api-keys/${key.id}`, { token: manager.token, body: { profile_ids: [owner.profile.id] } }),
      ]),
    );
    const { rows } = await t.pool.query(
      'select count(*)::int as n from credential_profiles where credential_id = any($1)',
      [rounds.map(({ key }) => key.id)],
    );
    expect(rows[0].n).toBe(0);
  });

  it.each([
    ['the owner', (owner: Member) => owner],
    ['the manager', (_owner: Member, manager: Member) => manager],
  ])('through a block by %s: neither an acceptance nor an invitation survives it', async (_who, blockerOf) => {
    const rounds = await race(async (owner, manager) => {
      const id = await invited(t, owner, manager);
      const other = blockerOf(owner, manager) === owner ? manager : owner;
      return [
        () => tryBlock(t, blockerOf(owner, manager), other),
        () => respondToInvite(t, manager, id),
        () => invite(t, manager, manager.profile.id, owner.profile.id),
        () => tryBlock(t, other, blockerOf(owner, manager)),
      ];
    }, FEWER);
    for (const { codes, grants } of rounds) {
      expect([codes[0], codes[3]]).toEqual([201, 201]);
      expect([200, NOT_PENDING, 'interaction_not_allowed']).toContain(codes[1]);
      expect([201, 'interaction_not_allowed']).toContain(codes[2]);
      expect(grants).toEqual(['revoked']);
    }
    const { rows } = await t.pool.query(
      `select count(*)::int as n from access_grants g join blocks b on g.status in ('pending', 'accepted')
        and (b.blocker_profile_id, b.blocked_profile_id) in ((g.profile_id, g.manager_profile_id), (g.manager_profile_id, g.profile_id))`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('through the deletion of either profile: a concurrent acceptance does not survive it', async () => {
    const all = await pairs(t);
    // Deletions are serialized; a few at once, so that none waits too long.
    for (let at = 0; at < ROUNDS; at += 4) {
      await Promise.all(
        all.slice(at, at + 4).map(async ([owner, manager], n) => {
          const id = await invited(t, owner, manager);
          const gone = n % 2 ? owner : manager;
          const [, deleted] = await Promise.all([
            respondToInvite(t, manager, id),
            t.call('DELETE', `/v1/profiles/${gone.profile.id}`, { token: gone.token }),
          ]);
          expect(deleted.status, deleted.text).toBe(200);
          const { rows } = await t.pool.query('select status from access_grants where id = $1', [id]);
          expect(rows).toEqual([{ status: 'revoked' }]);
        }),
      );
    }
  });
});

describe('chains of grants', () => {
  const ALL = ['posting', 'commenting', 'access_management'];
  /** A manager with `access_management`, and a profile to delegate to. */
  async function chain(owner: Member, manager: Member) {
    const one = await granted(t, owner, manager, ALL);
    const other = await signUp(t);
    const third: Member = { ...other, profile: await makeProfile(t, other) };
    return { one, third, giver: { ...manager, profile: owner.profile } };
  }
  const statuses = (rounds: { grants: string[] }[]) => rounds.map(({ grants }) => grants);

  it('revoke and accept of a delegated grant', async () => {
    const rounds = await race(async (owner, manager) => {
      const { one, third, giver } = await chain(owner, manager);
      const child = await invited(t, giver, third, ['posting']);
      return [() => endGrant(t, owner, one), () => respondToInvite(t, third, child)];
    }, FEWER);
    for (const { codes } of rounds) {
      expect(codes[0]).toBe(200);
      expect([200, NOT_PENDING]).toContain(codes[1]);
    }
    expect(statuses(rounds)).toEqual(rounds.map(() => ['revoked', 'revoked']));
  });

  it('revoke and delegate', async () => {
    const rounds = await race(async (owner, manager) => {
      const { one, third } = await chain(owner, manager);
      return [() => endGrant(t, owner, one), () => invite(t, manager, owner.profile.id, third.profile.id, ['posting'])];
    }, FEWER);
    for (const { codes, grants } of rounds) {
      expect(codes[0]).toBe(200);
      expect([201, 'permission_denied', 'profile_not_found']).toContain(codes[1]);
      expect(grants).toEqual(codes[1] === 201 ? ['revoked', 'revoked'] : ['revoked']);
    }
  });

  it('narrowing it and widening a delegated grant', async () => {
    const rounds = await race(async (owner, manager) => {
      const { one, third, giver } = await chain(owner, manager);
      const child = await invited(t, giver, third, ['commenting']);
      return [
        () => changeGrant(t, owner, one, { permissions: ['commenting', 'access_management'] }),
        () => changeGrant(t, manager, child, { permissions: ['commenting', 'posting'] }),
      ];
    }, FEWER);
    for (const { codes } of rounds) {
      expect(codes[0]).toBe(200);
      expect([200, 'permission_denied']).toContain(codes[1]);
    }
    const { rows } = await t.pool.query(
      "select count(*)::int as n from access_grants where given_by <> '{}' and status = 'pending' and 'posting' = any(permissions)",
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('revoke of it and of a delegated grant', async () => {
    const rounds = await race(async (owner, manager) => {
      const { one, third, giver } = await chain(owner, manager);
      const child = await invited(t, giver, third, ['posting']);
      expect((await respondToInvite(t, third, child)).status).toBe(200);
      return [() => endGrant(t, owner, one), () => endGrant(t, owner, child)];
    }, FEWER);
    for (const { codes, events } of rounds) {
      expect(codes).toEqual([200, 200]);
      expect(events.filter((type) => type === 'revoked')).toHaveLength(2);
    }
    expect(statuses(rounds)).toEqual(rounds.map(() => ['revoked', 'revoked']));
  });
});
