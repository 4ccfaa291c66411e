import { beforeAll, expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember, unique } from '../support/members.ts';

let t: TestApp;
let members: Member[];
beforeAll(async () => {
  t = await startTestApp();
  members = [];
  for (let n = 0; n < 4; n++) members.push(await makeMember(t));
});

const ROUNDS = 20;
const create = (by: Member, username: string) =>
  t.call('POST', '/v1/profiles', { token: by.token, body: { type: 'human', username, name: 'Robin Example' } });
const rename = (by: Member, username: string) =>
  t.call('PATCH', `/v1/profiles/${by.profile.id}`, { token: by.token, body: { username } });

/** Exactly one of concurrent requests gets the name; the others fail with `username_taken`. */
async function expectOneHolder(answers: CallResult[], name: string) {
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(answers.length - 1);
  expect(refused.map(({ json }) => json.error_code)).toEqual(refused.map(() => 'username_taken'));
  const [holder] = answers.filter(({ status }) => status !== 409);
  const { rows } = await t.pool.query(
    "select id from profiles where replace(replace(username, '_', ''), '-', '') = $1",
    [name],
  );
  expect(rows).toEqual([{ id: holder!.json.data.id }]);
}

it('one of four gets a name, with new profiles and renames, in any spelling', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const name = unique('race');
    const spelt = [name, `${name.slice(0, 6)}-${name.slice(6)}`, `${name.slice(0, 4)}_${name.slice(4)}`, name];
    const [a, b, c, d] = members as [Member, Member, Member, Member];
    const moves = [
      () => create(a, spelt[0]!),
      () => create(b, spelt[1]!),
      () => rename(c, spelt[2]!),
      () => rename(d, spelt[3]!),
    ];
    const turned = [...moves.slice(round % 4), ...moves.slice(0, round % 4)];
    await expectOneHolder(await Promise.all(turned.map((move) => move())), name);
  }
});

it('one of twenty concurrent calls of one account gets the name', async () => {
  const name = unique('many');
  await expectOneHolder(await Promise.all(Array.from({ length: ROUNDS }, () => create(members[0]!, name))), name);
});
