import { beforeAll, describe, expect, it } from 'vitest';
import { publishScheduledPost } from '../../src/areas/posts/publish-due.ts';
import { systemCtx } from '../../src/ctx.ts';
import type { CallResult } from '../support/app.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { waitForLocks } from '../support/locks.ts';
import { type Member, makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { as, auditOf, eventsOf, grantAccess, logLineOf, makePost, pathOf, pictures, send } from '../support/posts.ts';

/** Two concurrent moves on one object, many times: each round ends as if they had run one after the other. */
const ROUNDS = 20;

let t: TestApp;
let ada: Member;
let ben: Member;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  picture = await png({ width: 16, height: 16 });
});

/** `atOnce`: how many rounds run concurrently. Those with pictures run alone: at most sixteen pictures can wait. */
const rounds = async (play: (round: number) => Promise<void>, atOnce = 5) => {
  for (let wave = 0; wave < ROUNDS; wave += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, index) => play(wave + index)));
  }
};
const codes = (...answers: CallResult[]) => answers.map((one) => one.json.error_code ?? one.status);
const read = async (id: string) => (await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data;
const rowOf = async (id: string) => {
  const { rows } = await t.pool.query(
    `select status, revision, body, (select count(*)::int from post_images i where i.post_id = po.id) as images,
      (select count(*)::int from post_revisions r where r.post_id = po.id) as earlier from posts po where id = $1`,
    [id],
  );
  return rows[0];
};
const draftWithPictures = async (count: number, body?: string) => {
  const answer = await send(t, as(ada), [
    ...pictures(...Array.from({ length: count }, () => picture)),
    { name: 'status', value: 'draft' },
    ...(body === undefined ? [] : [{ name: 'body', value: body }]),
  ]);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
};

describe('races', () => {
  it('accepts one of two edits of the same revision', async () => {
    await rounds(async () => {
      const { id, revision } = await makePost(t, as(ada));
      const edit = (body: string) =>
        t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body, expected_revision: revision } });
      const answers = await Promise.all([edit('One text'), edit('Another text')]);
      expect(codes(...answers).sort()).toEqual([200, 'post_changed']);
      const won = answers.find(({ status }) => status === 200)!.json.data;
      expect(await rowOf(id)).toMatchObject({ body: won.body, revision: revision + 1, earlier: 1 });
    });
  });

  it('publishes once and returns the published post to both callers', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, as(ada), { status: 'draft' });
      const publish = () => t.call('POST', `/v1/posts/${id}/publish`, as(ada));
      const answers = await Promise.all([publish(), publish(), publish()]);
      expect(codes(...answers)).toEqual([200, 200, 200]);
      expect(answers.map(({ json }) => json.data.status)).toEqual(['published', 'published', 'published']);
      expect((await eventsOf(t, id)).filter(({ type }) => type === 'post.published')).toHaveLength(1);
    });
  });

  it('remove and edit, publish or replace: returns what was committed', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, as(ada));
      const draft = await makePost(t, as(ada), { status: 'draft' });
      const other = await makePost(t, as(ada), { status: 'draft' });
      const call = (method: string, path: string, body?: object) =>
        t.call(method, `/v1/posts/${path}`, { ...as(ada), ...(body ? { body } : {}) });
      const [edit, , publish, , replace] = await Promise.all([
        call('PATCH', id, { body: 'Another text' }),
        call('DELETE', id),
        call('POST', `${draft.id}/publish`, {}),
        call('DELETE', draft.id),
        call('PUT', `${other.id}/images`, {}),
        call('DELETE', other.id),
      ]);
      for (const [answer, operation, post] of [
        [edit, 'posts.update', id],
        [publish, 'posts.publish', draft.id],
        [replace, 'posts.replace_images', other.id],
      ] as const) {
        const written = (await auditOf(t, post)).some((row) => row.operation === operation);
        expect([operation, ...codes(answer)]).toEqual([operation, written ? 200 : 'post_not_found']);
      }
    });
  });

  it('publish and return: exactly one of them', async () => {
    const cleo = await makeMember(t);
    await grantAccess(t, ada, cleo, ['drafting']);
    const outcomes = new Set<string>();
    await rounds(async () => {
      const { id, status } = await makePost(t, { token: cleo.token, as: ada.profile.id });
      expect(status).toBe('pending_approval');
      const [published, returned] = await Promise.all([
        t.call('POST', `/v1/posts/${id}/publish`, { ...as(ada), body: { expected_revision: 1 } }),
        t.call('POST', `/v1/posts/${id}/return`, { ...as(ada), body: { note: 'Not yet' } }),
      ]);
      const row = await rowOf(id);
      outcomes.add(row.status);
      if (row.status === 'published') expect(codes(published, returned)).toEqual([200, 'post_not_pending']);
      else expect([row.status, ...codes(published, returned)]).toEqual(['draft', 'post_changed', 200]);
    });
    expect(outcomes.size, 'both outcomes happen').toBeGreaterThan(0);
  });

  it('remove and remove: one of them succeeds', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, as(ada));
      const remove = () => t.call('DELETE', `/v1/posts/${id}`, as(ada));
      const answers = await Promise.all([remove(), remove(), remove()]);
      expect(codes(...answers)).toEqual([200, 200, 200]);
      expect(answers.map(({ json }) => json.data.removed).sort()).toEqual([false, false, true]);
      expect((await eventsOf(t, id)).filter(({ type }) => type === 'post.removed')).toHaveLength(1);
    });
  });

  it('comment and remove, at the root and below: the counts are right', async () => {
    await rounds(async (round) => {
      const root = await makePost(t, as(ada));
      const inner = await makePost(t, as(ada), { reply_to_post_id: root.id });
      const removed = round % 2 === 0 ? root.id : inner.id;
      const [removal, ...comments] = await Promise.all([
        t.call('DELETE', `/v1/posts/${removed}`, as(ada)),
        ...[1, 2, 3].map(() =>
          t.call('POST', `/v1/posts/${inner.id}/comments`, { ...as(ben), body: { body: 'Me too' } }),
        ),
      ]);
      expect(codes(removal)).toEqual([200]);
      for (const code of codes(...comments)) expect([201, 'post_not_found']).toContain(code);
      const made = comments.filter(({ status }) => status === 201).length;
      const answers = made + (removed === inner.id ? 0 : 1);
      const { rows } = await t.pool.query('select sum(comments)::int as n from post_counters where post_id = $1', [
        root.id,
      ]);
      expect(rows[0].n).toBe(answers);
    });
  });

  it('a comment and the removal of its parent do not deadlock', async () => {
    const root = await makePost(t, as(ada));
    const inner = await makePost(t, as(ada), { reply_to_post_id: root.id });
    await t.call('GET', '/v1/me', as(ben)); // the cached caller costs the comment no statement
    const holder = await t.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from post_counters where post_id = $1 for update', [root.id]);
    const comment = t.call('POST', `/v1/posts/${inner.id}/comments`, { ...as(ben), body: { body: 'Quick' } });
    await waitForLocks(t.pool, 1);
    const removal = t.call('DELETE', `/v1/posts/${inner.id}`, as(ada));
    await waitForLocks(t.pool, 2);
    await holder.query('commit');
    holder.release();
    expect(codes(await comment, await removal)).toEqual([201, 200]);
    // A deadlock is resolved by running one of the two again.
    expect([logLineOf(t, 'posts.create_comment').round_trips, logLineOf(t, 'posts.remove').round_trips]).toEqual([
      1, 1,
    ]);
  });

  it('a quote locks the counters of the quoted post before those of its author, in the order of a deletion', async () => {
    const quoted = await makePost(t, as(ada));
    await makePost(t, as(ben), { quoted_post_id: quoted.id });
    await t.call('GET', '/v1/me', as(ben));
    const holder = await t.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from profile_counters where profile_id = $1 for update', [ben.profile.id]);
    const quote = t.call('POST', '/v1/posts', { ...as(ben), body: { body: 'Again', quoted_post_id: quoted.id } });
    await waitForLocks(t.pool, 1);
    const counters = t.pool.query('select 1 from post_counters where post_id = $1 for update nowait', [quoted.id]);
    await expect(counters).rejects.toMatchObject({ code: '55P03' });
    await holder.query('rollback');
    holder.release();
    expect(codes(await quote)).toEqual([201]);
    expect(logLineOf(t, 'posts.create').round_trips).toBe(2);
  });

  it('edit and edit of pictures: never both lists, and never an empty post', async () => {
    await rounds(async () => {
      const draft = await draftWithPictures(2);
      const published = await t.call('POST', `/v1/posts/${draft.id}/publish`, as(ada));
      const [first, second] = published.json.data.images.map((image: { id: string }) => image.id);
      const keep = (id: string) => t.call('PATCH', `/v1/posts/${draft.id}`, { ...as(ada), body: { images: [{ id }] } });
      const answers = await Promise.all([keep(first), keep(second)]);
      expect(codes(...answers).sort()).toEqual([200, 'invalid_request']);
      expect(await rowOf(draft.id)).toMatchObject({ images: 1, revision: 2 });
      const left = answers.find(({ status }) => status === 200)!.json.data.images[0];
      expect((await t.call('GET', pathOf(left.url))).status).toBe(200);
    });
  });

  it('edit and edit of text: every version is stored', async () => {
    await rounds(async (round) => {
      const { id } = await makePost(t, as(ada), { body: 'Zero' });
      const edit = (body: string) => t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body } });
      const bodies = ['One', 'Two', 'Three', 'Four'].map((word) => `${word} ${round}`);
      const answers = await Promise.all(bodies.map(edit));
      expect(codes(...answers)).toEqual([200, 200, 200, 200]);
      expect(await rowOf(id)).toMatchObject({ revision: 5, earlier: 4 });
      const earlier = await t.call('GET', `/v1/posts/${id}/revisions`);
      const texts = [...earlier.json.data.items.map((item: { body: string }) => item.body), (await read(id)).body];
      expect(texts.sort()).toEqual(['Zero', ...bodies].sort());
    });
  });

  it('the same with retries, in a transaction each, while a schedule comes due', async () => {
    await rounds(async (round) => {
      const { id } = await makePost(t, as(ada), { body: 'Zero', status: 'draft' });
      const write = (method: string, path: string, body: object, key: string) =>
        t.call(method, `/v1/posts/${id}${path}`, { ...as(ada), body, headers: { 'idempotency-key': `${id}-${key}` } });
      const answers = await Promise.all([
        ...[1, 2, 3].map((at) => write('PATCH', '', { body: `Text ${at} of ${round}` }, `edit-${at}`)),
        write('POST', '/publish', {}, 'publish'),
        write('POST', '/publish', { scheduled_at: new Date(t.clock.now().getTime() + 120_000) }, 'schedule'),
        write('PUT', '/images', {}, 'images'),
      ]);
      expect(codes(...answers.slice(0, 5))).toEqual([200, 200, 200, 200, 200]);
      expect([200, 'invalid_request']).toContain(codes(answers[5]!)[0]);
      expect((await rowOf(id)).status, 'publication wins over a schedule, before and after').toBe('published');
      expect((await eventsOf(t, id)).filter(({ type }) => type === 'post.published')).toHaveLength(1);
      const repeats = await Promise.all(
        [1, 2, 3].map((at) => write('PATCH', '', { body: `Text ${at} of ${round}` }, `edit-${at}`)),
      );
      expect(repeats.map(({ json }) => json.data)).toEqual(answers.slice(0, 3).map(({ json }) => json.data));
    });
  });

  it('a due schedule and a manual publication: one of them', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, as(ada), { scheduled_at: new Date(t.clock.now().getTime() + 61_000) });
      t.clock.advance(62_000);
      const job = systemCtx(t.deps, 'job.posts.publish_scheduled');
      const [published] = await Promise.all([
        t.call('POST', `/v1/posts/${id}/publish`, as(ada)),
        publishScheduledPost(job, id),
        publishScheduledPost(job, id),
      ]);
      expect([published.status, published.json.data.status]).toEqual([200, 'published']);
      expect((await eventsOf(t, id)).map(({ type }) => type)).toEqual(['post.published']);
    });
  });

  it('two replacements of the pictures of a draft: one list remains', async () => {
    await rounds(async () => {
      const { id } = await draftWithPictures(1);
      const replace = (count: number) =>
        send(t, as(ada), pictures(...Array.from({ length: count }, () => picture)), {
          method: 'PUT',
          path: `/v1/posts/${id}/images`,
        });
      const answers = await Promise.all([replace(2), replace(3)]);
      expect(codes(...answers)).toEqual([200, 200]);
      const { images } = await read(id);
      expect([2, 3]).toContain(images.length);
      for (const { url } of images) expect((await t.call('GET', pathOf(url))).status).toBe(200);
    }, 1);
  });

  it('publish and remove the only picture: no empty post appears', async () => {
    await rounds(async () => {
      const { id } = await draftWithPictures(1);
      const [published, emptied] = await Promise.all([
        t.call('POST', `/v1/posts/${id}/publish`, as(ada)),
        t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { images: [] } }),
      ]);
      const row = await rowOf(id);
      if (row.status === 'published')
        expect([row.images, ...codes(published, emptied)]).toEqual([1, 200, 'empty_post']);
      else expect([row.images, ...codes(published, emptied)]).toEqual([0, 'empty_post', 200]);
    }, 1);
  });

  it('remove and replace pictures: nothing is left of a removed post', async () => {
    await rounds(async () => {
      const { id } = await draftWithPictures(2);
      const [removal, replaced] = await Promise.all([
        t.call('DELETE', `/v1/posts/${id}`, as(ada)),
        send(t, as(ada), pictures(picture), { method: 'PUT', path: `/v1/posts/${id}/images` }),
      ]);
      expect(codes(removal)).toEqual([200]);
      expect([200, 'post_not_found']).toContain(codes(replaced)[0]);
      expect(await rowOf(id)).toMatchObject({ status: 'removed', images: 0 });
    }, 1);
  });

  it('react and remove: a reaction counts or is refused', async () => {
    await rounds(async () => {
      const { id } = await makePost(t, as(ada));
      const react = (member: Member) =>
        t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(member), body: { reaction_type: 'like', active: true } });
      const [removal, ...reactions] = await Promise.all([
        t.call('DELETE', `/v1/posts/${id}`, as(ada)),
        react(ada),
        react(ben),
      ]);
      expect(codes(removal)).toEqual([200]);
      for (const code of codes(...reactions)) expect([200, 'post_not_found']).toContain(code);
      const { rows } = await t.pool.query(
        `select (select count(*)::int from reactions where post_id = $1) as rows,
          (select coalesce(sum(likes), 0)::int from post_counters where post_id = $1) as counted`,
        [id],
      );
      const accepted = reactions.filter(({ status }) => status === 200).length;
      expect(rows[0]).toEqual({ rows: accepted, counted: accepted });
    });
  });
});
