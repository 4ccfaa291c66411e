import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeMember, makeProfile, signUp } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

it('leaves nothing of a profile that is deleted while it writes', async () => {
  const account = await signUp(t);
  for (let round = 0; round < 10; round++) {
    const { id } = await makeProfile(t, account);
    const write = () => t.call('POST', '/v1/posts', { token: account.token, as: id, body: { body: 'Still here?' } });
    const remove = () => t.call('DELETE', `/v1/profiles/${id}`, { token: account.token });
    const answers = await Promise.all([write(), write(), write(), remove(), write(), write(), write(), write()]);
    expect(
      new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 201, 403])),
      answers.map(({ text }) => text).join('\n'),
    ).toBe(true);
    const left = await t.pool.query(
      `select count(*)::int as n from posts where profile_id = $1 and status <> 'removed'`,
      [id],
    );
    expect(left.rows[0].n).toBe(0);
  }
});

it('lets others comment on, quote and react to disappearing posts, or returns 404', async () => {
  const other = await makeMember(t);
  const elsewhere = await makePost(t, as(other));
  const deletions: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < 20; round++) {
    const author = await makeMember(t);
    const own = [await makePost(t, as(author)), await makePost(t, as(author))];
    for (const { id } of [elsewhere, ...own]) await makePost(t, as(author), { reply_to_post_id: id });
    const meet = ({ id }: { id: string }) => [
      t.call('POST', `/v1/posts/${id}/comments`, { ...as(other), body: { body: 'Well said.' } }),
      t.call('POST', '/v1/posts', { ...as(other), body: { body: 'See this.', quoted_post_id: id } }),
      t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(other), body: { reaction_type: 'like', active: true } }),
    ];
    const elsewhereComment = t.call('POST', `/v1/posts/${elsewhere.id}/comments`, {
      ...as(other),
      body: { body: 'Me too.' },
    });
    const remove = () => t.call('DELETE', `/v1/profiles/${author.profile.id}`, { token: author.token });
    const first = own.flatMap(meet);
    const removal = remove();
    others.push(...(await Promise.all([...first, elsewhereComment, ...own.flatMap(meet)])).map(({ status }) => status));
    deletions.push((await removal).status);
  }
  expect(new Set(deletions)).toEqual(new Set([200]));
  expect(new Set(others).isSubsetOf(new Set([200, 201, 404])), [...new Set(others)].join()).toBe(true);
});

it('waits for a comment that has updated its counts, without blocking it in turn', async () => {
  const author = await makeMember(t);
  const post = await makePost(t, as(author));
  await makePost(t, as(author), { reply_to_post_id: post.id });
  const writer = await t.pool.connect();
  try {
    await writer.query('begin');
    await writer.query(
      `insert into post_counters (post_id, shard, comments) values ($1, 0, 0)
        on conflict (post_id, shard) do update set comments = post_counters.comments`,
      [post.id],
    );
    const removal = t.call('DELETE', `/v1/profiles/${author.profile.id}`, { token: author.token });
    const { rows } = await writer.query('select pg_backend_pid() as pid');
    for (let waiting = false; !waiting; ) {
      const answer = await t.pool.query(
        'select exists (select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))) as waiting',
        [rows[0].pid],
      );
      waiting = answer.rows[0].waiting;
    }
    // The same lock as the foreign key check of a comment.
    await writer.query('select 1 from posts where id = $1 for key share nowait', [post.id]);
    await writer.query('commit');
    expect((await removal).status).toBe(200);
  } finally {
    writer.release(true);
  }
});
