import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { exceeds, isWithinOwn } from '../../../src/areas/access/delegation.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { p, statement } from '../../../src/db/statement.ts';
import { changeGrant, granted } from '../../support/access.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';

/**
 * Compares what a manager may delegate, decided in SQL, with the same rule in TypeScript, for every case of a small
 * domain.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

const DAY = 86_400_000;
type GrantTerms = {
  permissions: string[];
  end: number | null;
  budget: { posts_per_day?: number; messages_per_day?: number };
};

const gifts = (sets: string[][]): GrantTerms[] =>
  sets.flatMap((permissions) =>
    [1, 2, null].flatMap((end) =>
      [{}, { posts_per_day: 1 }, { posts_per_day: 2 }, { posts_per_day: 1, messages_per_day: 1 }].map((budget) => ({
        permissions,
        end,
        budget,
      })),
    ),
  );
const OWN = gifts([['access_management'], ['access_management', 'posting']]);
const GIVEN = gifts([['posting'], ['following'], ['following', 'posting']]);

const noMore = (a: GrantTerms, b: GrantTerms) =>
  (a.end ?? Number.POSITIVE_INFINITY) <= (b.end ?? Number.POSITIVE_INFINITY) &&
  (['posts_per_day', 'messages_per_day'] as const).every(
    (kind) => (a.budget[kind] ?? Number.POSITIVE_INFINITY) <= (b.budget[kind] ?? Number.POSITIVE_INFINITY),
  );
/** A source has one permission if it has it for at least as long and with limits at least as wide. */
const isHeld = (permission: string, terms: GrantTerms, source: GrantTerms | null) =>
  source?.permissions.includes(permission) === true && noMore(terms, source);

const termsIn = (name: string) => {
  const terms = sql.raw(`(c->'${name}')`);
  return sql`(select array(select jsonb_array_elements_text(${terms}->'permissions')) as permissions,
    timestamptz '2030-01-01' + (${terms}->>'end')::int * interval '1 day' as expires_at, ${terms}->'budget' as budget)`;
};
const [after, before] = [sql`after`, sql`before`];
const judgeAll = statement(
  'test.judge_gifts',
  { cases: 'jsonb' },
  sql<{
    changes: boolean;
    gives: boolean;
    more: boolean;
  }>`select ${isWithinOwn(after, before)} as changes, ${isWithinOwn(after, null)} as gives, ${exceeds(after, before)} as more
    from jsonb_array_elements(${p('cases', 'jsonb')}) with ordinality as one(c, n)
      cross join lateral ${termsIn('own')} own cross join lateral ${termsIn('before')} before
      cross join lateral ${termsIn('after')} after
    order by n`,
);

it("takes each permission from the giver's grant or the previous one, with the expiry and limits of that source", async () => {
  const cases = OWN.flatMap((mine) => GIVEN.flatMap((before) => GIVEN.map((after) => ({ own: mine, before, after }))));
  const judged = await judgeAll.all(systemCtx(t.deps, 'test'), { cases: JSON.stringify(cases) });
  const expected = cases.map(({ own: mine, before, after }) => ({
    changes: after.permissions.every((one) => isHeld(one, after, mine) || isHeld(one, after, before)),
    gives: after.permissions.every((one) => isHeld(one, after, mine)),
    more: !after.permissions.every((one) => isHeld(one, after, before)),
  }));
  expect(judged).toHaveLength(31_104);
  const wrong = judged.flatMap((row, n) =>
    JSON.stringify(row) === JSON.stringify(expected[n]) ? [] : [{ ...cases[n], row, expected: expected[n] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  for (const verdict of ['changes', 'gives', 'more'] as const) {
    expect(new Set(judged.map((row) => row[verdict])).size, verdict).toBe(2);
  }
});

it('owners may give anything', async () => {
  const [owner, other] = [await makeMember(t), await makeMember(t)];
  const id = await granted(t, owner, other, ['following'], { budget: { posts_per_day: 1 } });
  const answer = await changeGrant(t, owner, id, { permissions: ['access_management', 'posting'], budget: null });
  expect(answer.json.data.access_grant).toMatchObject({ permissions: ['access_management', 'posting'], budget: null });
});

it('a manager cannot add its permissions to a grant without expiry or limits, nor remove limits from one with permissions it lacks', async () => {
  const [owner, keeper, other] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const in1Day = new Date(t.clock.now().getTime() + DAY).toISOString();
  await granted(t, owner, keeper, ['access_management', 'posting'], {
    budget: { posts_per_day: 1 },
    expires_at: in1Day,
  });
  const free = await granted(t, owner, other, ['following']);
  const both = ['following', 'posting', 'access_management'];
  const statuses = async (by: typeof keeper, id: string, bodies: Record<string, unknown>[]) => {
    const seen: number[] = [];
    for (const body of bodies) seen.push((await changeGrant(t, by, id, body)).status);
    return seen;
  };
  const bounded = { permissions: both, budget: { posts_per_day: 1 }, expires_at: in1Day };
  expect(
    await statuses(keeper, free, [
      { permissions: both },
      { permissions: both, expires_at: in1Day },
      { permissions: both, budget: { posts_per_day: 1 } },
      bounded,
    ]),
  ).toEqual([403, 403, 403, 200]);

  const clerk = await makeMember(t);
  await granted(t, owner, clerk, ['access_management']);
  const short = await granted(t, owner, await makeMember(t), ['posting'], {
    budget: { posts_per_day: 2 },
    expires_at: in1Day,
  });
  expect(
    await statuses(clerk, short, [
      { budget: null, expires_at: null },
      { budget: null },
      { expires_at: null },
      { budget: { posts_per_day: 3 } },
      { budget: { posts_per_day: 1 } },
    ]),
  ).toEqual([403, 403, 403, 403, 200]);
});
