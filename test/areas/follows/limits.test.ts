import { beforeAll, describe, expect, it } from 'vitest';
import { reserveFollow } from '../../../src/areas/follows/follow.ts';
import { authenticate } from '../../../src/auth/authenticate.ts';
import { newId } from '../../../src/core/ids.ts';
import { makeCtx, systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, follow, tryFollow, unfollow } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';

const code = ({ status, json }: { status: number; json: { error_code?: string } }) => json.error_code ?? status;

describe('the daily limit of new follows', () => {
  let t: TestApp;
  let me: Member;
  beforeAll(async () => {
    t = await startTestApp();
    me = await makeMember(t);
  });

  /** The limits that a follow counts against, apart from the hourly one. */
  async function reservedFor(other: { profile: { id: string } }): Promise<string[]> {
    const principal = await authenticate(systemCtx(t.deps, 'test'), me.token);
    const acting = principal.profiles.get(me.profile.id)!;
    const ctx = makeCtx({ deps: t.deps, operation: 'follows.create', requestId: 'test', principal, acting });
    const reserved: string[] = [];
    await reserveFollow({ ctx, reserveLimit: async (name) => void reserved.push(name) }, other.profile.id);
    return reserved;
  }

  it('counts only follows that are new and not refused', async () => {
    const [fresh, followed, blocker] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    await follow(t, me, followed);
    await block(t, blocker, me);
    expect(await reservedFor(fresh)).toEqual(['new_follows']);
    for (const other of [followed, blocker, me, { profile: { id: newId() } }])
      expect(await reservedFor(other)).toEqual([]);
    await unfollow(t, me, followed);
    expect(await reservedFor(followed)).toEqual(['new_follows']);
    expect(code(await tryFollow(t, me, fresh))).toBe(201);
  });
});
