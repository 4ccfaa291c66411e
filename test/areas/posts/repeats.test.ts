import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, makePost, refusal } from '../../support/posts.ts';

/** `Idempotency-Key`: a repeated write happens once. */

const DAY_MS = 24 * 3600 * 1000;

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
});

let last = 0;
const newKey = () => `key-${++last}`;
const write = (
  key: string,
  body: object,
  by: { token: string; as: string } = as(ada),
  path = '/v1/posts',
  method = 'POST',
) => t.call(method, path, { ...by, body, headers: { 'idempotency-key': key } });
const countPosts = async () => (await t.pool.query('select count(*)::int as n from posts')).rows[0].n;
const countRecords = async (key: string) =>
  (await t.pool.query('select count(*)::int as n from idempotency_records where key = $1', [key])).rows[0].n;

describe('Idempotency-Key on posts', () => {
  it('20 concurrent calls with one key have one effect', async () => {
    for (let round = 0; round < 5; round++) {
      const key = newKey();
      const before = await countPosts();
      const answers = await Promise.all(Array.from({ length: 20 }, () => write(key, { body: 'Only once' })));
      expect(await countPosts()).toBe(before + 1);
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made.map(({ json }) => json.data.id)).size).toBe(1);
      expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(refusal(answer)).toEqual([409, 'idempotency_in_progress', undefined]);
        expect(answer.json.agent.retry_after_seconds).toBe(1);
      }
      const later = await write(key, { body: 'Only once' });
      expect([later.status, later.json.data, later.json.agent.replayed]).toEqual([201, made[0]!.json.data, true]);
    }
  });

  it('20 concurrent reactions and comments with one key each count once', async () => {
    const { id } = await makePost(t, as(ada));
    const [forReaction, forComment] = [newKey(), newKey()];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? write(forReaction, { reaction_type: 'like', active: true }, as(ben), `/v1/posts/${id}/reaction`, 'PUT')
          : write(forComment, { body: 'A remark' }, as(ben), `/v1/posts/${id}/comments`),
      ),
    );
    expect((await t.call('GET', `/v1/posts/${id}`)).json.data).toMatchObject({ likes_count: 1, comments_count: 1 });
  });

  it('replays the original response, whatever the order of fields', async () => {
    const key = newKey();
    const first = await write(key, { body: 'To be edited', visibility: 'members' });
    await t.call('PATCH', `/v1/posts/${first.json.data.id}`, { ...as(ada), body: { body: 'Edited since' } });
    const again = await write(key, { visibility: 'members', body: 'To be edited' });
    expect([again.status, again.json.data]).toEqual([201, first.json.data]);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('refuses another payload, path, query or profile with the same key', async () => {
    const key = newKey();
    const second = await makeProfile(t, ada);
    expect((await write(key, { body: 'The first' })).status).toBe(201);
    const { id } = await makePost(t, as(ben));
    const reused = [422, 'idempotency_key_reused', undefined];
    const before = await countPosts();
    expect(refusal(await write(key, { body: 'The second' }))).toEqual(reused);
    expect(refusal(await write(key, { body: 'The first', visibility: 'public' }))).toEqual(reused);
    expect(refusal(await write(key, { body: 'The first' }, as(ada), `/v1/posts/${id}/comments`))).toEqual(reused);
    expect(refusal(await write(key, { body: 'The first' }, { token: ada.token, as: second.id }))).toEqual(reused);
    expect(await countPosts()).toBe(before);
    expect((await write(key, { body: 'The first' })).headers['idempotency-replayed']).toBe('true');
  });

  it('stores no failures, so the key may be used again', async () => {
    const key = newKey();
    const before = await countPosts();
    expect(refusal(await write(key, { body: '' }))[1]).toBe('empty_post');
    expect(refusal(await write(key, { body: 'Hello there', reply_to_post_id: newId() }))[1]).toBe('post_not_found');
    expect(refusal(await write(key, { body: 'Hello there', mood: 'x' }))[1]).toBe('invalid_request');
    expect([await countPosts(), await countRecords(key)]).toEqual([before, 0]);
    const made = await write(key, { body: 'Hello there' });
    expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('is separate for each credential', async () => {
    const key = newKey();
    const apiKey = await makeKey(t, ada, { profileIds: [ada.profile.id] });
    const ids = new Set<string>();
    for (const by of [as(ada), { token: apiKey.token, as: ada.profile.id }, as(ben)]) {
      const made = await write(key, { body: 'The same words' }, by);
      expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
      ids.add(made.json.data.id);
    }
    expect([ids.size, await countRecords(key)]).toEqual([3, 3]);
  });

  it('expires after 24 hours', async () => {
    const key = newKey();
    const first = await write(key, { body: 'Day by day' });
    t.clock.advance(DAY_MS - 60_000);
    expect((await write(key, { body: 'Day by day' })).json.data.id).toBe(first.json.data.id);
    t.clock.advance(60_001);
    const next = await write(key, { body: 'Another day' });
    expect([next.status, next.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(next.json.data.id).not.toBe(first.json.data.id);
  });

  it('is ignored in a dry run, and rejected if malformed', async () => {
    const key = newKey();
    const dry = await t.call('POST', '/v1/posts', {
      ...as(ada),
      body: { body: 'A rehearsal' },
      headers: { 'idempotency-key': key, 'dry-run': 'true' },
    });
    expect([dry.status, dry.json.agent.dry_run, await countRecords(key)]).toEqual([201, true, 0]);
    expect((await write(key, { body: 'The real thing' })).headers['idempotency-replayed']).toBeUndefined();
    for (const bad of ['x'.repeat(256), 'clé', ' ']) {
      const answer = await write(bad, { body: 'Hello there' });
      expect([bad.slice(0, 5), ...refusal(answer)]).toEqual([
        bad.slice(0, 5),
        400,
        'invalid_request',
        'printable_ascii',
      ]);
    }
  });

  it('a dry run of each write changes nothing', async () => {
    const post = await makePost(t, as(ada));
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const read = async () =>
      JSON.stringify((await t.pool.query('select * from posts order by id')).rows) +
      JSON.stringify(
        (await t.pool.query('select count(*) from events union all select count(*) from audit_log')).rows,
      ) +
      JSON.stringify((await t.pool.query('select * from post_counters order by post_id, shard')).rows);
    const before = await read();
    for (const [method, path, body, status] of [
      ['PATCH', `/v1/posts/${post.id}`, { body: 'Edited' }, 200],
      ['DELETE', `/v1/posts/${post.id}`, undefined, 200],
      ['PUT', `/v1/posts/${post.id}/reaction`, { reaction_type: 'like', active: true }, 200],
      ['POST', `/v1/posts/${post.id}/comments`, { body: 'Answer' }, 201],
      ['POST', `/v1/posts/${draft.id}/publish`, {}, 200],
      ['PUT', `/v1/posts/${draft.id}/images`, {}, 200],
      ['POST', '/v1/posts', { body: 'Planned', scheduled_at: new Date(t.clock.now().getTime() + 600_000) }, 201],
    ] as const) {
      const answer = await t.call(method, path, {
        ...as(ada),
        ...(body ? { body } : {}),
        headers: { 'dry-run': 'true' },
      });
      expect([method, path, answer.status, answer.json.agent.dry_run]).toEqual([method, path, status, true]);
    }
    expect(await read()).toBe(before);
    const { rows } = await t.pool.query(
      "select count(*)::int as n from jobs.job where name = 'posts.publish_scheduled'",
    );
    expect(rows[0].n).toBe(0);
  });
});
