import { beforeAll, describe, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { askForContact } from '../../support/contacts.ts';
import { openConversation, sendMessage } from '../../support/conversations.ts';
import { makeKey, makeMember, makeProfile, PASSWORD, signUp, unique } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';

const DAY = 86_400_000;
/** A word in everything that the member writes, which no text of the service contains. */
const MARK = 'zzmarkedzz';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

/** Every row of every table that contains one of the words, as `table: row`. */
async function rowsWith(words: string[]): Promise<string[]> {
  const { rows: tables } = await t.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await t.pool.query(`select one::text as row from ${name} one where one::text ilike any($1)`, [
      words.map((word) => `%${word}%`),
    ]);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
const runJob = (name: 'account.erase' | 'account.purge') =>
  makeHandlers(t.deps)[name](systemCtx(t.deps, `job.${name}`), {});

describe('the erasure of an account', () => {
  it('leaves none of its words in the database, except in messages, which also belong to their recipients', async () => {
    const account = await signUp(t);
    const username = `${MARK}-${unique('x')}`.slice(0, 30).replace(/[-_]$/, '');
    const profile = await makeProfile(t, account, { username, name: `${MARK} name` });
    const gone = { ...account, profile };
    const [friend, other] = [await makeMember(t), await makeMember(t)];
    const edit = await t.call('PATCH', `/v1/profiles/${profile.id}`, {
      ...as(gone),
      body: { bio: `${MARK} bio`, occupation: `${MARK} work`, username: `${username.slice(0, 26)}-2` },
    });
    expect(edit.status, edit.text).toBe(200);
    await makeKey(t, gone, { name: `${MARK} key`, profileIds: [profile.id] });
    const post = await makePost(t, as(gone), { body: `${MARK} post`, client_reference: `${MARK}-1` });
    await t.call('PATCH', `/v1/posts/${post.id}`, { ...as(gone), body: { body: `${MARK} edited` } });
    const draft = await makePost(t, as(gone), { status: 'draft', body: `${MARK} draft` });
    await t.call('PATCH', `/v1/posts/${draft.id}`, { ...as(gone), body: { body: `${MARK} second draft` } });
    const theirs = await makePost(t, as(friend));
    await makePost(t, as(gone), { reply_to_post_id: theirs.id, body: `${MARK} comment` });
    await askForContact(t, gone, other, `${MARK} note`);
    const report = await t.call('POST', '/v1/reports', {
      ...as(gone),
      body: { target_type: 'post', target_id: theirs.id, reason: 'spam', comment: `${MARK} comment` },
    });
    expect(report.status, report.text).toBe(201);
    const conversation = await openConversation(t, gone, friend);
    await sendMessage(t, as(gone), conversation, { body: 'A letter', client_reference: `${MARK}-2` });
    expect((await rowsWith([MARK])).length).toBeGreaterThan(9);

    await t.call('DELETE', '/v1/account', { token: gone.token, body: { password: PASSWORD } });
    t.clock.advance(30 * DAY);
    await runJob('account.erase');
    const key = username.replace(/[-_]/g, '');
    // Queued mails and stored responses expire by themselves.
    expect((await rowsWith([MARK, key, account.email])).filter((row) => !row.startsWith('jobs.'))).toEqual([]);
    expect((await t.pool.query('select body from messages where conversation_id = $1', [conversation])).rows).toEqual([
      { body: 'A letter' },
    ]);
  });
});

describe('the username of a deleted profile', () => {
  const take = (token: string, username: string) =>
    t.call('POST', '/v1/profiles', { token, body: { type: 'human', username, name: 'Somebody else' } });

  it('is refused for everyone, in every spelling, for new profiles and renames', async () => {
    const member = await makeMember(t, { username: 'ada-of-old' });
    await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    expect(await rowsWith(['ada-of-old', 'adaofold'])).toEqual([]);
    const other = await makeMember(t);
    for (const name of ['ada-of-old', 'ada_of_old', 'adaofold', 'AdaOfOld']) {
      expect((await take(other.token, name)).json.error_code, name).toBe('username_taken');
    }
    const renamed = await t.call('PATCH', `/v1/profiles/${other.profile.id}`, {
      token: other.token,
      body: { username: 'ada-of_old' },
    });
    expect(renamed.json.error_code).toBe('username_taken');
  });

  it('a former username is available again after 90 days', async () => {
    const member = await makeMember(t, { username: 'before-name' });
    const change = { token: member.token, body: { username: 'after-name' } };
    expect((await t.call('PATCH', `/v1/profiles/${member.profile.id}`, change)).status).toBe(200);
    await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    const { email } = await makeMember(t);
    expect((await take((await signUp(t)).token, 'before-name')).json.error_code).toBe('username_taken');
    t.clock.advance(91 * DAY);
    const again = await signUp(t);
    expect(email).not.toBe(again.email);
    const taken = await take(again.token, 'before-name');
    expect(taken.status, taken.text).toBe(201);
    expect((await take(again.token, 'after-name')).json.error_code).toBe('username_taken');
    const id = taken.json.data.id ?? taken.json.data.profile.id;
    expect((await t.call('DELETE', `/v1/profiles/${id}`, { token: again.token })).status).toBe(200);
    expect((await take(again.token, 'before-name')).json.error_code).toBe('username_taken');
  });

  it('a username that an earlier version left readable is hashed by the job', async () => {
    const member = await makeMember(t, { username: 'kept-readable' });
    await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    await t.pool.query('delete from usernames where profile_id = $1', [member.profile.id]);
    await t.pool.query(
      "insert into usernames (key, username, profile_id) values ('keptreadable', 'kept-readable', $1)",
      [member.profile.id],
    );
    const other = await signUp(t);
    expect((await take(other.token, 'kept-readable')).json.error_code).toBe('username_taken');
    await runJob('account.purge');
    expect(await rowsWith(['keptreadable'])).toEqual([]);
    expect((await take((await signUp(t)).token, 'kept-readable')).json.error_code).toBe('username_taken');
  });
});

it('is not reassigned while its profile is being deleted', async () => {
  for (let round = 0; round < 20; round++) {
    const member = await makeMember(t, { username: `race-name-${round}` });
    const other = await signUp(t);
    const moves = [
      () => t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token }),
      () =>
        t.call('POST', '/v1/profiles', {
          token: other.token,
          body: { type: 'human', username: `racename${round}`, name: 'Somebody else' },
        }),
    ];
    const answers = await Promise.all((round % 2 ? moves.reverse() : moves).map((move) => move()));
    expect(answers.map(({ json, status }) => json.error_code ?? status).sort()).toEqual([200, 'username_taken']);
  }
});
